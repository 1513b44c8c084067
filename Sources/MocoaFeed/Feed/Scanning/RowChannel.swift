/// Rows on their way from a thread that reads them to one that scans them.
final class RowChannel: Sendable {
  /// Some rows, one behind the other.
  struct Rows: Sendable {
    private var bytes: [UInt8] = []
    private var ends: [Int] = []

    var isEmpty: Bool { ends.isEmpty }
    var count: Int { ends.count }
    var byteCount: Int { bytes.count }

    mutating func append(_ row: UnsafeRawBufferPointer) {
      bytes.append(contentsOf: row)
      ends.append(bytes.count)
    }

    /// Calls a closure with each row, as long as it returns `true`.
    func forEach(_ body: (UnsafeRawBufferPointer) -> Bool) {
      bytes.withUnsafeBytes { bytes in
        var start = 0
        for end in ends {
          guard body(bytes[rebased: start..<end]) else { return }
          start = end
        }
      }
    }
  }

  private struct State {
    var waiting: [Rows] = []
    var sentCount = 0
    var end: Result<Void, any Error>?
    var isClosed = false
  }

  private let state = Monitor(State())

  /// How many rows, and how many of their bytes, are sent together.
  private static let (rowLimit, byteLimit) = (1_024, 256 * 1024)

  /// How many times rows are sent before the first are taken.
  private static let capacity = 8

  /// A Boolean value that indicates whether no more rows are wanted.
  var isClosed: Bool { state.withLock { $0.isClosed } }

  /// Returns whether rows should be sent, rather than more of them be added: the first ones soon.
  func isReady(for rows: Rows) -> Bool {
    rows.byteCount >= Self.byteLimit || rows.count >= Self.rowLimit
      || rows.count.isMultiple(of: 16) && state.withLock { $0.sentCount < 4 }
  }

  /// Sends rows, and waits for room for them; leaves none behind.
  ///
  /// - Returns: `false` if no more are wanted.
  func send(_ rows: inout Rows) -> Bool {
    defer { rows = Rows() }
    let isSent: Bool? = state.wait { state in
      if state.isClosed { return false }
      guard state.waiting.count < Self.capacity else { return nil }
      if !rows.isEmpty { state.waiting.append(rows) }
      state.sentCount += 1
      return true
    }
    return isSent == true
  }

  /// Ends the channel, with an error if not all rows were sent.
  func finish(_ result: Result<Void, any Error>) { state.withLock { $0.end = result } }

  /// Returns the next rows, waiting for them; nil at the end.
  ///
  /// - Throws: The error with which the channel was ended.
  func next() throws -> Rows? {
    let next = state.wait { state -> Result<Rows?, any Error>? in
      if !state.waiting.isEmpty { return Result.success(state.waiting.removeFirst()) }
      return state.end?.map { Rows?.none }
    }
    return try next?.get() ?? nil
  }

  /// Has the sender stop.
  func close() { state.withLock { ($0.isClosed, $0.waiting) = (true, []) } }
}
