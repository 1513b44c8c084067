/// A registration, such as that of an observer, which ends when it is cancelled or released.
///
/// ```swift
/// contact.observe(.title, owner: self) { page, title in page.show(title) }
///   .store(in: &subscriptions)
/// ```
@MainActor public final class Subscription {
  private var onCancel: (@MainActor () -> Void)?

  /// Creates a subscription with a closure that ends the registration, called at most once.
  public init(onCancel: @escaping @MainActor () -> Void) { self.onCancel = onCancel }

  isolated deinit { onCancel?() }

  /// Ends the registration, even while observers are notified; further calls have no effect.
  public func cancel() {
    onCancel?()
    onCancel = nil
  }

  /// Adds the subscription to an array, which retains it.
  public func store(in subscriptions: inout [Subscription]) { subscriptions.append(self) }
}

extension Subscription {
  /// Calls a handler with a value, now and whenever it changes.
  ///
  /// The value is read from observable properties. Several changes in one turn of the main actor
  /// cause one call, and an equal value none. A handler may change the properties.
  public static func following<Value: Equatable>(
    _ read: @escaping @MainActor () -> Value, to handler: @escaping @MainActor (Value) -> Void
  ) -> Subscription {
    let follower = Follower(read: read, handler: handler)
    follower.update()
    return Subscription { follower.cancel() }
  }
}

/// Reads a value whenever it may have changed.
@MainActor private final class Follower<Value: Equatable> {
  private var read: (@MainActor () -> Value)?
  private var handler: (@MainActor (Value) -> Void)?
  private var last: Value?
  private let tracker = PropertyTracker()

  init(read: @escaping @MainActor () -> Value, handler: @escaping @MainActor (Value) -> Void) {
    (self.read, self.handler) = (read, handler)
  }

  func update() {
    guard let read else { return }
    let value = tracker.track(read) { [weak self] in self?.update() }
    guard value != last else { return }
    last = value
    handler?(value)
  }

  func cancel() {
    tracker.reset()
    (read, handler) = (nil, nil)
  }
}
