import MocoaCore

/// Displaying the rows of a table as cards in a grid.
extension TableView {
  /// The minimum width of a card.
  private static let cardColumns = 36

  /// The maximum number of members that a card displays besides its title.
  private static let memberLimit = 5

  /// The number of rows that are measured to determine the height of cards without columns.
  private static let sampleSize = 16

  /// The grid of the cards; all have one size, so that only visible ones are laid out.
  var cardLayout: GridLayout {
    let perLine = max(1, bounds.columns / Self.cardColumns)
    return GridLayout(
      columns: perLine, itemRows: 2 + contentRows(columns: bounds.columns / perLine - 5))
  }

  /// Returns the number of rows within the border of a card.
  ///
  /// There is one for each member; without columns, as many as the tallest of the first rows needs.
  private func contentRows(columns width: Int) -> Int {
    guard columns.isEmpty else { return max(1, min(Self.memberLimit, columns.count - 1)) }
    guard let list, list.numberOfSections > 0, width > 0 else { return 1 }
    let count = min(Self.sampleSize, list.numberOfItems(in: 0))
    let rows = (0..<count).map { item in
      let viewModel = list.cellViewModel(at: ListIndexPath(section: 0, item: item))
      return prototype(for: viewModel).measure(viewModel, columns: width)
    }
    return max(1, min(rows.max() ?? 1, bounds.rows - 2))
  }
}

extension ListElementView {
  /// The columns whose texts the cell displays as a card; nil if rows are not displayed as cards.
  package var cardColumns: [TableColumn]? {
    guard let tableView, tableView.showsCards else { return nil }
    return tableView.columns
  }

  /// Returns the canvas for the content of a row: in a card, within the border, which it draws.
  package func contents(of canvas: Canvas) -> Canvas {
    guard cardColumns != nil, canvas.size.columns > 4, canvas.size.rows > 2 else { return canvas }
    canvas.box(canvas.bounds)
    return canvas.part(canvas.bounds.inset(by: Insets(top: 1, left: 2, bottom: 1, right: 2)))
  }
}
