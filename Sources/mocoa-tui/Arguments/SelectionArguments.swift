import ArgumentParser
import MocoaFeedUI

/// The command-line options of selecting rows.
struct SelectionArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      What Enter writes to standard output of the marked rows, or of the current one: json, a \
      member such as .id, or a text with members, '{id} {title}' (default: json; of lines of text, \
      the line). Values are written as they are: one with line ends is several lines, unless \
      --print0 ends each result.
      """, valueName: "what"))
  var print: String?

  @Flag(help: "End each result with a NUL byte, for xargs -0.")
  var print0 = false

  @Flag(name: .customLong("select-1"), help: "Choose the only row without asking.")
  var selectsOnly = false

  @Flag(name: .customLong("exit-0"), help: "End at once if there are no rows.")
  var exitsOnNone = false

  @Option(
    name: [.customShort("q"), .customLong("query")],
    help: "Filter rows: those that contain this text.")
  var queryText: String?

  @Option(name: .customLong("search"), help: "Start at the first row that contains this text.")
  var searchText: String?

  /// The parsed options.
  var options: SelectionOptions {
    SelectionOptions(
      print: print, print0: print0, selectsOnly: selectsOnly, exitsOnNone: exitsOnNone,
      queryText: queryText, searchText: searchText)
  }
}
