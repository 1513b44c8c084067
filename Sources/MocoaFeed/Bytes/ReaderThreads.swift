/// The threads that read followed files: a number that does not depend on that of the files.
///
/// As these may wait nevertheless (for the end of a record, or for rows to be released), others
/// are added slowly as long as there is work.
enum ReaderThreads {
  /// Work; it receives the reason for which there is no thread, nil on one.
  typealias Work = @Sendable (FeedError.Reason?) -> Void

  private struct State {
    var count = 0
    /// The number of threads without work.
    var idleCount = 0
    var waiting: ArraySlice<Work> = []
    var isGrowing = false

    /// A Boolean value that indicates whether there is more work than threads for it.
    var isShort: Bool { waiting.count > idleCount }

    /// Returns work for a thread without it; nil if there is none.
    mutating func takeWork() -> Work? {
      guard let work = waiting.popFirst() else { return nil }
      idleCount -= 1
      return work
    }
  }

  /// The number of threads, unless all of them wait.
  private static let limit = 64

  /// The interval in which a thread is added while all of them wait.
  private static let interval = Duration.milliseconds(1)

  /// The time after which a thread without work ends.
  private static let patience = Duration.milliseconds(100)

  private static let state = Monitor(State())

  /// Does work on one of the threads, soon.
  static func enqueue(_ work: @escaping Work) {
    let (isBelowLimit, grows) = state.withLock { state in
      state.waiting.append(work)
      let isBelowLimit = state.isShort && state.count < limit
      let grows = state.isShort && !isBelowLimit && !state.isGrowing
      if isBelowLimit { state.count += 1 }
      if grows { state.isGrowing = true }
      return (isBelowLimit, grows)
    }
    if isBelowLimit { addThread() }
    if grows, (try? BlockingThread.start(grow)) == nil { state.withLock { $0.isGrowing = false } }
  }

  /// Starts a thread, which has been counted.
  private static func addThread() {
    do {
      try BlockingThread.start { while let work = next() { work(nil) } }
    } catch {
      // What waits is left to other threads.
      let refused = state.withLock { state in
        state.count -= 1
        defer { if state.count == 0 { state.waiting = [] } }
        return state.count == 0 ? state.waiting : []
      }
      for work in refused { work(error) }
    }
  }

  /// Returns the next work; nil if the thread is to end.
  private static func next() -> Work? {
    state.withLock { $0.idleCount += 1 }
    if let work = state.wait(timeout: patience, until: { $0.takeWork() }) { return work }
    return state.withLock { state in
      if let work = state.takeWork() { return work }
      state.idleCount -= 1
      state.count -= 1
      return nil
    }
  }

  /// Adds threads while there is work.
  private static func grow() {
    while true {
      _ = state.wait(timeout: interval) { $0.isShort ? nil : () }
      let isNeeded = state.withLock { state in
        state.isGrowing = state.isShort
        if state.isGrowing { state.count += 1 }
        return state.isGrowing
      }
      guard isNeeded else { return }
      addThread()
    }
  }
}
