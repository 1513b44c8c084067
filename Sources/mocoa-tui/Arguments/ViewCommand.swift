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
    let typed = TypedWords(typed)
    var words: [String] = []
    var isValue = false
    for word in typed.others {
      let name = word.prefix { $0 != "=" }
      let isLeftOut = isValue || Self.options.contains(String(name))
      isValue = !isValue && Self.options.contains(word)
      if !isLeftOut { words.append(word) }
    }
    words += options
    for (position, command) in typed.commands.enumerated() {
      let isLast = position == typed.commands.count - 1
      words += [isLast && command.count > 1 ? "--" : "--command"] + command
    }
    return (["mocoa-tui"] + words).map { ShellTemplate.word(for: $0) }.joined(separator: " ")
  }
}
