import Observation

/// A value that is worked out from observable properties, and changes only when the result does.
///
/// A computed property of an `@Observable` class is enough to combine others, but whoever reads it
/// is told each time one of them is set. A derived value tells its readers only of another result.
/// It is right whenever it is read, also between a change and the turn in which its readers hear of
/// it, and it is worked out at most once for each change.
///
/// ```swift
/// lazy var isValid = Derived { [unowned self] in !phone.isEmpty && code.count == 4 }
/// ```
///
/// Derived values may read one another, but not in a circle: there, the value that would depend on
/// itself is taken as it was before, and `isCyclic` says so.
@MainActor public final class Derived<Value: Equatable>: Observable {
  private var latest: Value
  private let compute: @MainActor () -> Value
  private let derivation = Derivation()
  private let registrar = ObservationRegistrar()

  /// Makes a value, and works it out.
  public init(_ compute: @escaping @MainActor () -> Value) {
    self.compute = compute
    latest = derivation.track(compute)
    derivation.refresh = { [weak self] in self?.refresh() }
  }

  /// The value, as what it depends on is now.
  public var value: Value {
    if derivation.noteRead() { registrar.access(self, keyPath: \.value) }
    return latest
  }

  /// Whether the value was found to depend on itself, which is a mistake in the program.
  public var isCyclic: Bool { derivation.isCyclic }

  private func refresh() {
    let value = derivation.track(compute)
    guard value != latest else { return }
    registrar.withMutation(of: self, keyPath: \.value) { latest = value }
  }
}
