import ArgumentParser
import MocoaTUI

/// How options of choosing are typed.
struct SelectionArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      What Enter writes to standard output of the marked rows, or of the current one: json, a \
      member such as .id, or a text with members, '{id} {title}'.
      """, valueName: "what"))
  var print: String?

  @Flag(help: "End what is written with a zero byte, as xargs -0 wants it.")
  var print0 = false

  @Flag(name: .customLong("select-1"), help: "Choose the only row at once.")
  var selectsOnly = false

  @Flag(name: .customLong("exit-0"), help: "End at once where there is no row.")
  var exitsOnNone = false

  @Option(
    name: [.customShort("q"), .customLong("query")], help: "Begin with the rows that a text is in.")
  var queryText: String?

  @Option(name: .customLong("search"), help: "Begin at the first row that a text is in.")
  var searchText: String?

  /// What was typed.
  var options: SelectionOptions {
    SelectionOptions(
      print: print, print0: print0, selectsOnly: selectsOnly, exitsOnNone: exitsOnNone,
      queryText: queryText, searchText: searchText)
  }
}
