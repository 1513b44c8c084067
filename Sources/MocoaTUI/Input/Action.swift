/// The name of an action of a view, such as `move-down`.
///
/// Keys, help, the command palette and a manifest's `keys:` refer to actions by name.
public struct Action: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
  /// The name: lower-case words with hyphens.
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }
  public init(stringLiteral name: String) { self.init(rawValue: name) }
}

extension Action: CustomStringConvertible {
  public var description: String { rawValue }
}
