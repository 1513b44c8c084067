import ArgumentParser
import MocoaTUI

/// How options of rows and columns are typed.
struct QueryArguments: ParsableArguments {
  @Option(
    name: [.customShort("f"), .customLong("filter")], parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      """
      Filter rows: a text, or an expression such as 'score > 10 && !done'. Can be given \
      several times.
      """,
      valueName: "expression"))
  var filterTexts: [String] = []

  @Option(
    name: [.customShort("s"), .customLong("sort")], parsing: .unconditional,
    help: ArgumentHelp(
      "Sort by members, - for descending: -score,title.", valueName: "members"))
  var sortText: String?

  @Option(
    name: [.customShort("c"), .customLong("columns")],
    help: ArgumentHelp(
      "The members that are shown, in this order: ref,owner.login.", valueName: "members"))
  var columnText: String?

  /// What was typed.
  var options: QueryOptions {
    QueryOptions(
      filterTexts: filterTexts, sortText: sortText, columnText: columnText)
  }
}
