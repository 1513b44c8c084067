/// Which thread finds the rows of a source: the one that reads it, or a scan that takes over.
enum Handover: Sendable {
  /// Always the reading thread.
  case none
  /// The reading thread, until a scan requests it.
  case offered
  /// A scan has requested it; the reading thread finishes its chunk.
  case wanted
  /// None: the reading thread has stopped.
  case granted(RowWriter)
  /// A scan.
  case taken
  /// The reading thread again, after the rows that a scan has found.
  case returned(RowWriter)

  /// Ends the offer when reading is stopped, unless rows of a scan are still to be adopted.
  mutating func withdraw() {
    switch self {
    case .taken, .returned: break
    case .none, .offered, .wanted, .granted: self = .none
    }
  }

  mutating func request() { if case .offered = self { self = .wanted } }

  /// Takes the task.
  ///
  /// - Returns: The rows so far; nil, in an optional value, where there is nothing to take over,
  ///   and nil as long as the reading thread has not stopped.
  mutating func take() -> RowWriter?? {
    switch self {
    case .granted(let writer):
      self = .taken
      return writer
    case .wanted: return nil
    case .none, .offered, .taken, .returned: return .some(nil)
    }
  }

  /// The rows with those of a scan; nil, in an optional value, if no scan has found any, and nil as
  /// long as one may.
  var returnedWriter: RowWriter?? {
    switch self {
    case .returned(let writer): writer
    case .none: .some(nil)
    case .offered, .wanted, .granted, .taken: nil
    }
  }
}

// MARK: - Handing over

extension RowIndex {
  /// Allows scans to find rows that have not been found; called by the writing thread.
  func offer() { state.withLock { $0.handover = $0.pace.hasEnded ? .none : .offered } }

  /// Lets a scan that requested it find rows, and waits for its end; returns the offset at which to
  /// continue, or nil if no scan has found rows.
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
    let found = state.wait { state in
      state.handover.returnedWriter.map { writer in writer.map { ($0, state.progress.byteCount) } }
    }
    guard let (taken, offset) = found ?? nil else { return nil }
    writer = taken
    offer()
    return offset
  }

  /// Takes over from the writing thread if it has offered that; waits for it to stop.
  func takeOver() -> (writer: RowWriter, lineStart: Int)? {
    state.withLock { $0.handover.request() }
    let taken = state.wait { state in
      state.handover.take().map { writer in
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

  /// Returns the task to the writing thread after `takeOver()`.
  func giveBack(_ writer: RowWriter) { state.withLock { $0.handover = .returned(writer) } }
}
