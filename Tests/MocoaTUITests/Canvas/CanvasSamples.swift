@testable import MocoaTUI

/// Draws on a blank frame.
func drawing(columns: Int, rows: Int = 1, _ body: (inout Canvas) -> Void) -> FrameBuffer {
  let frame = FrameBuffer(size: Size(columns: columns, rows: rows))
  var canvas = Canvas(frame)
  body(&canvas)
  return frame
}

extension Rect {
  static func row(_ row: Int, _ columns: Range<Int>) -> Rect {
    Rect(column: columns.lowerBound, row: row, columns: columns.count, rows: 1)
  }
}

extension FrameBuffer {
  /// What is wrong with the cells: halves of wide glyphs without the other half.
  var faults: [String] {
    var faults: [String] = []
    for index in 0..<size.rows {
      let cells = row(index)
      for column in 0..<size.columns where cells[column].isContinuation {
        guard column > 0, !cells[column - 1].isContinuation, width(of: cells[column - 1]) == 2
        else {
          faults.append("a continuation alone at \(column), \(index)")
          continue
        }
      }
      for column in 0..<size.columns where width(of: cells[column]) == 2 {
        if column + 1 == size.columns || !cells[column + 1].isContinuation {
          faults.append("half a wide glyph at \(column), \(index)")
        }
      }
    }
    return faults
  }

  private func width(of cell: ScreenCell) -> Int {
    guard !cell.isContinuation,
      let scalar = Unicode.Scalar(cluster(of: cell.glyph).scalars[0])
    else { return 0 }
    return TextWidth.columns(of: String(scalar))
  }
}

extension FrameBuffer {
  /// Makes a copy of another frame that shares its styles.
  convenience init(copying other: FrameBuffer) {
    self.init(size: other.size, styles: other.styles)
    _ = cells.update(from: other.cells)
  }
}
