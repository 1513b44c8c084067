/// A closure that is called after changes, once until it has acknowledged them.
enum ChangeObserver: Sendable {
  case none
  /// It is called after the next change.
  case waiting(@Sendable () -> Void)
  /// It was called; changes since then are a part of what it acknowledges.
  case notified(@Sendable () -> Void)

  mutating func replace(by observer: @escaping @Sendable () -> Void) {
    if case .notified = self { self = .notified(observer) } else { self = .waiting(observer) }
  }

  /// Returns the closure if it is to be called after a change.
  mutating func takeNotification() -> (@Sendable () -> Void)? {
    guard case .waiting(let observer) = self else { return nil }
    self = .notified(observer)
    return observer
  }

  /// Allows the next call.
  mutating func acknowledge() {
    if case .notified(let observer) = self { self = .waiting(observer) }
  }
}
