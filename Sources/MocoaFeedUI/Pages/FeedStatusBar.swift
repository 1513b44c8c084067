import MocoaCore
import MocoaFeed
import MocoaTUI

#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// What a page of a feed shows in its status bar, and in place of rows if there are none.
@MainActor
final class FeedStatusBar {
  /// The reason why there are no rows, in their place.
  let emptyNote = Label("", style: .secondary)

  /// The message of a page that computes its rows, shown while there are none; nil for none.
  var pendingRows: String? {
    didSet { if pendingRows != oldValue { update() } }
  }

  /// The time at which loading began; nil if unknown.
  var loadingSince: ContinuousClock.Instant?

  private unowned let page: FeedPage

  /// Creates the content of a status bar; the page outlives it.
  init(page: FeedPage) {
    self.page = page
    emptyNote.isHidden = true
    // Above the rows, which are a pane as well.
    emptyNote.isPane = true
  }

  private var feed: Feed { page.feed }
  private var status: StatusBar { page.status }

  func update() {
    status.title = Self.abbreviated(feed.name)
    let text = text
    status.activity = text.activity
    updateFailure()
    updateEmptyNote(text)
    page.pages.updateFoot()
    updatePosition()
  }

  private var text: FeedStatusText {
    var text = FeedStatusText(
      feed: feed, source: page.source, columns: page.columns, isShowingCards: page.isShowingCards,
      loadingSince: loadingSince)
    text.columnText = page.currentChoice.map { "│ \($0.column.title)" } ?? ""
    text.brokenRowText = page.brokenRows.statusText
    text.repetitionText = page.memberFinder.repetitionText
    text.missingMemberText = page.namedMembers.statusText
    text.pendingRows = pendingRows
    text.featureText = page.featureTexts.joined(separator: "  ")
    text.isTyping = page.prompt != nil
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
    status.failure = error.map(page.text) ?? ""
  }

  /// Shows the reason if there are no rows.
  private func updateEmptyNote(_ status: FeedStatusText) {
    let hasRows = page.list.hasCells || page.updater.collapsedSections.isActive
    let text = hasRows ? nil : pendingRows ?? status.emptyText
    emptyNote.text = text ?? ""
    emptyNote.isHidden = text == nil
  }

  func updatePosition() {
    let count = page.table.rowCount
    var number = 0
    if let cursor = page.cursor { number = page.table.ordinal(of: cursor) + 1 }
    // Appended rather than interpolated: short strings then need no allocation, and this runs at
    // each key press.
    let total = count.grouped
    var text = number.grouped
    // Of constant width, so that the keys before it do not move.
    while text.utf8.count < total.utf8.count { text = " " + text }
    text += "/"
    text += total
    if page.remainder != nil { text += "+" }
    if !page.filters.isEmpty || page.columnController.indentation > 0 {
      text += " of \(feed.listModel.numberOfRows.grouped)"
    }
    if let markText = page.markText { text = "\(markText)  \(text)" }
    let tailText = page.tail.statusText
    status.changes = tailText.isEmpty ? page.live.changes.text : tailText
    status.match = page.search.statusText
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
