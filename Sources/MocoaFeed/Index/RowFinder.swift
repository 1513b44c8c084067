/// Collects the places of the rows of one block, and then of another.
struct RowFinder {
  private enum Scanner {
    case elements(ElementScanner)
    case delimited(DelimiterScanner)
    case values(ValueScanner)

    init(_ shape: RowShape) {
      switch shape {
      case .elements, .members: self = .elements(ElementScanner())
      case .lines: self = .delimited(DelimiterScanner(delimiter: 0x0A))
      case .records: self = .delimited(DelimiterScanner(delimiter: 0x1E))
      case .values: self = .values(ValueScanner())
      }
    }
  }

  /// Where the rows are that have been found.
  private(set) var rows: [Range<Int>] = []

  private var block: RowIndex.Block
  private var scanner: Scanner
  private var start: Int

  /// Whether all rows of the block have been found.
  var isDone: Bool { rows.count == block.rows.count }

  init(block: RowIndex.Block) {
    self.block = block
    start = block.bytes.lowerBound
    scanner = Scanner(block.shape)
    rows.reserveCapacity(block.rows.count)
  }

  /// Turns to another block, and forgets the rows of the last.
  mutating func begin(_ block: RowIndex.Block) {
    self.block = block
    start = block.bytes.lowerBound
    scanner = Scanner(block.shape)
    rows.removeAll(keepingCapacity: true)
  }

  /// Goes through more bytes of the block.
  ///
  /// - Parameters:
  ///   - bytes: The bytes behind those of the call before.
  ///   - base: The offset of the first of them in the source.
  mutating func scan(_ bytes: UnsafeRawBufferPointer, at base: Int) {
    let gap = block.shape.gap
    switch scanner {
    case .elements(var elements):
      let close = elements.scan(bytes) { add(end: base + $0, gap: gap) }
      if let close { _ = add(end: base + close, gap: gap) }
      scanner = .elements(elements)
    case .delimited(var rows):
      rows.scan(bytes) { add(end: base + $0, gap: gap) }
      scanner = .delimited(rows)
    case .values(var values):
      values.scan(bytes) { add(end: base + $0, gap: gap) }
      scanner = .values(values)
    }
  }

  /// Takes down the end of a row, and says whether more are wanted.
  private mutating func add(end: Int, gap: Int) -> Bool {
    guard !isDone else { return false }
    rows.append(start..<end)
    start = end + gap
    return !isDone
  }

  /// Takes what is left at the end of the block for the last row.
  mutating func finish() {
    let end = block.bytes.upperBound
    if !isDone { rows.append(min(start, end)..<end) }
  }
}
