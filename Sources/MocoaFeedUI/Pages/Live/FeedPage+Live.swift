import MocoaCore
import MocoaFeed
import MocoaTUI

/// Changes of a feed while it is displayed.
extension FeedPage {
  /// The keys of a page for a feed that changes.
  static let liveBindings: [KeyBinding<FeedPage>] = [
    .init("reload", ["r"], help: "Reload the feed, or retry") { $0.reload() },
    .init("pause", ["p"], help: "Pause or resume updates") { page in
      page.feed.isPaused.toggle()
      page.updateStatus()
    },
    .init("next-change", ["c"], help: "Next changed row") { $0.goToNextChange() },
  ]

  private func goToNextChange() {
    guard let place = changes.place(after: cursor) else {
      return status.show("no changes")
    }
    table.moveCursor(to: place)
  }

  /// Records the number and the positions of changes.
  func listDidChange(_ change: ListChange) {
    if case .selection = change { updatePosition() }
    defer { (tracker.rows, tracker.marks) = (rows, list.selectedIndexPaths) }
    guard case .update(let changeset) = change else { return }
    trackRows(of: changeset)
    changes.listDidChange(changeset, isAppending: updateTask == nil) { [list] in
      list.numberOfItems(in: $0)
    }
  }

  /// Performs an update that is news to the user.
  func withNews<Result>(_ body: () async -> Result) async -> Result {
    guard reportsChanges else { return await body() }
    setCounting(true)
    defer { setCounting(false) }
    return await body()
  }

  /// Adds rows that were appended by others; the first ones already existed.
  func withGrowth(_ body: () -> Void) {
    guard hasCaughtUp else { return body() }
    setCounting(true)
    body()
    setCounting(false)
  }

  private func setCounting(_ isCounting: Bool) {
    changes.isCounting = isCounting
    table.flashesAppendedItems = isCounting
  }
}

// MARK: - Pages of a feed

extension FeedPage {
  /// Loads the next page when the cursor approaches the end.
  func loadPageIfNear() {
    guard let state = feed.pageState, state.allowsNext else { return }
    if case .failed = state { return }
    let count = table.rowCount
    let position = cursor.map { table.ordinal(of: $0) } ?? 0
    guard position + max(1, table.frame.rows) >= count else { return }
    feed.loadNextPage()
  }

  /// Loads the next page while the rows do not fill the screen, as few of them match the filters.
  func loadPageIfFew() {
    guard feed.pageState != nil, !source.isRunning,
      list.numberOfItemsInAllSections < table.frame.rows
    else { return }
    loadPageIfNear()
  }

  /// What is said of the order of some pages.
  static let partialOrder = "only the rows loaded so far are sorted; more load near the end"

  /// The text below the rows of a paged feed; nil for other feeds.
  var pageText: (text: String, style: Style)? {
    switch feed.pageState {
    case nil: nil
    case .idle, .loaded:
      sortKeys.isEmpty
        ? ("more rows load near the end", .tertiary)
        : (Self.partialOrder, .secondary)
    case .loading: ("loading more rows", .secondary)
    case .empty: ("no rows", .tertiary)
    case .noMore: ("no more rows", .tertiary)
    case .failed(_, let reason): ("page failed (r retries): \(reason)", .error)
    }
  }
}
