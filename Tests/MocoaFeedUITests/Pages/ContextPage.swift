import MocoaFeed
import MocoaTUI

@testable import MocoaFeedUI

/// A page that is only what features know of one: the rows of a feed, without a table of them.
@MainActor class ContextPage: StatusPage, FeedContext {
  let feed: Feed
  let source: RowSource
  let table = TableView()
  private(set) lazy var list = ListViewModel(model: feed.listModel)
  private(set) lazy var memberFinder = MemberFinder(feed: feed)
  var columns = FeedColumns()
  var keyChanges = KeyChanges.none
  var filters: [RowFilter] = []
  var cursorRowNumber: Int?

  /// Called when a feature shows something else.
  var onUpdate: (() -> Void)?

  init(_ text: String) {
    feed = readFeed(text)
    source = RowSource(feed: feed)
    super.init()
  }

  var rows: FeedRows? { FeedRows(feed.listModel) }
  var currentRow: Row? { cursorRowNumber.map { feed.listModel.row($0) } }
  var content: ListView { table }
  var currentItem: Any? { currentRow }
  var targetItems: [Any] { [] }

  func name(ofSection index: Int) -> String { "section \(index)" }
  func positionRestorer() -> () -> Void { {} }
  func showRow(_ number: Int?, keeping screenRow: Int?) { cursorRowNumber = number }
  func updateStatus() { onUpdate?() }
  func reload() {}
  func cursorDidMove() {}
  func shownRowsDidChange(areOthers: Bool) {}
  func addFilter(_ text: String) {}
  func takeSelections(of page: FeedPage) {}
  func updatePosition() {}
}
