import Observation

/// A value that is computed from observable properties, and that changes only when the result does.
///
/// A computed property of an `@Observable` class is enough to combine others; its observers are
/// notified each time one of them is set. Observers of a derived value are notified of another
/// result only. It is right whenever it is read, also between a change and the turn in which its
/// observers are notified, and it is computed at most once for each change.
///
/// ```swift
/// lazy var isValid = Derived { [unowned self] in !phone.isEmpty && code.count == 4 }
/// ```
///
/// Derived values may read one another, but not in a circle: there, the value that would depend on
/// itself is taken as it was before, and `isCyclic` is true.
@MainActor public final class Derived<Value: Equatable>: Observable {
  private var latest: Value
  private let compute: @MainActor () -> Value
  private let derivation = Derivation()
  private let registrar = ObservationRegistrar()

  /// Makes a value and computes it.
  public init(_ compute: @escaping @MainActor () -> Value) {
    self.compute = compute
    latest = derivation.track(compute)
    derivation.compute = { [weak self] in self?.update() ?? false }
  }

  /// The value, computed from the present values of its inputs.
  public var value: Value {
    if derivation.noteRead() { registrar.access(self, keyPath: \.value) }
    return latest
  }

  /// A Boolean value that indicates whether the value was found to depend on itself, which is a
  /// mistake in the program.
  public var isCyclic: Bool { derivation.isCyclic }

  private func update() -> Bool {
    let value = derivation.track(compute)
    guard value != latest else { return false }
    registrar.withMutation(of: self, keyPath: \.value) { latest = value }
    return true
  }
}
