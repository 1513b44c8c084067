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
    .init(
      "next-change", ["c"],
      help: "Next changed row; the status bar counts + new, ~ changed, - gone rows"
    ) { $0.goToNextChange() },
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
