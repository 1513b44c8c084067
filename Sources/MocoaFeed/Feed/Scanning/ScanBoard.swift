import Dispatch
import Synchronization

/// The shared state of the threads of a scan: the next batch, and undelivered results.
final class ScanBoard<Success: Sendable>: Sendable {
  private struct State {
    var nextBatch = 0
    /// The results by the numbers of the batches; nil behind the last one.
    var results: [Int: Result<Success?, any Error>] = [:]
  }

  private let state = Monitor(State())
  private let ended = Atomic(false)
  private let batchCount: Int

  /// Counts the batches that may be started before others are delivered.
  private let room = DispatchSemaphore(value: 0)

  /// Counts the finished batches.
  private let finished = DispatchSemaphore(value: 0)

  /// Creates a board; `window` is the number of batches that may be started before the first is
  /// delivered.
  init(batchCount: Int?, window: Int) {
    self.batchCount = batchCount ?? .max
    for _ in 0..<window { room.signal() }
  }

  /// A Boolean value that indicates whether no more results are needed.
  var isEnded: Bool { ended.load(ordering: .relaxed) }

  /// Returns the next batch, waiting for room for its result, or nil if there are none left.
  func waitForBatch() -> Int? {
    room.wait()
    return nextBatch()
  }

  /// Returns the next batch, or nil if none is left or there is no room for its result.
  func takeBatch() -> Int? { room.wait(timeout: .now()) == .success ? nextBatch() : nil }

  private func nextBatch() -> Int? {
    state.withLock { state in
      guard !isEnded, state.nextBatch < batchCount else { return nil }
      state.nextBatch += 1
      return state.nextBatch - 1
    }
  }

  /// Sets the result of a batch; nil if there is no such batch.
  func finish(_ batch: Int, _ result: Result<Success?, any Error>) {
    state.withLock { $0.results[batch] = result }
    finished.signal()
  }

  /// Waits until a batch in progress has been finished.
  func waitForResult() { finished.wait() }

  /// Removes and returns the result of a batch, if it has been finished.
  func takeResult(of batch: Int) -> Result<Success?, any Error>? {
    let result = state.withLock { $0.results.removeValue(forKey: batch) }
    if result != nil { room.signal() }
    return result
  }

  /// Ends the helper threads, including waiting ones.
  func end(helpers: Int) {
    ended.store(true, ordering: .relaxed)
    for _ in 0..<max(0, helpers) { room.signal() }
  }
}
