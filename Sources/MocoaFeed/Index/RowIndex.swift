/// The positions of the rows of a source.
///
/// One thread writes it; any thread may read it meanwhile and wait for rows. In a paced reading,
/// the writing thread waits until rows have been released.
///
/// It stores the position of about every 64th row; the positions between are found again on demand.
/// A million rows take a quarter of a megabyte.
final class RowIndex: Sendable {
  /// The progress of the index.
  struct Progress: Sendable, Equatable {
    /// The number of rows.
    var rowCount = 0
    /// The number of sections.
    var sectionCount = 0
    /// The number of bytes that have been read.
    var byteCount = 0
    /// The format of the source, once it is known.
    var format: FeedFormat?
    /// A Boolean value that indicates whether the index is complete.
    var isFinished = false
    /// The error that ended reading early.
    var error: FeedError?
    /// The arrays of the document that could be its rows.
    var lists: [FeedList] = []
    /// The first members of the document beside the lists.
    var otherMembers: [JSONPointer] = []
    /// Notes on how the rows were read.
    var notes: [String] = []
    /// The number of times that sections have been described.
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
    /// The numbers of rows that threads wait for.
    var awaited: [Int] = []
    var isPaced: Bool
    /// A Boolean value that indicates whether pacing has ended: the writing thread must not wait.
    var hasEndedPacing = false
    var handover = Handover.none
    /// The number of bytes read when a thread last waited for missing rows.
    var demand = 0
    /// The end of the suspension of the writing thread.
    var suspensionEnd: ContinuousClock.Instant?

    /// The number of bytes to read ahead of those released, unless rows are waited for.
    private static let lead = 6 << 20

    /// A Boolean value that indicates whether enough has been read ahead.
    var isAhead: Bool { isPaced && progress.byteCount - (anchors.first?.offset ?? 0) > Self.lead }

    /// A Boolean value that indicates whether enough has been read ahead of the last wait.
    var isAheadOfDemand: Bool { progress.byteCount - demand > Self.lead && !isAwaited }

    /// A Boolean value that indicates whether threads wait for missing rows.
    var isAwaited: Bool { awaited.contains { $0 > progress.rowCount } }
  }

  /// The thread that finds the rows: the writing thread, or a scan that takes over from it.
  private enum Handover {
    /// Always the writing thread.
    case none
    /// The writing thread, until a scan requests it.
    case offered
    /// A scan has requested it; the writing thread finishes its chunk.
    case wanted
    /// None: the writing thread has stopped.
    case granted(RowWriter)
    /// A scan.
    case taken
    /// The writing thread again, after the rows that a scan has found.
    case returned(RowWriter)
  }

  private let state: Monitor<State>

  /// Creates an empty index.
  ///
  /// - Parameter isPaced: A Boolean value that indicates whether the writing thread waits for rows
  ///   to be released.
  init(isPaced: Bool = false) {
    state = Monitor(State(isPaced: isPaced))
  }

  /// The progress of the index.
  ///
  /// - Complexity: O(1).
  var progress: Progress { state.withLock { $0.progress } }
}

// MARK: - Writing

extension RowIndex {
  /// Sets the shape and the coding of the rows; before the first row.
  func begin(_ format: FeedFormat, shape: RowShape, coding: RowCoding = .json) {
    state.withLock {
      $0.progress.format = format
      $0.shape = shape
      $0.coding = coding
    }
  }

  /// Adds a note on how the rows were read.
  func note(_ text: String) { state.withLock { $0.progress.notes.append(text) } }

  /// Notes on how the rows were read, those that were read since included.
  var notes: [String] {
    let (notes, coding) = state.withLock { ($0.progress.notes, $0.coding) }
    return notes + (coding.doubtful?.notes ?? [])
  }

  /// Counts bytes and line feeds of the next chunk of the source.
  func add(_ bytes: UnsafeRawBufferPointer) {
    let count = bytes.count(of: 0x0A)
    let last = count == 0 ? nil : bytes.lastIndex(of: 0x0A)
    state.withLock {
      $0.lines.add(byteCount: bytes.count, newlineCount: count, lastNewline: last)
      $0.progress.byteCount += bytes.count
    }
  }

  /// Publishes the rows of a writer to readers.
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

  /// Sets the arrays of the document that could be its rows.
  func describe(_ lists: [FeedList], _ others: [JSONPointer]) {
    state.withLock { ($0.progress.lists, $0.progress.otherMembers) = (lists, others) }
  }

  /// Discards the positions of rows that will not be requested again.
  ///
  /// - Parameters:
  ///   - count: The number of the first row that is still needed.
  ///   - source: The source, which may discard their bytes.
  func release(rowsBefore count: Int, of source: any ByteSource) {
    state.withLock { state in
      let next = state.anchors.partitioningIndex { $0.row > count }
      state.anchors.removeFirst(max(0, next - 1))
      source.release(before: state.anchors.first?.offset ?? 0)
    }
  }

  /// Finishes the index; nothing may be added afterwards.
  ///
  /// - Parameter error: The error that causes missing rows, if any: the source could not be read to
  ///   its end, or the document is malformed between its rows.
  func finish(error: FeedError? = nil) {
    state.withLock {
      $0.progress.error = error
      $0.progress.isFinished = true
      $0.handover = .none
    }
    didChange()
  }

  /// Notifies the observer, and blocks while the writing thread is too far ahead or suspended.
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
  /// Registers a closure that is called after changes, on any thread: once per `acknowledge`.
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

