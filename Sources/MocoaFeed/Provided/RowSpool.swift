/// Rows that an engine gives once: those of a query, which stay as they are in a copy.
package final class RowSpool: Sendable {
  private struct State {
    var count = 0
    var end = 0
    /// Where the rows 0, 64, 128 and so on start.
    var starts: [Int] = []
  }

  private let copy = StreamCopy()
  private let state = Monitor(State())

  private static let rowsPerStart = 64

  package init() {}

  package var count: Int { state.withLock { $0.count } }

  /// Appends the text of a row, which has no line feeds but one at its end; one thread does so.
  ///
  /// - Throws: A `FeedError` or a reason, if the copy cannot be written.
  package func append(_ row: [UInt8]) throws {
    try row.withUnsafeBytes { try copy.append($0) }
    state.withLock { state in
      if state.count % Self.rowsPerStart == 0 { state.starts.append(state.end) }
      state.count += 1
      state.end += row.count
    }
  }

  /// Hands over the rows that are requested; the condition and the members are left to the caller.
  package func forEachRow(
    _ request: RowRequest, _ body: (Int, UnsafeRawBufferPointer) throws -> Bool
  ) throws {
    var (buffer, size) = ([UInt8](), Self.rowsPerStart)
    let count = count
    for rows in request.rows.runs.map({ $0.clamped(to: 0..<count) })
    where !rows.isEmpty && !request.isCancelled() {
      // Pieces of a few rows, which are read at once.
      for first in stride(from: rows.lowerBound / size * size, to: rows.upperBound, by: size) {
        let (start, end) = state.withLock { state in
          let piece = first / Self.rowsPerStart
          guard piece < state.starts.count else { return (state.end, state.end) }
          return (
            state.starts[piece],
            piece + 1 < state.starts.count ? state.starts[piece + 1] : state.end
          )
        }
        if buffer.count < end - start { buffer = [UInt8](repeating: 0, count: end - start) }
        let count = try buffer.withUnsafeMutableBytes {
          try copy.read(
            into: UnsafeMutableRawBufferPointer(rebasing: $0[..<(end - start)]), at: start)
        }
        let goesOn = try buffer.withUnsafeBytes { bytes in
          var (number, rest) = (first, bytes[rebased: 0..<count])
          while number < rows.upperBound, let end = ByteSearch.first(0x0A, in: rest) {
            if number >= rows.lowerBound, try !body(number, rest[rebased: 0..<end]) {
              return false
            }
            number += 1
            rest = rest[rebased: end + 1..<rest.count]
          }
          return true
        }
        guard goesOn else { return }
      }
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
