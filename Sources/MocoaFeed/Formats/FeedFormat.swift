/// What the bytes of a source hold.
public enum FeedFormat: String, CaseIterable, Sendable {
  /// Nothing but white space.
  case empty
  /// An array: one section of rows.
  case array
  /// An array of arrays: sections of rows.
  case arrays
  /// An object with sections: a Mocoa feed.
  case sections
  /// An object as JSON Feed 1.1 has it.
  case jsonFeed = "jsonfeed"
  /// An object of which one array holds the rows.
  case object
  /// An object without an array: its members are the rows.
  case members
  /// One value on each line (JSON Lines, NDJSON).
  case lines = "ndjson"
  /// Values one behind the other.
  case values = "concatenated"
  /// Fields with a separator between them, which may have quotes around them (RFC 4180).
  case csv
  /// Fields with tabs between them, and escapes for tabs and line ends in them.
  case tsv
  /// Lines of text.
  case text
  /// Values with a record separator before each (RFC 7464).
  case records = "json-seq"

  /// Whether the source is one JSON document.
  public var isDocument: Bool {
    switch self {
    case .array, .arrays, .sections, .jsonFeed, .object, .members: true
    case .empty, .lines, .values, .csv, .tsv, .text, .records: false
    }
  }
}
