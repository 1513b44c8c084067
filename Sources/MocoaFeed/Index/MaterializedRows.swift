/// Rows that an engine gives once, those of a view or a query: lines of a copy, which are found
/// again as those of a file.
///
/// One thread appends, any thread may read.
package final class MaterializedRows: Sendable {
  /// What is not copied yet.
  private struct Pending {
    var writer = RowWriter()
    var bytes: [UInt8] = []
  }

  private let source = CopiedRows()
  private let index = RowIndex()
  private let pending = Monitor(Pending())

  /// About the number of bytes that are copied at once.
  private static let pieceLength = 256 * 1024

  /// The number of rows that are shown first, and after how many more are.
  private static let (firstCount, step) = (256, 16_384)

  package init() { index.begin(.lines, shape: .lines) }

  /// The number of rows that can be read.
  package var count: Int { index.progress.rowCount }

  /// Appends the text of a row, which has no line feeds but one at its end; one thread does so.
  ///
  /// - Parameters:
  ///   - row: The text.
  ///   - didFind: Called with the number of rows that can be read, at the first ones and now and
  ///     then.
  /// - Throws: A `FeedError` or a reason, if the copy cannot be written.
  package func append(_ row: [UInt8], _ didFind: (Int) -> Void) throws {
    let (count, isFull) = pending.withLock { pending in
      let next = pending.writer.rowStart + row.count
      pending.writer.endRow(at: next - 1, next: next)
      pending.bytes += row
      return (pending.writer.rowCount, pending.bytes.count >= Self.pieceLength)
    }
    if count == Self.firstCount || count % Self.step == 0 {
      try finish(didFind)
    } else if isFull {
      try flush()
    }
  }

  /// Copies the rows that were appended last, and calls a closure with the number of all.
  package func finish(_ didFind: (Int) -> Void) throws {
    try flush()
    didFind(self.count)
  }

  private func flush() throws {
    try pending.withLock { pending in
      guard !pending.bytes.isEmpty else { return }
      try pending.bytes.withUnsafeBytes { try source.copy.append($0) }
      pending.bytes = []
      index.publish(&pending.writer)
    }
  }

  /// Hands over the rows that are requested; the condition and the members are left to the caller.
  package func forEachRow(
    _ request: RowRequest, _ body: (Int, UnsafeRawBufferPointer) throws -> Bool
  ) throws {
    var pass = RowPass(source: source, index: index, longestRow: .max, readsAhead: false)
    var goesOn = true
    let count = count
    for rows in request.rows.runs.map({ $0.clamped(to: 0..<count) }) where goesOn {
      guard !request.isCancelled() else { return }
      try pass.forEachRow(in: rows) { number, row, _ in
        goesOn = try body(number, row)
        return goesOn
      }
    }
  }
}

/// The bytes of rows, which are appended, not read in order.
private struct CopiedRows: ByteSource {
  let copy = StreamCopy()
  var name: String { FileDescriptor.temporaryDirectory }
  var size: Int? { nil }

  func readNext(into buffer: UnsafeMutableRawBufferPointer) -> Int { 0 }

  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws -> Int {
    try copy.read(into: buffer, at: offset)
  }

  func stop() {}
}
