/// Rows that an engine gives once: those of a query, which stay as they are in a copy.
package final class RowSpool: Sendable {
  private struct State {
    var count = 0
    var end = 0
    /// Rows that are not copied yet.
    var pending: [UInt8] = []
    var pendingCount = 0
    /// The first rows of pieces, which are read at once.
    var starts: [(row: Int, offset: Int)] = []
  }

  private let copy = StreamCopy()
  private let state = Monitor(State())

  /// The number of rows, and about that of their bytes, in a piece.
  private static let (rowsPerPiece, bytesPerPiece) = (64, 256 * 1024)

  package init() {}

  /// The number of rows that can be read.
  package var count: Int { state.withLock { $0.count } }

  /// The number of rows that are shown first, and after how many more are.
  private static let (firstCount, step) = (256, 16_384)

  /// Appends the text of a row, which has no line feeds but one at its end; one thread does so.
  ///
  /// - Parameters:
  ///   - row: The text.
  ///   - didFind: Called with the number of rows that can be read, at the first ones and now and
  ///     then.
  /// - Throws: A `FeedError` or a reason, if the copy cannot be written.
  package func append(_ row: [UInt8], _ didFind: (Int) -> Void) throws {
    let (count, isFull) = state.withLock { state in
      let next = (
        row: state.count + state.pendingCount, offset: state.end + state.pending.count
      )
      let isNew =
        state.starts.last.map { start in
          next.row - start.row >= Self.rowsPerPiece
            || next.offset - start.offset >= Self.bytesPerPiece
        } ?? true
      if isNew { state.starts.append(next) }
      state.pending += row
      state.pendingCount += 1
      return (next.row + 1, state.pending.count >= Self.bytesPerPiece)
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
    let pending = state.withLock { $0.pending }
    guard !pending.isEmpty else { return }
    try pending.withUnsafeBytes { try copy.append($0) }
    state.withLock { state in
      state.count += state.pendingCount
      state.end += pending.count
      state.pending = []
      state.pendingCount = 0
    }
  }

  /// Hands over the rows that are requested; the condition and the members are left to the caller.
  package func forEachRow(
    _ request: RowRequest, _ body: (Int, UnsafeRawBufferPointer) throws -> Bool
  ) throws {
    var buffer: [UInt8] = []
    let count = count
    for rows in request.rows.runs.map({ $0.clamped(to: 0..<count) }) {
      var first = rows.lowerBound
      while first < rows.upperBound, !request.isCancelled() {
        let (piece, end) = self.piece(of: first)
        if buffer.count < end.offset - piece.offset {
          buffer = [UInt8](repeating: 0, count: end.offset - piece.offset)
        }
        let length = try buffer.withUnsafeMutableBytes {
          try copy.read(
            into: UnsafeMutableRawBufferPointer(rebasing: $0[..<(end.offset - piece.offset)]),
            at: piece.offset)
        }
        let goesOn = try buffer.withUnsafeBytes { bytes in
          var (number, rest) = (piece.row, bytes[rebased: 0..<length])
          while number < rows.upperBound, let end = ByteSearch.first(0x0A, in: rest) {
            if number >= first, try !body(number, rest[rebased: 0..<end]) { return false }
            number += 1
            rest = rest[rebased: end + 1..<rest.count]
          }
          return true
        }
        guard goesOn else { return }
        first = end.row
      }
    }
  }

  /// The start of the piece that has a row, and that of the next one.
  private func piece(
    of row: Int
  ) -> (start: (row: Int, offset: Int), end: (row: Int, offset: Int)) {
    state.withLock { state in
      let next = state.starts.partitioningIndex { $0.row > row }
      let isCopied = next < state.starts.count && state.starts[next].row <= state.count
      return (state.starts[next - 1], isCopied ? state.starts[next] : (state.count, state.end))
    }
  }
}

extension RowRequest.Rows {
  /// The numbers as ranges without gaps.
  package var runs: [Range<Int>] {
    switch self {
    case .range(let rows): return [rows]
    case .all: return [0..<Int.max]
    case .numbers(let numbers):
      var runs: [Range<Int>] = []
      for number in numbers {
        if let last = runs.last, last.upperBound == number {
          runs[runs.count - 1] = last.lowerBound..<number + 1
        } else {
          runs.append(number..<number + 1)
        }
      }
      return runs
    }
  }
}
