/// Where the rows of a source are.
///
/// One thread writes it; any thread may read it meanwhile and wait for rows. Where rows are read at
/// a pace, the writing thread waits until rows have been released.
///
/// It holds the place of every 64th row or so; the places between are found again when they are
/// asked for. A million rows take a quarter of a megabyte.
final class RowIndex: Sendable {
  /// How far the index has come.
  struct Progress: Sendable, Equatable {
    /// The number of rows.
    var rowCount = 0
    /// The number of sections.
    var sectionCount = 0
    /// How many bytes have been read.
    var byteCount = 0
    /// What the source holds, once that is known.
    var format: FeedFormat?
    /// Whether nothing will be added any more.
    var isFinished = false
    /// Why the source could not be read to its end.
    var error: FeedError?
    /// The arrays of the document that can be its rows.
    var lists: [FeedList] = []
    /// What is to be said of how the rows were read.
    var notes: [String] = []
    /// How often sections have been described.
    var detailsVersion = 0
  }

  private struct State {
    var progress = Progress()
    var shape = RowShape.elements
    var coding = RowCoding.json
    var anchors: [RowAnchor] = []
    var sectionStarts: [Int] = []
    var details: [Int: SectionDetails] = [:]
    var rowEnd = 0
    var lines = LineTable()
    var observer: (@Sendable () -> Void)?
    var isObserverNotified = false
    /// How many rows threads wait for.
    var awaited: [Int] = []
    var isPaced: Bool
    /// Whether nobody wants more rows; the writing thread must not wait for anybody.
    var hasEndedPacing = false
    var handover = Handover.none
    /// How many bytes had been read when rows were last waited for that were not there.
    var demand = 0
    /// Until when the writing thread has been suspended.
    var suspensionEnd: ContinuousClock.Instant?

    /// How many bytes are read ahead of those that were released, where nobody waits for rows.
    private static let lead = 6 << 20

    /// Whether as much has been read ahead as is.
    var isAhead: Bool { isPaced && progress.byteCount - (anchors.first?.offset ?? 0) > Self.lead }

    /// Whether as much has been read ahead of what was waited for as is.
    var isAheadOfDemand: Bool { progress.byteCount - demand > Self.lead && !isAwaited }

    /// Whether threads wait for rows that are not there.
    var isAwaited: Bool { awaited.contains { $0 > progress.rowCount } }
  }

  /// Who finds the rows: the writing thread, or a pass over the rows that takes over from it.
  private enum Handover {
    /// Always the writing thread.
    case none
    /// The writing thread, until a pass asks.
    case offered
    /// A pass has asked; the writing thread comes to the end of its piece.
    case wanted
    /// Nobody: the writing thread has stopped.
    case granted(RowWriter)
    /// A pass.
    case taken
    /// The writing thread again, behind the rows that a pass has found.
    case returned(RowWriter)
  }

  private let state: Monitor<State>

  /// Makes an empty index.
  ///
  /// - Parameter isPaced: Whether the writing thread waits for rows to be released.
  init(isPaced: Bool = false) {
    state = Monitor(State(isPaced: isPaced))
  }

  /// How far the index has come.
  ///
  /// - Complexity: O(1).
  var progress: Progress { state.withLock { $0.progress } }
}

// MARK: - Writing

extension RowIndex {
  /// Sets how the rows stand in the bytes, and what they stand for; before the first row.
  func begin(_ format: FeedFormat, shape: RowShape, coding: RowCoding = .json) {
    state.withLock {
      $0.progress.format = format
      $0.shape = shape
      $0.coding = coding
    }
  }

  /// Adds to what is to be said of how the rows were read.
  func note(_ text: String) { state.withLock { $0.progress.notes.append(text) } }

  /// Counts bytes and line feeds of the next piece of the source.
  func add(_ bytes: UnsafeRawBufferPointer) {
    let count = bytes.count(of: 0x0A)
    let last = count == 0 ? nil : bytes.lastIndex(of: 0x0A)
    state.withLock {
      $0.lines.add(byteCount: bytes.count, newlineCount: count, lastNewline: last)
      $0.progress.byteCount += bytes.count
    }
  }

  /// Makes the rows that a writer holds visible to readers.
  func publish(_ writer: inout RowWriter) {
    state.withLock {
      $0.anchors.append(contentsOf: writer.anchors)
      $0.sectionStarts.append(contentsOf: writer.sectionStarts)
      if !writer.details.isEmpty {
        $0.details.merge(writer.details) { $1 }
        $0.progress.detailsVersion += 1
      }
      $0.rowEnd = writer.rowEnd
      $0.progress.rowCount = writer.rowCount
      $0.progress.sectionCount = writer.sectionCount
    }
    writer.removePending()
    didChange()
  }

  /// Sets the arrays of the document that can be its rows.
  func describe(_ lists: [FeedList]) {
    state.withLock { $0.progress.lists = lists }
  }

