/// Finds the ends of rows of any shape.
enum RowScanner {
  case elements(ElementScanner)
  case delimited(DelimiterScanner)
  case tableLines(AlignedScanner)
  case quoted(QuotedLineScanner)
  case values(ValueScanner)
  case valueLines(ValueLineScanner)
  case logRecords(LogScanner)
  case ruledRows(RuledScanner)
  case pairRecords(PairScanner)

  init(_ shape: RowShape) {
    switch shape {
    case .elements: self = .elements(ElementScanner())
    case .lines: self = .delimited(DelimiterScanner(delimiter: 0x0A))
    case .tableLines(let titles): self = .tableLines(AlignedScanner(titles: titles))
    case .fieldLines: self = .delimited(DelimiterScanner(delimiter: 0x0A, blank: .empty))
    case .ruledRows(let layout): self = .ruledRows(RuledScanner(layout))
    case .pairRecords(let layout): self = .pairRecords(PairScanner(layout))
    case .textLines: self = .delimited(DelimiterScanner(delimiter: 0x0A, blank: .never))
    case .quotedLines(let separator, let keepsEmptyLines, let skipsBlanks):
      self = .quoted(
        QuotedLineScanner(
          separator: separator, keepsEmptyLines: keepsEmptyLines, skipsBlanks: skipsBlanks))
    case .records: self = .delimited(DelimiterScanner(delimiter: 0x1E))
    case .values: self = .values(ValueScanner())
    case .valueLines: self = .valueLines(ValueLineScanner())
    case .logRecords(let format): self = .logRecords(LogScanner(format))
    }
  }

  /// Scans more bytes; the closing bracket of an array is an end too.
  mutating func scan(_ bytes: UnsafeRawBufferPointer, end: (Int) -> Bool) {
    switch self {
    case .elements(var elements):
      if let close = elements.scan(bytes, comma: end) { _ = end(close) }
      self = .elements(elements)
    case .delimited(let rows): self = .delimited(rows.scanning(bytes, end))
    case .tableLines(let rows): self = .tableLines(rows.scanning(bytes, end))
    case .quoted(let rows): self = .quoted(rows.scanning(bytes, end))
    case .values(let values): self = .values(values.scanning(bytes, end))
    case .valueLines(let lines): self = .valueLines(lines.scanning(bytes, end))
    case .logRecords(let records): self = .logRecords(records.scanning(bytes, end))
    case .ruledRows(let rows): self = .ruledRows(rows.scanning(bytes, end))
    case .pairRecords(let records): self = .pairRecords(records.scanning(bytes, end))
    }
  }

  /// Finds the ends, from the end of the bytes so far, of rows that a line end would reveal.
  func finish(end: (Int) -> Void) {
    switch self {
    case .valueLines(let lines): lines.finish(end: end)
    case .logRecords(let records): records.finish(end: end)
    case .ruledRows(let rows): rows.finish(end: end)
    case .elements, .delimited, .tableLines, .quoted, .values, .pairRecords: break
    }
  }
}

extension StreamScanner {
  /// Returns the scanner after more bytes.
  @inline(__always)
  fileprivate func scanning(_ bytes: UnsafeRawBufferPointer, _ end: (Int) -> Bool) -> Self {
    var scanner = self
    scanner.scan(bytes, end: end)
    return scanner
  }
}

/// Collects the positions of the rows, block by block.
struct RowFinder {
  /// The positions found so far.
  private(set) var rows: [Range<Int>] = []

  private var block: RowBlock
  private var scanner: RowScanner
  private var start: Int

  /// The offset after the bytes that have been scanned.
  private var scannedEnd = 0

  /// A Boolean value that indicates whether all rows of the block have been found.
  var isDone: Bool { rows.count == block.rows.count }

  init(block: RowBlock) {
    self.block = block
    start = block.bytes.lowerBound
    scanner = RowScanner(block.shape)
  }

  /// Begins another block, discarding the rows of the previous one.
  mutating func begin(_ block: RowBlock) {
    self.block = block
    start = block.bytes.lowerBound
    scanner = RowScanner(block.shape)
    rows.removeAll(keepingCapacity: true)
  }

  /// Scans more bytes of the block, whose first one is at an offset in the source.
  mutating func scan(_ bytes: UnsafeRawBufferPointer, at base: Int) {
    let gap = block.shape.gap
    var scanner = scanner
    scanner.scan(bytes) { add(end: base + $0, gap: gap) }
    self.scanner = scanner
    scannedEnd = base + bytes.count
  }

  /// Records the end of a row, and returns whether more are needed.
  private mutating func add(end: Int, gap: Int) -> Bool {
    guard !isDone else { return false }
    rows.append(start..<end)
    start = end + gap
    return !isDone
  }

  /// Records the rest of the block as the last row.
  mutating func finish() {
    let end = block.bytes.upperBound
    let scanner = scanner
    if !isDone { scanner.finish { _ = add(end: scannedEnd + $0, gap: block.shape.gap) } }
    if !isDone { rows.append(min(start, end)..<end) }
  }
}
