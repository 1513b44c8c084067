import MocoaCore

extension ListElementView {
  /// Calls a handler with a value now and with each other one later, for as long as the present
  /// view model is shown.
  ///
  /// It ends before the view is bound to another view model, so a row is never notified of another
  /// one.
  /// See `Subscription.following(_:to:)`.
  public func follow<Value: Equatable>(
    _ read: @escaping @MainActor () -> Value, to handler: @escaping @MainActor (Value) -> Void
  ) {
    keep(.following(read, to: handler))
  }
}
