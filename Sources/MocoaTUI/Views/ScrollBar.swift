/// A bar that displays which part of a content is visible.
enum ScrollBar {
  /// The position of the visible part in the content.
  struct Position: Hashable, Sendable {
    /// The extent of the content before the visible part.
    var start: Int
    /// The extent of the visible part.
    var count: Int
    /// The extent of the content.
    var total: Int

    /// The position of a content that is entirely visible.
    static let whole = Position(start: 0, count: 1, total: 1)

    /// Returns the rows of the thumb: at least one, at an end of the bar only if that is visible.
    func thumb(in extent: Int) -> Range<Int> {
      guard extent > 0, total > count, total > 0 else { return 0..<max(0, extent) }
      let length = min(max(1, extent * count / total), extent)
      let free = extent - length
      let hidden = total - count
      guard free > 0, hidden > 0 else { return 0..<length }
      var first = min(max(0, start), hidden) * free / hidden
      if start > 0, first == 0, free > 1 { first = 1 }
      if start < hidden, first == free, free > 1 { first = free - 1 }
      return first..<first + length
    }
  }

  /// Draws a bar of one column, unless all content is visible.
  static func draw(_ position: Position, in canvas: Canvas) {
    guard position.total > position.count else { return }
    canvas.fill(canvas.bounds, with: "│", style: .border)
    let thumb = position.thumb(in: canvas.size.rows)
    canvas.fill(
      Rect(column: 0, row: thumb.lowerBound, columns: 1, rows: thumb.count), with: "┃",
      style: .secondary)
  }
}
