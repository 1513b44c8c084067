import Dispatch
import Glibc

/// Waits until a file is written to, replaced or removed, on one thread; any thread may stop it.
///
/// Changes that the kernel reports are seen at once, for the file and for every symbolic link on
/// the way to it, wherever they lead by then; others within a second, by looking at the file.
final class FileWatcher: Sendable {
  /// What has happened.
  enum Change: Equatable {
    /// The file was written to, and may be further.
    case written
    /// The file was closed by its writer, or is another one, or is gone.
    case completed
    /// Nothing, in the time that was given.
    case none
    /// The watcher was stopped.
    case stopped
  }

  private struct State {
    var change: Change?
    var revision: FileRevision?
    var places: [FileNotifier.Place] = []
  }

  /// How often the file is looked at.
  private static let interval = Duration.seconds(1)

  private let path: String
  private let notifier: FileNotifier?
  /// How long a file that is being written is left alone: its next write is awaited so long.
  private static let patience = Duration.milliseconds(50)

  private let state = Monitor(State())

  /// Begins to watch.
  ///
  /// - Parameters:
  ///   - path: The path of the file, which need not exist.
  ///   - notifier: What reports changes; nil where they are found by looking only.
  init(path: String, notifier: FileNotifier? = .shared) {
    self.path = path
    self.notifier = notifier
    state.withLock { $0.revision = FileRevision(path: path) }
    followLinks()
  }

  deinit { notifier?.notify(self, of: []) }

  /// Ends every wait, and all that come.
  func stop() { receive(.stopped) }

  /// Takes note of a change; any thread may call it.
  ///
  /// - Parameters:
  ///   - change: The change.
  ///   - losesPlaces: Whether a directory is gone, so that what leads to the file is to be watched
  ///     anew.
  func receive(_ change: Change, losesPlaces: Bool = false) {
    state.withLock { state in
      if losesPlaces { state.places = [] }
      if state.change == nil || state.change == .written || change == .stopped {
        state.change = change
      }
    }
  }

  /// Waits until something happens to the file.
  ///
  /// - Parameter timeout: How long; nil means for ever.
  /// - Returns: What has happened.
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

  /// Waits on a thread of its own until the file has changed and nobody has written to it for a
  /// moment, or the watcher is stopped.
  ///
  /// - Parameter limit: How long a writer is waited for at most.
  func settle(atMost limit: Duration) async {
    await withCheckedContinuation { continuation in
      DispatchQueue(label: "mocoa.watch", qos: .utility).async { [self] in
        var change = wait()
        let deadline = ContinuousClock.now + max(limit, Self.patience)
        while change == .written, .now < deadline { change = wait(timeout: Self.patience) }
        continuation.resume()
      }
    }
  }

  /// The change that was reported, or else found by looking at the file; `stopped` stays.
  private func takeChange() -> Change? {
    let revision = FileRevision(path: path)
    return state.withLock { state in
      let isOther = revision != state.revision
      state.revision = revision
      defer { if state.change != .stopped { state.change = nil } }
      return state.change ?? (isOther ? .completed : nil)
    }
  }

  /// Has the notifier watch what leads to the file now.
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

  /// The file and every symbolic link on the way to it.
  static func places(on path: String) -> [FileNotifier.Place] {
    var places: [FileNotifier.Place] = []
    var directory = path.hasPrefix("/") ? "/" : "."
    var names = path.split(separator: "/").map(String.init)[...]
    while let name = names.popFirst(), places.count < 40 {
      let entry = directory == "/" ? "/" + name : directory + "/" + name
      let target = linkTarget(of: entry)
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

  private static func linkTarget(of path: String) -> String? {
    var buffer = [UInt8](repeating: 0, count: 4_096)
    let count = buffer.withUnsafeMutableBytes { bytes in
      bytes.withMemoryRebound(to: CChar.self) { text in
        text.baseAddress.map { readlink(path.systemName, $0, text.count) } ?? -1
      }
    }
    return count > 0 ? String(systemName: buffer[..<count]) : nil
  }
}

/// Which file a path leads to, and when it was written to.
struct FileRevision: Hashable, Sendable {
  private var device: UInt64
  private var number: UInt64
  private var size: Int64
  private var seconds: Int
  private var nanoseconds: Int

  /// Looks at the file; nil where there is none.
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

  /// Whether both have equally many bytes.
  func hasSize(of other: FileRevision) -> Bool { size == other.size }

  /// Whether both are the same file, whatever was written to it.
  func isSameFile(as other: FileRevision) -> Bool {
    (device, number) == (other.device, other.number)
  }
}
