import MocoaCore

/// How a page of a list was left: its position, cursor, marks, filter and histories.
///
/// Rows are known by their positions in the list.
public struct ListPageState: Codable, Hashable, Sendable {
  /// Where the list is scrolled to, and where its cursor is.
  var view = ListViewState()

  /// The marked rows.
  var marks = IndexPathSet()

  /// What rows have to contain to be shown; empty where all are.
  var filter = ""

  /// The answers given at the foot of the page, by question.
  var histories: [String: [String]] = [:]

  /// The state of a page that was never touched.
  public init() {}
}

extension ListViewPage {
  /// How the page is now.
  public var state: ListPageState {
    var state = ListPageState()
    state.view = content.state
    state.marks = content.list?.selectedIndexPaths ?? IndexPathSet()
    state.filter = rowFilter
    for (question, answers) in promptHistory { state.histories[question.rawValue] = answers }
    return state
  }

  /// Brings the page back to how it was left, as far as the list still has these rows.
  public func restore(_ state: ListPageState) {
    for (name, answers) in state.histories {
      promptHistory[PromptHistory(rawValue: name)] = answers
    }
    rowFilter = state.filter
    content.restore(state.view)
    guard let list = content.list else { return }
    list.deselectAllItems()
    list.selectItems(at: IndexPathSet(state.marks.filter { list.contains($0) }))
  }
}