  /// Blocks until a number of rows, or all rows, have been found.
  ///
  /// - Parameters:
  ///   - count: The number of rows.
  ///   - timeout: The maximum time to wait; nil means no limit.
  ///   - suspension: The maximum time for which the writing thread is then suspended; see `resume`.
  /// - Returns: `true` if the rows exist.
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

  /// Blocks until the rows that are read ahead, or all rows, have been found.
  func waitForLead() {
    _ = state.wait { $0.isAhead || $0.progress.isFinished ? () : nil }
  }

  /// Ends the suspension of the writing thread.
  func resume() {
    state.withLock { $0.suspensionEnd = nil }
  }

  /// Ends the suspension and the pacing, and withdraws the offer.
  func endPacing() {
    state.withLock { state in
      (state.suspensionEnd, state.isPaced, state.hasEndedPacing) = (nil, false, true)
      switch state.handover {
      // The rows of the scan are still to be adopted.
      case .taken, .returned: break
      case .none, .offered, .wanted, .granted: state.handover = .none
      }
    }
  }
}

// MARK: - Handing over

extension RowIndex {
  /// Allows scans to find rows that have not been found; called by the writing thread.
  func offer() { state.withLock { $0.handover = $0.hasEndedPacing ? .none : .offered } }

  /// Lets a scan that requested it find rows, and waits for its end.
  ///
  /// - Parameter writer: The published rows so far; then also those of the scan.
  /// - Returns: The offset at which to continue; nil if no scan has found rows.
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

  /// Takes over from the writing thread if it has offered that; waits for it to stop.
  ///
  /// - Returns: The rows so far, and the start of the last unfinished line.
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

  /// Adds rows that a scan has found after the existing ones.
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

  /// Returns the task to the writing thread after `takeOver()`.
  func giveBack(_ writer: RowWriter) { state.withLock { $0.handover = .returned(writer) } }
}

// MARK: - Reading

extension RowIndex {
  /// Rows between two anchors.
  struct Block: Equatable {
    /// The numbers of the rows.
    var rows: Range<Int>
    /// Their range in the source; other bytes may follow the last of them.
    var bytes: Range<Int>
    /// Their layout in the bytes.
    var shape: RowShape
    /// A Boolean value that indicates whether the bytes end at the end of the last row.
    var isExact: Bool
  }

  /// Returns the rows between the two anchors around a row.
  ///
  /// - Complexity: O(log n) for n rows.
  /// - Precondition: The row exists.
  func block(containing row: Int) -> Block {
    state.withLock { state in
      precondition(0..<state.progress.rowCount ~= row, "There is no such row.")
      guard let first = state.anchors.first, first.row <= row else {
        // The block was released: its bytes are gone.
        return Block(rows: row..<row + 1, bytes: 0..<1, shape: state.shape, isExact: true)
      }
      return Self.block(before: state.anchors.partitioningIndex { $0.row > row }, of: state)
    }
  }

  /// Returns the rows before an anchor, or after the last one.
  private static func block(before next: Int, of state: State) -> Block {
    let anchor = state.anchors[next - 1]
    guard next < state.anchors.count else {
      return Block(
        rows: anchor.row..<state.progress.rowCount, bytes: anchor.offset..<state.rowEnd,
        shape: state.shape, isExact: true)
    }
    let following = state.anchors[next]
    // More than a comma follows the last row of a section.
    let end = following.offset - (following.beginsRun ? 0 : state.shape.gap)
    return Block(
      rows: anchor.row..<following.row, bytes: anchor.offset..<end, shape: state.shape,
      isExact: !following.beginsRun)
  }

  /// Returns the numbers of the rows of a section, among those that existed at some moment.
  ///
  /// - Complexity: O(1).
  func rows(ofSection section: Int, rowCount: Int, sectionCount: Int) -> Range<Int> {
    state.withLock { state in
      let start = state.sectionStarts[section]
      let end = section + 1 < sectionCount ? state.sectionStarts[section + 1] : rowCount
      return start..<end
    }
  }

  /// Returns the section that contains a row.
  ///
  /// - Complexity: O(log n) for n sections.
  func section(ofRow row: Int) -> Int {
    state.withLock { state in
      state.sectionStarts.partitioningIndex { $0 > row } - 1
    }
  }

  /// Returns the properties of a section other than its rows.
  func details(ofSection section: Int) -> SectionDetails {
    state.withLock { $0.details[section] ?? SectionDetails() }
  }

  /// A Boolean value that indicates whether bytes have been read after the last row.
  var hasRest: Bool { state.withLock { $0.progress.byteCount > $0.rowEnd + $0.shape.gap } }

  /// The layout of the rows in the bytes.
  var shape: RowShape { state.withLock { $0.shape } }

  /// The conversion of the bytes of the rows.
  var coding: RowCoding { state.withLock { $0.coding } }

  /// The lines of the source, as far as it has been read.
  var lines: LineTable { state.withLock { $0.lines } }
}

extension Array {
  /// Returns the index of the first element that satisfies a condition, or the end index.
  ///
  /// A name of its own, since a trailing closure leaves its label out: an overload of `firstIndex`
  /// would be called where the condition is not monotonic.
  ///
  /// - Complexity: O(log n).
  /// - Precondition: All elements after one that satisfies the condition satisfy it, too.
  func partitioningIndex(where condition: (Element) -> Bool) -> Int {
    var lower = 0
    var upper = count
    while lower < upper {
      let middle = lower + (upper - lower) / 2
      if condition(self[middle]) { upper = middle } else { lower = middle + 1 }
    }
    return lower
  }
}
