/// Writes rows of a feed as text, piece by piece, in memory that does not grow with them.
public struct RowOutput {
  /// How the rows are written.
  public let format: RowFormat

  /// How many rows have been written.
  public private(set) var rowCount = 0

  /// How many rows were left out because they are not JSON.
  public private(set) var brokenRowCount = 0

  /// The number in the feed of the first row that was left out.
  public private(set) var firstBrokenRow: Int?

  private let sink: ([UInt8]) throws -> Void
  private var buffer: [UInt8]

  /// So many bytes are handed over at once.
  private static let pieceLength = 64 * 1024

  /// Makes an output; what comes before the first row is handed over with it.
  ///
  /// - Parameters:
  ///   - format: How the rows are written.
  ///   - hasHeader: Whether there are titles above the columns.
  ///   - sink: Takes bytes; what it throws ends the writing.
  public init(
    _ format: RowFormat, hasHeader: Bool = true, sink: @escaping ([UInt8]) throws -> Void
  ) {
    self.format = format
    self.sink = sink
    buffer = hasHeader ? format.header : []
  }

  /// Writes rows in the order of the feed, those that match; reads the feed once.
  ///
  /// - Parameters:
  ///   - model: The feed.
  ///   - rows: The numbers of the rows; nil means all. With those that have come since, rows can be
  ///     written while they are found.
  ///   - filters: What rows must match.
  /// - Throws: A `FeedError` where the source cannot be read, and what the sink throws.
  public mutating func write(
    _ model: FeedListModel, rows: Range<Int>? = nil, filters: [RowFilter] = []
  ) throws {
    var pass = QueryPass(over: model, condition: RowQuery(filters: filters).condition)
    var failure: (any Error)?
    try pass.run(rows ?? 0..<model.numberOfRows) { number, row in
      guard failure == nil else { return }
      do {
        try append(JSONBytes(Array(row)), number)
      } catch {
        failure = error
      }
    } step: { _ in
      failure == nil
    }
    if let failure { throw failure }
  }

  /// Writes rows in any order.
  ///
  /// - Throws: What the sink throws.
  public mutating func write(_ rows: RowNumbers, of model: FeedListModel) throws {
    for number in rows { try append(model.row(number).json, number) }
  }

  /// Hands over what has not been handed over yet; to be called after the last row.
  ///
  /// - Throws: What the sink throws.
  public mutating func finish() throws {
    guard !buffer.isEmpty else { return }
    defer { buffer.removeAll(keepingCapacity: true) }
    try sink(buffer)
  }

  private mutating func append(_ row: JSONBytes, _ number: Int) throws {
    if format.append(row, to: &buffer) {
      rowCount += 1
    } else {
      brokenRowCount += 1
      firstBrokenRow = firstBrokenRow ?? number
    }
    guard buffer.count >= Self.pieceLength else { return }
    try finish()
  }
}
