import Dispatch
import Synchronization

/// Carries the news that an index has grown from the thread that writes it to those that wait.
///
/// However often the index grows, at most one notice is on its way to the main actor.
final class Publication: Sendable {
  private struct Waiter {
    var rows: Int
    var semaphore: DispatchSemaphore
  }

  private struct State {
    var notify: (@Sendable @MainActor () async -> Void)?
    var isOnItsWay = false
    var waiter: Waiter?
  }

  private let state = Mutex(State())

  /// Says whom to tell.
  func begin(notify: @escaping @Sendable @MainActor () async -> Void) {
    state.withLock { $0.notify = notify }
  }

  /// Is called on the writing thread after each change of the index.
  func indexDidChange(_ progress: RowIndex.Progress) {
    let notify = state.withLock { state in
      if let waiter = state.waiter, Self.isDone(progress, rows: waiter.rows) {
        waiter.semaphore.signal()
        state.waiter = nil
      }
      guard !state.isOnItsWay else { return nil as (@Sendable @MainActor () async -> Void)? }
      state.isOnItsWay = true
      return state.notify
    }
    guard let notify else { return }
    Task { @MainActor in await notify() }
  }

  /// Says that what was on its way has arrived: the next change is told anew.
  func didPublish() {
    state.withLock { $0.isOnItsWay = false }
  }

  /// Blocks until an index has a number of rows or is finished.
  ///
  /// - Returns: Whether that came before the timeout.
  func wait(for index: RowIndex, rows: Int, timeout: Duration) -> Bool {
    let semaphore = DispatchSemaphore(value: 0)
    state.withLock { $0.waiter = Waiter(rows: rows, semaphore: semaphore) }
    // The index may have got there before there was anyone to tell.
    if !Self.isDone(index.progress, rows: rows) {
      let nanoseconds = Int(timeout / .nanoseconds(1))
      _ = semaphore.wait(timeout: .now() + .nanoseconds(nanoseconds))
    }
    state.withLock { $0.waiter = nil }
    return Self.isDone(index.progress, rows: rows)
  }

  private static func isDone(_ progress: RowIndex.Progress, rows: Int) -> Bool {
    progress.isFinished || progress.rowCount >= rows
  }
}
