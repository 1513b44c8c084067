import MocoaTUI

/// A request for a column that no row has.
package struct UnknownColumnError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The requested name.
  let name: String

  /// Similar names, the nearest first.
  let suggestions: [String]

  /// The description, in one line.
  package var description: String { "there is no column \(name)\(hint)" }

  /// Similar names, as the end of a message.
  var hint: String {
    suggestions.isEmpty ? "" : "; did you mean \(suggestions.joined(separator: ", "))?"
  }
}
