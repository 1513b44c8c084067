/// Finds the rows of a table with rules below its titles; it ends where another table begins.
///
/// Where there are rules between the rows, all lines between two of them are a row.
struct RuledScanner: StreamScanner {
  private let layout: RuledLayout
  private var lines = LineFeeder()

  /// A Boolean value that indicates whether a row may go on.
  private var hasRow = false

  /// A Boolean value that indicates whether the last line says that its row goes on.
  private var goesOn = false

  /// A Boolean value that indicates whether the last line was a rule that ends rows.
  private var isClosed = false

  /// The number of bytes that have been scanned, and where in them the last row begins.
  private var scanned = 0
  private var rowStart = 0

  /// The offset from the first byte at which another table begins; nil if none does.
  private(set) var end: Int?

  init(_ layout: RuledLayout) { self.layout = layout }

  var hasContent: Bool { end == nil && (hasRow || lines.hasContent && !endsInRule) }

  /// A Boolean value that indicates whether the line that has no end is a rule.
  private var endsInRule: Bool {
    var isRule = false
    lines.withRest { line, _ in isRule = layout.isRule(line.withoutCarriageReturn) }
    return isRule
  }

  mutating func scan(_ bytes: UnsafeRawBufferPointer, end: (Int) -> Bool) {
    guard self.end == nil else { return }
    var lines = lines
    lines.scan(bytes) { line, length, feed in endLine(line, length, at: feed, end) }
    self.lines = lines
    scanned += bytes.count
  }

  func finish(end: (Int) -> Void) {
    // A rule at the end is left out when the row is read.
    guard hasRow, lines.length > 0, !endsInRule else { return }
    var scanner = self
    lines.withRest { line, length in
      _ = scanner.endLine(line, length, at: 0) { offset in
        end(offset)
        return true
      }
    }
  }

  mutating func flush() -> Int? {
    guard hasRow, end == nil else { return nil }
    (hasRow, goesOn) = (false, false)
    return -lines.length - 1
  }

  /// Reads a line; returns whether to continue.
  private mutating func endLine(
    _ line: UnsafeRawBufferPointer, _ length: Int, at feed: Int, _ end: (Int) -> Bool
  ) -> Bool {
    let line = line.withoutCarriageReturn
    let start = feed - length
    let isRule = layout.isRule(line)
    if isRule, layout.isEdged ? isClosed && !layout.isLowerEdge(line) : true {
      // Of a table without edges, the line in front has the titles.
      self.end = hasRow && !layout.isEdged ? rowStart : scanned + start
      if hasRow, layout.isEdged { _ = end(start - 1) }
      hasRow = false
      return false
    }
    defer { isClosed = isRule || isClosed && (!layout.hasRulesBetween || line.isEmpty) }
    if isRule || line.isEmpty {
      guard hasRow else { return true }
      (hasRow, goesOn) = (false, false)
      return end(start - 1)
    }
    defer { goesOn = layout.goesOn(line) }
    if hasRow, goesOn || layout.hasRulesBetween { return true }
    let hadRow = hasRow
    (hasRow, rowStart) = (true, scanned + start)
    return hadRow ? end(start - 1) : true
  }
}
