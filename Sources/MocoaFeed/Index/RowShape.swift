/// How the rows of a source stand in its bytes.
enum RowShape: Sendable, Equatable {
  /// Elements of an array or members of an object, with commas between them.
  case elements
  /// Lines, but blank ones (JSON Lines, NDJSON).
  case lines
  /// Lines, but empty ones: white space may be fields.
  case fieldLines
  /// Lines, empty ones too.
  case textLines
  /// Lines whose fields may have line feeds inside of quotes.
  case quotedLines(separator: UInt8)
  /// Values with a record separator before each (RFC 7464).
  case records
  /// Values one behind the other.
  case values

  /// Whether each line feed ends a line, and each line is a row at most.
  var isOfLines: Bool { self == .lines || self == .fieldLines || self == .textLines }

  /// The number of bytes between the end of a row and the start of what belongs to the next.
  var gap: Int { self == .values ? 0 : 1 }
}
