import MocoaCore
import MocoaFeed
import MocoaTUI
import MocoaTestSupport

@testable import MocoaFeedUI

/// A page with no more than what the controllers of a feed page ask for: it has no table.
@MainActor final class ControllerPage: StatusPage, QueryPage, RowActionPage {
  let feed: Feed
  let source: RowSource
  private(set) lazy var query = QueryController(source: source, page: self)
  private(set) lazy var actions = RowActionController(page: self)
  private(set) lazy var exports = ExportController(page: self, work: actions.work)

  var keyChanges = KeyChanges.none
  var actionRows: [JSONBytes]
  var isInPlace = true
  var markText: String? { nil }

  /// What the controllers have reported.
  private(set) var calls: [String] = []

  private var columns = FeedColumns()
  private var model: any ListModel

  init(_ text: String) {
    feed = readFeed(text)
    source = RowSource(feed: feed)
    model = feed.listModel
    actionRows = (0..<feed.listModel.numberOfRows).map { [feed] in feed.listModel.row($0).json }
    super.init()
    _ = columns.infer(from: feed.listModel, isLoading: false)
    source.onChange = { [weak self] change in
      switch change {
      case .status, .grew: break
      case .appended(let model), .rearranged(let model), .updated(let model):
        self?.model = model
        self?.source.didShow()
      }
    }
    addSubview(query.chips)
  }

  override var keyMap: KeyMap {
    KeyMap(
      for: ControllerPage.self,
      RowActionController.bindings(of: actions.commands).map { $0.within { $0.actions } })
  }

  /// A terminal that shows the page.
  func screen() throws -> ScreenDriver {
    let stack = PageStack()
    stack.push(self)
    return try ScreenDriver(columns: 60, rows: 6, showing: stack)
  }

  /// The rows that the query displays.
  var rows: [String] {
    source.wait()
    guard let rows = FeedRows(model), model.numberOfSections > 0 else { return [] }
    return (0..<model.section(at: 0).numberOfItems).compactMap {
      rows.row(at: ListIndexPath(section: 0, item: $0)).json.description
    }
  }

  var catalog: ColumnCatalog { columns.catalog }

  var remainder: String? { nil }
  var shownRows: ShownRows { ShownRows(count: rows.count, isComplete: !source.isRunning) }

  func willAsk(for prompt: PromptHistory) { calls.append("ask for \(prompt.rawValue)") }

  func positionRestorer() -> () -> Void { {} }

  func queryDidChange(isFilterNew: Bool) { calls.append(isFilterNew ? "filter" : "order") }

  func areRowsInPlace() -> Bool { isInPlace }

  func takeRowsFault() -> String? { isInPlace ? nil : "the rows are not in place" }

  func export(as format: ViewFormat) -> RowExport? {
    guard format != .command else { return nil }
    return RowExport(content: .rows(.json(nil), of: feed.listModel, nil))
  }

  override func promptDidClose() { query.promptDidClose() }
}
