import MocoaTUI

/// The feature of what Esc ends, in this order, before it leaves the page.
@MainActor
final class BackController: PageFeature {
  static let bindings: [KeyBinding<BackController>] = [
    .init("back", [.escape], help: "Cancel the command", when: { $0.actions.work.isRunning }) {
      $0.actions.work.cancel()
    },
    .init("back", [.escape], help: "Hide the row in full", when: { !$0.detail.isHidden }) {
      $0.detail.setShown(false)
    },
    // `q` closes it, like a page.
    .init("back", ["q"], help: "Back to the list", when: { $0.detail.replacesTable }) {
      $0.detail.setShown(false)
    },
    .init("back", [.escape], help: "End the search", when: { $0.search.request != nil }) {
      $0.search.end()
    },
    .init(
      "back", [.escape], help: "Take back the filters or order, of which rows are missing yet",
      when: { $0.isQueryRunning }
    ) { $0.undo.undo() },
    .init(
      "cancel-query", [.control("c")],
      help: "Take back the filters or order, of which rows are missing yet",
      when: { $0.page.prompt == nil && $0.isQueryRunning && !$0.page.source.query.isEmpty }
    ) { $0.undo.undo() },
    .init("back", [.escape], help: "Cancel the request", when: { $0.page.feed.isQueryRunning }) {
      $0.page.feed.stop()
      $0.page.status.show("Cancelling")
    },
    .init(
      "back", [.escape, "q"], help: "Back to the list",
      when: { $0.page.stack?.pages.count ?? 1 > 1 }
    ) { $0.page.stack?.pop() },
  ]

  /// A Boolean value that indicates whether rows are searched for filters or an order, not only
  /// those that a feed has added.
  private var isQueryRunning: Bool {
    let (source, status) = (page.source, page.feed.status)
    return source.isRunning
      && (source.isOutdated || !source.query.isEmpty && !status.isLoading && !status.isFollowing)
  }

  private unowned let page: any FeedContext
  private let actions: RowActionController
  private let detail: DetailPane
  private let search: PageSearch
  private let undo: UndoController

  /// Creates the feature; the page outlives it.
  init(
    page: any FeedContext, actions: RowActionController, detail: DetailPane, search: PageSearch,
    undo: UndoController
  ) {
    (self.page, self.actions, self.detail) = (page, actions, detail)
    (self.search, self.undo) = (search, undo)
  }
}
