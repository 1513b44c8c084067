import MocoaFeed
import MocoaTUI

@testable import MocoaFeedUI

/// A page that is only what features know of one: the rows of a feed in a table that is not shown.
@MainActor class ContextPage: StatusPage, FeedContext {
  let feed: Feed
  let source: RowSource
  let table = TableView()
  private(set) lazy var list = ListViewModel(model: feed.listModel)
  private(set) lazy var memberFinder = MemberFinder(feed: feed)
  var columns = FeedColumns()
  let outerPath: ((MemberPath) -> MemberPath)? = nil
  let originFaults = ResultFaults()

  /// Called when a feature shows something else.
  var onUpdate: (() -> Void)?

  init(_ text: String) {
    feed = readFeed(text)
    source = RowSource(feed: feed)
    super.init()
    table.show(list)
  }

  func row(at path: ListIndexPath) -> Row? { list.contains(path) ? rows?.row(at: path) : nil }
  var content: ListView { table }
  var currentItem: Any? { currentRow }
  var targetItems: [Any] { [] }

  func name(ofSection index: Int) -> String { "section \(index)" }
  func positionRestorer() -> () -> Void { {} }
  func anchor(_ number: Int?) -> AnchoredRow? { nil }
  func showRow(_ number: Int?, keeping screenRow: Int?) {
    number.flatMap { rows?.indexPath(ofRow: $0) }.map { table.moveCursor(to: $0) }
  }
  func updateStatus() { onUpdate?() }
  func reload() {}
  func cursorDidMove() {}
  func shownRowsDidChange(areOthers: Bool) {}
  func addFilter(_ text: String) {}
  func takeSelections(of page: FeedPage) {}
  func updatePosition() {}
}
