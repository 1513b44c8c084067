import MocoaFeedUI

/// The options of selecting rows, and the initial queries.
///
/// Those without a comment are described in ``CommandOption/selection``.
struct SelectionOptions {
  var print: String?
  var print0 = false
  var picks = false
  var selectsOnly = false
  var exitsOnNone = false
  var queryText: String?
  var searchText: String?

  /// A Boolean value that indicates whether an option requests rows for another program.
  var isAsked: Bool { print != nil || print0 || picks || selectsOnly || exitsOnNone }

  /// Returns the template of --print; nil for whole rows as JSON.
  ///
  /// - Parameter areLines: A Boolean value that indicates whether rows are lines of text, which are
  ///   written unchanged.
  /// - Returns: The template.
  /// - Throws: A `UsageError` that marks the error.
  private func template(areLines: Bool = false) throws(UsageError) -> RowTemplate? {
    guard let print = print ?? (areLines ? "line" : nil), print != "json" else { return nil }
    let text = print.contains("{") ? print : "{\(print)}"
    let template: RowTemplate = try UsageError.value(
      of: "--print", text, RowTemplate.init(parsing:))
    return template
  }

  /// Returns the output of selected rows; `resolve` resolves the names in a template to members of
  /// the feed.
  func choice(
    ofRowsIn format: FeedFormat?, resolving resolve: (RowTemplate) throws -> RowTemplate
  ) throws -> Choice {
    let terminator = print0 ? "\0" : "\n"
    guard let template = try template(areLines: format == .text) else {
      return Choice(format: .json(nil), terminator: terminator)
    }
    return Choice(
      format: .template(try resolve(template), terminator: terminator), terminator: terminator)
  }

  /// Parses the filter of --query.
  func filter(lookup: MemberLookup = { _ in .assumed }) throws(UsageError) -> RowFilter? {
    if picks { return queryText.map { RowFilter(RowSearch(fuzzy: $0)) } }
    return try UsageError.value(of: "--query", queryText) { text throws(FilterSyntaxError) in
      RowFilter(try RowSearch(parsing: text, lookup: lookup))
    }
  }

  /// Checks the options before anything is opened.
  func check() throws(UsageError) {
    _ = try template()
    _ = try filter()
    _ = try UsageError.value(of: "--search", searchText) { text throws(FilterSyntaxError) in
      try RowSearch(parsing: text)
    }
  }
}
