import ArgumentParser
import MocoaTUI

/// What the program is asked to let somebody choose, and how it begins.
struct SelectionOptions: ParsableArguments {
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

  @Option(name: .customLong("query"), help: "Begin with the rows that a text is in.")
  var queryText: String?

  @Option(name: .customLong("search"), help: "Begin at the first row that a text is in.")
  var searchText: String?

  /// Whether rows are to be chosen, for a program behind this one.
  var isAsked: Bool { print != nil || print0 || selectsOnly || exitsOnNone }

  /// How the rows that are chosen are written.
  ///
  /// - Throws: A `UsageError` that marks what is wrong.
  func choice() throws(UsageError) -> Choice {
    let terminator = print0 ? "\0" : "\n"
    guard let print, print != "json" else { return Choice(format: .json, terminator: terminator) }
    do {
      let template = try RowTemplate(parsing: print.contains("{") ? print : "{\(print)}")
      return Choice(format: .template(template), terminator: terminator)
    } catch {
      throw UsageError(option: "--print", error)
    }
  }

  /// What --query lets stay.
  ///
  /// - Throws: A `UsageError` that marks what is wrong.
  func filter() throws(UsageError) -> RowFilter? {
    do {
      return try queryText.map { text throws(FilterSyntaxError) in
        RowFilter(try RowSearch(parsing: text))
      }
    } catch {
      throw UsageError(option: "--query", error)
    }
  }

  /// Checks what was typed, before anything is opened.
  ///
  /// - Throws: A `UsageError` that marks what is wrong.
  func check() throws(UsageError) {
    _ = try choice()
    _ = try filter()
    guard let searchText else { return }
    do {
      _ = try RowSearch(parsing: searchText)
    } catch {
      throw UsageError(option: "--search", error)
    }
  }
}
