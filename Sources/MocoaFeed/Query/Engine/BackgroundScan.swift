import Dispatch
import Synchronization

/// Works in the background, one request at a time, and delivers what is found to the main actor.
///
/// A newer request cancels the one before at once. However much is found, at most one notice is
/// pending; it delivers all that was found until it arrives.
@MainActor
final class BackgroundScan<Found: Sendable> {
  /// How far the request has come.
  private(set) var status = QueryStatus()

  /// Is called with what was found since the last call, and whether that is the end.
  var onDelivery: ((Found, _ isFinished: Bool) -> Void)?

  private let empty: Found
  private var current: (mailbox: ScanMailbox<Found>, group: DispatchGroup)?

  /// Makes a scan without a request.
  ///
  /// - Parameter empty: What has been found as long as there is nothing.
  init(empty: Found) { self.empty = empty }

  deinit { current?.mailbox.cancel() }

  /// Starts a request; one that is running is cancelled.
  ///
  /// - Parameters:
  ///   - rowCount: The number of rows there are.
  ///   - count: The number of rows that have been scanned before.
  ///   - work: Scans, on any thread; returns whether it came to the end, and not so only where it
  ///     was cancelled.
  func start(
    of rowCount: Int, scanned count: Int = 0,
    _ work: @escaping @Sendable (ScanMailbox<Found>) throws -> Bool
  ) {
    current?.mailbox.cancel()
    status = QueryStatus()
    (status.rowCount, status.scannedRowCount, status.isRunning) = (rowCount, count, true)
    let mailbox = ScanMailbox(empty: empty) { [weak self] in self?.receive(from: $0) }
    let group = DispatchGroup()
    current = (mailbox, group)
    DispatchQueue(label: "mocoa.scan", qos: .userInitiated).async(group: group) {
      do {
        _ = try work(mailbox)
        mailbox.finish(nil)
      } catch {
        mailbox.finish(error as? FeedError)
      }
    }
  }

  /// Cancels the request; what was delivered stays.
  func cancel() {
    current?.mailbox.cancel()
    current = nil
    status.isRunning = false
  }

  /// Forgets how far the last request has come.
  func reset(rowCount: Int = 0, scanned count: Int = 0) {
    cancel()
    status = QueryStatus()
    (status.rowCount, status.scannedRowCount) = (rowCount, count)
  }

  /// Blocks until the request has ended, and delivers what it found.
  ///
  /// For a program without an interface.
  func wait() {
    while let (mailbox, group) = current {
      group.wait()
      receive(from: mailbox)
    }
  }

  private func receive(from mailbox: ScanMailbox<Found>) {
    let content = mailbox.take()
    guard mailbox === current?.mailbox else { return }
    status.scannedRowCount = max(status.scannedRowCount, content.scannedRowCount)
    status.error = content.error
    if content.isFinished {
      status.isRunning = false
      current = nil
    }
    onDelivery?(content.found, content.isFinished)
  }
}

/// What a scan in the background has found since it was last asked.
final class ScanMailbox<Found: Sendable>: Sendable {
  struct Content: Sendable {
    var found: Found
    var scannedRowCount = 0
    var isFinished = false
    var error: FeedError?
  }

  private struct State {
    var content: Content
    var isPending = false
    var isCancelled = false
    var lastNotice: ContinuousClock.Instant?
  }

  private let state: Mutex<State>
  private let empty: Found
  private let notify: @Sendable @MainActor (ScanMailbox) -> Void

  /// The shortest time between two notices: a frame.
  private static var pause: Duration { .milliseconds(16) }

  init(empty: Found, notify: @escaping @Sendable @MainActor (ScanMailbox) -> Void) {
    self.empty = empty
    self.notify = notify
    state = Mutex(State(content: Content(found: empty)))
  }

  /// A Boolean value that indicates whether nobody wants the result.
  var isCancelled: Bool { state.withLock { $0.isCancelled } }

  func cancel() { state.withLock { $0.isCancelled = true } }

  /// Adds to what was found.
  ///
  /// - Parameters:
  ///   - scannedRowCount: The number of rows that have been scanned; nil where it is unknown.
  ///   - isUrgent: Whether to notify at once, and not only some time after the last notice.
  ///   - body: Adds it.
  /// - Returns: Whether to go on with the work.
  func post(
    scanned scannedRowCount: Int? = nil, isUrgent: Bool = false,
    _ body: (inout Found) -> Void = { _ in }
  ) -> Bool {
    post(isUrgent: isUrgent) {
      body(&$0.found)
      $0.scannedRowCount = scannedRowCount ?? $0.scannedRowCount
    }
  }

  /// Adds that the work has ended.
  func finish(_ error: FeedError?) {
    _ = post(isUrgent: true) {
      $0.isFinished = true
      $0.error = error
    }
  }

  private func post(isUrgent: Bool, _ body: (inout Content) -> Void) -> Bool {
    let (isCancelled, isDue) = state.withLock { state in
      body(&state.content)
      let now = ContinuousClock.now
      let isDue = isUrgent || state.lastNotice.map { $0.duration(to: now) >= Self.pause } ?? true
      guard isDue, !state.isPending, !state.isCancelled else { return (state.isCancelled, false) }
      state.isPending = true
      state.lastNotice = now
      return (false, true)
    }
    if isDue {
      Task { @MainActor in self.notify(self) }
    }
    return !isCancelled
  }

  /// Takes what is there.
  func take() -> Content {
    state.withLock { state in
      state.isPending = false
      defer { state.content = Content(found: empty) }
      return state.content
    }
  }
}
