/// How far the thread that reads a source is ahead of the threads that need its rows.
///
/// A paced thread waits until rows have been released, unless others wait for rows. Any thread can
/// be suspended for a while, so that the first frame has the processors for itself.
struct ReadingPace: Sendable {
  private enum Mode {
    /// The thread never waits for rows to be released.
    case free
    /// It is a number of bytes ahead of the rows that were released.
    case paced
    /// Reading is being stopped: the thread must not wait for anything any more.
    case ended
  }

  private var mode: Mode

  /// The numbers of rows that threads wait for.
  private var awaited: [Int] = []

  /// The number of bytes that were read when a thread last waited for missing rows.
  private var demand = 0

  private var suspensionEnd: ContinuousClock.Instant?

  /// The number of bytes to read ahead.
  static let lead = 6 << 20

  /// Creates a pace; a paced thread waits for rows to be released.
  init(isPaced: Bool = false) { mode = isPaced ? .paced : .free }

  /// A Boolean value that indicates whether reading is being stopped.
  var hasEnded: Bool { mode == .ended }

  /// Returns whether enough has been read ahead of the rows that were released.
  func isAhead(byteCount: Int, releasedBytes: Int) -> Bool {
    mode == .paced && byteCount - releasedBytes > Self.lead
  }

  /// Returns whether enough has been read since rows were missing the last time.
  func isAheadOfDemand(byteCount: Int, rowCount: Int) -> Bool {
    byteCount - demand > Self.lead && !isAwaited(rowCount: rowCount)
  }

  /// Returns whether threads wait for rows that are not among the first ones.
  func isAwaited(rowCount: Int) -> Bool { awaited.contains { $0 > rowCount } }

  /// Records that a thread waits for a number of rows; if some are missing, the suspension ends.
  mutating func beginWait(for count: Int, byteCount: Int, rowCount: Int) {
    awaited.append(count)
    guard count > rowCount else { return }
    demand = byteCount
    resume()
  }

  /// Records that a thread does not wait any more.
  mutating func endWait(for count: Int) {
    awaited.firstIndex(of: count).map { _ = awaited.remove(at: $0) }
  }

  /// Suspends the thread from now on.
  mutating func suspend(for duration: Duration) {
    if duration > .zero { suspensionEnd = .now + duration }
  }

  /// The rest of the suspension; nil without one.
  var suspension: Duration? {
    suspensionEnd.map { $0 - .now }.flatMap { $0 > .zero ? $0 : nil }
  }

  var isResumed: Bool { suspensionEnd == nil }

  mutating func resume() { suspensionEnd = nil }

  /// Ends suspension and pacing for good.
  mutating func end() { (suspensionEnd, mode) = (nil, .ended) }
}
