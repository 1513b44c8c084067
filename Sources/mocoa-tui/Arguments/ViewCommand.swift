import MocoaFeedUI

/// The command line that restores a list as it is displayed.
enum ViewCommand {
  /// The options that a list replaces: all of them take a value.
  private static let options: Set = [
    "-f", "--filter", "-s", "--sort", "-c", "--columns", "-q", "--query", "--derive",
    "--section-by",
  ]

  /// Returns the typed command line with other options for filters, order and columns.
  static func line(_ typed: [String], with options: [String]) -> String {
    let end = typed.firstIndex { $0 == "--" || $0 == "--command" } ?? typed.endIndex
    var words: [String] = []
    var isValue = false
    for word in typed[..<end] {
      let name = word.prefix { $0 != "=" }
      let isLeftOut = isValue || Self.options.contains(String(name))
      isValue = !isValue && Self.options.contains(word)
      if !isLeftOut { words.append(word) }
    }
    return (["mocoa-tui"] + words + options + typed[end...]).map { ShellTemplate.word(for: $0) }
      .joined(separator: " ")
  }
}
