import MocoaFeed
import MocoaTUI

/// Whether a page stays at its last row while rows are appended, as `tail -f` does.
struct Tail {
  enum State: Equatable {
    /// The user has not moved yet; a feed that goes on is shown from its end.
    case undecided
    /// The cursor stays on the last row, which has had this position.
    case following(position: Int)
    /// The cursor stays on its row; so many rows were shown when it left the end, nil where it
    /// never was there.
    case released(rowCount: Int?)
  }

  var state = State.undecided

  /// How long a stream must be silent for its rows to be shown from the end.
  static let silence = Duration.seconds(1)

  /// How many bytes had come when that was looked at last.
  var byteCount = -1
  var timer: TimerToken?
}

extension FeedPage {
  /// Whether more rows may be appended.
  private var mayGrow: Bool {
    feed.status.isLoading || feed.status.isFollowing || source.isRunning
  }

  /// Stays at the end as long as rows are appended; called when the user has gone there.
  func followEnd() {
    guard mayGrow else { return }
    tail.state = .following(position: table.rowCount - 1)
    updatePosition()
  }

  /// Moves the cursor to the last row if it is to stay there; called when rows were appended.
  func tailDidGrow() {
    if case .following = tail.state { goToEnd() }
    watchForSilence()
  }

  /// Lets go of the end when the user moves away from it.
  func tailCursorDidMove() {
    guard let cursor else { return }
    let position = table.ordinal(of: cursor)
    switch tail.state {
    case .undecided where position > 0: tail.state = .released(rowCount: nil)
    case .following(let last) where position < last:
      tail.state = .released(rowCount: table.rowCount)
    default: break
    }
  }

  /// Goes to the end, and stays there.
  private func goToEnd() {
    tail.state = .following(position: table.rowCount - 1)
    table.moveCursorToEnd(forward: true)
  }

  /// How many rows were appended since the cursor left the end; nil where that is of no interest.
  var newRowsText: String? {
    guard case .released(let count?) = tail.state, mayGrow, table.rowCount > count else {
      return nil
    }
    return "+\((table.rowCount - count).grouped) new"
  }

  // MARK: Where a feed begins

  /// Shows a followed file from its end as soon as all that it held has been read.
  func tailDidCatchUp() {
    guard tail.state == .undecided, sortKeys.isEmpty, prompt == nil else { return }
    goToEnd()
  }

  /// Shows a stream from its end when it goes on without an end for now: all that was there has
  /// come, and nothing more for a while.
  func watchForSilence() {
    guard tail.state == .undecided, tail.timer == nil, case .loading(let progress) = feed.status,
      progress.totalByteCount == nil, feed.pageState == nil
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
