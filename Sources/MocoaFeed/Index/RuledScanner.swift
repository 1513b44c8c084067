/// Finds the rows of a table with rules below its titles; it ends where another table begins.
///
/// Where there are rules between the rows, all lines between two of them are a row.
struct RuledScanner: LineScanner {
  private let layout: RuledLayout
  var lines = LineFeeder()

  /// A Boolean value that indicates whether a row may go on.
  private var hasRow = false

  /// A Boolean value that indicates whether the last line says that its row goes on.
  private var goesOn = false

  /// The columns whose cells in the last line may be wrapped.
  private var wrapped: [Int] = []

  /// A Boolean value that indicates whether there are rows behind the last rule.
  private var hasRowsBehindRule = true

  /// A Boolean value that indicates whether there is an empty line, or the number of rows, behind
  /// the last rule.
  private var hasGap = false

  /// A Boolean value that indicates whether the last line has the titles again.
  private var isTitles = false

  /// The offset from the first byte at which the last row begins.
  private var rowStart = 0

  /// The offset from the first byte at which another table begins; nil if none does.
  private(set) var end: Int?

  init(_ layout: RuledLayout) { self.layout = layout }

  var hasContent: Bool { end == nil && (hasRow || lines.hasContent && !endsBetweenRows) }

  private var endsBetweenRows: Bool { lines.isRest(layout.isBetweenRows) }

  /// A rule at the end is left out when the row is read.
  var hasRowBeforeRest: Bool { hasRow && lines.length > 0 && !endsBetweenRows }

  mutating func flush() -> Int? {
    guard hasRow, end == nil else { return nil }
    (hasRow, goesOn) = (false, false)
    return -lines.length - 1
  }

  mutating func endLine(
    _ line: UnsafeRawBufferPointer, _ length: Int, at feed: Int, _ end: (Int) -> Bool
  ) -> Bool {
    let line = line.withoutCarriageReturn
    let start = feed - length
    let isRule = layout.isRule(line)
    if layout.mayBeRule(line), beginsTable(line) {
      // Of a table without edges, the line in front has the titles.
      self.end = layout.isEdged ? lines.scannedCount + start : rowStart
      if hasRow, layout.isEdged { _ = end(start - 1) }
      hasRow = false
      return false
    }
    if isRule || layout.isBetweenRows(line) {
      if isRule { hasRowsBehindRule = false }
      hasGap = !isRule && (hasGap || line.isEmpty || !line.isBlank)
      guard hasRow else { return true }
      (hasRow, goesOn) = (false, false)
      return end(start - 1)
    }
    hasRowsBehindRule = hasRowsBehindRule || layout.mayBeRow(line)
    isTitles = layout.hasTitles(line)
    let wraps = layout.wraps(in: line)
    let isRest = wraps.before.contains(where: wrapped.contains)
    wrapped = wraps.after
    defer { goesOn = layout.goesOn(line) }
    if hasRow, goesOn || isRest || layout.hasRulesBetween || layout.continuesRow(line) {
      return true
    }
    let hadRow = hasRow
    (hasRow, rowStart) = (true, lines.scannedCount + start)
    return hadRow ? end(start - 1) : true
  }

  /// Returns whether a rule is one of another table, not between rows of this one.
  private func beginsTable(_ rule: UnsafeRawBufferPointer) -> Bool {
    guard layout.isEdged else { return hasRow && (hasGap || isTitles) }
    return !layout.isLowerEdge(rule) && (!hasRowsBehindRule || hasGap)
  }
}
