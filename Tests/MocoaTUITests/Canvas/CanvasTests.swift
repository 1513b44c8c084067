import MocoaTestSupport
import Testing

@testable import MocoaTUI

@Suite struct CanvasTests {
  @Test func fillIsClippedOnEverySide() {
    let frame = drawing(columns: 6, rows: 5) { canvas in
      canvas.fill(canvas.bounds, with: ".")
      var part = canvas.part(Rect(column: 1, row: 1, columns: 4, rows: 3))
      part = part.part(Rect(column: -5, row: -5, columns: 50, rows: 50))
      part.fill(part.bounds, with: "#")
    }
    expectScreen(
      frame.lines,
      is: """
        ......
        .####.
        .####.
        .####.
        ......
        """)
  }

  @Test func partsOfPartsAddTheirCorners() {
    let frame = drawing(columns: 6, rows: 4) { canvas in
      let outer = canvas.part(Rect(column: 1, row: 1, columns: 4, rows: 3))
      let inner = outer.part(Rect(column: 1, row: 1, columns: 9, rows: 9))
      inner.draw("abcdefgh", at: .zero)
      inner.draw("xyz", at: Point(column: 0, row: 1))
      #expect(inner.size == Size(columns: 9, rows: 9))
    }
    // The inner part ends an ellipsis later than the outer one is cut.
    #expect(frame.lines == ["", "", "  abc", "  xyz"])
  }

  @Test func boxes() {
    let frame = drawing(columns: 14, rows: 6) { canvas in
      canvas.box(Rect(column: 0, row: 0, columns: 9, rows: 3), title: "title")
      canvas.box(Rect(column: 10, row: 0, columns: 4, rows: 2), title: "none")
      canvas.box(Rect(column: 0, row: 3, columns: 2, rows: 2))
      canvas.box(Rect(column: 3, row: 3, columns: 8, rows: 2), title: "much too long")
      canvas.box(Rect(column: 12, row: 4, columns: 5, rows: 5))
      canvas.box(Rect(column: 3, row: 5, columns: 1, rows: 9))
    }
    expectScreen(
      frame.lines,
      is: """
        ┌─ ti… ─┐ ┌──┐
        │       │ └──┘
        └───────┘
        ┌┐ ┌─ m… ─┐
        └┘ └──────┘ ┌─
                    │
        """)
  }

  @Test func fillDrawsOnlyWhatTakesOneColumn() {
    let frame = drawing(columns: 5) { canvas in
      for (column, scalar) in ["a", "日", "\u{1B}", "\u{301}", "─"].enumerated() {
        canvas.fill(.row(0, column..<column + 1), with: Unicode.Scalar(scalar) ?? " ")
      }
    }
    #expect(frame.lines == ["a���─"])
  }

  @Test func overlayStaysUntilItIsDrawnOver() {
    let frame = drawing(columns: 4) { canvas in
      canvas.draw("abcd", at: .zero)
      canvas.overlay(Rect(column: -3, row: -3, columns: 5, rows: 9), style: .cursorRow)
      canvas.draw("x", at: .zero)
    }
    let overlays = (0..<4).map { frame.style(at: Point(column: $0, row: 0)).overlay }
    #expect(overlays == [nil, .cursorRow, nil, nil])
  }

  @Test func emptyCanvasTakesAnything() {
    for size in [Size.zero, Size(columns: 0, rows: 3), Size(columns: 3, rows: 0)] {
      let frame = drawing(columns: size.columns, rows: size.rows) { canvas in
        canvas.write("a")
        canvas.write("b", alignment: .trailing)
        canvas.draw("c", at: .zero)
        canvas.fill(Rect(column: 0, row: 0, columns: .max, rows: .max), with: "x")
        canvas.box(canvas.bounds)
        canvas.overlay(canvas.bounds, style: .match)
        canvas.part(Rect(column: 1, row: 1, columns: 5, rows: 5)).draw("d", at: .zero)
      }
      #expect(frame.lines == Array(repeating: "", count: size.rows))
    }
  }

  @Test func styleTableNumbersAStyleOnce() {
    let table = StyleTable()
    #expect(table.number(of: .body) == 0)
    let title = table.number(of: .title)
    #expect(table.number(of: StyleName("title")) == title)
    #expect(table.number(of: .custom(TextStyle(foreground: .red))) == title + 1)
    #expect(table.number(of: .custom(TextStyle(foreground: .green))) == title + 2)
    #expect(table.styles[Int(title)] == .title)
  }

  @Test func copyIsIndependent() {
    let frame = drawing(columns: 3) { $0.draw("e\u{301}b", at: .zero) }
    let copy = FrameBuffer(copying: frame)
    Canvas(frame).clear()
    #expect(copy.lines == ["e\u{301}b"])
    #expect(frame.lines == [""])
  }

  @Test func rowsOutsideTheScreenAreNotVisible() {
    let canvas = Canvas(FrameBuffer(size: Size(columns: 4, rows: 3)))
    func visible(_ row: Int, _ rows: Int) -> Range<Int> {
      canvas.part(Rect(column: 0, row: row, columns: 4, rows: rows)).visibleRows
    }
    #expect(visible(0, 3) == 0..<3)
    #expect(visible(-2, .max) == 2..<5)
    #expect(visible(1, 1) == 0..<1)
    #expect(visible(3, 2) == 0..<0)
    #expect(visible(-5, 5) == 0..<0)
  }
}
