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
    guard hasRule, number == 1 else { return goesOn }
    self.end = lines.scannedCount + feed - length
    return false
  }
}
