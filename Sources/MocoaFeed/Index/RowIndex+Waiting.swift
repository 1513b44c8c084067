extension RowIndex {
  /// Registers a closure that is called after changes, on any thread: once per `acknowledge`.
  func observe(_ observer: @escaping @Sendable () -> Void) {
    state.withLock { $0.observer.replace(by: observer) }
  }

  /// Notifies the observer of a change of the index or its source.
  func notify() { state.withLock { $0.observer.takeNotification() }?() }

  /// Allows the next notification.
  func acknowledge() { state.withLock { $0.observer.acknowledge() } }

  /// Blocks until a number of rows, or all rows, have been found, after which the writing thread
  /// may be suspended (see `resume`); returns whether they exist.
  @discardableResult
  func wait(
    forRows count: Int, timeout: Duration? = nil, suspension: Duration = .zero
  ) -> Bool {
    beginDemand(forRows: count)
    let isDone = state.wait(timeout: timeout) { state -> Bool? in
      guard state.progress.isFinished || state.progress.rowCount >= count else { return nil }
      state.pace.suspend(for: suspension)
      return true
    }
    endDemand(forRows: count)
    return isDone ?? false
  }

  /// Lets a number of rows be found, however far reading is ahead, until `endDemand`.
  func beginDemand(forRows count: Int) {
    state.withLock {
      $0.pace.beginWait(
        for: count, byteCount: $0.progress.byteCount, rowCount: $0.progress.rowCount)
    }
  }

  /// Ends what `beginDemand` has begun.
  func endDemand(forRows count: Int) { state.withLock { $0.pace.endWait(for: count) } }

  /// Blocks until the rows that are read ahead, or all rows, have been found.
  func waitForLead() {
    _ = state.wait { $0.isAhead || $0.progress.isFinished ? () : nil }
  }

  /// Ends the suspension of the writing thread.
  func resume() {
    state.withLock { $0.pace.resume() }
  }

  /// Ends the suspension and the pacing, and withdraws the offer.
  func endPacing() {
    state.withLock { state in
      state.pace.end()
      state.lease.withdraw()
    }
  }
}
