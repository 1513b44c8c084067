import MocoaCore
import MocoaFeed
import MocoaTUI
import MocoaTestSupport

@testable import MocoaFeedUI

/// A page with no more than what the controllers of a feed page ask for: it does not show its table.
@MainActor final class ControllerPage: ContextPage, QueryPage, ActionRows {
  private(set) lazy var query = QueryController(source: source, page: self)
  private(set) lazy var actions = RowActionController(page: self, rows: self)
  private(set) lazy var exports = ExportController(page: self, rows: self, actions: actions)

  var actionRows: [JSONBytes] = []
  var numbered: (rows: RowNumbers, model: FeedListModel) {
    (RowNumbers(0..<feed.listModel.numberOfRows), feed.listModel)
  }
  var isInPlace = true
  var markText: String? { nil }
  var lossText: String? { nil }
  var written: WrittenRows { WrittenRows() }
  var count: Int { 0 }
  var confirmedTargets: ConfirmedTargets?

  /// What the controllers have reported.
  private(set) var calls: [String] = []

  private lazy var model: any ListModel = feed.listModel

  override init(_ text: String) {
    super.init(text)
    actionRows = (0..<feed.listModel.numberOfRows).map { [feed] in feed.listModel.row($0).json }
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
  var texts: [String] {
    source.wait()
    guard let rows = FeedRows(model), model.numberOfSections > 0 else { return [] }
    return (0..<model.section(at: 0).numberOfItems).compactMap {
      rows.row(at: ListIndexPath(section: 0, item: $0)).json.description
    }
  }

  var shownRows: ShownRows { ShownRows(count: texts.count, isComplete: !source.isRunning) }

  func willAsk(for prompt: PromptHistory) { calls.append("ask for \(prompt.rawValue)") }

  func queryDidChange(isFilterNew: Bool) { calls.append(isFilterNew ? "filter" : "order") }

  func areInPlace() -> Bool { isInPlace }
  func takeFault() -> String? { isInPlace ? nil : "the rows are not in place" }
  func compare() {}

  override func promptDidClose() { query.promptDidClose() }
}
