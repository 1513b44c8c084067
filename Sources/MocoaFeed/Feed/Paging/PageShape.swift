/// What all pages of a feed are.
enum PageShape: String {
  case array = "an array"
  case sections = "an array of arrays"
  case document = "an object with rows"
  case values = "lines of JSON"
  case other = "a table or log"

  /// Creates the shape of pages with a format; nil if a page has no rows.
  init?(_ format: FeedFormat) {
    switch format {
    case .empty, .members: return nil
    case .array, .commented, .yaml: self = .array
    case .arrays: self = .sections
    case .sections, .jsonFeed, .object: self = .document
    case .lines, .values, .records, .mixedLog: self = .values
    case .csv, .tsv, .aligned, .pairs, .text, .logfmt, .accessLog, .log, .labelledLog: self = .other
    }
  }
}
