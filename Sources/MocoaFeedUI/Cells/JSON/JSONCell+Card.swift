import MocoaTUI

extension JSONCell {
  /// Draws the row as a card: the column that names it as the title, the others below it.
  func drawCard(columns: [TableColumn], in canvas: Canvas) {
    var texts = columns.compactMap { column in cardText(for: column).map { (column, $0) } }
    let inner = contents(of: canvas)
    let index = texts.firstIndex { $0.0.style == .title } ?? 0
    guard !texts.isEmpty, canvas.size.columns > 4 else { return drawLine(in: inner) }
    let title = texts.remove(at: index)
    canvas.draw(" ", at: Point(column: 2, row: 0), style: .border)
    let start = canvas.highlighting(columnWithID: title.0.id).draw(
      title.1.text, at: Point(column: 3, row: 0), columns: canvas.size.columns - 6, style: .title)
    canvas.draw(" ", at: Point(column: 3 + start, row: 0), style: .border)
    drawMembers(texts, in: inner)
  }

  private func drawMembers(_ members: [(TableColumn, JSONDisplayText)], in inner: Canvas) {
    let shown = members.prefix(inner.size.rows)
    let names = shown.map { TextWidth.columns(of: $0.0.title, upTo: inner.size.columns / 3) }
    let left = (names.max() ?? 0) + 1
    for (row, (column, text)) in shown.enumerated() {
      inner.withoutHighlight.draw(
        column.title, at: Point(column: 0, row: row), columns: left - 1, style: .secondary)
      inner.highlighting(columnWithID: column.id).draw(
        text.text, at: Point(column: left, row: row), style: text.style(in: column))
    }
  }
}
