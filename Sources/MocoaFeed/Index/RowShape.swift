/// The layout of the rows of a source in its bytes.
enum RowShape: Sendable, Equatable {
  /// Comma-separated elements of an array or members of an object.
  case elements
  /// Lines other than blank ones (JSON Lines, NDJSON).
  case lines
  /// Lines of which some have several values.
  case valueLines
  /// Lines other than empty ones: white space may be fields.
  case fieldLines
  /// Lines of a table other than blank ones and its titles, up to another table.
  case tableLines(titles: [[UInt8]])
  /// Rows of a table with rules, which may have several lines.
  case ruledRows(RuledLayout)
  /// Records of lines with keys and values.
  case pairRecords(PairLayout)
  /// Lines, including empty ones.
  case textLines
  /// Lines whose fields may contain line feeds inside quotes; empty ones may be rows.
  case quotedLines(separator: UInt8, keepsEmptyLines: Bool = false, skipsBlanks: Bool = false)
  /// Records of a log, which may have several lines.
  case logRecords(LogFormat)
  /// Values, each preceded by a record separator (RFC 7464).
  case records
  /// Consecutive values.
  case values

  /// A Boolean value that indicates whether no row extends over the end of a line.
  var endsRowsWithLines: Bool { [.lines, .valueLines, .fieldLines, .textLines].contains(self) }

  /// The number of bytes between the end of a row and the start of the next.
  var gap: Int { self == .values || self == .valueLines ? 0 : 1 }
}
