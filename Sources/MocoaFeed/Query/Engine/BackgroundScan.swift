import Dispatch

/// Runs one request at a time in the background, and delivers its results to the main actor.
///
/// A newer request cancels the previous one at once. At most one notification is pending, which
/// delivers all results until it arrives.
@MainActor
package final class BackgroundScan<Found: Sendable> {
  package private(set) var status = QueryStatus()

  /// Called with the results since the last call, and whether they are complete.
  package var onDelivery: ((Found, _ isFinished: Bool) -> Void)?

  private let empty: Found
  private var current: (mailbox: ScanMailbox<Found>, group: DispatchGroup)?

  /// Creates a scan without a request; its result is `empty` while nothing has been found.
  package init(empty: Found) { self.empty = empty }

  deinit { current?.mailbox.cancel() }

  /// Starts a request, cancelling a running one, behind rows that have been scanned before; `work`
  /// scans, on any thread, and returns `false` only if it was cancelled.
  package func start(
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

  /// Cancels the request; delivered results remain.
  package func cancel() {
    current?.mailbox.cancel()
    current = nil
    status.isRunning = false
  }

  /// Resets the progress of the last request.
  func reset(rowCount: Int = 0, scanned count: Int = 0) {
    cancel()
    status = QueryStatus()
    (status.rowCount, status.scannedRowCount) = (rowCount, count)
  }

  /// Blocks until the request has ended, and delivers its results.
  ///
  /// For a program without an interface.
  func wait() {
    while let (mailbox, group) = current {
      group.wait()
      receive(from: mailbox)
    }
  }

  /// Blocks until the request has ended, or for a duration, and delivers its results so far.
  package func wait(atMost duration: Duration) {
    guard let (mailbox, group) = current else { return }
    let milliseconds = (duration / .milliseconds(1)).rounded(.up)
    _ = group.wait(timeout: .now() + .milliseconds(Int(milliseconds)))
    receive(from: mailbox)
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

/// The results of a background scan that have not been delivered yet.
package final class ScanMailbox<Found: Sendable>: Sendable {
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

  private let state: Monitor<State>
  private let empty: Found
  private let notify: @Sendable @MainActor (ScanMailbox) -> Void

  /// The shortest time between two notifications: a frame.
  private static var pause: Duration { .milliseconds(16) }

  init(empty: Found, notify: @escaping @Sendable @MainActor (ScanMailbox) -> Void) {
    (self.empty, self.notify) = (empty, notify)
    state = Monitor(State(content: Content(found: empty)))
  }

  /// A Boolean value that indicates whether the result is no longer needed.
  package var isCancelled: Bool { state.withLock { $0.isCancelled } }

  func cancel() { state.withLock { $0.isCancelled = true } }

  /// Adds results, and notifies at once if that is urgent, otherwise at intervals; returns whether
  /// to continue.
  package func post(
    scanned scannedRowCount: Int? = nil, isUrgent: Bool = false,
    _ body: (inout Found) -> Void = { _ in }
  ) -> Bool {
    post(isUrgent: isUrgent) {
      body(&$0.found)
      $0.scannedRowCount = scannedRowCount ?? $0.scannedRowCount
    }
  }

  /// Records that the work has ended.
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

  /// Removes and returns the results.
  func take() -> Content {
    state.withLock { state in
      state.isPending = false
      defer { state.content = Content(found: empty) }
      return state.content
    }
  }
}
