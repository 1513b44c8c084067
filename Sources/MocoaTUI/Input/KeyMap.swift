/// The key bindings of a view, from which input, help and documentation are derived.
public struct KeyMap: Sendable {
  /// A binding: an action, its keys, and a short description.
  public struct Binding: Hashable, Sendable {
    public var action: Action
    public var keys: [Key]
    public var help: String

    /// Creates a binding.
    ///
    /// - Parameters:
    ///   - action: The action.
    ///   - keys: The keys; the first one is shown in hints.
    ///   - help: A short description in the imperative mood.
    public init(_ action: Action, _ keys: [Key], help: String) {
      self.action = action
      self.keys = keys
      self.help = help
    }
  }

  /// A key that is bound to two actions.
  public struct Conflict: Hashable, Sendable, CustomStringConvertible {
    public var key: Key
    public var actions: [Action]

    public var description: String {
      "the key \(key) is bound to \(actions.map(\.rawValue).joined(separator: " and "))"
    }
  }

  /// The bindings, in the order of help.
  public private(set) var bindings: [Binding]

  /// The title of the bindings in help; may be empty.
  public private(set) var title: String

  private var actions: [Key: Action] = [:]

  /// A key map without bindings.
  public static let empty = KeyMap([])

  /// Creates a key map.
  ///
  /// If a key has several bindings, the first one applies; ``conflicts`` lists such keys.
  public init(_ bindings: [Binding], title: String = "") {
    self.bindings = bindings
    self.title = title
    for binding in bindings.reversed() {
      for key in binding.keys { actions[key] = binding.action }
    }
  }

  /// Returns the action of a key, or nil.
  public func action(for key: Key) -> Action? {
    actions[key]
  }

  /// Returns the keys of an action.
  public func keys(for action: Action) -> [Key] {
    bindings.filter { $0.action == action }.flatMap(\.keys)
  }

  /// The keys that are bound to more than one action.
  public var conflicts: [Conflict] {
    var claims: [Key: [Action]] = [:]
    for binding in bindings {
      for key in binding.keys where claims[key]?.contains(binding.action) != true {
        claims[key, default: []].append(binding.action)
      }
    }
    return claims.filter { $0.value.count > 1 }
      .map { Conflict(key: $0.key, actions: $0.value) }
      .sorted { $0.key.description < $1.key.description }
  }

  /// Returns the key map with an action's keys replaced; other actions lose them.
  public func rebinding(_ action: Action, to keys: [Key]) -> KeyMap {
    KeyMap(
      bindings.map { binding in
        var binding = binding
        if binding.action == action {
          binding.keys = keys
        } else {
          binding.keys.removeAll { keys.contains($0) }
        }
        return binding
      }, title: title)
  }

  /// Returns the key map without some actions; their keys are free for later maps.
  public func removing(_ actions: Set<Action>) -> KeyMap {
    KeyMap(bindings.filter { !actions.contains($0.action) }, title: title)
  }

  /// Returns this key map followed by the bindings of another one.
  public func appending(_ other: KeyMap) -> KeyMap {
    KeyMap(bindings + other.bindings, title: title)
  }
}
