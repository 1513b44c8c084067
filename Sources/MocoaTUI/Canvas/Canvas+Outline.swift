import MocoaCore

extension Canvas {
  /// Draws the marker of a row in an outline: `▸` if it can be expanded, `▾` if it is.
  ///
  /// A row that is too deep for its width has an ellipsis and the number of its level in front.
  ///
  /// - Parameters:
  ///   - place: The place of the row.
  ///   - columns: The width for the row.
  ///   - left: The column in which it starts.
  ///   - textColumns: The width of its text; ten columns are enough.
  /// - Returns: The width of the indentation and the marker.
  package func draw(
    _ place: OutlinePlace, in columns: Int, from left: Int = 0, before textColumns: Int = 10
  ) -> Int {
    let indentation = place.indentation(in: columns, before: textColumns) - 2
    if indentation < 2 * Int(place.depth) {
      let level = "…\(place.depth)"
      let column = left + max(0, indentation - level.count)
      draw(level, at: Point(column: column, row: 0), style: .tertiary)
    }
    if place.hasChildren {
      draw(
        place.isExpanded ? "▾" : "▸", at: Point(column: left + indentation, row: 0),
        style: .secondary)
    }
    return indentation + 2
  }
}

extension OutlinePlace {
  /// Returns the width of the indentation and the marker of a row; of a number of columns, those of
  /// the text, ten, or half are left at any depth.
  func indentation(in columns: Int, before textColumns: Int = 10) -> Int {
    min(2 * Int(depth), max(columns / 2, columns - min(textColumns, 10) - 2, 0)) + 2
  }
}
