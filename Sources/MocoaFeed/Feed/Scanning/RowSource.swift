/// The rows of a scan, in batches of about a megabyte, whatever they are read from.
///
/// The threads of the scan take batches in their order and scan them at the same time; the calling
/// thread numbers the rows of one batch after the other.
protocol RowSource: Sendable {
  /// Some rows, or where they are.
  associatedtype Batch: Sendable

  /// What a thread has learned about the rows of a batch.
  associatedtype Scanned: Sendable

  /// The number of batches; nil if that is unknown until the end.
  var batchCount: Int? { get }

  /// Returns a batch, waiting for it; nil behind the last one. Any thread may call it.
  func batch(_ number: Int) throws -> Batch?

  /// Scans the rows of a batch, on any thread; `body` receives each matching one, counted from the
  /// first.
  func scan(
    _ batch: Batch, by worker: inout ScanWorker, _ body: (Int, UnsafeRawBufferPointer) -> Void
  ) throws -> Scanned

  /// Returns the numbers of the rows of the next batch, and whether others may follow; nil if the
  /// batch does not count, and none follows. Called in order, on the calling thread.
  mutating func number(_ scanned: Scanned) -> (rows: Range<Int>, isLast: Bool)?
}

/// Rows of a list by their numbers.
struct NumberedRows: RowSource {
  let rows: Range<Int>

  /// The number of rows of a batch.
  let size: Int

  var batchCount: Int? { (rows.count + size - 1) / size }

  func batch(_ number: Int) -> Range<Int>? {
    let first = rows.lowerBound + number * size
    return first..<min(rows.upperBound, first + size)
  }

  func scan(
    _ batch: Range<Int>, by worker: inout ScanWorker,
    _ body: (Int, UnsafeRawBufferPointer) -> Void
  ) throws -> Range<Int> {
    try worker.scan(batch) { body($0 - batch.lowerBound, $1) }
    return batch
  }

  func number(_ scanned: Range<Int>) -> (rows: Range<Int>, isLast: Bool)? { (scanned, false) }
}

/// Individual rows of a list, which are counted by their positions among those.
struct ChosenRows: RowSource {
  /// The numbers of the rows, ascending.
  let rows: [Int]

  /// The number of rows of a batch.
  let size: Int

  var batchCount: Int? { (rows.count + size - 1) / size }

  func batch(_ number: Int) -> ArraySlice<Int>? {
    rows[number * size..<min(rows.count, (number + 1) * size)]
  }

  func scan(
    _ batch: ArraySlice<Int>, by worker: inout ScanWorker,
    _ body: (Int, UnsafeRawBufferPointer) -> Void
  ) throws -> Range<Int> {
    try worker.scan(batch, body: body)
    return batch.indices
  }

  func number(_ scanned: Range<Int>) -> (rows: Range<Int>, isLast: Bool)? { (scanned, false) }
}
