import Synchronization

/// Carries what a background thread finds to the main actor.
///
/// However much is found, at most one notice is on its way; it takes all that is there when it
/// arrives. What nobody wants any more is thrown away with its mailbox.
final class QueryMailbox<Content: Sendable>: Sendable {
  private struct State {
    var content: Content
    var isOnItsWay = false
    var isCancelled = false
    var lastNotice: ContinuousClock.Instant?
  }

  private let state: Mutex<State>
  private let empty: Content
  private let notify: @Sendable @MainActor (QueryMailbox) -> Void

  /// The shortest time between two notices.
  private static var pause: Duration { .milliseconds(16) }

  /// Makes a mailbox.
  ///
  /// - Parameters:
  ///   - empty: What is in it when there is nothing.
  ///   - notify: Is called on the main actor when there is something, and takes it.
  init(empty: Content, notify: @escaping @Sendable @MainActor (QueryMailbox) -> Void) {
    self.empty = empty
    self.notify = notify
    state = Mutex(State(content: empty))
  }

  /// Whether the work is wanted no more.
  var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Says that the work is wanted no more.
  func cancel() { state.withLock { $0.isCancelled = true } }

  /// Adds something to what is in the mailbox.
  ///
  /// - Parameters:
  ///   - isUrgent: Whether to tell at once, and not only some time after the last notice.
  ///   - body: Adds it.
  /// - Returns: Whether to go on with the work.
  func post(isUrgent: Bool, _ body: (inout Content) -> Void) -> Bool {
    let (isCancelled, tells) = state.withLock { state in
      body(&state.content)
      let now = ContinuousClock.now
      let isDue = isUrgent || state.lastNotice.map { $0.duration(to: now) >= Self.pause } ?? true
      guard isDue, !state.isOnItsWay, !state.isCancelled else { return (state.isCancelled, false) }
      state.isOnItsWay = true
      state.lastNotice = now
      return (false, true)
    }
    if tells {
      Task { @MainActor in self.notify(self) }
    }
    return !isCancelled
  }

  /// Takes what is in the mailbox.
  func take() -> Content {
    state.withLock { state in
      state.isOnItsWay = false
      let content = state.content
      state.content = empty
      return content
    }
  }
}
