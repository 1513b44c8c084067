import MocoaCore
import Synchronization

/// Reads a source once, from front to back, and takes down where its rows are.
///
/// It runs on a thread of its own and may wait there for bytes. What it makes of a document is
/// said in `FeedFormat`.
final class FeedIndexer {
  /// Why indexing ends early.
  enum Interruption: Error {
    /// The source ends, or the document does not go on as it must.
    case broken(FeedError.Reason, offset: Int)
  }

  let cursor: ByteCursor
  let index: RowIndex
  let options: FeedOptions

  /// The rows so far.
  var writer = RowWriter()

  /// Whether it is not decided yet that the rows in the writer are the rows.
  var isTentative = false

  /// What has been learned of an object while its rows are looked for.
  var document = DocumentState()

  /// What is wrong with the first broken value among those that are skipped.
  var skippedFault: Interruption?

  /// The arrays and objects around the position that a pointer has led into: the names of the
  /// members, nil in arrays.
  var enclosing: [String?] = []

  private var hasDescribedPages = false

  init(source: any ByteSource, index: RowIndex, options: FeedOptions) {
    self.index = index
    self.options = options
    cursor = ByteCursor(source) { index.add($0) }
    cursor.beforeReading = { [unowned self] in publish() }
  }

  /// Reads the whole source; what has come of one that fails is gone through all the same.
  func run() {
    do {
      try indexSource()
      // A member that is a row says itself what is wrong with it.
      if let skippedFault, index.progress.format != .members { throw skippedFault }
      publish()
      index.finish(error: failure)
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

  /// What kept the source from being read to its end.
  private var failure: FeedError? {
    cursor.failure.map { FeedError($0, source: cursor.source.name) }
  }

  private func indexSource() throws {
    try skipByteOrderMark()
    if let pointer = options.pointer, isInside { return try indexParts(at: pointer) }
    if let format = options.format {
      // In text and between tabs white space has a meaning.
      let isText = [.text, .csv, .tsv].contains(format)
      guard try (isText ? cursor.peek() : cursor.skipWhitespace()) != nil else {
        return beginEmpty()
      }
      return format.isDocument ? try indexDocument() : try indexStream(format)
    }
    // A file that is followed, or compressed twice.
    if let compression = Compression(cursor.bytes) {
      let format = "\(compression)"
      throw FeedError.Reason.compressed(format: format, command: "\(format) -dc")
    }
    let binaries = ["PAR1": "a Parquet file", "SQLite format 3": "a database of SQLite"]
    for (start, name) in binaries where cursor.bytes.starts(with: start.utf8) {
      throw FeedError.Reason.binary(name)
    }
    let verdict = try FormatProbe(cursor: cursor, loneLineIsRow: true).verdict()
    // What prints rows says so of each of them.
    if options.acceptsText, let place = UTF8Sequence.firstInvalid(in: cursor.bytes),
      place + 3 < cursor.bytes.count
    {
      index.note("there is text that is not UTF-8, shown as U+FFFD; iconv converts other encodings")
    }
    switch verdict {
    case .empty: beginEmpty()
    case .document: try indexDocument()
    case .stream(let format): try indexStream(format)
    case .notJSON where options.acceptsText && !cursor.bytes.prefix(1024).contains(0):
      index.note("neither JSON nor a table; its lines are shown as text")
      try indexStream(.text)
    case .notJSON(let error):
      throw Interruption.broken(.unrecognized(error.reason), offset: cursor.offset + error.offset)
    }
  }

  func beginEmpty() {
    index.begin(options.format ?? .empty, shape: .elements)
    writer.beginSection()
  }

  /// Passes over a byte-order mark of UTF-8, and refuses those of other encodings.
  private func skipByteOrderMark() throws {
    // No more is waited for than tells: the first row of a pipe may be shorter.
    while cursor.bytes.count < (cursor.bytes.first == 0xEF ? 3 : 2), try cursor.extend() {}
    let start = Array(cursor.bytes.prefix(3))
    if start.starts(with: [0xEF, 0xBB, 0xBF]) {
      cursor.advance(3)
    } else if start.starts(with: [0xFF, 0xFE]) || start.starts(with: [0xFE, 0xFF]) {
      throw FeedError(source: cursor.source.name, line: 1, column: 1, reason: .encoding("UTF-16"))
    } else if start.count > 1, (start[0] == 0) != (start[1] == 0) {
      throw FeedError(source: cursor.source.name, line: 1, column: 1, reason: .encoding("UTF-16"))
    }
  }

  // MARK: Publishing

  /// Makes the rows so far visible, unless they may turn out not to be the rows.
  func publish() {
    describePages()
    if !isTentative { index.publish(&writer) }
  }

  /// Takes over what the first of the pages says about all of them.
  private func describePages() {
    guard !hasDescribedPages, writer.sectionCount > 0,
      let page = (cursor.source as? PagedSource)?.firstPage
    else { return }
    hasDescribedPages = true
    if page.format == .jsonFeed { index.begin(.jsonFeed, shape: .lines) }
    if let header = page.header {
      writer.describeSection(SectionDetails(header: .bytes(header)))
    }
  }
}
