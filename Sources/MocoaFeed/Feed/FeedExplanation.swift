import MocoaCore

/// How a source is read, from what that is concluded, and how else it could be.
///
/// It is concluded from the first 64 KiB, as when the source is opened; the alternatives are the
/// other formats that find rows in them, tried one after the other.
package struct FeedExplanation {
  /// The options that choose a way to read a source; nil for what is detected.
  package struct Choice: Hashable, Sendable {
    package var format: FeedFormat?
    var delimiter: UInt8?
    var hasHeader: Bool?

    /// The choice of some options.
    init(of options: FeedOptions) {
      (format, delimiter, hasHeader) = (options.format, options.delimiter, options.hasHeader)
    }

    init(_ format: FeedFormat? = nil, _ delimiter: UInt8? = nil, hasHeader: Bool? = nil) {
      (self.format, self.delimiter, self.hasHeader) = (format, delimiter, hasHeader)
    }

    /// A Boolean value that indicates whether all is detected.
    package var isEmpty: Bool { self == Choice() }

    /// Creates the choice that a JSON object describes; nil if it is none.
    package init?(_ json: JSONValue) {
      guard json.object != nil else { return nil }
      self.init(
        json["format"]?.string.flatMap { FeedFormat(rawValue: $0) },
        json["delimiter"]?.string?.utf8.first, hasHeader: json["header"]?.bool)
    }

    /// The choice as a JSON object.
    package var json: JSONValue {
      var members: [JSONObject.Member] = []
      if let format { members.append(.init(key: "format", value: .string(format.rawValue))) }
      if let delimiter {
        let sign = String(UnicodeScalar(delimiter))
        members.append(.init(key: "delimiter", value: .string(sign)))
      }
      if let hasHeader { members.append(.init(key: "header", value: .bool(hasHeader))) }
      return .object(JSONObject(members))
    }

    package func apply(to options: inout FeedOptions) {
      (options.format, options.delimiter, options.hasHeader) = (format, delimiter, hasHeader)
    }

    /// What is typed for it.
    fileprivate var text: String {
      let sign = delimiter.map { " --delimiter '\(Character(UnicodeScalar($0)))'" } ?? ""
      let header = hasHeader.map { $0 ? "--header-row yes" : "--header-row no" }
      guard let format else { return header ?? "without --format" }
      return "--format \(format.rawValue)\(sign)" + (header.map { " \($0)" } ?? "")
    }
  }

  /// A way to read the sample.
  package struct Reading {
    package let format: FeedFormat

    /// What chooses it.
    package let choice: Choice

    /// The options to type for it.
    package var options: String { choice.text }

    /// What is concluded from the bytes: the divisions, types and patterns.
    package let evidence: [String]

    /// The number of rows in the sample.
    package let rowCount: Int

    /// The first rows, as JSON.
    package let firstRows: [String]

    /// Notes on how the rows are read.
    package let notes: [String]

    /// The error that ends reading, if the sample has one.
    package let error: FeedError?

    /// The number of the first rows that have an error, or that are lines in another form.
    fileprivate let doubtCount: Int
  }

  package let name: String

  /// The number of bytes of the sample, and whether they are all.
  package let byteCount: Int
  package let isWhole: Bool

  /// The reading that the options choose, and other possible ones.
  package let chosen: Reading
  package let others: [Reading]

  /// What is said of a source whose rows are a list of its files.
  package private(set) var contentNotes: [String] = []

  /// The parser of `jc` for the output of the command; nil if it is none that `jc` knows, or if its
  /// rows are JSON.
  package let converter: String?

  /// Why lines of text are an error where rows are printed as JSON or CSV; nil if they are none.
  package let refusal: FeedError?

  /// Reads the first bytes of a source; blocks for up to a second if they come slowly.
  ///
  /// - Throws: The error of the source; of one without bytes, that it is a database.
  package init(_ origin: FeedOrigin, options: FeedOptions) throws {
    let source = try origin.open()
    defer { source.stop() }
    guard FeedSourceKind(source).provided == nil else {
      throw FeedError(source: origin.name, reason: .database)
    }
    let cursor = ByteCursor(source) { _ in }
    let sample = Array(try cursor.sample)
    if let failure = cursor.failure { throw failure }
    self.init(sample, isWhole: try cursor.isSampleWhole, of: source, options)
    contentNotes = ContentList.notes([(origin.name, FeedSourceKind(source).contentList)])
  }

  /// Reads the first bytes of a source.
  init(_ sample: [UInt8], isWhole: Bool, of source: any ByteSource, _ options: FeedOptions) {
    (name, self.isWhole) = (source.name, isWhole)
    // A line that is cut off would be a fault.
    let end = isWhole ? nil : sample.lastIndex(of: 0x0A)
    let bytes = end.map { Array(sample[...$0]) } ?? sample
    byteCount = bytes.count
    func reading(_ choice: Choice) -> Reading {
      var options = options
      choice.apply(to: &options)
      options.acceptsText = true
      return Reading(bytes, isWhole: isWhole, of: source, options)
    }
    let choice = Choice(of: options)
    let chosen = reading(choice)
    self.chosen = chosen
    var strict = options
    strict.acceptsText = false
    refusal =
      chosen.format == .text
      ? Reading(bytes, isWhole: isWhole, of: source, strict).error : nil
    let isOutput = [.aligned, .pairs, .text, .log].contains(chosen.format)
    converter = isOutput ? bytes.withUnsafeBytes(KnownOutput.parser) : nil
    var tried: [Reading] = []
    if choice != Choice() { tried.append(reading(Choice())) }
    if chosen.format == .csv || chosen.format == .tsv {
      // One of them is the same.
      for hasHeader in [true, false] {
        var other = choice
        other.hasHeader = hasHeader
        tried.append(reading(other))
      }
    }
    for other in Self.alternatives where other.format != chosen.format || other.delimiter != nil {
      // Bars behind the names of writers divide no fields.
      let isLabel = chosen.format == .labelledLog && other.delimiter == UInt8(ascii: "|")
      if !isLabel { tried.append(reading(other)) }
    }
    var others: [Reading] = []
    // What is detected is a way back, even if some rows have faults.
    for reading in tried
    where reading.isPossible || reading.choice == Choice() && reading.rowCount > 0 {
      // Lines of text in front of a log are the same in both.
      let isNew = !([chosen] + others).contains {
        $0.firstRows == reading.firstRows
          && (reading.format != .text || $0.rowCount == reading.rowCount)
      }
      if isNew { others.append(reading) }
    }
    self.others = others
  }

  /// What may also choose a way to read bytes.
  private static let alternatives: [Choice] =
    [.lines, .values, .members].map { Choice($0) }
    + [Choice(.csv, 0x2C), Choice(.tsv), Choice(.csv, 0x3B), Choice(.csv, 0x7C)]
    + [.yaml, .aligned, .pairs, .log, .logfmt, .accessLog, .mixedLog, .text].map { Choice($0) }
}

