import MocoaFeedUI

/// What the program is asked to let somebody choose, and how it begins.
struct SelectionOptions {
  /// What is written of the rows that are chosen: `json`, a member or a template.
  var print: String?

  /// Whether a zero byte ends what is written.
  var print0 = false

  /// Whether the only row is chosen at once.
  var selectsOnly = false

  /// Whether the program ends at once where there is no row.
  var exitsOnNone = false

  /// The text that rows must have at the beginning.
  var queryText: String?

  /// The text that is searched for at the beginning.
  var searchText: String?

  /// Whether rows are to be chosen, for a program behind this one.
  var isAsked: Bool { print != nil || print0 || selectsOnly || exitsOnNone }

  /// The template that --print asks for; nil for whole rows.
  private func template() throws(UsageError) -> RowTemplate? {
    guard let print, print != "json" else { return nil }
    do {
      return try RowTemplate(parsing: print.contains("{") ? print : "{\(print)}")
    } catch {
      throw UsageError(option: "--print", error)
    }
  }

  /// How the rows that are chosen are written.
  ///
  /// - Parameter resolve: Replaces the names of members by what they mean for the feed.
  /// - Returns: What is written of each row.
  /// - Throws: A `UsageError` that marks what is wrong, and what `resolve` throws.
  func choice(
    resolving resolve: (RowTemplate) throws -> RowTemplate
  ) throws -> Choice {
    let terminator = print0 ? "\0" : "\n"
    guard let template = try template() else {
      return Choice(format: .json, terminator: terminator)
    }
    return Choice(format: .template(try resolve(template)), terminator: terminator)
  }

  /// What --query lets stay.
  ///
  /// - Throws: A `UsageError` that marks what is wrong.
  func filter(lookup: MemberLookup = { _ in .assumed }) throws(UsageError) -> RowFilter? {
    do {
      return try queryText.map { text throws(FilterSyntaxError) in
        RowFilter(try RowSearch(parsing: text, lookup: lookup))
      }
    } catch {
      throw UsageError(option: "--query", error)
    }
  }

  /// Checks what was typed, before anything is opened.
  ///
  /// - Throws: A `UsageError` that marks what is wrong.
  func check() throws(UsageError) {
    _ = try template()
    _ = try filter()
    guard let searchText else { return }
    do {
      _ = try RowSearch(parsing: searchText)
    } catch {
      throw UsageError(option: "--search", error)
    }
  }
}
