/// What a user wants of the keys that differs from what views bring.
public struct KeyChanges: Hashable, Sendable {
  /// The keys of actions that have others than usual.
  public var keys: [Action: [Key]] = [:]

  /// Keys that are taken by something else, such as a command of the user's.
  public var reserved: Set<Key> = []

  /// No changes.
  public static let none = KeyChanges()

  /// Whether nothing is changed.
  var isEmpty: Bool { keys.isEmpty && reserved.isEmpty }

  /// Makes changes.
  public init(keys: [Action: [Key]] = [:], reserved: Set<Key> = []) {
    self.keys = keys
    self.reserved = reserved
  }
}

extension KeyMap {
  /// The table with the changes; what had a key before that is changed or taken loses it.
  public func applying(_ changes: KeyChanges) -> KeyMap {
    guard !changes.isEmpty else { return self }
    let taken = changes.reserved.union(changes.keys.values.flatMap { $0 })
    return KeyMap(
      bindings.map { binding in
        var binding = binding
        binding.keys =
          changes.keys[binding.action] ?? binding.keys.filter { !taken.contains($0) }
        return binding
      }, title: title)
  }
}
