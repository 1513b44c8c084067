import MocoaFeed
import MocoaTUI

/// The feature of following the last row while rows are appended.
@MainActor
package final class TailFollower: PageFeature {
  private var tail = Tail() {
    didSet { if tail.isFollowing != oldValue.isFollowing { page.updateStatus() } }
  }
  private unowned let page: any FeedContext

  /// The number of bytes at the last check for silence.
  private var byteCount = -1
  private var timer: TimerToken?

  /// The duration for which a stream must be idle before its last rows are shown.
  private static let silence = Duration.seconds(1)

  /// Creates the feature; the page outlives it.
  init(page: any FeedContext) {
    self.page = page
    // The table does not follow the end itself, which it would without rows to come.
    page.table.followsEnd = false
    page.table.onMoveToEnd = { [weak self] in self?.follow() }
  }

  /// A Boolean value that indicates whether the cursor follows the last row.
  var isFollowing: Bool { tail.isFollowing }

  /// Forgets the number of rows, which others have replaced.
  func restart() { tail.restart() }

  /// Stops following when the cursor has moved away from the end.
  package func cursorDidMove() {
    guard let cursor = page.table.cursor else { return }
    tail.cursorDidMove(
      to: page.table.ordinal(of: cursor), rowCount: page.source.numberOfRows)
  }

  /// Stops following, so that the cursor stays on its row.
  func release() {
    tail.release(rowCount: page.source.numberOfRows)
    page.updatePosition()
  }

  /// A Boolean value that indicates whether more rows may be appended.
  private var mayGrow: Bool {
    page.feed.status.isLoading || page.feed.status.isFollowing || page.source.isRunning
  }

  /// Follows the end while rows are appended; called when the user has moved there.
  private func follow() {
    guard mayGrow || page.feed.isWatched else { return }
    tail.follow(rowCount: page.table.rowCount)
    page.updatePosition()
  }

  /// Moves the cursor to the last row if it follows the end; called when rows were appended.
  func rowsDidGrow() {
    if isFollowing { goToEnd() }
    watchForSilence()
  }

  /// Moves the cursor to the last row, and follows it.
  package func goToEnd() {
    tail.follow(rowCount: page.table.rowCount)
    page.table.moveCursorToEnd(forward: true)
  }

  /// The number of rows appended since the cursor left the end; empty if irrelevant.
  package var statusText: String {
    // Counted by their numbers in the feed: filters and sections may have changed since.
    let count = mayGrow ? tail.newRows { page.rows?.count(from: $0) ?? 0 } : 0
    return count == 0 ? "" : "+\(count.grouped) new"
  }

  // MARK: Initial position

  /// Shows a followed file from its end once its existing content has been read.
  func didCatchUp() {
    guard tail.state == .undecided, page.source.query.sortKeys.isEmpty, page.prompt == nil
    else { return }
    goToEnd()
  }

  /// Shows a stream from its end once it has been idle for a while without ending.
  func watchForSilence() {
    guard tail.state == .undecided, timer == nil, case .loading(let progress) = page.feed.status,
      progress.totalByteCount == nil, page.feed.pageState == nil, continuesAtEnd,
      // The rows of an engine have no bytes, and are no stream.
      progress.byteCount > 0
    else { return }
    byteCount = progress.byteCount
    timer = page.application?.schedule(after: Self.silence) { [weak self] in self?.silenceEnded() }
  }

  /// A Boolean value that indicates whether the last rows are those of a source that may have more:
  /// those of an earlier source are not at the end.
  private var continuesAtEnd: Bool {
    page.feed.sources.last.map { $0.status.isLoading && !$0.rows.isEmpty } ?? false
  }

  private func silenceEnded() {
    timer = nil
    guard case .loading(let progress) = page.feed.status else { return }
    guard progress.byteCount == byteCount, continuesAtEnd else { return watchForSilence() }
    didCatchUp()
  }
}