  /// Forgets where rows are that will not be asked for again.
  ///
  /// - Parameters:
  ///   - count: The number of the first row that is still wanted.
  ///   - source: The source, which may forget their bytes: before others are read.
  func release(rowsBefore count: Int, of source: any ByteSource) {
    state.withLock { state in
      let next = state.anchors.firstIndex(sortedWhere: { $0.row > count }) ?? state.anchors.count
      state.anchors.removeFirst(max(0, next - 1))
      source.release(before: state.anchors.first?.offset ?? 0)
    }
  }

  /// Finishes the index; nothing may be added afterwards.
  ///
  /// - Parameter error: Why the rows are not all, if they are not: the source could not be read to
  ///   its end, or the document is not well-formed between its rows.
  func finish(error: FeedError? = nil) {
    state.withLock {
      $0.progress.error = error
      $0.progress.isFinished = true
      $0.handover = .none
    }
    didChange()
  }

  /// Notifies the observer, and waits while the writing thread is too far ahead or suspended.
  private func didChange() {
    notify()
    let mayGoOn = { (state: inout State) -> Void? in
      state.isAhead && !state.isAwaited && !state.progress.isFinished ? nil : ()
    }
    _ = state.wait(until: mayGoOn)
    let suspension = state.withLock { $0.suspensionEnd.map { $0 - .now } }
    guard let suspension, suspension > .zero else { return }
    _ = state.wait(timeout: suspension) { state -> Void? in
      state.suspensionEnd == nil || state.progress.isFinished ? () : nil
    }
  }
}

// MARK: - Waiting

extension RowIndex {
  /// Has a closure called after changes, on any thread: once, until `acknowledge` is called.
  func observe(_ observer: @escaping @Sendable () -> Void) {
    state.withLock { $0.observer = observer }
  }

  /// Notifies the observer of a change of the index or its source.
  func notify() {
    let observer = state.withLock { state -> (@Sendable () -> Void)? in
      defer { state.isObserverNotified = true }
      return state.isObserverNotified ? nil : state.observer
    }
    observer?()
  }

  /// Allows the next notification.
  func acknowledge() {
    state.withLock { $0.isObserverNotified = false }
  }

  /// Blocks until there are so many rows, or all there are.
  ///
  /// - Parameters:
  ///   - count: The number of rows.
  ///   - timeout: How long is waited; nil for ever.
  ///   - suspension: How long the writing thread is suspended then at most; see `resume`.
  /// - Returns: Whether the rows are there.
  @discardableResult
  func wait(
    forRows count: Int, timeout: Duration? = nil, suspension: Duration = .zero
  ) -> Bool {
    state.withLock {
      $0.awaited.append(count)
      if count > $0.progress.rowCount { $0.demand = $0.progress.byteCount }
    }
    let isDone = state.wait(timeout: timeout) { state -> Bool? in
      guard state.progress.isFinished || state.progress.rowCount >= count else { return nil }
      if suspension > .zero { state.suspensionEnd = .now + suspension }
      return true
    }
    state.withLock { state in
      state.awaited.firstIndex(of: count).map { _ = state.awaited.remove(at: $0) }
    }
    return isDone ?? false
  }

  /// Blocks until as many rows are there as are read ahead at a pace, or all; for ever where
  /// nothing is read.
  func waitForLead() {
    _ = state.wait { $0.isAhead || $0.progress.isFinished ? () : nil }
  }

  /// Ends the suspension of the writing thread.
  func resume() {
    state.withLock { $0.suspensionEnd = nil }
  }

  /// Ends the suspension and the pace, and offers nothing any more.
  func endPacing() {
    state.withLock { state in
      (state.suspensionEnd, state.isPaced, state.hasEndedPacing) = (nil, false, true)
      switch state.handover {
      // The rows of the pass are still to be taken over.
      case .taken, .returned: break
      case .none, .offered, .wanted, .granted: state.handover = .none
      }
    }
  }
}

// MARK: - Handing over

extension RowIndex {
  /// Allows passes over the rows to find those that have not been found; by the writing thread,
  /// which calls `handOver(_:)` from then on.
  func offer() { state.withLock { $0.handover = $0.hasEndedPacing ? .none : .offered } }

  /// Lets a pass find rows that wants to, and waits for it to end; waits too while enough has been
  /// read ahead.
  ///
  /// - Parameter writer: The rows so far, which have been published; with those of the pass then.
  /// - Returns: The offset at which to go on; nil where no pass has found rows.
  func handOver(_ writer: inout RowWriter) -> Int? {
    let isWanted = state.wait { state -> Bool? in
      switch state.handover {
      case .offered: state.isAheadOfDemand ? nil : false
      case .wanted: true
      case .none, .granted, .taken, .returned: false
      }
    }
    guard isWanted == true else { return nil }
    state.withLock { $0.handover = .granted(writer) }
    let found = state.wait { state -> (writer: RowWriter, offset: Int)?? in
      switch state.handover {
      case .returned(let writer): (writer, state.progress.byteCount)
      case .none: .some(nil)
      case .offered, .wanted, .granted, .taken: nil
      }
    }
    guard let (taken, offset) = found ?? nil else { return nil }
    writer = taken
    offer()
    return offset
  }

