import Observation

extension ObserverToken {
  /// Calls a handler with a value now, and with each other one that it has later.
  ///
  /// The value is read from observable properties. Several changes in one turn of the main actor
  /// make one call, and an equal value makes none. A handler may change what it follows.
  ///
  /// - Returns: what ends it. Until then, what the closures hold lives as long as what is followed.
  public static func following<Value: Equatable>(
    _ read: @escaping @MainActor () -> Value, to handler: @escaping @MainActor (Value) -> Void
  ) -> ObserverToken {
    let follower = Follower(read: read, handler: handler)
    follower.update()
    return ObserverToken { follower.cancel() }
  }
}

/// Reads a value whenever it may have changed.
@MainActor private final class Follower<Value: Equatable> {
  private var read: (@MainActor () -> Value)?
  private var handler: (@MainActor (Value) -> Void)?
  private var last: Value?

  init(read: @escaping @MainActor () -> Value, handler: @escaping @MainActor (Value) -> Void) {
    self.read = read
    self.handler = handler
  }

  func update() {
    guard let read else { return }
    let value = withObservationTracking(read) {
      // The value is not set yet, and others may follow in the same turn.
      Task { @MainActor in self.update() }
    }
    guard value != last else { return }
    last = value
    handler?(value)
  }

  func cancel() {
    read = nil
    handler = nil
  }
}
