import MocoaTUI

/// A column that was asked for and that no row has.
public struct UnknownColumnError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What was asked for.
  public let name: String

  /// The names that may have been meant, the nearest first.
  public let suggestions: [String]

  /// What is wrong, in one line.
  public var description: String { "there is no column \(name)\(hint)" }

  /// The names that may have been meant, as the end of a message.
  var hint: String {
    suggestions.isEmpty ? "" : "; did you mean \(suggestions.joined(separator: ", "))?"
  }
}
