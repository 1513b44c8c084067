/// Finds the records of lines with keys and values.
///
/// Where rules have the numbers of records, the scan ends where they begin again.
struct PairScanner: LineScanner {
  private let layout: PairLayout
  var lines = LineFeeder()

  /// A Boolean value that indicates whether a record may go on.
  private var hasRow = false

  /// A Boolean value that indicates whether a rule was found.
  private var hasRule = false

  /// The value of any bytes that goes on; nil for none.
  private var value: ExportedValue?

  /// The offset from the first byte at which other records begin; nil if none do.
  private(set) var end: Int?

  /// The number of records that begin with a rule, and the number in the last one.
  private var (recordCount, lastNumber) = (0, 0)

  /// The number of records that is written below them; nil if none is.
  private var writtenCount: Int?

  init(_ layout: PairLayout) { self.layout = layout }

  var hasContent: Bool {
    end == nil && (hasRow || lines.hasContent && !lines.isRest(layout.isBetweenRecords))
  }

  /// A rule at the end is left out when the record is read.
  var hasRowBeforeRest: Bool { false }

  mutating func flush() -> Int? {
    guard hasRow, end == nil else { return nil }
    hasRow = false
    return -lines.length - 1
  }

  mutating func endLine(
    _ line: UnsafeRawBufferPointer, _ length: Int, at feed: Int, _ end: (Int) -> Bool
  ) -> Bool {
    if layout.isExport, value != nil || PairLayout.isKey(line) {
      hasRow = true
      // The line of the key, or one of the value.
      let goesOn = value?.goesOn(line, length) ?? true
      value = goesOn ? value ?? ExportedValue() : nil
      return true
    }
    let line = line.withoutCarriageReturn
    if !hasRow, line.isEmpty { return true }
    guard layout.isBetweenRecords(line) else {
      let isNext = hasRow && layout.beginsRecord(line)
      hasRow = true
      return isNext ? end(feed - length - 1) : true
    }
    let number = layout.number(ofRule: line)
    defer {
      hasRow = false
      hasRule = hasRule || number != nil
    }
    let goesOn = hasRow ? end(feed - length - 1) : true
    guard hasRule, number == 1 else {
      count(line, number)
      return goesOn
    }
    self.end = lines.scannedCount + feed - length
    return false
  }

  /// Counts the record that a rule begins, or records the number that is written below them.
  private mutating func count(_ line: UnsafeRawBufferPointer, _ number: Int?) {
    if let number {
      (recordCount, lastNumber) = (recordCount + 1, number)
    } else {
      writtenCount = RowCount.number(in: line) ?? writtenCount
    }
  }

  /// The note on numbers that are not those of the records.
  var notes: [TableNote] {
    var scanner = self
    lines.withRest { line, length in
      let line = line.withoutCarriageReturn
      guard length > 0, end == nil, layout.isBetweenRecords(line) else { return }
      scanner.count(line, layout.number(ofRule: line))
    }
    let read = scanner.recordCount
    if let written = scanner.writtenCount, written != read { return [.count(written, read: read)] }
    guard scanner.lastNumber != read else { return [] }
    let number = "the last record has the number \(scanner.lastNumber)"
    return [
      TableNote(subject: .count, text: "\(number), but there \(read == 1 ? "is" : "are") \(read)")
    ]
  }
}
