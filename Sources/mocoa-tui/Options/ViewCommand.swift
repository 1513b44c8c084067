import MocoaFeedUI

/// The command line that restores a list as it is displayed.
enum ViewCommand {
  /// Returns the typed command line with other options for filters, order and columns.
  static func line(_ typed: [String], with options: [String]) -> String {
    let typed = TypedWords(typed)
    var words: [String] = []
    var rest = typed.others[...]
    while let word = rest.popFirst() {
      let option = CommandOption.byWord[String(word.prefix { $0 != "=" })]
      let value = option?.argument != nil && !word.contains("=") ? rest.popFirst() : nil
      guard option?.traits.contains(.view) != true else { continue }
      words += [word] + [value].compactMap(\.self)
    }
    words += options
    for (position, command) in typed.commands.enumerated() {
      let isLast = position == typed.commands.count - 1
      words += [isLast && command.count > 1 ? "--" : "--command"] + command
    }
    return (["mocoa-tui"] + words).map { ShellTemplate.word(for: $0) }.joined(separator: " ")
  }
}
