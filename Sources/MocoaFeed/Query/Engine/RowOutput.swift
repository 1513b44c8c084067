/// Writes rows of a feed as text, on several threads, in constant memory.
package struct RowOutput {
  /// The output format.
  let format: RowFormat

  /// The number of threads; nil means one per processor.
  let jobs: Int?

  /// The maximum number of bytes in memory for sorting; nil means a quarter of the machine's.
  let memoryLimit: Int?

  /// The maximum number of rows.
  package let limit: Int?

  /// The number of rows written.
  package private(set) var rowCount = 0

  /// A Boolean value that indicates whether as many rows as the limit allows have been written.
  package var isFull: Bool { limit.map { rowCount >= $0 } ?? false }

  /// The rows that were skipped because they are not JSON.
  package private(set) var brokenRows = RowTally()

  /// The rows that were written with U+FFFD in place of invalid Unicode.
  package private(set) var repairedRows = RowTally()

  /// The rows that have a member more than once that is written.
  package private(set) var repeatedMembers = RepeatedMembers()

  private let sink: ([UInt8]) throws -> Void
  private var buffer: [UInt8] = []

  /// The text before the first row, until that is written.
  private var header: [UInt8]
  private let formatter: RowFormatter

  /// A Boolean value that indicates whether the first row of an array was written.
  private var hasBegunArray = false

  /// The number of bytes per write.
  private static let pieceLength = 64 * 1024

  /// Creates an output; its header is written with the first row, or by `end()`.
  ///
  /// - Parameters:
  ///   - format: The output format.
  ///   - hasHeader: A Boolean value that indicates whether there are titles above the columns.
  ///   - jobs: The number of threads; nil means one per processor.
  ///   - memoryLimit: The maximum number of bytes in memory for sorting; nil means a quarter of the
  ///     machine's.
  ///   - limit: The maximum number of rows.
  ///   - sink: Called with bytes to write; an error that it throws ends the output.
  package init(
    _ format: RowFormat, hasHeader: Bool = true, jobs: Int? = nil, memoryLimit: Int? = nil,
    limit: Int? = nil, sink: @escaping ([UInt8]) throws -> Void
  ) {
    self.format = format
    self.jobs = jobs
    self.memoryLimit = memoryLimit
    self.limit = limit
    self.sink = sink
    header = hasHeader ? format.header : []
    formatter = RowFormatter(format)
  }

  /// The formatted rows of a block.
  private struct Text: Sendable {
    var formatter: RowFormatter
    var bytes: [UInt8] = []
    var rowCount = 0
    var broken = RowTally()
    var repaired = RowTally()
    var repeated = RepeatedMembers()

    /// The ends of the rows if their number is limited; a block needs no more rows than all.
    var ends: [Int] = []
    var limit: Int?

    mutating func append(_ row: UnsafeRawBufferPointer, number: Int) {
      if let limit, rowCount >= limit { return }
      guard formatter.append(row, to: &bytes) else { return broken.add(number) }
      rowCount += 1
      if limit != nil { ends.append(bytes.count) }
      if formatter.isRepaired { repaired.add(number) }
      repeated.add(number, readBy: formatter.tree)
    }

    /// Removes the rows behind the first ones.
    mutating func keep(_ count: Int) {
      guard count < rowCount else { return }
      rowCount = count
      bytes.removeSubrange((count == 0 ? 0 : ends[count - 1])...)
    }
  }

  /// Writes matching rows in the order of the feed; reads the feed once.
  ///
  /// - Parameters:
  ///   - model: The feed.
  ///   - rows: The numbers of the rows; nil means all, including rows found meanwhile, so that rows
  ///     can be written while they are found.
  ///   - filters: The filters that rows must match.
  ///   - progress: Called with the number of the next row at intervals.
  /// - Throws: A `FeedError` if the source cannot be read, or the error of the sink.
  package mutating func write(
    _ model: FeedListModel, rows: Range<Int>? = nil, filters: [RowFilter] = [],
    progress: (Int) -> Void = { _ in }
  ) throws {
    let scan = RowScan(
      over: model, condition: RowQuery(filters: filters).condition, takesBroken: true,
      members: format.paths, jobs: jobs)
    if isFull { return }
    let rest = limit.map { $0 - rowCount }
    let empty = Text(formatter: formatter, limit: rest)
    try scan.run(rows ?? 0..<model.numberOfRows, empty: empty) {
      $2.append($1, number: $0)
    } step: { rows, text in
      var text = text
      if let limit { text.keep(limit - rowCount) }
      addRows(text.rowCount, text.broken, text.repaired, text.repeated, from: rows.lowerBound)
      buffer += text.bytes
      if buffer.count >= Self.pieceLength { try finish() }
      progress(rows.upperBound)
      return !isFull
    }
  }

  /// Creates a sorter for the rows of a query, which stores the formatted rows if they are brief.
  package func makeSorter(_ query: RowQuery) -> RowSorter {
    RowSorter(
      query, writing: format, takesBroken: true, findsBroken: limit != nil,
      memoryLimit: memoryLimit, jobs: jobs)
  }

  /// Writes the rows of a sorter created by `makeSorter(_:)`, in their order.
  ///
  /// - Parameters:
  ///   - sorter: The rows, sorted.
  ///   - model: The feed.
  ///   - progress: Called with the number of rows written at intervals.
  /// - Throws: A `FeedError` if the source cannot be read, or the error of the sink.
  package mutating func write(
    _ sorter: borrowing RowSorter, of model: FeedListModel, progress: (Int) -> Void = { _ in }
  ) throws {
    guard sorter.isWriting else {
      brokenRows.add(sorter.broken)
      return try write(try sorter.rowNumbers() ?? RowNumbers(), of: model, progress: progress)
    }
    var rest = limit ?? sorter.count
    addRows(min(rest, sorter.count), sorter.broken, sorter.repaired, sorter.repeated)
    try sorter.forEach { _, text in
      guard rest > 0 else { return false }
      rest -= 1
      buffer.append(contentsOf: text)
      if buffer.count >= Self.pieceLength { try finish() }
      return true
    }
  }

  /// Writes rows in any order.
  ///
  /// As many rows as fit into a fixed amount of memory are read in file order and written in the
  /// requested order; then the next.
  ///
  /// - Parameters:
  ///   - rows: The numbers of the rows.
  ///   - model: The feed.
  ///   - progress: Called with the number of rows written at intervals.
  /// - Throws: A `FeedError` if the source cannot be read, or the error of the sink.
  package mutating func write(
    _ rows: RowNumbers, of model: FeedListModel, progress: (Int) -> Void = { _ in }
  ) throws {
    let scan = RowScan(over: model, members: format.paths, jobs: jobs)
    let rowLength = max(16, model.rowLength)
    let batchLength = min(Self.batchLength, memoryLimit ?? .max)
    let batchCount = max(1, batchLength / rowLength)
    var start = 0
    // Rows that cannot be read are left out, and do not count.
    while start < rows.count, !isFull {
      let rest = limit.map { $0 - rowCount } ?? .max
      let batch = start..<min(rows.count, start + min(batchCount, rest))
      try write(batch, of: rows, scan)
      start = batch.upperBound
      progress(start)
    }
  }

  /// The maximum number of bytes of rows that are reordered at once.
  private static let batchLength = 256 * 1024 * 1024

  private mutating func write(_ batch: Range<Int>, of rows: RowNumbers, _ scan: RowScan) throws {
    var entries = batch.map { SortEntry(window: UInt64(rows[$0]), row: $0 - batch.lowerBound) }
    entries.withUnsafeMutableBufferPointer { FlagSort.sort($0) }
    var texts: [[UInt8]] = []
    // By position in the batch: the text, and the range in it.
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
      addRows(text.rowCount, text.broken, text.repaired, text.repeated)
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
    _ count: Int, _ broken: RowTally, _ repaired: RowTally, _ repeated: RepeatedMembers,
    from first: Int = 0
  ) {
    if rowCount == 0, count > 0 { addHeader() }
    rowCount += count
    brokenRows.add(broken, from: first)
    repairedRows.add(repaired, from: first)
    repeatedMembers.add(repeated, from: first)
  }

  private mutating func addHeader() {
    buffer += header
    header = []
  }

  /// Flushes pending bytes, and the header if there were no rows.
  ///
  /// - Throws: The error of the sink.
  package mutating func end() throws {
    addHeader()
    try finish()
    guard case .array = format else { return }
    try sink(Array((hasBegunArray ? "\n]\n" : "[]\n").utf8))
  }

  /// Converts lines into elements of an array; no value contains a line feed.
  private mutating func separateElements() {
    var elements = Array((hasBegunArray ? ",\n" : "[\n").utf8)
    hasBegunArray = true
    for line in buffer.split(separator: 0x0A) {
      if elements.count > 2 { elements += [UInt8(ascii: ","), 0x0A] }
      elements += line
    }
    buffer = elements
  }

  /// Flushes pending rows.
  ///
  /// - Throws: The error of the sink.
  package mutating func finish() throws {
    guard !buffer.isEmpty else { return }
    if case .array = format { separateElements() }
    try sink(buffer)
    buffer.removeAll(keepingCapacity: true)
  }
}
