/// The layout of the rows of a source in its bytes.
enum RowShape: Sendable, Equatable {
  /// Comma-separated elements of an array or members of an object.
  case elements
  /// Lines other than blank ones (JSON Lines, NDJSON).
  case lines
  /// Lines other than empty ones: white space may be fields.
  case fieldLines
  /// Lines, including empty ones.
  case textLines
  /// Lines whose fields may contain line feeds inside quotes; empty ones may be rows.
  case quotedLines(separator: UInt8, keepsEmptyLines: Bool = false)
  /// Values, each preceded by a record separator (RFC 7464).
  case records
  /// Consecutive values.
  case values

  /// A Boolean value that indicates whether each line is at most one row.
  var isOfLines: Bool { self == .lines || self == .fieldLines || self == .textLines }

  /// The number of bytes between the end of a row and the start of the next.
  var gap: Int { self == .values ? 0 : 1 }
}
