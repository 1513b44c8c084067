import MocoaSystem

/// Waits until a file is written, replaced or removed, on one thread or none; any may stop it.
///
/// Changes that the kernel reports are noticed at once, for the file and for every symbolic link on
/// its path, even if their targets change; others within a second, by polling.
final class FileWatcher: Sendable {
  /// A change to a file.
  enum Change: Equatable {
    /// The file was written to and may be written to further.
    case written
    /// The file was closed by its writer, replaced or removed.
    case completed
    /// Nothing changed before the timeout.
    case none
    /// The watcher was stopped.
    case stopped
  }

  private struct State {
    var change: Change?
    var revision: FileRevision?
    var places: [FileNotifier.Place] = []
    var onChange: (@Sendable () -> Void)?
  }

  /// The polling interval.
  private static let interval = Duration.seconds(1)

  private let path: String
  private let notifier: FileNotifier?
  /// The time to wait for the next write to a file that is being written.
  private static let patience = Duration.milliseconds(50)

  private let state = Monitor(State())

  /// Starts watching a file, which need not exist; without a notifier, by polling only.
  init(path: String, notifier: FileNotifier? = .shared) {
    (self.path, self.notifier) = (path, notifier)
    state.withLock { $0.revision = FileRevision(path: path) }
    followLinks()
  }

  deinit { notifier?.notify(self, of: []) }

  /// Ends the current wait and all later ones.
  func stop() { receive(.stopped) }

  /// Records a change; if a directory is gone, the places that lead to the file are watched again;
  /// any thread may call it.
  func receive(_ change: Change, losesPlaces: Bool = false) {
    state.withLock { state in
      if losesPlaces { state.places = [] }
      if state.change == nil || state.change == .written || change == .stopped {
        state.change = change
      }
    }
    check()
  }

  /// Calls a closure once at the next change, on any thread, in place of `wait`.
  func whenChanged(_ body: @escaping @Sendable () -> Void) {
    state.withLock { $0.onChange = body }
    FileNotifier.shared.poll(self)
    check()
  }

  /// Calls the closure that waits for a change, if there is one.
  func check() {
    guard state.withLock({ $0.onChange != nil }), let change = takeChange() else { return }
    if change != .stopped { followLinks() }
    let body = state.withLock { state in
      defer { state.onChange = nil }
      return state.onChange
    }
    body?()
  }

  /// Waits for a change to the file, without a limit if there is no timeout.
  func wait(timeout: Duration? = nil) -> Change {
    let end = timeout.map { ContinuousClock.now + $0 }
    while true {
      if let change = takeChange() {
        if change != .stopped { followLinks() }
        return change
      }
      let rest = min(Self.interval, end.map { $0 - .now } ?? Self.interval)
      guard rest > .zero else { return .none }
      _ = state.wait(timeout: rest) { $0.change }
    }
  }

  /// Waits off the calling thread until the file has changed and its writer has paused.
  ///
  /// - Parameter limit: The maximum time to wait for the writer.
  func settle(atMost limit: Duration) async {
    await withCheckedContinuation { continuation in
      let waiting: Void? = try? BlockingThread.start { [self] in
        var change = wait()
        let deadline = ContinuousClock.now + max(limit, Self.patience)
        while change == .written, .now < deadline { change = wait(timeout: Self.patience) }
        continuation.resume()
      }
      if waiting == nil { continuation.resume() }
    }
  }

  /// Returns the reported change, or else polls the file; `stopped` remains reported.
  private func takeChange() -> Change? {
    let revision = FileRevision(path: path)
    return state.withLock { state in
      let isOther = revision != state.revision
      state.revision = revision
      defer { if state.change != .stopped { state.change = nil } }
      return state.change ?? (isOther ? .completed : nil)
    }
  }

  /// Registers with the notifier for the places that currently lead to the file.
  private func followLinks() {
    guard let notifier else { return }
    while true {
      let places = Self.places(on: path)
      let isNew = state.withLock { state in
        defer { state.places = places }
        return state.places != places
      }
      guard isNew else { return }
      // Once more: a link may have changed before it was watched.
      notifier.notify(self, of: places)
    }
  }

  /// Returns the file and every symbolic link on its path.
  static func places(on path: String) -> [FileNotifier.Place] {
    var places: [FileNotifier.Place] = []
    var directory = path.hasPrefix("/") ? "/" : "."
    var names = path.split(separator: "/").map(String.init)[...]
    while let name = names.popFirst(), places.count < 40 {
      let entry = directory == "/" ? "/" + name : directory + "/" + name
      let target = entry.linkTarget
      if target != nil || names.isEmpty {
        places.append(FileNotifier.Place(directory: directory, name: name))
      }
      guard let target else {
        directory = entry
        continue
      }
      if target.hasPrefix("/") { directory = "/" }
      names = target.split(separator: "/").map(String.init) + names
    }
    return places
  }
}

/// The identity of the file at a path, and its modification time.
struct FileRevision: Hashable, Sendable {
  private var device: UInt64
  private var number: UInt64
  private var size: Int64
  private var seconds: Int
  private var nanoseconds: Int

  /// Reads the state of the file; nil if it does not exist.
  init?(path: String) {
    var status = stat()
    guard stat(path.systemName, &status) == 0 else { return nil }
    self.init(status)
  }

  init(_ status: stat) {
    device = UInt64(status.st_dev)
    number = UInt64(status.st_ino)
    size = Int64(status.st_size)
    (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
  }

  /// Returns whether both are the same file, regardless of its contents.
  func isSameFile(as other: FileRevision) -> Bool {
    (device, number) == (other.device, other.number)
  }
}
