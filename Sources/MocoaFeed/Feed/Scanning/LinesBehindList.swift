/// The lines after the last row of an open list, which the threads of a scan find in the place of
/// the thread that reads the file.
///
/// The first line of each block is found by the block before it, which reads on to its end.
struct LinesBehindList: RowSource {
  /// The list with all rows found so far.
  let model: FeedListModel

  /// The offset after the last byte of the file.
  private let end: Int
  private let start: Int
  private let part: FeedListPart
  private var writer: RowWriter
  private var next: Int

  /// The number of bytes read at once; more would not fit into the processor's cache.
  private static let blockLength = 512 * 1024

  /// Borrows the writer of the reading thread; nil if it lends none.
  init?(_ model: FeedListModel) {
    guard model.isOpen, let part = model.parts.last, let end = part.store.source.size,
      let (writer, start) = part.store.index.borrowWriter()
    else { return nil }
    let last = FeedListPart(
      store: part.store, progress: part.store.index.progress, title: part.title)
    self.model = FeedListModel(Array(model.parts.dropLast()) + [last])
    self.part = part
    (self.start, self.end, self.writer, next) = (start, end, writer, start)
  }

  var batchCount: Int? { max(0, end - start + Self.blockLength - 1) / Self.blockLength }

  func batch(_ number: Int) -> Range<Int>? {
    let first = start + number * Self.blockLength
    return first..<min(end, first + Self.blockLength)
  }

  func scan(
    _ batch: Range<Int>, by worker: inout ScanWorker,
    _ body: (Int, UnsafeRawBufferPointer) -> Void
  ) throws -> FoundLines {
    try worker.scanLines(in: batch, isFirst: batch.lowerBound == start, end: end, body: body)
  }

  /// Adds the lines of the next block to the index.
  ///
  /// - Returns: nil if they do not follow the others, as in an overwritten file.
  mutating func number(_ lines: FoundLines) -> (rows: Range<Int>, isLast: Bool)? {
    guard lines.bytes.lowerBound == next else { return nil }
    next = lines.bytes.upperBound
    let first = part.rows.lowerBound + writer.rowCount
    if !lines.bytes.isEmpty { part.store.index.add(lines, &writer) }
    return (first..<part.rows.lowerBound + writer.rowCount, !lines.isWhole)
  }

  /// Lets the reading thread go on behind the lines that were found.
  func giveBack() { part.store.index.giveBack(writer) }
}
