import MocoaCore

/// The rows of a table as cards beside and below one another.
extension TableView {
  /// The minimum width of a card.
  private static let cardColumns = 36

  /// How many members a card shows at most, besides its title.
  private static let memberLimit = 5

  /// How many rows are measured for the height of cards that lay themselves out.
  private static let sampleSize = 16

  /// All cards are of one size, so that a million of them cost no more than what is in sight.
  var cardLayout: GridLayout {
    let perLine = max(1, bounds.columns / Self.cardColumns)
    return GridLayout(
      columns: perLine, itemRows: 2 + contentRows(columns: bounds.columns / perLine - 5))
  }

  /// How many rows a card has within its frame: for the members, or, where rows lay themselves out,
  /// as many as the first of them need.
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
  /// The columns whose texts the cell shows as a card with a frame; nil for what is no card.
  package var cardColumns: [TableColumn]? {
    tableView.flatMap { $0.showsCards ? $0.columns : nil }
  }

  /// What a row can draw on: the inside of a card's frame, which is drawn; all of it in a table.
  package func contents(of canvas: Canvas) -> Canvas {
    guard cardColumns != nil, canvas.size.columns > 4, canvas.size.rows > 2 else { return canvas }
    canvas.box(canvas.bounds)
    return canvas.part(canvas.bounds.inset(by: Insets(top: 1, left: 2, bottom: 1, right: 2)))
  }
}
