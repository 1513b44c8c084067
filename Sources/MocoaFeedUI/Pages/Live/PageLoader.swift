import MocoaFeed
import MocoaTUI

/// The feature of loading the pages of a feed when the cursor approaches the end, with a line below
/// the rows that says what comes next.
@MainActor
final class PageLoader: FeedFeature {
  /// The line below the rows; hidden for feeds without pages.
  let foot = Label()

  private unowned let page: any FeedContext

  /// Creates the feature; the page outlives it.
  init(page: any FeedContext) {
    self.page = page
    foot.isHidden = true
  }

  /// Loads the next page when the cursor approaches the end.
  func cursorDidMove() {
    guard let state = page.feed.pageState, state.allowsNext else { return }
    if case .failed = state { return }
    let (table, count) = (page.table, page.table.rowCount)
    let position = table.cursor.map { table.ordinal(of: $0) } ?? 0
    guard position + max(1, table.frame.rows) >= count else { return }
    page.feed.loadNextPage()
  }

  /// Loads the next page while the rows do not fill the screen, as few of them match the filters.
  func rowsDidChange() {
    guard page.feed.pageState != nil, !page.source.isRunning,
      page.table.rowCount < page.table.frame.rows
    else { return }
    cursorDidMove()
  }

  /// Loads the next page if the cursor has approached the end while the previous one was loaded.
  func feedDidChange(_ change: FeedChange) {
    if change == .status, page.source.isPlain { cursorDidMove() }
  }

  /// Loads a page that has failed.
  ///
  /// - Returns: `false` if there is none.
  func retry() -> Bool {
    guard case .failed = page.feed.pageState else { return false }
    return page.feed.loadNextPage()
  }

  /// Shows the state of the pages.
  func updateFoot() {
    let text = text
    let isHidden = text == nil
    foot.text = text.map { " \($0.text)" } ?? ""
    foot.style = text?.style ?? .body
    guard foot.isHidden != isHidden else { return }
    foot.isHidden = isHidden
    page.setNeedsLayout()
  }

  /// What is said of the order of some pages.
  static let partialOrder = "only the rows loaded so far are sorted; more load near the end"

  private var text: (text: String, style: StyleName)? {
    switch page.feed.pageState {
    case nil: nil
    case .idle, .loaded:
      page.source.query.sortKeys.isEmpty
        ? ("more rows load near the end", .tertiary)
        : (Self.partialOrder, .secondary)
    case .loading: ("loading more rows", .secondary)
    case .empty: ("no rows", .tertiary)
    case .noMore: ("no more rows", .tertiary)
    case .failed(_, let reason): ("page failed (r retries): \(reason)", .error)
    }
  }
}
