import MocoaCore
import MocoaFeed
import MocoaTUI

#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// The content of the status bar.
extension FeedPage {
  public func updateStatus() {
    status.title = Self.abbreviated(feed.name)
    let text = statusText
    status.activity = text.activity
    updateFailure()
    updateEmptyNote(text)
    pages.updateFoot()
    updatePosition()
  }

  private var statusText: FeedStatusText {
    var text = FeedStatusText(
      feed: feed, source: source, columns: columns, isShowingCards: isShowingCards,
      loadingSince: loadingSince)
    text.columnText = currentChoice.map { "│ \($0.column.title)" } ?? ""
    text.brokenRowText = brokenRows.statusText
    text.repetitionText = memberFinder.repetitionText
    text.missingMemberText = namedMembers.statusText
    text.pendingRows = pendingRows
    text.featureText = featureTexts.joined(separator: "  ")
    text.isTyping = prompt != nil
    return text
  }

  /// Returns a path with `~` for the home folder.
  private static func abbreviated(_ path: String) -> String {
    guard let home = getenv("HOME").map({ String(cString: $0) }), home.utf8.count > 1,
      path.utf8.starts(with: "\(home)/".utf8)
    else { return path }
    return "~" + path.dropFirst(home.count)
  }

  /// Shows the error of the feed, or that its file was overwritten, while that persists.
  func updateFailure() {
    // A watched file is about to be reloaded, as is one that is being reloaded.
    let isAwaited = feed.isWatched || feed.status.isRefreshing
    let error = feed.status.error ?? (isAwaited ? nil : feed.listModel.overwriting)
    status.failure = error.map(text) ?? ""
  }

  /// Shows the reason if there are no rows.
  private func updateEmptyNote(_ status: FeedStatusText) {
    let hasRows = list.hasCells || collapsedSections.isActive
    let text = hasRows ? nil : pendingRows ?? status.emptyText
    emptyNote.text = text ?? ""
    emptyNote.isHidden = text == nil
  }

  var markText: String? { targets.markText }

  func updatePosition() {
    let count = table.rowCount
    var number = 0
    if let cursor { number = table.ordinal(of: cursor) + 1 }
    // Appended rather than interpolated: short strings then need no allocation, and this runs at
    // each key press.
    let total = count.grouped
    var text = number.grouped
    // Of constant width, so that the keys before it do not move.
    while text.utf8.count < total.utf8.count { text = " " + text }
    text += "/"
    text += total
    if remainder != nil { text += "+" }
    if !filters.isEmpty || columnController.indentation > 0 {
      text += " of \(feed.listModel.numberOfRows.grouped)"
    }
    if let markText { text = "\(markText)  \(text)" }
    status.changes = tail.statusText ?? changes.text
    status.match = search.statusText ?? ""
    status.position = text
  }
}

extension ListViewModel {
  /// The number of rows in all sections; O(sections).
  var numberOfItemsInAllSections: Int {
    (0..<numberOfSections).reduce(0) { $0 + numberOfItems(in: $1) }
  }

  /// Returns the number of a row in the whole list, from 0; O(sections).
  func ordinal(of path: ListIndexPath) -> Int {
    (0..<min(path.section, numberOfSections)).reduce(path.item) { $0 + numberOfItems(in: $1) }
  }
}
