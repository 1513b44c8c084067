/// Observations that end together: when the bag is emptied, or let go of.
///
/// A page keeps one for what it follows. A cell needs none of its own: what it keeps ends by itself
/// when it is bound to another row.
@MainActor public final class BindingBag {
  private var tokens: [ObserverToken] = []

  /// Makes an empty bag.
  public init() {}

  isolated deinit { removeAll() }

  /// Whether nothing is kept.
  public var isEmpty: Bool { tokens.isEmpty }

  /// Keeps an observation until the bag is emptied.
  public func keep(_ token: ObserverToken) { tokens.append(token) }

  /// Calls a handler with a value now and with each other one later; see
  /// `ObserverToken.following(_:to:)`.
  public func follow<Value: Equatable>(
    _ read: @escaping @MainActor () -> Value, to handler: @escaping @MainActor (Value) -> Void
  ) {
    keep(.following(read, to: handler))
  }

  /// Ends all observations.
  public func removeAll() {
    let ended = tokens
    tokens = []
    for token in ended { token.cancel() }
  }
}
