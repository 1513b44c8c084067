/// Who has the ``RowWriter`` of a source: the thread that reads it, or a scan to which it is lent.
///
/// Whoever has it finds rows, and nobody else does.
enum WriterLease: Sendable {
  /// The reading thread, which does not lend it.
  case none
  /// The reading thread, until a scan requests it.
  case offered
  /// The reading thread, which finishes its chunk: a scan has requested it.
  case requested
  /// Nobody: the reading thread has stopped.
  case granted(RowWriter)
  /// A scan.
  case taken
  /// The reading thread again, with the rows that a scan has found.
  case returned(RowWriter)

  /// Ends the offer when reading is stopped, unless rows of a scan are still to be adopted.
  mutating func withdraw() {
    switch self {
    case .taken, .returned: break
    case .none, .offered, .requested, .granted: self = .none
    }
  }

  mutating func request() { if case .offered = self { self = .requested } }

  /// Lends a writer if a scan has requested it; returns whether that is so, and nil as long as one
  /// may.
  mutating func grant(_ writer: RowWriter) -> Bool? {
    switch self {
    case .offered: return nil
    case .requested:
      self = .granted(writer)
      return true
    case .none, .granted, .taken, .returned: return false
    }
  }

  /// Takes the writer.
  ///
  /// - Returns: The writer; nil, in an optional value, where none is lent, and nil as long as the
  ///   reading thread has not stopped.
  mutating func take() -> RowWriter?? {
    switch self {
    case .granted(let writer):
      self = .taken
      return writer
    case .requested: return nil
    case .none, .offered, .taken, .returned: return .some(nil)
    }
  }

  /// The rows with those of a scan; nil, in an optional value, if no scan has found any, and nil as
  /// long as one may.
  var returnedWriter: RowWriter?? {
    switch self {
    case .returned(let writer): writer
    case .none: .some(nil)
    case .offered, .requested, .granted, .taken: nil
    }
  }
}

// MARK: - Lending

extension RowIndex {
  /// Allows scans to find rows that have not been found; called by the writing thread.
  func offer() { state.withLock { $0.lease = $0.pace.hasEnded ? .none : .offered } }

  /// Lends the writer to a scan that requested it, and waits for its end; returns the offset at
  /// which to continue, or nil if no scan has found rows.
  func lend(_ writer: inout RowWriter) -> Int? {
    let isLent = state.wait { state -> Bool? in
      state.lease.grant(writer) ?? (state.isAheadOfDemand ? nil : false)
    }
    guard isLent == true else { return nil }
    let found = state.wait { state in
      state.lease.returnedWriter.map { writer in writer.map { ($0, state.progress.byteCount) } }
    }
    guard let (returned, offset) = found ?? nil else { return nil }
    writer = returned
    offer()
    return offset
  }

  /// Borrows the writer of the reading thread if it is offered, for which that thread stops; nil
  /// otherwise.
  func borrowWriter() -> (writer: RowWriter, lineStart: Int)? {
    state.withLock { $0.lease.request() }
    let taken = state.wait { state in
      state.lease.take().map { writer in
        writer.map { ($0, max($0.rowStart, state.lines.lastLineStart)) }
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

  /// Returns the writer that was borrowed.
  func giveBack(_ writer: RowWriter) { state.withLock { $0.lease = .returned(writer) } }
}
