/// Finds the records of a log: a line that begins one in its format, and the lines behind it.
///
/// A line that begins none belongs to the record before it, as those of a stack trace do.
/// Before the first record, and behind as many lines as a record may have, such a line is a row.
struct LogScanner: StreamScanner {
  /// The maximum number of lines of a record.
  static let longestRecord = 5_000

  /// The number of bytes of a record behind which no line is added to it.
  private static let largestRecord = 1 << 20

  /// The number of bytes of a line that are examined.
  private static let longestPrefix = 64 * 1024

  let format: LogFormat

  private var lines = DelimiterScanner(delimiter: 0x0A, blank: .never)

  /// The first bytes of the last line, which has no end yet, and its length.
  private var prefix: [UInt8] = []
  private var length = 0

  /// The lines and bytes of the record that may go on; no lines for none.
  private var lineCount = 0
  private var byteCount = 0

  init(_ format: LogFormat) { self.format = format }

  var hasContent: Bool { lineCount > 0 || length > 0 && !prefix.isEmptyLine }

  mutating func scan(_ bytes: UnsafeRawBufferPointer, end: (Int) -> Bool) {
    var lines = lines
    var start = 0
    lines.scan(bytes) { feed in
      let rest = bytes[rebased: start..<feed]
      start = feed + 1
      guard length > 0 else {
        return endLine(rest, length: rest.count, at: feed, end)
      }
      keep(rest)
      let (line, count) = (prefix, length)
      (prefix, length) = ([], 0)
      return line.withUnsafeBytes { endLine($0, length: count, at: feed, end) }
    }
    self.lines = lines
    keep(bytes[rebased: min(start, bytes.count)..<bytes.count])
  }

  /// Reads the last line, which has no end, as if it ended here.
  func finish(end: (Int) -> Void) {
    guard lineCount > 0, length > 0 else { return }
    var scanner = self
    prefix.withUnsafeBytes {
      // The record before the line, but not the line itself.
      _ = scanner.endLine($0, length: length, at: 0) { offset in
        if offset < 0 { end(offset) }
        return true
      }
    }
  }

  mutating func flush() -> Int? {
    guard lineCount > 0 else { return nil }
    lineCount = 0
    return -length - 1
  }

  /// Reads a line; returns whether to continue.
  ///
  /// - Parameters:
  ///   - line: Its first bytes.
  ///   - length: The number of its bytes.
  ///   - feed: The offset of its end.
  ///   - end: Receives the offset of the end of each row; returns whether to continue.
  /// - Returns: What `end` returned.
  private mutating func endLine(
    _ line: UnsafeRawBufferPointer, length: Int, at feed: Int, _ end: (Int) -> Bool
  ) -> Bool {
    let isFull = lineCount >= Self.longestRecord || byteCount > Self.largestRecord
    let isBlank = line.isEmptyLine
    if isBlank, lineCount == 0 { return true }
    let isRecord = !isBlank && format.begins(line.withoutCarriageReturn)
    if lineCount > 0, !isRecord, !isFull {
      lineCount += 1
      byteCount += length
      return true
    }
    let hadRecord = lineCount > 0
    (lineCount, byteCount) = (isRecord ? 1 : 0, length)
    if hadRecord, !end(feed - length - 1) { return false }
    return isRecord || isBlank || end(feed)
  }

  /// Keeps the start of a line.
  private mutating func keep(_ bytes: UnsafeRawBufferPointer) {
    length += bytes.count
    prefix += bytes.prefix(max(0, Self.longestPrefix - prefix.count))
  }
}

extension Collection<UInt8> {
  /// A Boolean value that indicates whether a line has nothing but perhaps a carriage return.
  fileprivate var isEmptyLine: Bool { isEmpty || count == 1 && first == 0x0D }
}