extension FeedExplanation.Reading {
  /// The number of rows that are looked at, and that are shown.
  private static let (sampleCount, shownCount) = (64, 3)

  /// Reads a sample with options.
  fileprivate init(
    _ bytes: [UInt8], isWhole: Bool, of source: any ByteSource, _ options: FeedOptions
  ) {
    let sample = MemorySource(
      bytes, name: source.name, fileName: source.fileName,
      modificationTime: source.modificationTime)
    let reading = FeedReading(source: sample, options: options)
    reading.run()
    let (index, store) = (reading.index, reading.store)
    let progress = index.progress
    format = progress.format ?? .empty
    choice = FeedExplanation.Choice(of: options)
    rowCount = progress.rowCount
    var texts: [String] = []
    var doubtCount = 0
    var faults: [FeedError] = []
    for number in 0..<min(progress.rowCount, Self.sampleCount) {
      let row = store.row(number, at: ListIndexPath(section: 0, item: number))
      if let problem = row.problem, isWhole || problem.reason != .truncated {
        faults.append(problem)
      }
      if row.problem != nil || format != .text && row.json.isOnlyLine { doubtCount += 1 }
      if texts.count < Self.shownCount { texts.append(row.json.text) }
    }
    (firstRows, self.doubtCount) = (texts, doubtCount)
    // The rest of a document is not in the sample.
    let isCut = !isWhole && progress.error?.reason == .truncated
    error = isCut ? nil : progress.error
    notes = index.notes + Self.note(on: faults)
    evidence = store.coding.evidence(in: bytes, index.progress.lists)
  }

  /// The note on the first rows that have errors: they are left out where rows are printed.
  private static func note(on faults: [FeedError]) -> [String] {
    guard let first = faults.first else { return [] }
    let line = first.line.map { "line \($0): " } ?? ""
    let verb = faults.count == 1 ? "has" : "have"
    return [
      "\(faults.count) of the first rows \(verb) an error, and --json leaves out such rows: "
        + "\(line)\(first.reason)"
    ]
  }

  /// Returns whether the reading explains the sample: nearly all rows, and more than its lines.
  fileprivate var isPossible: Bool {
    guard rowCount > 0, error == nil, doubtCount * 10 <= min(rowCount, Self.sampleCount)
    else { return false }
    switch format {
    case .csv, .tsv: return firstRows.allSatisfy { JSONBytes(Array($0.utf8)).elementCount ?? 0 > 1 }
    // Any line is a text in YAML.
    case _ where choice.format == .yaml:
      return firstRows.allSatisfy { JSONBytes(Array($0.utf8)).kind == .object }
    default: return true
    }
  }
}

extension JSONBytes {
  /// A Boolean value that indicates whether the row is a line that could not be divided.
  fileprivate var isOnlyLine: Bool {
    elementCount == 1 && (member("line") != nil || member("message") != nil)
  }
}

extension RowCoding {
  /// What is concluded from a sample, and from the lists in it.
  fileprivate func evidence(in sample: [UInt8], _ lists: [FeedList]) -> [String] {
    var lines: [String] = []
    let plain = leavesOutColors ? sample.withUnsafeBytes(\.withoutRendition) : nil
    if plain != nil { lines.append("colors (sequences of SGR) are left out") }
    switch self {
    case .log(let log): lines += log.evidence(in: plain ?? sample)
    case .fields(let fields):
      let separator = fields.separator == 0x09 ? "a tab" : "'\(Character(.init(fields.separator)))'"
      lines.append("fields are divided by \(separator)")
    case .aligned: lines.append("columns are below the titles")
    case .ruled: lines.append("columns are below the rules under the titles")
    case .listing(let listing):
      let names = listing.fields.names.joined(separator: ", ")
      return lines + ["files as ls -l lists them", "columns: \(names)"]
    case .pairs: lines.append("lines have a key and a value")
    case .deriving(_, let coding): return coding.evidence(in: sample, lists)
    case .tables(let tables):
      return tables.flatMap { $0.coding.evidence(in: [], []) }
    case .json, .member, .text: break
    }
    if let fields, !fields.names.isEmpty {
      let columns = zip(fields.names, fields.types).map { "\($0) (\($1.name))" }
      lines.append("columns: \(columns.joined(separator: ", "))")
    }
    if let list = lists.first(where: \.isShown) {
      lines.append("the rows are the elements of \(list.pointer)")
    }
    lines += lists.filter { !$0.isShown }.map {
      "another list: --at \($0.pointer), elements: \($0.rowCount)"
    }
    return lines
  }
}
