import MocoaTUI

/// A request for a column that no row has.
public struct UnknownColumnError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The requested name.
  public let name: String

  /// Similar names, the nearest first.
  public let suggestions: [String]

  /// The description, in one line.
  public var description: String { "there is no column \(name)\(hint)" }

  /// Similar names, as the end of a message.
  var hint: String {
    suggestions.isEmpty ? "" : "; did you mean \(suggestions.joined(separator: ", "))?"
  }
}
