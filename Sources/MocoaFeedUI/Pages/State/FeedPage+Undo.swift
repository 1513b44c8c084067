import MocoaFeed
import MocoaTUI

extension Action {
  public static let undo: Action = "undo"
}

/// Which rows and columns a page shows, and in which order.
struct FeedView: Equatable {
  var filters: [RowFilter]
  var sortKeys: [SortKey]
  var columns: [Column]

  /// What the user decides of a column; its width by content is not.
  struct Column: Equatable {
    var id: String
    var isShown: Bool
    var isPinned: Bool
    var width: Int?

    init(_ choice: ColumnChoice) {
      id = choice.id
      isShown = choice.isShown
      isPinned = choice.column.isPinned
      if case .fixed(let columns) = choice.column.width { width = columns }
    }
  }
}

/// Going back to earlier filters, sort orders and columns.
extension FeedPage {
  /// How many steps can be undone.
  private static let undoLimit = 100

  private var view: FeedView {
    FeedView(
      filters: filters, sortKeys: sortKeys, columns: columnChoices.map(FeedView.Column.init))
  }

  /// Keeps what is shown, before something may be changed.
  func rememberView() {
    // What the page chose by itself, from more rows, is nothing that the user did.
    guard prompt == nil, undoSteps.last != view else { return }
    undoSteps.append(view)
    if undoSteps.count > Self.undoLimit { undoSteps.removeFirst() }
  }

  /// The columns as they were; those that came later are hidden.
  private func arranged(_ columns: [FeedView.Column]) -> [ColumnChoice] {
    let known = columns.compactMap { old -> ColumnChoice? in
      guard var choice = columnChoices.first(where: { $0.id == old.id }) else { return nil }
      choice.isShown = old.isShown
      choice.column.isPinned = old.isPinned
      let suggested = suggestedColumns.first { $0.id == old.id }
      choice.column.width =
        old.width.map { .fixed($0) } ?? suggested?.column.width ?? choice.column.width
      return choice
    }
    return known + columnChoices.hidden(without: known)
  }

  /// Goes back to what was shown before the last change.
  func undo() -> Bool {
    while let last = undoSteps.popLast() {
      guard last != view else { continue }
      let before = view
      let what = [
        last.filters == before.filters ? nil : "filters",
        last.sortKeys == before.sortKeys ? nil : "sort order",
        last.columns == before.columns ? nil : "columns",
      ].compactMap(\.self)
      if last.columns != view.columns {
        columnWish = .byHand
        columnChoices = arranged(last.columns)
      }
      setFilters(last.filters)
      setSortKeys(last.sortKeys)
      status.show("undone: \(what.joined(separator: ", "))")
      return true
    }
    status.show("there is nothing to undo")
    return true
  }
}
