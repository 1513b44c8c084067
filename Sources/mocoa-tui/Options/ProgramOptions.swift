import MocoaFeedUI

/// The options of one run of the program.
struct ProgramOptions {
  /// Information that is printed in place of a feed.
  enum Request { case help, version, manual, spec }

  /// The information that is requested; nil to show or print a feed.
  var request: Request?

  /// The shell whose completions are requested.
  var completions: CompletionShell?

  /// The words of the command line.
  var arguments: [String] = []

  var source = SourceOptions()

  /// The options of requests for addresses.
  var fetching = FetchingOptions()

  /// The filters, sort order and columns.
  var query = QueryOptions()

  /// The options of selecting rows.
  var selection = SelectionOptions()

  var output = OutputOptions()

  var manifest = ManifestOptions()

  var state = StateOptions()

  var screen = ScreenOptions()

  /// The files that are read, none of which may be replaced.
  var inputs: [InputFile] {
    source.inputs + fetching.inputs + manifest.inputs
      + [DefaultOptions.path].compactMap(\.self).map {
        InputFile(name: $0, role: "the file of default options")
      }
  }

  /// The format in which all rows are printed; nil if a list is shown.
  var printedFormat: OutputOptions.Format? { printsSelection ? nil : output.format }

  /// A Boolean value that indicates whether rows are selected in the list, and printed in a format.
  private var printsSelection: Bool {
    selection.isAsked && selection.print == nil && !selection.print0 && !query.isGrouped
      && output.format != .plain
  }

  /// Returns the filters: --query, and each --filter.
  ///
  /// Without a lookup, all names are assumed to be members.
  ///
  /// - Throws: A `UsageError` that marks the error.
  func filters(
    lookup: @escaping MemberLookup = { _ in .unknown(nearest: []) }
  ) throws(UsageError) -> [RowFilter] {
    try [selection.filter(lookup: lookup)].compactMap(\.self) + query.filters(lookup: lookup)
  }

  /// The options of a manifest that have no meaning beside those that were typed: those of the list
  /// where rows are printed, and those of the rows where groups are.
  var namesWithoutMeaning: Set<String> {
    var names: Set<String> = []
    if printedFormat != nil || !Output.canShowInterface {
      names = ["watch", "search", "expanded"]
      if let format = printedFormat, format != .plain { names.insert("section-by") }
    }
    let ofRows: Set = [
      "watch", "search", "section-by", "parent", "tree-path", "children", "expanded", "sort",
    ]
    return query.isGrouped ? names.union(ofRows) : names
  }

  /// Checks the combination of options before anything is opened.
  func check() throws(UsageError) {
    // As of `tail -f`.
    if source.names == ["-"], isStandardInputTerminal,
      let file = query.filterTexts.last, UserFolder.hasRegularFile(at: file)
    {
      throw UsageError(
        "There is nothing to read: -f is --filter, and \(file) a file; --follow \(file) "
          + "follows it.")
    }
    try source.check()
    try fetching.check(source.names)
    try query.check()
    try selection.check()
    if output.format?.isJSON == true, output.columnLimit != nil {
      throw UsageError("--limit-columns is for tables; name the members with --columns.")
    }
    let arranging =
      [
        query.uniqueText.map { _ in "--unique" },
        query.isGrouped && (!query.isCount || query.uniqueText == nil) ? query.groupOption : nil,
        source.sectionBy.map { _ in "--section-by" },
      ].compactMap(\.self)
      // Elements are rows in groups, too.
      + source.treeOptions.filter { !query.isGrouped || $0 != "--children" }
    if arranging.count > 1 {
      throw UsageError("\(arranging[0]) and \(arranging[1]) cannot be combined.")
    }
    if source.expanded != nil, source.tree == nil {
      throw UsageError("--expanded is for a tree: --parent, --tree-path or --children.")
    }
    try checkContext(arranging)
    try checkFollowing()
    guard let format = printedFormat else {
      let limit: String? = query.limit == nil ? nil : "--limit"
      let context: String? = query.contextCount == nil ? nil : "--context"
      let printing = query.uniqueText.map { _ in "--unique" } ?? limit ?? context
      if let printing, !query.isGrouped, Output.canShowInterface {
        throw UsageError("\(printing) is for printing; add --plain, --csv or --json.")
      }
      if query.isGrouped { try checkList(not: query.groupOption) }
      return
    }
    if selection.isAsked {
      throw UsageError(
        "--print and similar options are for the list, not for --\(format.rawValue).")
    }
    try checkList(not: "--\(format.rawValue)")
    if source.sectionBy != nil, format != .plain {
      throw UsageError("--section-by is for the list and for --plain.")
    }
  }

  /// Checks that no option of the list is given where rows are printed.
  ///
  /// - Parameter option: The option by which they are; nil if there is no terminal for the list.
  /// - Throws: A `UsageError` that names the option.
  func checkList(not option: String?) throws(UsageError) {
    let names = [
      selection.searchText.map { _ in "--search" }, source.watch.map { _ in "--watch" },
      source.expanded.map { _ in "--expanded" }, screen.startsAtEnd ? "--end" : nil,
      screen.firstRow.map { _ in "--row" },
    ]
    guard let name = names.lazy.compactMap(\.self).first else { return }
    let reason = option.map { "not for \($0)" } ?? "for which there is no terminal"
    throw UsageError("\(name) is for the list, \(reason).")
  }

  /// Checks that there are rows around others: those of one list, in the order of the feed.
  private func checkContext(_ arranging: [String]) throws(UsageError) {
    guard query.contextCount != nil else { return }
    if query.filterTexts.isEmpty, selection.queryText == nil {
      throw UsageError("--context is for the matches of --filter or --query; add one.")
    }
    if let option = query.sortText.map({ _ in "--sort" }) ?? arranging.first {
      throw UsageError("--context is for rows in the order of the feed, not for \(option).")
    }
    if source.names.count + source.commands.count > 1, !source.merges {
      throw UsageError("--context is for one source; --merge makes one of several.")
    }
  }

  /// Checks that printing a followed file does not need its end.
  private func checkFollowing() throws(UsageError) {
    guard source.follow, printedFormat != nil || query.isGrouped else { return }
    // The file is created when everything has been printed.
    if let file = output.file {
      throw UsageError(
        "--output needs the end of the feed, which --follow does not have; in its place, write "
          + "--\(output.format?.rawValue ?? "json") > \(file).")
    }
    let ordering: String? = query.sortText == nil ? nil : "--sort"
    let option =
      query.isGrouped
      ? query.groupOption
      : ordering ?? source.sectionBy.map { _ in "--section-by" }
        ?? source.treeOptions.first
    if let option {
      throw UsageError("\(option) needs the end of the feed, which --follow does not have.")
    }
    if source.names.count > 1, !source.merges {
      throw UsageError("--follow prints the rows of one file; name one, or add --merge.")
    }
    if let format = output.format, format.isTable, query.columnText == nil {
      throw UsageError(
        "--\(format.rawValue) needs all rows for its columns; with --follow, name them with "
          + "--columns.")
    }
  }
}
