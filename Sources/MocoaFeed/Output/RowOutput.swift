/// Writes rows of a feed as text, on several threads, in memory that does not grow with them.
public struct RowOutput {
  /// How the rows are written.
  public let format: RowFormat

  /// The number of threads; nil for one for each processor.
  public let jobs: Int?

  /// How many rows have been written.
  public private(set) var rowCount = 0

  /// How many rows were left out because they are not JSON.
  public private(set) var brokenRowCount = 0

  /// The number in the feed of the first row that was left out.
  public private(set) var firstBrokenRow: Int?

  private let sink: ([UInt8]) throws -> Void
  private var buffer: [UInt8]
  private let formatter: RowFormatter

  /// So many bytes are handed over at once.
  private static let pieceLength = 64 * 1024

  /// Makes an output; what comes before the first row is handed over with it.
  ///
  /// - Parameters:
  ///   - format: How the rows are written.
  ///   - hasHeader: Whether there are titles above the columns.
  ///   - jobs: The number of threads; nil for one for each processor.
  ///   - sink: Takes bytes; what it throws ends the writing.
  public init(
    _ format: RowFormat, hasHeader: Bool = true, jobs: Int? = nil,
    sink: @escaping ([UInt8]) throws -> Void
  ) {
    self.format = format
    self.jobs = jobs
    self.sink = sink
    buffer = hasHeader ? format.header : []
    formatter = RowFormatter(format)
  }

  /// The rows of a block as they are written.
  private struct Text: Sendable {
    var formatter: RowFormatter
    var bytes: [UInt8] = []
    var rowCount = 0
    var broken: [Int] = []

    mutating func append(_ row: UnsafeRawBufferPointer, number: Int) {
      if formatter.append(row, to: &bytes) { rowCount += 1 } else { broken.append(number) }
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
    let scan = RowScan(over: model, condition: RowQuery(filters: filters).condition, jobs: jobs)
    try scan.run(rows ?? 0..<model.numberOfRows, empty: Text(formatter: formatter)) {
      $2.append($1, number: $0)
    } step: { rows, text in
      count(text)
      buffer += text.bytes
      if buffer.count >= Self.pieceLength { try finish() }
      progress(rows.upperBound)
      return true
    }
  }

  /// Writes rows in any order.
  ///
  /// - Throws: What the sink throws.
  public mutating func write(_ rows: RowNumbers, of model: FeedListModel) throws {
    var text = Text(formatter: formatter)
    for number in rows {
      model.row(number).json.withBytes { text.append($0, number: number) }
      guard text.bytes.count >= Self.pieceLength else { continue }
      count(text)
      try sink(buffer + text.bytes)
      buffer.removeAll()
      text = Text(formatter: formatter)
    }
    count(text)
    buffer += text.bytes
  }

  private mutating func count(_ text: Text) {
    rowCount += text.rowCount
    brokenRowCount += text.broken.count
    firstBrokenRow = firstBrokenRow ?? text.broken.first
  }

  /// Hands over what has not been handed over yet; to be called after the last row.
  ///
  /// - Throws: What the sink throws.
  public mutating func finish() throws {
    guard !buffer.isEmpty else { return }
    try sink(buffer)
    buffer.removeAll(keepingCapacity: true)
  }
}
