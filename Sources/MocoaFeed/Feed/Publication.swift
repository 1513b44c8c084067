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

  /// Who has waited for rows has the processors for itself, to show them.
  private enum HeadStart {
    case none
    /// The writing thread stands still after its next change.
    case granted(Duration)
    case running
  }

  private struct State {
    var notify: (@Sendable @MainActor () async -> Void)?
    var isOnItsWay = false
    var waiter: Waiter?
    var headStart = HeadStart.none
    var isPaced: Bool
    var releasedByteCount = 0
    var isHeld = false
  }

  /// How many bytes are read ahead of those that were released, where nobody waits for rows.
  private static let lead = 6 << 20

  private let state: Mutex<State>
  private let headStartEnd = DispatchSemaphore(value: 0)
  private let pace = DispatchSemaphore(value: 0)

  /// Makes a publication.
  ///
  /// - Parameter isPaced: Whether the writing thread waits for bytes to be released.
  init(isPaced: Bool = false) {
    state = Mutex(State(isPaced: isPaced))
  }

  /// Says whom to tell.
  func begin(notify: @escaping @Sendable @MainActor () async -> Void) {
    state.withLock { $0.notify = notify }
  }

  /// Is called on the writing thread after each change of the index.
  ///
  /// Blocks for the head start of who has waited for it, and where it is too far ahead.
  func indexDidChange(_ progress: RowIndex.Progress) {
    tell(progress)
    while mustWait(progress) { pace.wait() }
    let headStart: Duration? = state.withLock { state in
      guard case .granted(let duration) = state.headStart, state.waiter == nil else { return nil }
      state.headStart = progress.isFinished ? .none : .running
      return progress.isFinished ? nil : duration
    }
    guard let headStart else { return }
    headStartEnd.wait(atMost: headStart)
    state.withLock { $0.headStart = .none }
  }

  /// A Boolean value that indicates whether the writing thread is ahead far enough of readers that
  /// do not wait for more.
  private func mustWait(_ progress: RowIndex.Progress) -> Bool {
    state.withLock { state in
      let isAhead = progress.byteCount - state.releasedByteCount > Self.lead
      state.isHeld = state.isPaced && isAhead && state.waiter == nil && !progress.isFinished
      return state.isHeld
    }
  }

  /// Lets the writing thread go on, as far as bytes were released.
  func release(bytesBefore offset: Int) {
    resume { $0.releasedByteCount = max($0.releasedByteCount, offset) }
  }

  /// Lets the writing thread go on at its own pace.
  func endPacing() {
    resume { $0.isPaced = false }
  }

  private func resume(_ change: (inout State) -> Void) {
    let wasHeld = state.withLock { state in
      change(&state)
      defer { state.isHeld = false }
      return state.isHeld
    }
    if wasHeld { pace.signal() }
  }

  private func tell(_ progress: RowIndex.Progress) {
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

  /// Ends the head start: what the rows were waited for is done.
  func endHeadStart() {
    state.withLock { state in
      if case .running = state.headStart { headStartEnd.signal() }
      state.headStart = .none
    }
  }

  /// Blocks until an index has a number of rows or is finished.
  ///
  /// - Parameters:
  ///   - index: The index.
  ///   - rows: How many rows are waited for.
  ///   - timeout: How long they are waited for.
  ///   - headStart: How long the writing thread stands still then at most, until
  ///     ``endHeadStart()``.
  /// - Returns: Whether that came before the timeout.
  func wait(
    for index: RowIndex, rows: Int, timeout: Duration, headStart: Duration = .zero
  ) -> Bool {
    let semaphore = DispatchSemaphore(value: 0)
    if Self.isDone(index.progress, rows: rows), headStart == .zero { return true }
    resume {
      $0.waiter = Waiter(rows: rows, semaphore: semaphore)
      if headStart > .zero { $0.headStart = .granted(headStart) }
    }
    // The index may have got there before there was anyone to tell.
    if !Self.isDone(index.progress, rows: rows) {
      semaphore.wait(atMost: timeout)
    }
    state.withLock { $0.waiter = nil }
    return Self.isDone(index.progress, rows: rows)
  }

  private static func isDone(_ progress: RowIndex.Progress, rows: Int) -> Bool {
    progress.isFinished || progress.rowCount >= rows
  }
}

extension DispatchSemaphore {
  /// Waits for a signal, or until some time has passed.
  fileprivate func wait(atMost duration: Duration) {
    _ = wait(timeout: .now() + .nanoseconds(Int(duration / .nanoseconds(1))))
  }
}
