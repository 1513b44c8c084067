import MocoaCore

/// Reads a source once, from front to back, and records the positions of its rows.
///
/// It runs on its own thread and may block there; that of a followed file ends where there are no
/// more rows for now, and another one goes on. The interpretation of documents is described by
/// `FeedFormat`.
final class FeedIndexer {
  /// The reason why indexing ends early.
  enum Interruption: Error {
    /// The source ends early, or the document is malformed.
    case broken(FeedError.Reason, offset: Int)
    /// A followed file has no more bytes for now.
    case atRest
  }

  let cursor: ByteCursor
  let index: RowIndex
  let options: FeedOptions

  var writer = RowWriter()

  /// A Boolean value that indicates whether the writer's rows are tentative: others may be chosen.
  var isTentative = false

  /// The offset of the first row that has not been published.
  private var publishedEnd = 0

  /// The state of an object while its rows are searched for.
  var document = DocumentState()

  /// The error of the first malformed value among those that were skipped.
  var skippedFault: Interruption?

  /// The error of the first duplicate of a member into which a pointer has led.
  var repetition: Interruption?

  /// A Boolean value that indicates whether the parts to which a pointer leads are arrays, of which
  /// null is an empty one, as Go writes it; nil until one is not null.
  var arePartsArrays: Bool?

  /// The parts that are null, until it is known whether they are rows.
  var nullParts: [Range<Int>] = []

  /// A Boolean value that indicates whether parts of several members are rows, without their keys.
  var leavesOutKeys = false

  /// A Boolean value that indicates whether tables were skipped, as the last rows are wanted.
  var hasSkippedTables = false

  /// The arrays and objects that a pointer has entered: the names of the members, nil in arrays.
  var enclosing: [String?] = []

  /// Notes on the tables whose rows have been found.
  var tableNotes = TableNotes()

  private var hasDescribedPages = false

  /// Reads what is added to a followed file; nil unless it is at rest.
  var continuation: (() throws -> Void)?

  /// A Boolean value that indicates whether `run` returns where a followed file has no more rows
  /// for now.
  let mayRest: Bool

  init(source: any ByteSource, index: RowIndex, options: FeedOptions, mayRest: Bool = false) {
    (self.index, self.options, self.mayRest) = (index, options, mayRest)
    cursor = ByteCursor(source) { index.add($0) }
    cursor.beforeReading = { [unowned self] in publish() }
  }

  /// Reads the whole source, or the rest of a followed file that was at rest.
  ///
  /// If that fails, the bytes before the error are indexed.
  func run() {
    do {
      let continuation = continuation
      self.continuation = nil
      if let continuation { try continuation() } else { try indexSource() }
      // A member that is a row reports its own error.
      if let skippedFault, index.progress.format != .members { throw skippedFault }
      if let repetition { throw repetition }
      if failure == nil, let error = try reportedError() { throw error }
      publish()
      if !options.fieldTypes.isEmpty, index.coding.fieldNames.isEmpty {
        index.note("--type is for tables")
      }
      if let report = cursor.kind.stream?.report,
        let note = document.furtherPages.note(report.headers, rowCount: writer.rowCount)
      {
        index.note(note)
      }
      index.finish(error: failure)
    } catch Interruption.atRest {
      cursor.releaseBuffer()
    } catch Interruption.broken(let reason, let offset) {
      isTentative = false
      publish()
      let (line, column) = index.lines.position(of: offset, in: cursor.source)
      let error = FeedError(
        source: cursor.source.name, line: line, column: column, reason: reason)
      index.finish(error: failure ?? error)
    } catch {
      publish()
      index.finish(error: failure ?? FeedError(error, source: cursor.source.name))
    }
  }

  /// The error that ended reading early.
  private var failure: FeedError? {
    cursor.failure.map { FeedError($0, source: cursor.source.name) }
  }

  /// Returns the error in a document without rows; nil if there is none.
  private func reportedError() throws -> FeedError.Reason? {
    guard writer.rowCount == 0, let format = index.progress.format,
      format.isDocument
    else { return nil }
    let count = min(index.progress.byteCount, ReportedError.longestDocument)
    let document = JSONBytes(try cursor.source.bytes(in: 0..<count))
    return ReportedError.text(in: document).map { .reported($0) }
  }

