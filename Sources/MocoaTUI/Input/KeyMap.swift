/// What keys do in a view: the one table from which input, help and documentation are made.
public struct KeyMap: Sendable {
  /// A line of the table: an action, the keys that cause it, and what it does in a few words.
  public struct Binding: Hashable, Sendable {
    public var action: Action
    public var keys: [Key]
    public var help: String

    /// Makes a line of a key table.
    ///
    /// - Parameters:
    ///   - action: what is done.
    ///   - keys: the keys that cause it; the first one is shown in hints.
    ///   - help: what it does, in a few words that continue "this key …".
    public init(_ action: Action, _ keys: [Key], help: String) {
      self.action = action
      self.keys = keys
      self.help = help
    }
  }

  /// One key that two actions claim.
  public struct Conflict: Hashable, Sendable, CustomStringConvertible {
    public var key: Key
    public var actions: [Action]

    public var description: String {
      "the key \(key) is bound to \(actions.map(\.rawValue).joined(separator: " and "))"
    }
  }

  /// The lines of the table, in the order in which help shows them.
  public private(set) var bindings: [Binding]

  /// What the table is the keys of, as a heading in help; may be empty.
  public private(set) var title: String

  private var actions: [Key: Action] = [:]

  /// A table without keys.
  public static let empty = KeyMap([])

  /// Makes a table.
  ///
  /// An earlier line wins a key that two lines claim; tests find it by ``conflicts``.
  public init(_ bindings: [Binding], title: String = "") {
    self.bindings = bindings
    self.title = title
    for binding in bindings.reversed() {
      for key in binding.keys { actions[key] = binding.action }
    }
  }

  /// What a key does, or nil.
  public func action(for key: Key) -> Action? {
    actions[key]
  }

  /// The keys that cause an action.
  public func keys(for action: Action) -> [Key] {
    bindings.filter { $0.action == action }.flatMap(\.keys)
  }

  /// The keys that more than one action claims.
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

  /// The same table with an action's keys replaced; other actions lose them.
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

  /// The same table without some actions, as for a view that has no use for them now; their keys
  /// are free for later maps.
  public func removing(_ actions: Set<Action>) -> KeyMap {
    KeyMap(bindings.filter { !actions.contains($0.action) }, title: title)
  }

  /// This table with the lines of another one after its own.
  public func appending(_ other: KeyMap) -> KeyMap {
    KeyMap(bindings + other.bindings, title: title)
  }
}
