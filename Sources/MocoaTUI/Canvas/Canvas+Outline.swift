import MocoaCore

extension Canvas {
  /// Draws the marker of a row in an outline: `▸` if it can be expanded, `▾` if it is.
  ///
  /// - Parameters:
  ///   - place: The place of the row.
  ///   - columns: The width of the row, of which half at least is left at any depth.
  ///   - left: The first character column.
  /// - Returns: The width of the indentation and the marker.
  package func draw(_ place: OutlinePlace, in columns: Int, from left: Int = 0) -> Int {
    let indentation = place.indentation(in: columns) - 2
    if place.hasChildren {
      draw(
        place.isExpanded ? "▾" : "▸", at: Point(column: left + indentation, row: 0),
        style: .secondary)
    }
    return indentation + 2
  }
}

extension OutlinePlace {
  /// Returns the width of the indentation and the marker of a row; of a number of columns, half at
  /// least is left at any depth.
  func indentation(in columns: Int) -> Int { min(2 * Int(depth), max(0, columns) / 2) + 2 }
}