  /// Takes over from the writing thread, where that has offered it; waits for it to stop.
  ///
  /// - Returns: The rows so far, and the start of the last line that was begun.
  func takeOver() -> (writer: RowWriter, lineStart: Int)? {
    state.withLock { state in
      if case .offered = state.handover { state.handover = .wanted }
    }
    let taken = state.wait { state -> (writer: RowWriter, lineStart: Int)?? in
      switch state.handover {
      case .granted(let writer):
        state.handover = .taken
        return (writer, max(writer.rowStart, state.lines.lastLineStart))
      case .wanted: return nil
      case .none, .offered, .taken, .returned: return .some(nil)
      }
    }
    return taken ?? nil
  }

  /// Adds rows that a pass has found behind those that there are.
  func add(_ lines: FoundLines, _ writer: inout RowWriter) {
    writer.append(lines.writer)
    state.withLock {
      let count = lines.bytes.upperBound - $0.progress.byteCount
      $0.lines.add(
        byteCount: count, newlineCount: lines.newlineCount, lastNewline: count - 1)
      $0.progress.byteCount += count
    }
    publish(&writer)
  }

  /// Ends what `takeOver()` began.
  func giveBack(_ writer: RowWriter) { state.withLock { $0.handover = .returned(writer) } }
}

// MARK: - Reading

extension RowIndex {
  /// Rows that lie between two anchors.
  struct Block: Equatable {
    /// The numbers of the rows.
    var rows: Range<Int>
    /// Where they are in the source; behind the last of them there may be something else.
    var bytes: Range<Int>
    /// How they stand in the bytes.
    var shape: RowShape
    /// Whether the bytes end where the last row ends.
    var isExact: Bool
  }

  /// The rows between two anchors, of which one is asked for.
  ///
  /// - Complexity: O(log n) for n rows.
  /// - Precondition: The row is there.
  func block(containing row: Int) -> Block {
    state.withLock { state in
      precondition(0..<state.progress.rowCount ~= row, "There is no such row.")
      guard let first = state.anchors.first, first.row <= row else {
        // Released: its bytes are gone.
        return Block(rows: row..<row + 1, bytes: 0..<1, shape: state.shape, isExact: true)
      }
      let next = state.anchors.firstIndex(sortedWhere: { $0.row > row })
      return Self.block(before: next, of: state)
    }
  }

  /// The rows before an anchor, or behind the last one.
  private static func block(before next: Int?, of state: State) -> Block {
    let anchor = state.anchors[(next ?? state.anchors.count) - 1]
    guard let next else {
      return Block(
        rows: anchor.row..<state.progress.rowCount, bytes: anchor.offset..<state.rowEnd,
        shape: state.shape, isExact: true)
    }
    let following = state.anchors[next]
    // Behind the last row of a section there is more than a comma.
    let end = following.offset - (following.beginsRun ? 0 : state.shape.gap)
    return Block(
      rows: anchor.row..<following.row, bytes: anchor.offset..<end, shape: state.shape,
      isExact: !following.beginsRun)
  }

  /// The numbers of the rows of a section, of those that were there at some moment.
  ///
  /// - Complexity: O(1).
  func rows(ofSection section: Int, rowCount: Int, sectionCount: Int) -> Range<Int> {
    state.withLock { state in
      let start = state.sectionStarts[section]
      let end = section + 1 < sectionCount ? state.sectionStarts[section + 1] : rowCount
      return start..<end
    }
  }

  /// The section that a row is in.
  ///
  /// - Complexity: O(log n) for n sections.
  func section(ofRow row: Int) -> Int {
    state.withLock { state in
      (state.sectionStarts.firstIndex(sortedWhere: { $0 > row }) ?? state.sectionStarts.count) - 1
    }
  }

  /// What there is to a section besides its rows.
  func details(ofSection section: Int) -> SectionDetails {
    state.withLock { $0.details[section] ?? SectionDetails() }
  }

  /// How the rows stand in the bytes.
  var shape: RowShape { state.withLock { $0.shape } }

  /// What the bytes of the rows stand for.
  var coding: RowCoding { state.withLock { $0.coding } }

  /// The lines of the source, as far as it has been read.
  var lines: LineTable { state.withLock { $0.lines } }
}

extension Array {
  /// The position of the first element for which a condition holds that holds for all behind it.
  ///
  /// - Complexity: O(log n).
  func firstIndex(sortedWhere condition: (Element) -> Bool) -> Int? {
    var lower = 0
    var upper = count
    while lower < upper {
      let middle = lower + (upper - lower) / 2
      if condition(self[middle]) { upper = middle } else { lower = middle + 1 }
    }
    return lower == count ? nil : lower
  }
}
