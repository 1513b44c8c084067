/// Writes rows of a feed as text, on several threads, in memory that does not grow with them.
public struct RowOutput {
  /// How the rows are written.
  public let format: RowFormat

  /// The number of threads; nil for one for each processor.
  public let jobs: Int?

  /// How many bytes are held in memory where rows are sorted; nil for a quarter of the machine's.
  public let memoryLimit: Int?

  /// How many rows have been written.
  public private(set) var rowCount = 0

  /// The rows that were left out because they are not JSON.
  public private(set) var brokenRows = RowTally()

  /// The rows that were written with U+FFFD in the place of something that is not Unicode.
  public private(set) var repairedRows = RowTally()

  private let sink: ([UInt8]) throws -> Void
  private var buffer: [UInt8] = []

  /// What comes before the first row, until that is written.
  private var header: [UInt8]
  private let formatter: RowFormatter

  /// So many bytes are handed over at once.
  private static let pieceLength = 64 * 1024

  /// Makes an output; what comes before the first row is handed over with it, or by `end()`.
  ///
  /// - Parameters:
  ///   - format: How the rows are written.
  ///   - hasHeader: Whether there are titles above the columns.
  ///   - jobs: The number of threads; nil for one for each processor.
  ///   - memoryLimit: How many bytes are held in memory where rows are sorted; nil for a quarter of
  ///     the machine's.
  ///   - sink: Takes bytes; what it throws ends the writing.
  public init(
    _ format: RowFormat, hasHeader: Bool = true, jobs: Int? = nil, memoryLimit: Int? = nil,
    sink: @escaping ([UInt8]) throws -> Void
  ) {
    self.format = format
    self.jobs = jobs
    self.memoryLimit = memoryLimit
    self.sink = sink
    header = hasHeader ? format.header : []
    formatter = RowFormatter(format)
  }

  /// The rows of a block as they are written.
  private struct Text: Sendable {
    var formatter: RowFormatter
    var bytes: [UInt8] = []
    var rowCount = 0
    var broken = RowTally()
    var repaired = RowTally()

    mutating func append(_ row: UnsafeRawBufferPointer, number: Int) {
      guard formatter.append(row, to: &bytes) else { return broken.add(number) }
      rowCount += 1
      if formatter.isRepaired { repaired.add(number) }
    }
  }

  /// Writes rows in the order of the feed, those that match; reads the feed once.
  ///
  /// - Parameters:
  ///   - model: The feed.
  ///   - rows: The numbers of the rows; nil means all. With those that have come since, rows can be
  ///     written while they are found.
  ///   - filters: What rows must match.
  ///   - progress: Is given the number of the next row now and then.
  /// - Throws: A `FeedError` where the source cannot be read, and what the sink throws.
  public mutating func write(
    _ model: FeedListModel, rows: Range<Int>? = nil, filters: [RowFilter] = [],
    progress: (Int) -> Void = { _ in }
  ) throws {
    let scan = RowScan(
      over: model, condition: RowQuery(filters: filters).condition, takesBroken: true, jobs: jobs)
    try scan.run(rows ?? 0..<model.numberOfRows, empty: Text(formatter: formatter)) {
      $2.append($1, number: $0)
    } step: { rows, text in
      addRows(text.rowCount, text.broken, text.repaired, from: rows.lowerBound)
      buffer += text.bytes
      if buffer.count >= Self.pieceLength { try finish() }
      progress(rows.upperBound)
      return true
    }
  }

  /// A sorter for the rows that a query finds, which takes what is to be written from them at once
  /// where it is little.
  package func makeSorter(_ query: RowQuery) -> RowSorter {
    RowSorter(query, writing: format, memoryLimit: memoryLimit, jobs: jobs)
  }

