import Synchronization

/// The fields and lines that are texts as they stand, although they may be something else.
///
/// Rows are converted as often as they are needed; each is counted once, by its offset.
final class DoubtfulFields: Sendable {
  /// What a field may be instead.
  enum Doubt: Hashable, Comparable {
    /// A value of the type of its column, which it does not have.
    case type(column: Int)
    /// A text in which `\t`, `\n`, `\r` or `\\` denote another character.
    case escapes
    /// A text without the quotes around it.
    case quotes
    /// A text with the quotes around it.
    case noQuotes
    /// The ends of several rows, if the quotes around it are part of them.
    case lines
    /// A line that has not the form of the others.
    case form
    /// A line with only a time in front, where most of the others have more members.
    case time
    /// A line below the first one of a record, which may be another record.
    case continuation
    /// A row without its first field, which may be the rest of the row above.
    case rest
    /// A row behind a rule, which may have the totals of those above.
    case total
  }

  private struct Fields {
    /// The offsets of the rows, up to a limit.
    var rows: Set<Int> = []
    var first = Int.max
    /// The field of the first row, and its line.
    var (field, line) = ("", 0)
    var hasNumber = false

    var count: Int { rows.count }
  }

  /// The maximum number of rows that are counted for a doubt.
  private static let limit = 100_000

  /// The number of bytes of the example.
  private static let longestExample = 512

  private let fields = Mutex<[Doubt: Fields]>([:])
  private let names: [String]
  private let types: [FieldType]
  private let line: @Sendable (_ offset: Int) -> Int

  /// Creates an empty list; `line` returns the number of the line at an offset.
  init(
    names: [String] = [], types: [FieldType] = [], line: @escaping @Sendable (_ offset: Int) -> Int
  ) {
    (self.names, self.types, self.line) = (names, types, line)
  }

  /// Adds a field of the row at an offset, unless it has no value and thus any type.
  func add(_ field: UnsafeRawBufferPointer, _ doubt: Doubt, ofRowAt offset: Int) {
    if case .type = doubt, QueryValue.text(field).isMissing { return }
    let isNumber = field.jsonNumber(withoutZeros: false) != nil
    let isFirst = fields.withLock { fields in
      var entry = fields.removeValue(forKey: doubt) ?? Fields()
      if entry.count <= Self.limit { entry.rows.insert(offset) }
      entry.hasNumber = entry.hasNumber || isNumber
      let isFirst = offset < entry.first
      if isFirst {
        let start = field.prefix(Self.longestExample)
        (entry.first, entry.field) = (offset, String(decoding: start, as: UTF8.self))
      }
      fields[doubt] = entry
      return isFirst
    }
    guard isFirst else { return }
    // The row may be released later.
    let line = line(offset)
    fields.withLock { if $0[doubt]?.first == offset { $0[doubt]?.line = line } }
  }

  /// A note on each doubt: the number of fields, and the first of them.
  var notes: [String] {
    fields.withLock { $0 }.sorted { $0.key < $1.key }.map { doubt, entry in
      let number = entry.count > Self.limit ? "more than \(Self.limit)" : "\(entry.count)"
      let field = entry.field.split(whereSeparator: \.isNewline).first ?? ""
      let example = "\(field) (line \(entry.line))"
      let isOne = entry.count == 1
      switch doubt {
      case .type(let column):
        let isTruth = types[column] == .truth
        let noun = isOne ? "field of \(names[column]) is" : "fields of \(names[column]) are"
        let type = isTruth ? "true or false" : isOne ? "a number" : "numbers"
        let isOddNumber = entry.hasNumber && !isTruth
        let kind = isOddNumber ? "not written like its other numbers" : "not \(type)"
        let hint = isOddNumber ? "; --type '\(names[column]) = number' reads numbers" : ""
        return "\(number) \(noun) text, \(kind): \(example)\(hint)"
      case .escapes:
        return "the backslashes in \(number) \(isOne ? "row" : "rows") are kept: \(example); "
          + #"--format tsv reads \t, \n and \\ as escapes"#
      case .quotes:
        return "the quotes around fields in \(number) \(isOne ? "row" : "rows") are kept: "
          + "\(example); --format csv reads them"
      case .noQuotes:
        return "the quotes around fields in \(number) \(isOne ? "row" : "rows") are left out: "
          + "\(example); --format tsv keeps them"
      case .form:
        return "\(number) \(isOne ? "line does" : "lines do") not match the pattern and "
          + "\(isOne ? "is" : "are") text: \(example)"
      case .time: return "\(number) \(isOne ? "line has" : "lines have") only a time: \(example)"
      case .continuation:
        return "\(number) \(isOne ? "record has" : "records have") a line of another form below, "
          + "as a part of \(isOne ? "it" : "them"): \(example)"
      case .rest:
        return "\(number) \(isOne ? "row has" : "rows have") no \(names.first ?? "first field"), "
          + "and may be the rest of the row above: \(example)"
      case .total:
        return "\(number) \(isOne ? "row is" : "rows are") behind a rule, and may be "
          + "\(isOne ? "a total" : "totals"): \(example)"
      case .lines:
        return "\(number) \(isOne ? "row has" : "rows have") several lines with tabs, in quotes: "
          + "\(example); "
          + "--format tsv reads quotes as text"
      }
    }
  }
}
