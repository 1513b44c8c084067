/// A user's changes of key bindings.
package struct KeyChanges: Hashable, Sendable {
  /// The keys of the names that are rebound.
  package var keys: [String: [Key]] = [:]

  /// Keys that are reserved for other purposes, such as the user's commands.
  package var reserved: Set<Key> = []
  package static let none = KeyChanges()

  var isEmpty: Bool { keys.isEmpty && reserved.isEmpty }
}

extension KeyMap {
  /// Returns the key map with the changes; other bindings of changed or reserved keys are removed.
  package func applying(_ changes: KeyChanges) -> KeyMap {
    guard !changes.isEmpty else { return self }
    let taken = changes.reserved.union(changes.keys.values.flatMap { $0 })
    return KeyMap(
      bindings.map { binding in
        var binding = binding
        binding.keys = changes.keys[binding.name] ?? binding.keys.filter { !taken.contains($0) }
        return binding
      }, title: title)
  }
}
