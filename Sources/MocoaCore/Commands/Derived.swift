import Observation
import Synchronization

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
/// itself is its previous one, and `isCyclic` is `true`.
@MainActor public final class Derived<Value: Equatable> {
  private var latest: Value
  private let compute: @MainActor () -> Value
  private let mark: StaleMark
  private var isComputing = false

  /// A Boolean value that indicates whether the value depends on itself, a programmer error.
  private(set) var isCyclic = false

  /// Creates a value and computes it.
  public init(_ compute: @escaping @MainActor () -> Value) {
    let mark = StaleMark()
    self.compute = compute
    self.mark = mark
    latest = mark.track(compute)
  }

  /// The value, computed from the current values of its inputs.
  public var value: Value {
    mark.noteRead()
    if isComputing {
      isCyclic = true
    } else if mark.clear() {
      isComputing = true
      latest = mark.track(compute)
      isComputing = false
    }
    return latest
  }
}

/// A mark that is set, on any thread, when an input of a value has changed.
private final class StaleMark: Observable, Sendable {
  private let registrar = ObservationRegistrar()
  private let state = Atomic(false)

  private var isSet: Bool { state.load(ordering: .acquiring) }

  /// Registers a read of the value with the current observation tracking.
  func noteRead() { registrar.access(self, keyPath: \.isSet) }

  /// Clears the mark, and returns whether it was set.
  func clear() -> Bool { state.exchange(false, ordering: .acquiringAndReleasing) }

  /// Computes a value, and sets the mark when one of its inputs changes.
  @MainActor func track<Value>(_ compute: @MainActor () -> Value) -> Value {
    withObservationTracking(compute) { [weak self] in self?.set() }
  }

  private func set() {
    guard !state.exchange(true, ordering: .acquiringAndReleasing) else { return }
    registrar.withMutation(of: self, keyPath: \.isSet) {}
  }
}
