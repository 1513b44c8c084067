import MocoaFeed

/// How many rows a page shows, and whether there will be more.
public struct ShownRows: Hashable, Sendable {
  /// The number of rows.
  public var count: Int

  /// Whether the feed has been read and the query run, each to its end.
  public var isComplete: Bool
}

extension FeedPage {
  /// The rows that pass the filters, as far as they are known.
  public var shownRows: ShownRows {
    let isComplete = !feed.status.isLoading && scan?.isRunning != true
    return ShownRows(count: list.numberOfItemsInAllSections, isComplete: isComplete)
  }

  /// Sorts the rows; no keys leave them in the order of the feed.
  public func setSortKeys(_ keys: [SortKey]) {
    sortKeys = keys
  }

  /// Looks for something in the rows, and goes to the first match from the cursor on.
  ///
  /// - Throws: `FilterSyntaxError` where a regular expression is wrong; what was looked for before
  ///   stays.
  public func startSearch(_ text: String) throws {
    _ = try RowSearch(parsing: text)
    startSearch(text, from: cursorRowNumber ?? 0, forward: true)
  }
}
