/// Closures to run later, on the main thread, between two frames.
@MainActor
struct TimerQueue {
  private struct Entry {
    var deadline: ContinuousClock.Instant
    var token: TimerToken
    var body: @MainActor () -> Void
  }

  private var entries: [Entry] = []

  var isEmpty: Bool { entries.isEmpty }

  /// When the next timer fires, or nil.
  var next: ContinuousClock.Instant? { entries.first { !$0.token.isCancelled }?.deadline }

  /// Adds a timer.
  ///
  /// - Complexity: O(n) in the number of timers that fire later.
  mutating func add(
    at deadline: ContinuousClock.Instant, token: TimerToken, body: @escaping @MainActor () -> Void
  ) {
    var index = entries.count
    while index > 0, entries[index - 1].deadline > deadline { index -= 1 }
    entries.insert(Entry(deadline: deadline, token: token, body: body), at: index)
  }

  /// Removes and returns the first timer that is due and not cancelled, or nil.
  mutating func takeNext(at now: ContinuousClock.Instant) -> (@MainActor () -> Void)? {
    entries.removeAll { $0.token.isCancelled }
    guard let first = entries.first, first.deadline <= now else { return nil }
    return entries.removeFirst().body
  }
}

/// A timer that can be cancelled.
@MainActor
public final class TimerToken {
  /// A Boolean value that indicates whether the timer will not fire.
  private(set) var isCancelled = false

  /// Cancels the timer; has no effect if it has fired.
  public func cancel() { isCancelled = true }
}

extension Application {
  /// Runs a closure later, between two frames.
  ///
  /// - Returns: A timer that can cancel it; it need not be retained.
  @discardableResult
  public func schedule(
    after delay: Duration, _ body: @escaping @MainActor () -> Void
  ) -> TimerToken {
    let token = TimerToken()
    timers.add(at: .now + delay, token: token, body: body)
    return token
  }

  /// Fires the timers that are due at a time; called by the loop.
  public func fireTimers(at now: ContinuousClock.Instant = .now) {
    while let body = timers.takeNext(at: now) { body() }
  }
}
