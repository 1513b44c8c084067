import MocoaCore

/// Hands over the lines of a stream of chunks, one by one, without their colors.
struct LineFeeder {
  /// The number of bytes of a line that are kept: those of longer ones are only counted.
  private static let longestPrefix = 64 * 1024

  private var lines = DelimiterScanner(delimiter: 0x0A, blank: .never)

  /// The first bytes of the last line, which has no end yet, and its length.
  private var prefix: [UInt8] = []
  private(set) var length = 0

  /// The number of bytes of the calls before.
  private(set) var scannedCount = 0

  /// A Boolean value that indicates whether the line that has no end has something else than a
  /// carriage return.
  var hasContent: Bool { length > 0 && !prefix.isEmptyLine }

  /// Hands over the lines that end in more bytes.
  ///
  /// - Parameters:
  ///   - bytes: The bytes after those of the previous call.
  ///   - body: Receives the first bytes of a line without colors, its length with them, and the
  ///     offset of its end; returns whether to continue.
  mutating func scan(
    _ bytes: UnsafeRawBufferPointer,
    _ body: (_ line: UnsafeRawBufferPointer, _ length: Int, _ feed: Int) -> Bool
  ) {
    var lines = lines
    var start = 0
    let mayHaveColors = ByteSearch.contains(GraphicRendition.escape, in: bytes)
    lines.scan(bytes) { feed in
      let rest = bytes[rebased: start..<feed]
      start = feed + 1
      guard length > 0 else {
        // The same bytes, wherever a chunk ends.
        let line = rest[rebased: 0..<min(rest.count, Self.longestPrefix)]
        guard mayHaveColors else { return body(line, rest.count, feed) }
        return line.withoutColors { body($0, rest.count, feed) }
      }
      keep(rest)
      let (line, count) = (prefix, length)
      (prefix, length) = ([], 0)
      return line.withUnsafeBytes { line in line.withoutColors { body($0, count, feed) } }
    }
    self.lines = lines
    scannedCount += bytes.count
    keep(bytes[rebased: min(start, bytes.count)..<bytes.count])
  }

  /// Calls a closure with the line that has no end, as if it ended here.
  func withRest(_ body: (_ line: UnsafeRawBufferPointer, _ length: Int) -> Void) {
    prefix.withUnsafeBytes { line in line.withoutColors { body($0, length) } }
  }

  /// Returns whether a condition holds for the line that has no end, without a carriage return.
  func isRest(_ condition: (UnsafeRawBufferPointer) -> Bool) -> Bool {
    var holds = false
    withRest { line, _ in holds = condition(line.withoutCarriageReturn) }
    return holds
  }

  private mutating func keep(_ bytes: UnsafeRawBufferPointer) {
    length += bytes.count
    prefix += bytes.prefix(max(0, Self.longestPrefix - prefix.count))
  }
}

/// A scanner that goes through a source line by line.
protocol LineScanner: StreamScanner {
  var lines: LineFeeder { get set }

  /// A Boolean value that indicates whether the line that has no end may end the row before it.
  var hasRowBeforeRest: Bool { get }

  /// Reads a line by its first bytes; `end` receives the offset of the end of each row; returns
  /// whether to continue.
  mutating func endLine(
    _ line: UnsafeRawBufferPointer, _ length: Int, at feed: Int, _ end: (Int) -> Bool
  ) -> Bool
}

extension LineScanner {
  mutating func scan(_ bytes: UnsafeRawBufferPointer, end: (Int) -> Bool) {
    guard self.end == nil else { return }
    var lines = lines
    lines.scan(bytes) { line, length, feed in endLine(line, length, at: feed, end) }
    self.lines = lines
  }

  func finish(end: (Int) -> Void) {
    guard hasRowBeforeRest else { return }
    var scanner = self
    lines.withRest { line, length in
      // The row before the line, but not the line itself.
      _ = scanner.endLine(line, length, at: 0) { offset in
        if offset < 0 { end(offset) }
        return true
      }
    }
  }
}

extension Collection<UInt8> {
  /// A Boolean value that indicates whether a line has nothing but perhaps a carriage return.
  var isEmptyLine: Bool { isEmpty || count == 1 && first == 0x0D }
}
