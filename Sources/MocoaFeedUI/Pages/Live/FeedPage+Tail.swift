import MocoaFeed
import MocoaTUI

/// The state of following the last row of a list that grows, as `tail -f` does.
struct Tail {
  enum State: Equatable {
    /// The user has not moved yet; a feed that continues is shown from its end.
    case undecided
    /// The cursor follows the last row, which was at this position.
    case following(position: Int)
    /// The cursor does not follow; the number of rows of the feed, displayed or not, when it left
    /// the end, nil if it never did.
    case released(rowCount: Int?)
  }

  private(set) var state = State.undecided

  /// The duration for which a stream must be idle before its last rows are shown.
  static let silence = Duration.seconds(1)

  /// The number of bytes at the last check.
  var byteCount = -1
  var timer: TimerToken?

  /// A Boolean value that indicates whether the cursor follows the last row.
  var isFollowing: Bool { if case .following = state { true } else { false } }

  /// Follows the last of a number of rows.
  mutating func follow(rowCount: Int) { state = .following(position: rowCount - 1) }

  /// Forgets the number of rows, which others have replaced.
  mutating func restart() {
    if state != .undecided { state = .released(rowCount: nil) }
  }

  /// Stops following when the cursor has moved away from the end.
  ///
  /// - Parameters:
  ///   - position: The position of the cursor in the list.
  ///   - rowCount: The number of rows of the feed.
  mutating func cursorDidMove(to position: Int, rowCount: Int) {
    switch state {
    case .undecided where position > 0: state = .released(rowCount: nil)
    case .following(let last) where position < last: state = .released(rowCount: rowCount)
    default: break
    }
  }

  /// Returns the number of rows appended since the cursor left the end.
  ///
  /// - Parameter countFrom: Returns the number of displayed rows from a row of the feed on.
  /// - Returns: The number; 0 if the cursor never was at the end.
  func newRows(_ countFrom: (Int) -> Int) -> Int {
    guard case .released(let count?) = state else { return 0 }
    return max(0, countFrom(count))
  }
}

extension FeedPage {
  /// A Boolean value that indicates whether more rows may be appended.
  private var mayGrow: Bool {
    feed.status.isLoading || feed.status.isFollowing || source.isRunning
  }

  /// Follows the end while rows are appended; called when the user has moved there.
  func followEnd() {
    guard mayGrow || feed.isWatched else { return }
    tail.follow(rowCount: table.rowCount)
    updatePosition()
  }

  /// Moves the cursor to the last row if it follows the end; called when rows were appended.
  func tailDidGrow() {
    if tail.isFollowing { goToEnd() }
    watchForSilence()
  }

  /// Moves the cursor to the last row, and follows it.
  func goToEnd() {
    tail.follow(rowCount: table.rowCount)
    table.moveCursorToEnd(forward: true)
  }

  /// The number of rows appended since the cursor left the end; nil if irrelevant.
  var newRowsText: String? {
    // Counted by their numbers in the feed: filters and sections may have changed since.
    let count = mayGrow ? tail.newRows { rows?.count(from: $0) ?? 0 } : 0
    return count == 0 ? nil : "+\(count.grouped) new"
  }

  // MARK: Initial position

  /// Shows a followed file from its end once its existing content has been read.
  func tailDidCatchUp() {
    guard tail.state == .undecided, sortKeys.isEmpty, prompt == nil else { return }
    goToEnd()
  }

  /// Shows a stream from its end once it has been idle for a while without ending.
  func watchForSilence() {
    guard tail.state == .undecided, tail.timer == nil, case .loading(let progress) = feed.status,
      progress.totalByteCount == nil, feed.pageState == nil,
      // The rows of an engine have no bytes, and are no stream.
      progress.byteCount > 0
    else { return }
    tail.byteCount = progress.byteCount
    tail.timer = application?.schedule(after: Tail.silence) { [weak self] in self?.silenceEnded() }
  }

  private func silenceEnded() {
    tail.timer = nil
    guard case .loading(let progress) = feed.status else { return }
    guard progress.byteCount == tail.byteCount, progress.rowCount > 0 else {
      return watchForSilence()
    }
    tailDidCatchUp()
  }
}