  private func indexSource() throws {
    try skipByteOrderMark()
    if let pointer = options.pointer, isInside {
      if options.tail != nil { throw FeedError.Reason.noTail }
      return try indexParts(at: pointer)
    }
    if let format = options.format {
      // In text and between tabs, white space is significant.
      guard try (format.isConverted ? cursor.peek() : cursor.skipWhitespace()) != nil else {
        return beginEmpty()
      }
      return format.isDocument ? try indexDocument() : try indexStream(format)
    }
    // A followed file, or one that has been compressed twice.
    if let compression = StreamCoding(cursor.bytes) { throw compression.notDecoded }
    let binaries = ["PAR1": "a Parquet file", "SQLite format 3": "a database of SQLite"]
    for (start, name) in binaries where cursor.bytes.starts(with: start.utf8) {
      throw FeedError.Reason.binary(name)
    }
    if cursor.bytes.dropFirst(257).starts(with: "ustar".utf8) {
      throw FeedError.Reason.binary("a tar archive (tar -xO prints its files)")
    }
    let probe = FormatProbe(
      cursor: cursor, loneLineIsRow: true, acceptsText: options.acceptsText && !options.isPaced,
      acceptsLoneLine: options.acceptsPlainText && !cursor.isNamedJSON,
      ownFormat: LogFormat(options.knownPatterns))
    let verdict = try probe.verdict()
    // Printing reports this for each row.
    if options.acceptsText, !options.isPaced,
      let place = UTF8Sequence.firstInvalid(in: cursor.bytes),
      place + 3 < cursor.bytes.count
    {
      index.note("there is text that is not UTF-8, shown as U+FFFD; iconv converts other encodings")
    }
    switch verdict {
    case .empty: beginEmpty()
    case .document: try indexDocument()
    case .stream(let format): try indexStream(format)
    case .notJSON where cursor.bytes.prefix(1024).contains(0) && !cursor.bytes.contains(0x0A):
      throw FeedError.Reason.nulBytes
    case .notJSON(let error): try indexText(refusal(by: error))
    }
  }

  /// Records lines of text, unless those that are certainly no JSON and no table are accepted only;
  /// where rows are printed, others are a fault in any case.
  ///
  /// `Lee, Bo` is more likely a text than a row between commas, and read as a line in any case.
  private func indexText(_ refusal: Interruption) throws {
    var (isText, areWords) = (false, false)
    switch refusal {
    case .broken(.notRows, _): isText = !cursor.isNamedJSON
    case .broken(.uncertainHeader, _): areWords = try TableProbe(cursor).isSpaced(0x2C)
    default: break
    }
    let isAccepted = options.acceptsText && !cursor.bytes.prefix(1024).contains(0)
    guard isAccepted || options.acceptsPlainText && (isText || areWords) && isPlainText else {
      throw refusal
    }
    let isFault = options.isPaced && !options.expectsText && !isText
    if !options.expectsText {
      let hint = isFault ? "" : try hintOfText()
      index.noteChoice("lines of text (neither JSON nor a table\(hint))")
    }
    try indexStream(.text)
    if isFault { throw refusal }
  }

  /// A Boolean value that indicates whether the bytes are no value with an error: they have two
  /// lines or two words, or are of a followed file.
  private var isPlainText: Bool {
    let lines = cursor.bytes.split(separator: 0x0A, maxSplits: 64).filter { line in
      !line.allSatisfy(\.isJSONWhitespace)
    }
    let words = lines.first?.split(whereSeparator: \.isBlank) ?? []
    return max(lines.count, words.count) > 1 || cursor.kind.followed != nil
  }

  /// Formats that are known by the names of files but not read, and what converts them to JSON.
  private static let unread: KeyValuePairs<String, (name: String, converter: String)> = [
    ".toml": ("TOML", "tomlq"), ".xml": ("XML", "xq"), ".ini": ("INI", "jc --ini"),
  ]

