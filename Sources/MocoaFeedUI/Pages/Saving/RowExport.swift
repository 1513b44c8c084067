import MocoaFeed

/// The content of a file or the clipboard: rows in a format, or a text.
struct RowExport: Sendable {
  enum Content: Sendable {
    case text(String)
    /// Rows of a feed by their numbers; nil means all of them.
    case rows(RowFormat, of: FeedListModel, RowNumbers?)
    /// Such rows as they are in their source.
    case lines(SourceLines, of: FeedListModel, RowNumbers?)
    /// Such rows as a table with the first columns, and one for each other member of the feed's
    /// rows.
    case allMembers(
      @Sendable ([OutputColumn]) -> RowFormat, first: [OutputColumn], of: FeedListModel,
      RowNumbers?)
    /// Such rows as aligned text in columns, and one for each other member of the feed's rows, if a
    /// catalog has columns for those.
    case aligned([FeedColumn], others: ColumnCatalog?, of: FeedListModel, RowNumbers?)
  }

  let content: Content

  /// The faults that were known when the rows were chosen, such as a source that failed.
  var faults = ResultFaults()

  /// The filters by which the rows were chosen; empty if they were marked.
  var filters: [RowFilter] = []

  /// What the content does not have; nil for nothing.
  var limit: String?

  /// The columns of the content if there may be others; nil otherwise.
  var columns: ColumnLimit?

  /// The columns that the content has although the user has hidden them; nil for none.
  var hidden: String?

  /// The rows that are not in the order of the list; nil if all are.
  var order: String?

  /// How a file with the content is used; nil if that is known.
  var use: String?

  /// What the user may not expect of the content, as the end of a sentence; empty for nothing.
  var notes: String { [limit, hidden, order, use].compactMap(\.self).map { "; \($0)" }.joined() }

  /// The columns that are written of those that there are.
  struct ColumnLimit: Sendable {
    /// The members of the columns.
    let keys: [[String]]

    /// The least number of all columns.
    let count: Int
  }

  /// The result of writing the content.
  struct Outcome: Sendable {
    var rowCount: Int?

    /// The columns if they are not all; nil otherwise.
    var columns: String?

    /// What is missing.
    var faults = ResultFaults()

    /// What is not written as it is in the feed, as the end of a sentence; empty for nothing.
    var notes = ""

    /// The rows and what is missing, as the end of a sentence; empty for a whole text.
    var text: String {
      ([rowCount?.counted("row") ?? ""] + faults.lines).joined(separator: "; ")
    }
  }

  /// A Boolean value that indicates whether the content may contain secrets, such as credentials.
  var isPrivate: Bool {
    if case .text = content { true } else { false }
  }

  /// The number of rows; 0 for a text.
  var rowCount: Int {
    switch content {
    case .text: 0
    case .rows(_, let model, let rows), .lines(_, let model, let rows),
      .allMembers(_, _, let model, let rows), .aligned(_, _, let model, let rows):
      rows?.count ?? model.numberOfRows
    }
  }

  /// Writes the content; blocks, so do not call it on the main thread.
  ///
  /// - Returns: What was written, and what is missing.
  /// - Throws: A `FeedError` if rows cannot be read, a `CancellationError`, or the sink's error.
  func write(token: CommandToken, to sink: @escaping ([UInt8]) throws -> Void) throws -> Outcome {
    let write = { (bytes: [UInt8]) in
      if token.isCancelled { throw CancellationError() }
      try sink(bytes)
    }
    switch content {
    case .text(let text):
      try sink(Array(text.utf8))
      return Outcome()
    case .allMembers(let format, let first, let model, let rows):
      let columns = first + (try members(of: model, besides: first.map(\.keys), token))
      let format = format(columns.isEmpty ? [.ofValue] : columns)
      return try self.write(rows, of: model, to: RowOutput(format, sink: write), token)
    case .lines(let lines, let model, let rows):
      return try self.write(rows, of: model, to: RowOutput(lines: lines, sink: write), token)
    case .rows(let format, let model, let rows):
      return try self.write(rows, of: model, to: RowOutput(format, sink: write), token)
    case .aligned(var choices, let others, let model, let rows):
      if let others {
        let known = choices.map(\.memberPath.keys)
        choices += others.choices(for: try members(of: model, besides: known, token))
      }
      choices = choices.widened(for: model, in: 0..<model.numberOfRows, isWhole: true)
      // Lines of text are written as they are.
      var table = TextTable(
        columns: choices, isWhole: true, hasTitles: !choices.areLines(of: model))
      table.isOfTable = model.isTable
      return try self.write(
        rows, of: model, to: RowOutput(lines: table, sink: write), areLeftOut: false, token)
    }
  }

  /// Returns a column for each member of any row, except for those of known members.
  private func members(
    of model: FeedListModel, besides known: [[String]], _ token: CommandToken
  ) throws -> [OutputColumn] {
    var schema = MemberSchema()
    try schema.add(rowsOf: model, isCancelled: { token.isCancelled })
    if token.isCancelled { throw CancellationError() }
    return schema.columns.filter { column in !known.contains { column.keys.starts(with: $0) } }
  }

  private func write(
    _ rows: RowNumbers?, of model: FeedListModel, to initial: RowOutput, areLeftOut: Bool = true,
    _ token: CommandToken
  ) throws -> Outcome {
    var output = initial
    if let rows { try output.write(rows, of: model) } else { try output.write(model) }
    try output.end()
    var outcome = try outcome(
      of: model, count: output.rowCount, broken: output.brokenRows, repaired: output.repairedRows,
      areLeftOut: areLeftOut, token)
    if output.replacedCount > 0 {
      outcome.notes = "; " + TextTable.description(ofReplacementsIn: output.replacedCount)
    }
    if let note = output.repeatedMembers.note { outcome.notes += "; " + note }
    if let columns {
      let others = try members(of: model, besides: columns.keys, token)
      let (shown, all) = (columns.keys.count, max(columns.count, columns.keys.count + others.count))
      if shown < all { outcome.columns = "\(shown) of \(all) columns" }
    }
    return outcome
  }

  /// Returns the number of rows that were written, and what is missing.
  private func outcome(
    of model: FeedListModel, count: Int, broken: RowTally, repaired: RowTally,
    areLeftOut: Bool = true, _ token: CommandToken
  ) throws -> Outcome {
    var outcome = Outcome(rowCount: count, faults: faults)
    var broken = broken
    if !filters.isEmpty {
      // The rows of the list match, and those on which the filters cannot be tested do not.
      broken = RowTally(try model.brokenRows(under: filters) { token.isCancelled })
      if token.isCancelled { throw CancellationError() }
      outcome.faults.add(failureOf: filters)
    }
    outcome.faults.add(repaired: repaired, of: model) { model.row($0).repair }
    outcome.faults.add(
      broken: broken, of: model, areLeftOut: areLeftOut || !filters.isEmpty
    ) { model.row($0).problem }
    outcome.faults.addFaults(of: model)
    return outcome
  }
}
