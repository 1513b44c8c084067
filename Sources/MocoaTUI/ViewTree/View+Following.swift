import MocoaCore

extension View {
  /// Calls a handler with a value, now and whenever it changes, while the view model is bound.
  ///
  /// The subscription is cancelled before the view is bound to another view model, so the handler
  /// is never called for another one. See `Subscription.following(_:to:)`.
  public func follow<Value: Equatable>(
    _ read: @escaping @MainActor () -> Value, to handler: @escaping @MainActor (Value) -> Void
  ) {
    keep(.following(read, to: handler))
  }
}