  /// Returns what else lines of text may be.
  private func hintOfText() throws -> String {
    if let (_, format) = Self.unread.first(where: { cursor.source.isNamed([$0.key]) }) {
      return "; \(format.name) is not read, \(format.converter) converts it to JSON"
    }
    switch try TableProbe(cursor).doubt {
    case .record(_, let count, let expected):
      let reason = FeedError.Reason.uncertainTable(count, expected: expected)
      return "; \(reason)"
    case .header: return "; --header-row yes takes the first line for titles, no for a row"
    case .delimiter(let delimiter): return "; \(FeedError.Reason.uncertainDelimiter(delimiter))"
    case nil: break
    }
    if hasCarriageReturnsOnly { return "; its lines end with carriage returns alone" }
    let first = UnsafeRawBufferPointer(rebasing: cursor.bytes.prefix { $0 != 0x0A })
    if first.contains(0x09) { return "; --header-row no takes the tabs for columns" }
    guard AlignedCoding.isHeader(first) else { return "" }
    return try AlignedCoding(lines: cursor.tableLines, isCertain: true) == nil
      ? "; the values are not below their titles"
      : "; --format aligned takes the first line for titles"
  }

  /// A Boolean value that indicates whether the lines of the text end with carriage returns alone.
  var hasCarriageReturnsOnly: Bool {
    cursor.bytes.contains(0x0D) && !cursor.bytes.contains(0x0A)
  }

  /// Returns the error of text that is neither JSON nor certainly a table.
  private func refusal(by error: JSONSyntaxError) throws -> Interruption {
    switch try TableProbe(cursor).doubt {
    case .record(let offset, let count, let expected):
      return .broken(
        .uncertainTable(count, expected: expected), offset: cursor.offset + offset)
    case .header: return .broken(.uncertainHeader, offset: cursor.offset)
    case .delimiter(let delimiter):
      return .broken(.uncertainDelimiter(delimiter), offset: cursor.offset)
    case nil where hasCarriageReturnsOnly:
      return .broken(.carriageReturns, offset: cursor.offset)
    case nil:
      let isText = !cursor.bytes.mayBeJSON && !cursor.bytes.prefix(1024).contains(0)
      return .broken(
        isText ? .notRows(error.reason) : .unrecognized(error.reason),
        offset: cursor.offset + error.offset)
    }
  }

  func beginEmpty() {
    // A document without a single value is none.
    let format = options.format.flatMap { $0.isDocument ? nil : $0 } ?? .empty
    index.begin(format, shape: .elements)
    writer.beginSection()
  }

  /// Skips a UTF-8 byte order mark, and rejects those of other encodings.
  private func skipByteOrderMark() throws {
    // Reads no more than needed: the first row of a pipe may be shorter.
    while cursor.bytes.count < (cursor.bytes.first == 0xEF ? 3 : 2), try cursor.extend() {}
    let start = Array(cursor.bytes.prefix(3))
    if start.starts(with: [0xEF, 0xBB, 0xBF]) {
      cursor.advance(3)
      // Programs that add one do so to files that have one.
      try skipByteOrderMark()
    } else if start.starts(with: [0xFF, 0xFE]) || start.starts(with: [0xFE, 0xFF]) {
      throw FeedError(source: cursor.source.name, line: 1, column: 1, reason: .encoding("UTF-16"))
    } else if options.format != .text, start.count > 1, (start[0] == 0) != (start[1] == 0) {
      throw FeedError(source: cursor.source.name, line: 1, column: 1, reason: .encoding("UTF-16"))
    }
  }

  // MARK: Publishing

  /// Publishes the rows so far, unless they are tentative, or a followed file has other bytes in
  /// their place, which are read again.
  func publish() {
    describePages()
    guard !isTentative, cursor.kind.followed?.hasBytes(from: publishedEnd) ?? true else { return }
    index.publish(&writer)
    publishedEnd = writer.rowStart
    // The bytes in front may be gone when the next row is read.
    if cursor.kind.followed != nil { writer.endBlock() }
  }

  /// Adopts the description of all pages from the first one.
  private func describePages() {
    guard !hasDescribedPages, writer.sectionCount > 0,
      let document = cursor.kind.rewritten?.firstDocument
    else { return }
    hasDescribedPages = true
    if document.format == .jsonFeed { index.begin(.jsonFeed, shape: .lines) }
    if let header = document.header {
      writer.describeSection(SectionDetails(header: .bytes(header)))
    }
  }
}
