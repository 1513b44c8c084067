/// An action of a view, such as `move-down`.
///
/// Keys, help, the command palette and a manifest's `keys:` refer to actions by name. An action
/// that a closure performs is equal only to itself, whatever its name is.
public struct Action: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
  /// The name: lower-case words with hyphens.
  public let rawValue: String

  /// The identity of an action that a closure performs; nil for one that is known by its name.
  private let identity: Identity?

  private final class Identity: Sendable {}

  public init(rawValue: String) { self.init(name: rawValue, identity: nil) }
  public init(stringLiteral name: String) { self.init(rawValue: name) }

  private init(name: String, identity: Identity?) {
    rawValue = name
    self.identity = identity
  }

  /// Returns a new action that is equal to no other one, with a name made from its description.
  static func unique(describedAs help: String) -> Action {
    let name = help.lowercased().split(separator: " ").joined(separator: "-")
    return Action(name: name, identity: Identity())
  }

  public static func == (one: Action, other: Action) -> Bool {
    one.rawValue == other.rawValue && one.identity === other.identity
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}

extension Action: CustomStringConvertible {
  public var description: String { rawValue }
}
