/// The positions of the rows of a source.
///
/// One thread writes it; any thread may read it meanwhile and wait for rows. In a paced reading,
/// the writing thread waits until rows have been released.
///
/// Its parts are values: the positions (``RowPositions``), how far reading is ahead
/// (``ReadingPace``), and who has the writer of rows (``WriterLease``).
final class RowIndex: Sendable {
  /// The progress of the index.
  struct Progress: Sendable, Equatable {
    var rowCount = 0
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
    /// Those of the notes after which nothing is missing: they are said once.
    var passingNotes: [String] = []
    /// The number of times that sections have been described.
    var detailsVersion = 0
  }

  /// The state that the threads share.
  struct State {
    var progress = Progress()
    var coding = RowCoding.json
    var tableNotes: [String] = []
    var positions = RowPositions()
    var lines = LineTable()
    var pace: ReadingPace
    var lease = WriterLease.none
    var observer = ChangeObserver.none

    /// A Boolean value that indicates whether enough has been read ahead.
    var isAhead: Bool {
      pace.isAhead(byteCount: progress.byteCount, releasedBytes: positions.start)
    }

    /// A Boolean value that indicates whether enough has been read ahead of the last wait.
    var isAheadOfDemand: Bool {
      pace.isAheadOfDemand(byteCount: progress.byteCount, rowCount: progress.rowCount)
    }
  }

  let state: Monitor<State>

  /// Creates an empty index; a paced writing thread waits for rows to be released.
  init(isPaced: Bool = false) {
    state = Monitor(State(pace: ReadingPace(isPaced: isPaced)))
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
      $0.positions.setShape(shape, from: nil)
      $0.coding = coding
    }
  }

  /// Sets the shape and the coding of the rows from an offset on; before the first of them.
  func readTable(at offset: Int, shape: RowShape, coding: RowCoding) {
    state.withLock {
      $0.positions.setShape(shape, from: offset)
      $0.coding = $0.coding.followed(by: coding, from: offset)
    }
  }

  /// Adds a note on how the rows were read.
  func note(_ text: String) { state.withLock { $0.progress.notes.append(text) } }

  func noteTables(_ texts: [String]) { state.withLock { $0.tableNotes = texts } }

  /// Adds a note on a choice between ways of reading, after which nothing is missing.
  func noteChoice(_ text: String) {
    state.withLock {
      $0.progress.notes.append(text)
      $0.progress.passingNotes.append(text)
    }
  }

  /// Notes on how the rows were read, those that were read since included.
  var notes: [String] {
    let (notes, coding) = state.withLock { ($0.progress.notes + $0.tableNotes, $0.coding) }
    return notes + coding.doubts.flatMap(\.notes)
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
      $0.positions.add(writer)
      if !writer.details.isEmpty { $0.progress.detailsVersion += 1 }
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

  /// Discards the positions of rows before one that is still needed; the source may discard their
  /// bytes.
  func release(rowsBefore count: Int, of source: any ByteSource) {
    state.withLock { state in
      state.positions.release(rowsBefore: count)
      source.release(before: state.positions.start)
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
      $0.lease = .none
    }
    didChange()
  }

  /// Notifies the observer, and blocks while the writing thread is too far ahead or suspended.
  private func didChange() {
    notify()
    let suspension = state.wait { state -> Duration?? in
      let isAwaited = state.pace.isAwaited(rowCount: state.progress.rowCount)
      guard !state.isAhead || isAwaited || state.progress.isFinished else { return nil }
      return .some(state.pace.suspension)
    }
    guard let suspension = suspension ?? nil else { return }
    _ = state.wait(timeout: suspension) { state -> Void? in
      state.pace.isResumed || state.progress.isFinished ? () : nil
    }
  }
}

// MARK: - Reading

extension RowIndex {
  /// Returns the rows between the two anchors around a row.
  ///
  /// - Complexity: O(log n) for n rows.
  /// - Precondition: The row exists.
  func block(containing row: Int) -> RowBlock {
    state.withLock { $0.positions.block(containing: row) }
  }

  /// Returns the numbers of the rows of a section, among those that existed at some moment.
  ///
  /// - Complexity: O(1).
  func rows(ofSection section: Int, rowCount: Int, sectionCount: Int) -> Range<Int> {
    state.withLock {
      $0.positions.rows(ofSection: section, rowCount: rowCount, sectionCount: sectionCount)
    }
  }

  /// Returns the section that contains a row.
  ///
  /// - Complexity: O(log n) for n sections.
  func section(ofRow row: Int) -> Int { state.withLock { $0.positions.section(ofRow: row) } }

  /// Returns the properties of a section other than its rows.
  func details(ofSection section: Int) -> SectionDetails {
    state.withLock { $0.positions.details(ofSection: section) }
  }

  /// A Boolean value that indicates whether bytes have been read after the last row.
  var hasRest: Bool {
    state.withLock { $0.progress.byteCount > $0.positions.rowEnd + $0.positions.shape.gap }
  }

  /// The layout of the rows in the bytes.
  var shape: RowShape { state.withLock { $0.positions.shape } }

  /// The conversion of the bytes of the rows.
  var coding: RowCoding { state.withLock { $0.coding } }

  /// The lines of the source, as far as it has been read.
  var lines: LineTable { state.withLock { $0.lines } }
}
