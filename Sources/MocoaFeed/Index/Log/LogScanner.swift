/// Finds the records of a log: a line that begins one in its format, and the lines behind it.
///
/// A line that begins none belongs to the record before it, as those of a stack trace do, unless it
/// is one of another log, or one of a script behind indented ones: `backup: started`.
///
/// Before the first record, and behind as many lines as a record may have, such a line is a row.
struct LogScanner: LineScanner {
  /// The maximum number of lines of a record.
  static let longestRecord = 5_000

  /// The number of bytes of a record behind which no line is added to it.
  private static let largestRecord = 1 << 20

  let format: LogFormat

  var lines = LineFeeder()

  /// The lines and bytes of the record that may go on; no lines for none.
  private var lineCount = 0
  private var byteCount = 0

  /// A Boolean value that indicates whether all lines behind the first one are indented.
  private var areIndented = true

  /// The number of records that have more lines or bytes than a record may have.
  private var cutCount = 0

  /// The offset from the first byte at which the fields become others; nil if they do not.
  private(set) var end: Int?

  init(_ format: LogFormat) { self.format = format }

  var hasContent: Bool { end == nil && (lineCount > 0 || lines.hasContent) }

  var hasRowBeforeRest: Bool { lineCount > 0 && lines.hasContent }

  var notes: [TableNote] { cutCount > 0 ? [.cutRecords(cutCount)] : [] }

  mutating func flush() -> Int? {
    guard lineCount > 0 else { return nil }
    lineCount = 0
    return -lines.length - 1
  }

  var restContinuesRow: Bool {
    guard hasRowBeforeRest, lines.isRest(\.continuesRecord) else { return false }
    var isOwnRow = false
    finish { _ in isOwnRow = true }
    return !isOwnRow
  }

  mutating func endLine(
    _ line: UnsafeRawBufferPointer, _ length: Int, at feed: Int, _ end: (Int) -> Bool
  ) -> Bool {
    let isFull = lineCount >= Self.longestRecord || byteCount > Self.largestRecord
    let isBlank = line.isEmptyLine
    if isBlank, lineCount == 0 { return true }
    let text = line.withoutCarriageReturn
    if format.declaresOther(text) {
      if lineCount > 0 { _ = end(feed - length - 1) }
      lineCount = 0
      self.end = lines.scannedCount + feed - length
      return false
    }
    let isRecord = !isBlank && format.begins(text)
    let isOfScript = lineCount > 1 && areIndented && text.namesStep
    let goesOn = lineCount > 0 && !isRecord && !isOfScript && format.continues(text)
    if goesOn, isFull { cutCount += 1 }
    if goesOn, !isFull {
      lineCount += 1
      byteCount += length
      areIndented = areIndented && !isBlank && text[0].isBlank
      return true
    }
    let hadRecord = lineCount > 0
    (lineCount, byteCount, areIndented) = (isRecord ? 1 : 0, length, true)
    if hadRecord, !end(feed - length - 1) { return false }
    return isRecord || isBlank || end(feed)
  }
}
