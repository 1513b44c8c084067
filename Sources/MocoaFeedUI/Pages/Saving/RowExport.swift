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
  /// - Returns: A description of the written content, as part of a sentence.
  /// - Throws: A `FeedError` if rows cannot be read, a `CancellationError`, or the sink's error.
  func write(token: CommandToken, to sink: @escaping ([UInt8]) throws -> Void) throws -> String {
    switch content {
    case .text(let text):
      try sink(Array(text.utf8))
      return ""
    case .allMembers(let format, let model, let rows):
      var schema = MemberSchema()
      try schema.add(rowsOf: model, isCancelled: { token.isCancelled })
      if token.isCancelled { throw CancellationError() }
      let columns =
        schema.columns.isEmpty ? [OutputColumn(title: "value", path: ".")] : schema.columns
      return try RowExport(content: .rows(format(columns), of: model, rows))
        .write(token: token, to: sink)
    case .rows(let format, let model, let rows):
      var output = RowOutput(format) { bytes in
        if token.isCancelled { throw CancellationError() }
        try sink(bytes)
      }
      if let rows { try output.write(rows, of: model) } else { try output.write(model) }
      try output.end()
      let counts = [
        (output.brokenRows.count, "cannot be read and left out"),
        (output.repairedRows.count, "with text that is not UTF-8"),
      ]
      return
        ([Self.rows(output.rowCount)]
        + counts.filter { $0.0 > 0 }.map { "\(Self.rows($0.0)) \($0.1)" })
        .joined(separator: ", ")
    }
  }

  static func rows(_ count: Int) -> String { "\(count.grouped) \(count == 1 ? "row" : "rows")" }
}
