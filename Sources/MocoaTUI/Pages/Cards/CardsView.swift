import MocoaCore

/// The rows of a table as cards beside and below one another.
final class CardsView: CollectionView {
  /// The columns whose texts a card shows.
  var columns: [TableColumn] = [] {
    didSet {
      guard columns != oldValue else { return }
      updateLayout()
      for item in visible { item.view.setNeedsDisplay() }
    }
  }

  /// Finds what cells set apart in a text.
  var highlighter: ((String) -> [Range<String.Index>])? {
    didSet { for item in visible { item.view.setNeedsDisplay() } }
  }

  /// The only column in which something is set apart; nil for all.
  var highlightedColumn: String?

  /// The width that a card has at least.
  private static let cardColumns = 36

  /// How many members a card shows at most, besides its title.
  private static let memberLimit = 5

  /// How many rows are looked at for the height of cards that lay themselves out.
  private static let sampleSize = 16

  private var shownSize = Size.zero
  private var cardsPerLine = 0
  private var cardRows = 0

  override func layoutSubviews() {
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
  var highlighter: Highlighter? {
    tableView?.highlighter ?? (container as? CardsView)?.highlighter
  }

  /// What a row can draw on: the inside of a card's frame, which is drawn; all of it in a table.
  func contents(of canvas: Canvas) -> Canvas {
    guard container is CardsView, canvas.size.columns > 4, canvas.size.rows > 2 else {
      return canvas
    }
    canvas.box(canvas.bounds)
    return canvas.part(canvas.bounds.inset(by: Insets(top: 1, left: 2, bottom: 1, right: 2)))
  }
}

extension JSONCell {
  /// Draws the row as a card: its first column as the title, the others below one another.
  func drawCard(columns: [TableColumn], in canvas: Canvas) {
    let texts = columns.compactMap { column in cardText(for: column).map { (column, $0) } }
    let inner = contents(of: canvas)
    guard let title = texts.first, canvas.size.columns > 4 else { return drawLine(in: inner) }
    canvas.draw(" ", at: Point(column: 2, row: 0), style: .border)
    let start = canvas.draw(
      title.1.text, at: Point(column: 3, row: 0), columns: canvas.size.columns - 6, style: .title)
    canvas.draw(" ", at: Point(column: 3 + start, row: 0), style: .border)
    canvas.mark(
      matches(in: title.1.text, of: title.0), of: title.1.text, from: 3,
      columns: canvas.size.columns - 6)
    drawMembers(Array(texts.dropFirst()), in: inner)
  }

  private func matches(in text: String, of column: TableColumn) -> [Range<String.Index>] {
    guard let cards = container as? CardsView, let highlighter = cards.highlighter,
      cards.highlightedColumn == nil || cards.highlightedColumn == column.id
    else { return [] }
    return highlighter(text)
  }

  private func drawMembers(_ members: [(TableColumn, JSONDisplayText)], in inner: Canvas) {
    let shown = members.prefix(inner.size.rows)
    let names = shown.map { TextWidth.columns(of: $0.0.title, upTo: inner.size.columns / 3) }
    let left = (names.max() ?? 0) + 1
    for (row, (column, text)) in shown.enumerated() {
      inner.draw(
        column.title, at: Point(column: 0, row: row), columns: left - 1, style: .secondary)
      let room = max(0, inner.size.columns - left)
      inner.draw(
        text.text, at: Point(column: left, row: row), columns: room,
        style: text.style == .body ? column.style : text.style)
      inner.mark(
        matches(in: text.text, of: column), of: text.text, from: left, columns: room, row: row)
    }
  }
}
