import Dispatch
import Synchronization

/// Says when a feed may be out of date: when its file has changed, or, for other origins, when some
/// time has passed.
final class FeedWatch: Sendable {
  /// How long a file that is being written is left alone: its next write is awaited so long.
  private static let patience = Duration.milliseconds(50)

  private let watcher: FileWatcher?
  private let isStopped = Atomic(false)
  private let wakeUp = DispatchSemaphore(value: 0)

  /// Starts to watch an origin.
  ///
  /// - Parameters:
  ///   - origin: What to watch.
  ///   - interval: The time between two calls; at least, where a file tells of its changes.
  ///   - body: Is called on a thread of its own.
  init(_ origin: FeedOrigin, every interval: Duration, body: @escaping @Sendable () -> Void) {
    watcher = origin.watchedFile.map { FileWatcher(path: $0) }
    DispatchQueue(label: "mocoa.watch", qos: .utility).async { [self] in
      if let watcher {
        watch(watcher, every: interval, body: body)
      } else {
        while !wait(for: interval) { body() }
      }
    }
  }

  /// Ends the calls.
  func stop() {
    isStopped.store(true, ordering: .relaxed)
    watcher?.stop()
    wakeUp.signal()
  }

  private func watch(
    _ watcher: FileWatcher, every interval: Duration, body: @escaping @Sendable () -> Void
  ) {
    while true {
      var change = watcher.wait()
      let deadline = ContinuousClock.now + max(interval, Self.patience)
      while change == .written, .now < deadline { change = watcher.wait(timeout: Self.patience) }
      if change == .stopped { return }
      body()
      if wait(for: interval) { return }
    }
  }

  /// Waits, and says whether the watch has been stopped.
  private func wait(for interval: Duration) -> Bool {
    let nanoseconds = Int(interval / .nanoseconds(1))
    return wakeUp.wait(timeout: .now() + .nanoseconds(nanoseconds)) == .success
      || isStopped.load(ordering: .relaxed)
  }
}
