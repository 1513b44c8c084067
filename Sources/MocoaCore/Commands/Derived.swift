import Observation
import Synchronization

/// A value that is computed from observable properties, and cached until one of them changes.
///
/// It is right whenever it is read, also between a change and the turn in which its observers are
/// notified, and it is computed at most once for each change. A change marks the values that
/// depend on it, each once; a read computes those that are marked. `Subscription.following` calls
/// its handler only for another result.
///
/// ```swift
/// lazy var isValid = Derived { [unowned self] in !phone.isEmpty && code.count == 4 }
/// ```
///
/// Derived values may read one another, but not in a circle: there, the value that would depend on
/// itself is taken as it was before, and `isCyclic` is true.
@MainActor public final class Derived<Value: Equatable> {
  private var latest: Value
  private let compute: @MainActor () -> Value
  private let mark: StaleMark
  private var isComputing = false

  /// A Boolean value that indicates whether the value was found to depend on itself, which is a
  /// mistake in the program.
  private(set) var isCyclic = false

  /// Creates a value and computes it.
  public init(_ compute: @escaping @MainActor () -> Value) {
    let mark = StaleMark()
    self.compute = compute
    self.mark = mark
    latest = mark.track(compute)
  }

  /// The value, computed from the present values of its inputs.
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

/// Whether something that a value was computed from has changed; set on any thread.
private final class StaleMark: Observable, Sendable {
  private let registrar = ObservationRegistrar()
  private let state = Atomic(false)

  private var isSet: Bool { state.load(ordering: .acquiring) }

  /// Notes that the value is read by whatever is being tracked.
  func noteRead() { registrar.access(self, keyPath: \.isSet) }

  /// Removes the mark, and returns whether it was set.
  func clear() -> Bool { state.exchange(false, ordering: .acquiringAndReleasing) }

  /// Computes a value, and sets the mark once one of its inputs changes.
  @MainActor func track<Value>(_ compute: @MainActor () -> Value) -> Value {
    withObservationTracking(compute) { [weak self] in self?.set() }
  }

  private func set() {
    guard !state.exchange(true, ordering: .acquiringAndReleasing) else { return }
    registrar.withMutation(of: self, keyPath: \.isSet) {}
  }
}