  /// Writes the rows of a sorter that `makeSorter(_:)` has made, in their order.
  ///
  /// - Parameters:
  ///   - sorter: The rows, sorted.
  ///   - model: The feed.
  ///   - progress: Is given the number of rows written now and then.
  /// - Throws: A `FeedError` where the source cannot be read, and what the sink throws.
  package mutating func write(
    _ sorter: borrowing RowSorter, of model: FeedListModel, progress: (Int) -> Void = { _ in }
  ) throws {
    guard sorter.isWriting else {
      return try write(try sorter.rowNumbers() ?? RowNumbers(), of: model, progress: progress)
    }
    addRows(sorter.count, sorter.broken, sorter.repaired)
    try sorter.forEach { _, text in
      buffer.append(contentsOf: text)
      if buffer.count >= Self.pieceLength { try finish() }
      return true
    }
  }

  /// Writes rows in any order.
  ///
  /// As many rows as a fixed amount of memory holds are read in the order of the file, and written
  /// in the order that was asked for; then the next.
  ///
  /// - Parameters:
  ///   - rows: The numbers of the rows.
  ///   - model: The feed.
  ///   - progress: Is given the number of rows written now and then.
  /// - Throws: A `FeedError` where the source cannot be read, and what the sink throws.
  public mutating func write(
    _ rows: RowNumbers, of model: FeedListModel, progress: (Int) -> Void = { _ in }
  ) throws {
    let scan = RowScan(over: model, jobs: jobs)
    let rowLength = max(16, model.byteCount / max(1, model.numberOfRows))
    let batchLength = min(Self.batchLength, memoryLimit ?? .max)
    let batchCount = max(1, batchLength / rowLength)
    var start = 0
    while start < rows.count {
      let batch = start..<min(rows.count, start + batchCount)
      try write(batch, of: rows, scan)
      start = batch.upperBound
      progress(start)
    }
  }

  /// The bytes of rows that are held to be written in another order.
  private static let batchLength = 256 * 1024 * 1024

  private mutating func write(_ batch: Range<Int>, of rows: RowNumbers, _ scan: RowScan) throws {
    var entries = batch.map { SortEntry(window: UInt64(rows[$0]), row: $0 - batch.lowerBound) }
    entries.withUnsafeMutableBufferPointer { FlagSort.sort($0) }
    var texts: [[UInt8]] = []
    // By the places in the batch: which text, and the bytes in it.
    var spans = [(text: Int32, bytes: Range<Int32>)](repeating: (0, 0..<0), count: batch.count)
    let numbers = entries.map { Int($0.window) }
    var count = 0
    try scan.run(over: numbers, empty: (Text(formatter: formatter), [Int32]())) {
      place, row, made in
      made.0.append(row, number: numbers[place])
      made.1.append(Int32(made.0.bytes.count))
    } step: { made in
      let (text, ends) = made
      var end: Int32 = 0
      for next in ends {
        spans[entries[count].row] = (Int32(texts.count), end..<next)
        end = next
        count += 1
      }
      texts.append(text.bytes)
      addRows(text.rowCount, text.broken, text.repaired)
      return true
    }
    for span in spans {
      texts[Int(span.text)].withUnsafeBytes { text in
        buffer.append(
          contentsOf: text[rebased: Int(span.bytes.lowerBound)..<Int(span.bytes.upperBound)])
      }
      if buffer.count >= Self.pieceLength { try finish() }
    }
  }

  private mutating func addRows(
    _ count: Int, _ broken: RowTally, _ repaired: RowTally, from first: Int = 0
  ) {
    if rowCount == 0, count > 0 { addHeader() }
    rowCount += count
    brokenRows.add(broken, from: first)
    repairedRows.add(repaired, from: first)
  }

  private mutating func addHeader() {
    buffer += header
    header = []
  }

  /// Hands over what has not been handed over yet, and a header that has no rows; to be called
  /// after the last row, unless nothing could be read.
  ///
  /// - Throws: What the sink throws.
  public mutating func end() throws {
    addHeader()
    try finish()
  }

  /// Hands over the rows that have not been handed over yet.
  ///
  /// - Throws: What the sink throws.
  public mutating func finish() throws {
    guard !buffer.isEmpty else { return }
    try sink(buffer)
    buffer.removeAll(keepingCapacity: true)
  }
}
