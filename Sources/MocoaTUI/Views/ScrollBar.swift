/// A bar that shows which part of something long is in sight.
enum ScrollBar {
  /// Which part of something is in sight.
  struct Position: Hashable, Sendable {
    /// What is before the part in sight.
    var start: Int
    /// How much is in sight.
    var count: Int
    /// How much there is.
    var total: Int

    /// All is in sight.
    static let whole = Position(start: 0, count: 1, total: 1)

    /// The rows of a bar that the thumb takes: at least one, at an end only if that is in sight.
    ///
    /// - Parameter extent: how many rows the bar has.
    /// - Returns: the rows of the bar.
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

  /// Draws a bar of one column; nothing where all is in sight.
  static func draw(_ position: Position, in canvas: Canvas) {
    guard position.total > position.count else { return }
    canvas.fill(canvas.bounds, with: "│", style: .border)
    let thumb = position.thumb(in: canvas.size.rows)
    canvas.fill(
      Rect(column: 0, row: thumb.lowerBound, columns: 1, rows: thumb.count), with: "┃",
      style: .secondary)
  }
}
