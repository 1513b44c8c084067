/// The rows of another source, each divided into rows of its own by an ``Unnesting``, as lines.
///
/// It is read in the background like any source, and keeps a copy of the lines. A row that is not
/// JSON gives none, and is the error of the source, with its place, behind the others.
final class UnnestedSource: RewrittenSource {
  let name: String

  /// The reading of the other source.
  let reading: FeedReading

  private let unnesting: Unnesting
  private let lines = PendingBytes()
  private let state = Monitor(State())

  private struct State {
    /// The number of rows that were divided.
    var count = 0
    /// The rows without elements, and those with a value in place of some.
    var (empty, plain) = (RowTally(), RowTally())
    /// The number of rows that are not JSON, and the error of the first of them.
    var brokenCount = 0
    var problem: FeedError?
    var isStarted = false
    var isStopped = false
    /// A Boolean value that indicates whether the other source was overwritten while it was read.
    var isOverwritten = false
  }

  /// The number of rows that are divided at once.
  private static let step = 16 * 1024

  /// Creates a source of the rows of another one.
  ///
  /// - Parameters:
  ///   - source: The other source.
  ///   - unnesting: The member whose elements become rows.
  ///   - options: The options that determine its interpretation.
  init(_ source: any ByteSource, _ unnesting: Unnesting, options: FeedOptions) {
    var options = options
    options.derivedMembers = []
    options.isOnePass = false
    name = source.name
    reading = FeedReading(source: source, options: options)
    self.unnesting = unnesting
  }

  var size: Int? { nil }
  var isOverwritten: Bool { state.withLock { $0.isOverwritten } }
  var canReadAgain: Bool { false }

  /// Always nil: the rows belong to no sections.
  var firstDocument: DocumentDescription? { nil }

  /// Notes on how the rows were read, on those without elements, and those of the other source.
  var notices: [String] {
    let (empty, plain, brokenCount) = state.withLock { ($0.empty, $0.plain, $0.brokenCount) }
    var notices = reading.index.notes
    for (rows, content) in [
      (empty, "no elements in \(unnesting.text)"),
      (plain, "a plain value in \(unnesting.text), which is kept"),
    ] {
      guard let first = rows.first else { continue }
      let subject = rows.count == 1 ? "1 row has" : "\(rows.count) rows have"
      notices.append("\(subject) \(content), the first is row \(first + 1)")
    }
    if brokenCount > 1 { notices.append("\(brokenCount) rows cannot be read and are left out") }
    return notices + reading.source.notices
  }

  func isIdle(for duration: Duration) -> Bool { reading.source.isIdle(for: duration) }

  func release(before offset: Int) { lines.release(before: offset) }

  func stop() {
    state.withLock { $0.isStopped = true }
    reading.stop()
  }

  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws -> Int {
    try FeedError.naming(name) { try lines.read(into: buffer, at: offset) }
  }

  func readNext(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    let isStarted = state.withLock { state in
      defer { state.isStarted = true }
      return state.isStarted
    }
    if !isStarted { reading.start() }
    while true {
      if state.withLock({ $0.isStopped }) { return 0 }
      let count = try FeedError.naming(name) { try lines.take(into: buffer) }
      if count > 0 { return count }
      guard try divideRows() else { return 0 }
    }
  }

  /// Divides the next rows; blocks until there are some.
  ///
  /// - Returns: `false` at the end.
  /// - Throws: The error of the other source, behind its rows.
  private func divideRows() throws -> Bool {
    let count = state.withLock { $0.count }
    reading.index.wait(forRows: count + 1)
    // Read before the rows, some of which may be found meanwhile.
    let isFinished = reading.index.progress.isFinished
    let model = reading.model
    guard model.numberOfRows > count else {
      guard isFinished else { return true }
      let isOverwritten = reading.source.isOverwritten
      let (problem, emptyCount) = state.withLock { state in
        state.isOverwritten = isOverwritten
        return (state.problem, state.empty.count)
      }
      if let failure = reading.failure ?? problem { throw failure }
      guard count == 0 || emptyCount < count else {
        throw FeedError(
          source: name, reason: .unreadable("no row has elements in \(unnesting.text)"))
      }
      return false
    }
    let rows = count..<min(model.numberOfRows, count + Self.step)
    var made: [UInt8] = []
    var (empty, plain, broken) = (RowTally(), RowTally(), RowTally())
    try RowScan(over: model, takesBroken: true).run(rows, empty: Piece()) {
      [unnesting] number, row, piece in
      piece.add(row, number: number, by: unnesting)
    } step: { block, piece in
      made += piece.lines
      empty.add(piece.empty, from: block.lowerBound)
      plain.add(piece.plain, from: block.lowerBound)
      broken.add(piece.broken, from: block.lowerBound)
      return true
    }
    // The row may be released later.
    let problem = broken.first.flatMap { model.row($0).problem }
    lines.put(made)
    state.withLock { state in
      state.count = rows.upperBound
      state.empty.add(empty)
      state.plain.add(plain)
      state.brokenCount += broken.count
      state.problem = state.problem ?? problem
    }
    reading.index.release(rowsBefore: rows.upperBound, of: reading.source)
    return true
  }

  /// The lines of a block of rows.
  private struct Piece: Sendable {
    var lines: [UInt8] = []
    var (empty, plain, broken) = (RowTally(), RowTally(), RowTally())

    mutating func add(_ row: UnsafeRawBufferPointer, number: Int, by unnesting: Unnesting) {
      guard CheckedScanner.isValid(row) else { return broken.add(number) }
      switch unnesting.append(row, to: &lines) {
      case .elements: break
      case .none: empty.add(number)
      case .value: plain.add(number)
      }
    }
  }
}
