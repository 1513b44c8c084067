import Observation
import Synchronization

/// A node in the graph of derived values: changes are pushed as marks, values are pulled.
///
/// A change marks the nodes that read it as dirty and everything that depends on these as to be
/// checked, each node once. A read brings the marked inputs up to date first, and computes the
/// value only if one of them has changed.
@MainActor final class Derivation {
  private enum Mark: Int, Comparable {
    case clean, check, dirty

    static func < (first: Mark, second: Mark) -> Bool { first.rawValue < second.rawValue }
  }

  private struct WeakNode { weak var node: Derivation? }

  /// What a change on any thread needs.
  private struct State {
    var mark = Mark.clean
    var dependents: [ObjectIdentifier: WeakNode] = [:]
  }

  /// The derivation that is being computed by the current task.
  private static let current = TaskLocal<Derivation?>(wrappedValue: nil)

  private nonisolated let state = Mutex(State())

  /// The nodes that were read by the last computation, with the versions of their values.
  private var inputs: [ObjectIdentifier: (node: Derivation, version: Int)] = [:]

  /// The number of different values so far.
  private var version = 0

  private var isRefreshing = false

  /// Whether the value was found to depend on itself.
  private(set) var isCyclic = false

  /// Computes the value, and returns whether it is another one than before.
  var compute: (@MainActor () -> Bool)?

  isolated deinit {
    for input in inputs.values { input.node.removeDependent(ObjectIdentifier(self)) }
  }

  /// Computes a value, which is marked as soon as something that was read changes.
  func track<Value>(_ compute: @MainActor () -> Value) -> Value {
    let previous = inputs
    inputs = [:]
    previousInputs = Set(previous.keys)
    for input in previous.values { input.node.removeDependent(ObjectIdentifier(self)) }
    return Self.current.withValue(self) {
      withObservationTracking(compute) { [weak self] in self?.mark(.dirty) }
    }
  }

  /// The inputs of the computation before the current one, whose edges were found to be acyclic.
  private var previousInputs: Set<ObjectIdentifier> = []

  /// Brings the inputs up to date, and then the value.
  func refresh() {
    guard !isRefreshing else { return }
    isRefreshing = true
    defer { isRefreshing = false }
    switch state.withLock({ $0.mark }) {
    case .clean: return
    case .check:
      let hasChanged = inputs.values.contains { input in
        input.node.refresh()
        return input.node.version != input.version
      }
      let isDirty = state.withLock { state in
        defer { state.mark = .clean }
        return state.mark == .dirty
      }
      guard hasChanged || isDirty else { return }
    case .dirty: state.withLock { $0.mark = .clean }
    }
    guard compute?() ?? false else { return }
    version += 1
    for dependent in dependents { dependent.mark(.check) }
  }

  /// Notes that the value is read, by the derivation that is being computed if there is one.
  ///
  /// - Returns: whether an observer outside of the graph reads it.
  func noteRead() -> Bool {
    refresh()
    guard let reader = Self.current.get() else { return !isRefreshing }
    let id = ObjectIdentifier(self)
    guard reader.inputs[id] == nil else { return false }
    var visited: Set<ObjectIdentifier> = []
    if isRefreshing || reader === self
      || (!reader.previousInputs.contains(id) && dependsOn(reader, &visited))
    {
      isCyclic = true
      reader.isCyclic = true
      return false
    }
    reader.inputs[id] = (self, version)
    state.withLock { $0.dependents[ObjectIdentifier(reader)] = WeakNode(node: reader) }
    return false
  }

  private func dependsOn(_ other: Derivation, _ visited: inout Set<ObjectIdentifier>) -> Bool {
    if self === other { return true }
    guard visited.insert(ObjectIdentifier(self)).inserted else { return false }
    return inputs.values.contains { $0.node.dependsOn(other, &visited) }
  }

  private nonisolated var dependents: [Derivation] {
    state.withLock { $0.dependents.values.compactMap(\.node) }
  }

  private func removeDependent(_ id: ObjectIdentifier) {
    state.withLock { _ = $0.dependents.removeValue(forKey: id) }
  }

  private nonisolated func mark(_ mark: Mark) {
    let wasClean = state.withLock { state in
      defer { state.mark = max(state.mark, mark) }
      return state.mark == .clean
    }
    guard wasClean else { return }
    for dependent in dependents { dependent.mark(.check) }
    // Observers outside of the graph are notified in the next turn.
    Task { @MainActor in refresh() }
  }
}
