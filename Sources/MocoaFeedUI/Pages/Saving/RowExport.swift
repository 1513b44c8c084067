import MocoaFeed

/// The content of a file or the clipboard: rows in a format, or a text.
struct RowExport: Sendable {
  enum Content: Sendable {
    case text(String)
    /// Rows of a feed by their numbers; nil means all of them.
    case rows(RowFormat, of: FeedListModel, RowNumbers?)
    /// Such rows as a table with a column for each member of the feed's rows.
    case allMembers(
      @Sendable ([OutputColumn]) -> RowFormat, of: FeedListModel, RowNumbers?)
  }

  let content: Content

  /// The faults that were known when the rows were chosen, such as a source that failed.
  var faults = ResultFaults()

  /// The filters by which the rows were chosen; empty if they were marked.
  var filters: [RowFilter] = []

  /// The result of writing the content.
  struct Outcome: Sendable {
    /// The number of rows; nil for a text.
    var rowCount: Int?

    /// What is missing.
    var faults = ResultFaults()

    /// The rows and what is missing, as the end of a sentence; empty for a whole text.
    var text: String {
      ([rowCount.map(RowExport.rows) ?? ""] + faults.lines).joined(separator: "; ")
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
    case .rows(_, let model, let rows), .allMembers(_, let model, let rows):
      rows?.count ?? model.numberOfRows
    }
  }

  /// Writes the content; blocks, so do not call it on the main thread.
  ///
  /// - Parameters:
  ///   - token: A token that can cancel it.
  ///   - sink: Called with bytes to write.
  /// - Returns: What was written, and what is missing.
  /// - Throws: A `FeedError` if rows cannot be read, a `CancellationError`, or the sink's error.
  func write(token: CommandToken, to sink: @escaping ([UInt8]) throws -> Void) throws -> Outcome {
    switch content {
    case .text(let text):
      try sink(Array(text.utf8))
      return Outcome()
    case .allMembers(let format, let model, let rows):
      var schema = MemberSchema()
      try schema.add(rowsOf: model, isCancelled: { token.isCancelled })
      if token.isCancelled { throw CancellationError() }
      let columns =
        schema.columns.isEmpty ? [OutputColumn(title: "value", path: ".")] : schema.columns
      return try write(rows, of: model, as: format(columns), token, to: sink)
    case .rows(let format, let model, let rows):
      return try write(rows, of: model, as: format, token, to: sink)
    }
  }

  private func write(
    _ rows: RowNumbers?, of model: FeedListModel, as format: RowFormat, _ token: CommandToken,
    to sink: @escaping ([UInt8]) throws -> Void
  ) throws -> Outcome {
    var output = RowOutput(format) { bytes in
      if token.isCancelled { throw CancellationError() }
      try sink(bytes)
    }
    if let rows { try output.write(rows, of: model) } else { try output.write(model) }
    try output.end()
    var outcome = Outcome(rowCount: output.rowCount, faults: faults)
    var broken = output.brokenRows
    if !filters.isEmpty {
      // The rows of the list match, and those on which the filters cannot be tested do not.
      broken = RowTally()
      try model.brokenRows(under: filters) { token.isCancelled }.forEach { broken.add($0) }
      if token.isCancelled { throw CancellationError() }
      if let failure = filters.lazy.compactMap(\.failure).first {
        outcome.faults.add("--filter: column \(failure.offset + 1): \(failure.message)")
      }
    }
    outcome.faults.add(
      repaired: output.repairedRows,
      place: output.repairedRows.first.flatMap { model.row($0).repair })
    outcome.faults.add(broken: broken, problem: broken.first.flatMap { model.row($0).problem })
    outcome.faults.addFaults(of: model)
    return outcome
  }

  static func rows(_ count: Int) -> String { "\(count.grouped) \(count == 1 ? "row" : "rows")" }
}
