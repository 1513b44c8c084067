import MocoaFeedUI

/// What one run of the program is asked for.
struct ProgramOptions {
  /// The words of the command line.
  var arguments: [String] = []

  /// Where the rows come from, and how they are understood.
  var source = SourceOptions()

  /// How addresses are asked for.
  var fetching = FetchingOptions()

  /// Which rows there are, and in which order.
  var query = QueryOptions()

  /// What somebody is to choose, and how that begins.
  var selection = SelectionOptions()

  /// How rows are printed where they are printed.
  var output = OutputOptions()

  /// Which manifest is used.
  var manifest = ManifestOptions()

  /// Whether the feed is found as it was left.
  var state = StateOptions()

  /// What the screen looks like, and what it reacts to.
  var screen = ScreenOptions()

  /// What rows must match: --query, and each --filter.
  ///
  /// Without a lookup no name is known.
  ///
  /// - Throws: A `UsageError` that marks what is wrong.
  func filters(
    lookup: @escaping MemberLookup = { _ in .unknown(nearest: []) }
  ) throws(UsageError) -> [RowFilter] {
    let query = try selection.filter(lookup: lookup).map { [$0] } ?? []
    return try query + self.query.filters(lookup: lookup)
  }

  /// Checks that what was asked for goes together, before anything is opened.
  ///
  /// - Throws: A `UsageError` that says what does not.
  func check() throws(UsageError) {
    try source.check()
    try fetching.check(source.names)
    try query.check()
    try selection.check()
    if output.format == .json, output.columnLimit != nil {
      throw UsageError("--limit-columns is for tables; name the members with --columns.")
    }
    if query.groupText != nil, source.sectionBy != nil {
      throw UsageError("--group-by and --section-by do not go together.")
    }
    try checkFollowing()
    guard let format = output.format else { return }
    let choosing = selection.isAsked ? "--print and similar options are" : nil
    let searching = selection.searchText == nil ? nil : "--search is"
    let watching = source.watch == nil ? nil : "--watch is"
    if let option = choosing ?? searching ?? watching {
      throw UsageError("\(option) for the list, not for --\(format.rawValue).")
    }
    if source.sectionBy != nil, format != .plain {
      throw UsageError("--section-by is for the list and for --plain.")
    }
  }

  /// Checks that what is printed of a file that is followed does not need its end.
  private func checkFollowing() throws(UsageError) {
    guard source.follow, output.format != nil || query.groupText != nil else { return }
    let option =
      query.groupText != nil
      ? "--group-by"
      : query.sortText != nil ? "--sort" : source.sectionBy.map { _ in "--section-by" }
    if let option {
      throw UsageError("\(option) needs the end of the feed, which --follow does not have.")
    }
    if source.names.count > 1 {
      throw UsageError("--follow prints the rows of one file; name one.")
    }
    if let format = output.format, [.csv, .tsv, .markdown].contains(format),
      query.columnText == nil
    {
      throw UsageError(
        "--\(format.rawValue) needs all rows for its columns; with --follow, name them with "
          + "--columns.")
    }
  }
}
