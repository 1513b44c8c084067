/// How the rows of a source stand in its bytes.
enum RowShape: Sendable {
  /// Elements of an array, with commas between them.
  case elements
  /// Members of an object, with commas between them.
  case members
  /// Lines (JSON Lines, NDJSON).
  case lines
  /// Values with a record separator before each (RFC 7464).
  case records
  /// Values one behind the other.
  case values

  /// The number of bytes between the end of a row and the start of what belongs to the next.
  var gap: Int { self == .values ? 0 : 1 }
}
