import MocoaCore
import MocoaFeed

/// Rows that a page shows as they were when it was opened; reports that the feed has others now.
@MainActor
final class RowSnapshot {
  /// The message for the status bar.
  static let message = "as it was when opened; the feed has changed since"

  /// The message if it is unknown whether the rows are others.
  fileprivate static let reloadMessage = "as it was when opened; the feed was reloaded since"

  private let rows: [JSONBytes]
  private var subscription: Subscription?
  private var check: Task<Void, Never>?

  /// Begins to compare the rows with those of each later reading of their feed.
  ///
  /// The closure is called when one of them is not in the feed any more, or all are again.
  init(of rows: [JSONBytes], in feed: Feed, onChange: @escaping (_ hasChanged: Bool) -> Void) {
    self.rows = rows
    subscription = feed.observeChanges { [weak self, weak feed] change in
      guard case .replaced = change, let self, let feed else { return }
      compare(with: feed.listModel, onChange)
    }
  }

  isolated deinit { check?.cancel() }

  private func compare(with model: FeedListModel, _ onChange: @escaping (Bool) -> Void) {
    check?.cancel()
    let rows = rows
    check = Task {
      let hasAll = await Task.detached { model.containsRows(equalTo: rows) }.value
      if !Task.isCancelled { onChange(!hasAll) }
    }
  }
}

extension FeedPage {
  /// Reports in the status bar that the rows are made from another feed as it was when the page was
  /// opened, once that is reloaded: as long as the page is shown, or until it is reloaded itself.
  package func noteReloads(of other: Feed, untilReload isPassing: Bool) {
    func observe(_ feed: Feed, _ message: String) {
      feed.observeChanges { [weak self] change in
        if case .replaced = change { self?.statusBar.ageText = message }
      }
      .store(in: &subscriptions)
    }
    observe(other, RowSnapshot.reloadMessage)
    if isPassing { observe(feed, "") }
  }
}
