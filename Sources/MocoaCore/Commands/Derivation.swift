import Observation
import Synchronization

/// What a derived value was worked out from, and whether that has changed.
@MainActor final class Derivation {
  /// The derivation that is being worked out by the present task.
  private static let current = TaskLocal<Derivation?>(wrappedValue: nil)

  /// Whether the value has to be worked out anew.
  private nonisolated let isDirty = Atomic(false)

  /// The other derivations that were read the last time.
  private var inputs: [Derivation] = []

  private var isComputing = false

  /// Whether the value was found to depend on itself.
  private(set) var isCyclic = false

  /// Works the value out anew.
  var refresh: (@MainActor () -> Void)?

  /// Works a value out, and is dirty as soon as something that was read changes.
  func track<Value>(_ compute: @MainActor () -> Value) -> Value {
    inputs = []
    isComputing = true
    defer { isComputing = false }
    return Self.current.withValue(self) {
      withObservationTracking(compute) { [weak self] in self?.markDirty() }
    }
  }

  /// Brings what the value depends on up to date, and then the value.
  func refreshIfDirty() {
    guard !isComputing else { return }
    // An input that changes makes this one dirty at once.
    for input in inputs { input.refreshIfDirty() }
    guard isDirty.exchange(false, ordering: .acquiringAndReleasing) else { return }
    refresh?()
  }

  /// Notes that the value is read by whatever is being worked out.
  ///
  /// - Returns: false where the value would then depend on itself.
  func noteRead() -> Bool {
    refreshIfDirty()
    let reader = Self.current.get()
    guard !isComputing, !(reader.map(dependsOn) ?? false) else {
      isCyclic = true
      reader?.isCyclic = true
      return false
    }
    reader?.inputs.append(self)
    return true
  }

  private func dependsOn(_ other: Derivation) -> Bool {
    self === other || inputs.contains { $0.dependsOn(other) }
  }

  private nonisolated func markDirty() {
    isDirty.store(true, ordering: .releasing)
    Task { @MainActor in refreshIfDirty() }
  }
}
