/// Finds the values of lines of JSON, of which some have several: `{"a":1} {"a":2}`.
///
/// A line that is anything else is one row, so that its error does not affect other lines; so is a
/// very long one.
struct ValueLineScanner: StreamScanner {
  /// The maximum length of lines with several values.
  private static let longestLine = 1024 * 1024

  private var lines = DelimiterScanner(delimiter: 0x0A)

  /// The bytes of the last line, which has no end yet; none if it is too long.
  private var line: [UInt8] = []
  private var isLong = false

  /// A Boolean value that indicates whether an unterminated line at the end counts.
  var hasContent: Bool { lines.hasContent }

  /// Scans more bytes; `end` receives the offset of the end of each value, which is negative if it
  /// is in earlier bytes, and returns whether to continue.
  mutating func scan(_ bytes: UnsafeRawBufferPointer, end: (Int) -> Bool) {
    var lines = lines
    var start = 0
    lines.scan(bytes) { feed in
      let rest = bytes[rebased: start..<feed]
      start = feed + 1
      return endLine(rest, at: feed, end)
    }
    self.lines = lines
    keep(bytes[rebased: min(start, bytes.count)..<bytes.count])
  }

  /// Reads the last line, which has no end, as if it ended here.
  ///
  /// - Parameter end: Receives the offset before the end of the bytes so far of the end of each
  ///   value but the last.
  func finish(end: (Int) -> Void) {
    let ends = line.withUnsafeBytes { Self.ends(in: $0)?.dropLast() ?? [] }
    for value in ends { end(value - line.count) }
  }

  /// Returns the ends of the values of a line; nil if it is not a sequence of values.
  static func ends(in line: UnsafeRawBufferPointer) -> [Int]? {
    var ends: [Int] = []
    var values = ValueScanner()
    values.scan(line) {
      ends.append($0)
      return true
    }
    if values.hasContent { ends.append(line.count) }
    let starts = [0] + ends
    return zip(starts, ends).allSatisfy { CheckedScanner.isValid(line[rebased: $0..<$1]) }
      ? ends : nil
  }

  /// Reports the values of a line, of which the rest is given; returns whether to continue.
  private mutating func endLine(
    _ rest: UnsafeRawBufferPointer, at feed: Int, _ end: (Int) -> Bool
  ) -> Bool {
    if line.isEmpty, !isLong { return endValues(of: rest, at: feed, end) }
    keep(rest)
    let whole = line
    (line, isLong) = ([], false)
    return whole.withUnsafeBytes { endValues(of: $0, at: feed, end) }
  }

  /// Reports the values of a line that has been read; returns whether to continue.
  private func endValues(
    of line: UnsafeRawBufferPointer, at feed: Int, _ end: (Int) -> Bool
  ) -> Bool {
    var first = line.count
    var values = ValueScanner()
    values.scan(line) {
      first = $0
      return false
    }
    guard line.count <= Self.longestLine, !line.isBlank(in: first..<line.count),
      let ends = Self.ends(in: line)
    else { return end(feed) }
    return ends.allSatisfy { end(feed - line.count + $0) }
  }

  /// Keeps the start of a line.
  private mutating func keep(_ bytes: UnsafeRawBufferPointer) {
    isLong = isLong || line.count + bytes.count > Self.longestLine
    if isLong { line = [] } else { line += bytes }
  }
}
