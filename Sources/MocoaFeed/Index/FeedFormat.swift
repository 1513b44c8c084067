/// The format of a source.
public enum FeedFormat: String, CaseIterable, Sendable {
  /// White space only.
  case empty
  /// An array: one section of rows.
  case array
  /// An array of arrays: sections of rows.
  case arrays
  /// An object with sections: a Mocoa feed.
  case sections
  /// An object according to JSON Feed 1.1.
  case jsonFeed = "jsonfeed"
  /// An object with one array that contains the rows.
  case object
  /// An object without an array: its members are the rows.
  case members
  /// Lines of one value, or of several if some of the first lines have (JSON Lines, NDJSON).
  case lines = "ndjson"
  /// Consecutive values.
  case values = "concatenated"
  /// Comma- or otherwise separated fields, optionally quoted (RFC 4180).
  case csv
  /// Tab-separated fields, with escapes for tabs and line ends if that is certain; fields between
  /// other delimiters have neither escapes nor quotes.
  case tsv
  /// Columns that are aligned with blanks below a header, as in the output of commands.
  case aligned
  /// Lines with a key and a value, between empty lines or numbered rules: `psql \x`, `dpkg -s`.
  case pairs = "key-value"
  /// Lines of text.
  case text
  /// Lines with pairs of names and values: `level=info msg="it runs"`.
  case logfmt
  /// The common or combined log of web servers.
  case accessLog = "access-log"
  /// Lines with a time, and what else a known pattern finds in them: a level, a logger, a message.
  case log
  /// Lines of logs with the name of what wrote them in front: `web-1  | listening`.
  case labelledLog = "labelled-log"
  /// JSON objects, one per line, among lines of text.
  case mixedLog = "mixed-log"
  /// JSON with comments and trailing commas.
  case commented = "jsonc"
  /// Documents of YAML.
  case yaml
  /// Values, each preceded by a record separator (RFC 7464).
  case records = "json-seq"

  /// What it is, in a few words.
  package var summary: String {
    switch self {
    case .empty: "white space"
    case .array: "an array of rows"
    case .arrays: "an array of arrays, each a section"
    case .sections: "an object with sections"
    case .jsonFeed: "JSON Feed 1.1"
    case .object: "an object with an array of rows"
    case .members: "an object whose members are the rows"
    case .lines: "a value in each line"
    case .values: "values one after the other, such as one object that is a row"
    case .csv: "fields between commas or the like, also in quotes"
    case .tsv: "fields between tabs"
    case .aligned: "columns below titles, boxes, tables of Markdown"
    case .pairs: "lines with a key and a value"
    case .text: "lines of text"
    case .logfmt: "lines such as level=info msg=started"
    case .accessLog: "the log of a web server"
    case .log: "lines with a time, and more by known patterns"
    case .labelledLog: "a log with names in front, as of docker compose"
    case .mixedLog: "objects among lines of text"
    case .commented: "JSON with comments"
    case .yaml: "documents of YAML"
    case .records: "values behind record separators"
    }
  }

  /// A Boolean value that indicates whether the rows are not JSON: fields of a table, or lines.
  package var isConverted: Bool {
    switch self {
    case .csv, .tsv, .aligned, .pairs, .text, .logfmt, .accessLog, .log, .labelledLog, .mixedLog:
      true
    default: false
    }
  }

  /// A Boolean value that indicates whether the source is one JSON document.
  var isDocument: Bool {
    switch self {
    case .array, .arrays, .sections, .jsonFeed, .object, .members, .commented, .yaml: true
    case .empty, .lines, .values, .csv, .tsv, .aligned, .pairs, .text, .logfmt, .accessLog, .log,
      .labelledLog, .mixedLog, .records:
      false
    }
  }
}
