/// A value that is computed from observable properties, and cached until one of them changes.
///
/// It is up to date whenever it is read, even between a change and the notification of its
/// observers, and it is computed at most once for each change. A change marks the dependent values
/// as stale, each once; reading a stale value computes it. `Subscription.following` calls its
/// handler only for a different result.
///
/// ```swift
/// lazy var isValid = Derived { [unowned self] in !phone.isEmpty && code.count == 4 }
/// ```
///
/// Derived values may read one another, but not in a cycle: there, the value that would depend on
/// itself is its previous one.
@MainActor public final class Derived<Value: Equatable> {
  private var latest: Value
  private let compute: @MainActor () -> Value
  private let tracker = PropertyTracker()
  private var isComputing = false

  /// A Boolean value that indicates whether the value depends on itself, a programmer error.
  private(set) var isCyclic = false

  /// Creates a value and computes it.
  public init(_ compute: @escaping @MainActor () -> Value) {
    self.compute = compute
    latest = tracker.track(compute)
  }

  /// The value, computed from the current values of its inputs.
  public var value: Value {
    let isStale = tracker.isChanged
    if isComputing {
      isCyclic = true
    } else if isStale {
      isComputing = true
      latest = tracker.track(compute)
      isComputing = false
    }
    return latest
  }
}
