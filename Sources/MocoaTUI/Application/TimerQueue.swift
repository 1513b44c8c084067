/// Things to be done later, on the main thread, between two frames.
@MainActor
struct TimerQueue {
  private struct Entry {
    var deadline: ContinuousClock.Instant
    var token: TimerToken
    var body: @MainActor () -> Void
  }

  private var entries: [Entry] = []

  /// Whether there is nothing to be done.
  var isEmpty: Bool { entries.isEmpty }

  /// When the next one is due, or nil.
  var next: ContinuousClock.Instant? { entries.first { !$0.token.isCancelled }?.deadline }

  /// Adds one.
  ///
  /// - Complexity: O(n) in the number of timers that fire later.
  mutating func add(
    at deadline: ContinuousClock.Instant, token: TimerToken, body: @escaping @MainActor () -> Void
  ) {
    var index = entries.count
    while index > 0, entries[index - 1].deadline > deadline { index -= 1 }
    entries.insert(Entry(deadline: deadline, token: token, body: body), at: index)
  }

  /// Takes out and returns the first one that is due and was not cancelled, or nil.
  mutating func takeNext(at now: ContinuousClock.Instant) -> (@MainActor () -> Void)? {
    entries.removeAll { $0.token.isCancelled }
    guard let first = entries.first, first.deadline <= now else { return nil }
    return entries.removeFirst().body
  }
}

/// A timer that can be cancelled.
@MainActor
public final class TimerToken {
  /// Whether the timer will not fire.
  public private(set) var isCancelled = false

  /// Keeps the timer from firing; does nothing when it has fired.
  public func cancel() { isCancelled = true }
}

extension Application {
  /// Does something later, between two frames.
  ///
  /// - Returns: what cancels it; need not be kept.
  @discardableResult
  public func schedule(
    after delay: Duration, _ body: @escaping @MainActor () -> Void
  ) -> TimerToken {
    let token = TimerToken()
    timers.add(at: .now + delay, token: token, body: body)
    return token
  }

  /// Does what is due at a time; the loop does this automatically.
  public func fireTimers(at now: ContinuousClock.Instant = .now) {
    while let body = timers.takeNext(at: now) { body() }
  }
}
