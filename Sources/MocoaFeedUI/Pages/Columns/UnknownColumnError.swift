import MocoaTUI

/// A request for a column that no row has.
package struct UnknownColumnError: Error, Hashable, Sendable, CustomStringConvertible {
  let name: String

  /// Similar names, the nearest first.
  let suggestions: [String]

  /// A Boolean value that indicates whether a template is for lines, whose words have numbers.
  private var isOfWords = false

  init(name: String, suggestions: [String]) {
    (self.name, self.suggestions) = (name, suggestions)
  }

  /// The error in a template for lines of text.
  var ofWords: UnknownColumnError {
    var error = self
    error.isOfWords = true
    return error
  }

  /// The description, in one line.
  package var description: String { "there is no column \(name)\(hint)" }

  /// Similar names, as the end of a message.
  var hint: String {
    if isOfWords { return "; the words of a line are {1}, {2} …" }
    return suggestions.isEmpty ? "" : "; did you mean \(suggestions.joined(separator: ", "))?"
  }
}
