import MocoaCore

/// Finds the parts of a text that are set apart, such as the matches of a search.
package typealias Highlighter = (String) -> [Range<String.Index>]

/// The rows of a table as cards beside and below one another.
package final class CardsView: CollectionView {
  /// The columns whose texts a card shows.
  package var columns: [TableColumn] = [] {
    didSet {
      guard columns != oldValue else { return }
      updateLayout()
      for item in visible { item.view.setNeedsDisplay() }
    }
  }

  /// Finds what cells set apart in a text.
  package var highlighter: Highlighter? {
    didSet { for item in visible { item.view.setNeedsDisplay() } }
  }

  /// The only column in which something is set apart; nil for all.
  package var highlightedColumn: String?

  /// The width that a card has at least.
  private static let cardColumns = 36

  /// How many members a card shows at most, besides its title.
  private static let memberLimit = 5

  /// How many rows are looked at for the height of cards that lay themselves out.
  private static let sampleSize = 16

  private var shownSize = Size.zero
  private var cardsPerLine = 0
  private var cardRows = 0

  package override func layoutSubviews() {
    updateLayout()
    super.layoutSubviews()
    guard bounds.size != shownSize else { return }
    shownSize = bounds.size
    keepCursorInSight()
  }

  /// Scrolls to the cursor where there is less room than before.
  private func keepCursorInSight() {
    guard let cursor = state.cursor, list?.contains(cursor) == true else { return }
    let offset = state.offset
    reveal(cursor)
    if state.offset != offset { super.layoutSubviews() }
  }

  /// All cards are of one size, so that a million of them cost no more than what is in sight.
  private func updateLayout() {
    let perLine = max(1, bounds.columns / Self.cardColumns)
    let rows = 2 + contentRows(columns: bounds.columns / perLine - 5)
    guard perLine != cardsPerLine || rows != cardRows else { return }
    (cardsPerLine, cardRows) = (perLine, rows)
    layout = GridLayout(columns: perLine, itemRows: rows)
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
  /// Finds what a table, or cards, have set apart in a text.
  package var highlighter: Highlighter? {
    tableView?.highlighter ?? (container as? CardsView)?.highlighter
  }

  /// What a row can draw on: the inside of a card's frame, which is drawn; all of it in a table.
  package func contents(of canvas: Canvas) -> Canvas {
    guard container is CardsView, canvas.size.columns > 4, canvas.size.rows > 2 else {
      return canvas
    }
    canvas.box(canvas.bounds)
    return canvas.part(canvas.bounds.inset(by: Insets(top: 1, left: 2, bottom: 1, right: 2)))
  }

  /// The columns whose texts the cell shows as a card with a frame; nil for what is no card.
  package var cardColumns: [TableColumn]? { (container as? CardsView)?.columns }

  /// What is set apart in the text of one column of a card.
  package func cardMatches(in text: String, of column: TableColumn) -> [Range<String.Index>] {
    guard let cards = container as? CardsView, let highlighter = cards.highlighter,
      cards.highlightedColumn == nil || cards.highlightedColumn == column.id
    else { return [] }
    return highlighter(text)
  }
}
