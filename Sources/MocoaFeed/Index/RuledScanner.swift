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

  /// The number of rows behind the last number of rows, and whether that is of all rows so far.
  private var (rowCount, areCounted) = (0, false)

  /// A number of rows in the table, and how many there are, where the first one is another.
  private var miscount: (written: Int, read: Int)?

  /// The numbers of all rows and of those in a box that leaves out some, and of its lines of dots.
  private var (omission, omissionCount): ((all: Int, shown: Int)?, Int) = (nil, 0)

  /// The number of lines of blanks between rows, and of lines that are part of the row above by the
  /// rules around it.
  private var (blankCount, joinedCount) = (0, 0)

  /// The first line of the last row behind the last rule of a box, and the number of rows that may
  /// be the rest of the first cell above.
  private var (lastRow, restCount): ([UInt8], Int) = ([], 0)

  /// A Boolean value that indicates whether the number of rows below is that of this table; nil
  /// where no notes are wanted.
  private let isCounted: Bool?

  /// The offset from the first byte at which the last row begins.
  private var rowStart = 0

  /// The offset from the first byte at which another table begins; nil if none does.
  private(set) var end: Int?

  /// Creates a scanner.
  ///
  /// - Parameters:
  ///   - layout: Where the rules are.
  ///   - isCounted: A Boolean value that indicates whether the number of rows below is that of this
  ///     table, and not of several boxes; nil where no notes are wanted.
  init(_ layout: RuledLayout, isCounted: Bool? = nil) {
    (self.layout, self.isCounted) = (layout, isCounted)
  }

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
      if isRule {
        hasRowsBehindRule = false
        lastRow.removeAll(keepingCapacity: true)
      } else if isCounted != nil {
        count(line)
      }
      let isOther = !line.isBlank && !layout.isOmission(line)
      hasGap = !isRule && (hasGap || line.isEmpty || isOther)
      guard hasRow else { return true }
      (hasRow, goesOn) = (false, false)
      return end(start - 1)
    }
    hasRowsBehindRule = hasRowsBehindRule || layout.mayBeRow(line)
    isTitles = layout.hasTitles(line)
    let wraps = layout.rules.wraps(in: line)
    let isRest = wraps.before.contains(where: wrapped.contains)
    wrapped = wraps.after
    defer { goesOn = layout.rules.goesOn(line) }
    if hasRow, goesOn || isRest || layout.hasRulesBetween || layout.continuesRow(line) {
      if layout.hasRulesBetween, !layout.isGrid, !goesOn, !isRest { joinedCount += 1 }
      return true
    }
    let hadRow = hasRow
    (rowCount, areCounted) = (rowCount + 1, false)
    if isCounted != nil, layout.isEdged, layout.isBarred {
      if hadRow, layout.rules.mayBeRest(line, of: lastRow) { restCount += 1 }
      lastRow.removeAll(keepingCapacity: true)
      lastRow.append(contentsOf: line)
    }
    (hasRow, rowStart) = (true, lines.scannedCount + start)
    return hadRow ? end(start - 1) : true
  }

  /// Compares the rows so far with the number of rows in a line between them.
  private mutating func count(_ line: UnsafeRawBufferPointer) {
    if layout.isOmission(line) {
      omissionCount += 1
      return
    }
    let box = layout.isEdged ? RowCount.ofBox(in: line) : nil
    if let box, box.all > box.shown { omission = box }
    guard
      let number = box?.shown ?? RowCount.number(in: line, mayBeBare: layout.isEdged)
    else {
      // As long as a row.
      let isLong = line.count > layout.rules.columns.last?.lowerBound ?? 0
      if !layout.isBarred, !hasGap, line.isBlank, isLong { blankCount += 1 }
      return
    }
    if !areCounted, number != rowCount, miscount == nil { miscount = (number, rowCount) }
    (rowCount, areCounted) = (0, true)
  }

  /// Notes on another number of rows in the table, a box that is cut, and lines that are joined.
  var notes: [TableNote] {
    var scanner = self
    lines.withRest { line, length in
      guard length > 0, end == nil else { return }
      let line = line.withoutCarriageReturn
      if layout.isRule(line) { scanner.lastRow = [] } else { scanner.count(line) }
    }
    var notes: [TableNote] = []
    func note(_ subject: TableNote.Subject, _ text: String) {
      notes.append(TableNote(subject: subject, text: text))
    }
    if isCounted == true, let (written, read) = scanner.miscount {
      notes.append(.count(written, read: read))
    }
    if let omission = scanner.omission {
      let count = omission.all - omission.shown
      note(.omission, "the table leaves out \(count) of \(omission.all) rows")
    } else if scanner.omissionCount > 0 {
      note(.omission, "lines of dots stand for rows that the table leaves out")
    }
    if blankCount > 0 {
      note(
        .blanks,
        blankCount == 1
          ? "a blank line was skipped; it may be an empty row"
          : "\(blankCount) blank lines were skipped; they may be empty rows")
    }
    let isOpen = scanner.lastRow.withUnsafeBytes { row in
      !row.isEmpty && layout.rules.cells(of: row) != nil
    }
    if isOpen, end == nil {
      note(.edge, "the table has no lower edge, so that rows may be missing")
    }
    // A number of rows below that is the right one says that they are rows.
    if restCount > 0, !scanner.areCounted || scanner.miscount != nil {
      note(
        .rest,
        restCount == 1
          ? "1 row has only a first cell, and may be the rest of the row above"
          : "\(restCount) rows have only a first cell, and may be the rest of the rows above")
    }
    if joinedCount > 0 {
      note(
        .joined,
        "lines between two rules are one row: \(joinedCount) "
          + "\(joinedCount == 1 ? "is" : "are") read as the rest of the line above")
    }
    return notes
  }

  /// Returns whether a rule is one of another table, not between rows of this one.
  private func beginsTable(_ rule: UnsafeRawBufferPointer) -> Bool {
    guard layout.isEdged else { return hasRow && (hasGap || isTitles) }
    return !layout.isLowerEdge(rule) && (!hasRowsBehindRule || hasGap)
  }
}
