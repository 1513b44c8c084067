import MocoaCore

/// The state of a list page: its scroll position, cursor, marks, filter and prompt histories.
///
/// Rows are identified by their index paths.
public struct ListPageState: Codable, Hashable, Sendable {
  /// The scroll position and the cursor of the list.
  var view = ListViewState()
  var marks = IndexPathSet()

  /// The text that rows must contain to be visible; empty if all rows are visible.
  var filter = ""

  /// The columns that rows are sorted by, as they are typed; nil if rows are not sorted.
  var order: String?

  /// The history of each kind of prompt.
  var histories: [String: [String]] = [:]

  /// The states of the features that were added to the page, by the names of their types.
  var features: [String: String]?

  /// Creates the initial state of a page.
  public init() {}
}

extension ListViewPage {
  /// The current state of the page.
  public var state: ListPageState {
    var state = ListPageState()
    state.view = content.state
    state.marks = content.list?.selectedIndexPaths ?? IndexPathSet()
    state.filter = rowFilter
    state.order = rowOrder
    state.features = featureStates
    state.histories = savedHistories
    return state
  }

  /// Restores a state of the page, as far as its index paths are still in the list.
  public func restore(_ state: ListPageState) {
    savedHistories = state.histories
    rowFilter = state.filter
    rowOrder = state.order
    featureStates = state.features
    content.restore(state.view)
    guard let list = content.list else { return }
    list.deselectAllItems()
    list.selectItems(at: IndexPathSet(state.marks.filter { list.contains($0) }))
  }
}
