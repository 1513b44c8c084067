import MocoaTestSupport
import Testing

@testable import MocoaTUI

@Suite struct LineTests {
  private func picture(_ line: Line, columns: Int) -> String {
    let frame = drawing(columns: columns) { canvas in canvas.draw(line, at: .zero) }
    #expect(frame.faults == [])
    return frame.lines[0]
  }

  @Test(arguments: [
    (20, "ab cd"), (5, "ab cd"), (4, "ab …"), (3, "ab…"), (2, "a…"), (1, "…"), (0, ""),
  ])
  func piecesFollowOneAnotherAndAnEllipsisEndsWhatIsCut(columns: Int, expected: String) {
    #expect(picture(["ab", TextRun(""), " ", "cd"], columns: columns) == expected)
  }

  @Test func emptyPiecesCutNothing() {
    #expect(
      picture(["ab", "", TextRun("x", columns: 0), TextRun("y", columns: -3)], columns: 2) == "ab")
  }

  @Test func piecesHaveColumnsOfTheirOwn() {
    let line: Line = [
      TextRun("a", columns: 4), TextRun("b", columns: 4, alignment: .trailing),
      TextRun("c", columns: 5, alignment: .center), TextRun("abcdef", columns: 3), "|",
    ]
    #expect(picture(line, columns: 30) == "a      b  c  ab…|")
    #expect(line.columns() == 17 && line.columns(upTo: 9) == 9)
    #expect(picture([TextRun("a", columns: .max), "b"], columns: 3) == "a …")
  }

  @Test func wideCharactersAreNeverHalved() {
    #expect(picture(["日", "本", "語"], columns: 5) == "日本…")
    #expect(picture(["日", "本", "語"], columns: 4) == "日 …")
    #expect(picture([TextRun("日本", columns: 3, alignment: .trailing), "x"], columns: 9) == "日…x")
  }

  @Test func aLineKnowsWhereItWasDrawn() {
    var places: [Rect] = []
    let frame = drawing(columns: 20, rows: 2) { canvas in
      places.append(canvas.write("ab", style: .title))
      places.append(canvas.write(["1", "2"], alignment: .trailing))
      places.append(canvas.write(["mid"], alignment: .center))
      places.append(canvas.write("x"))
      canvas.newLine()
      places.append(canvas.write("center", alignment: .center))
      canvas.newLine()
      places.append(canvas.write("nowhere"))
    }
    #expect(frame.lines == ["ab      mid x     12", "       center"])
    #expect(places.map(\.left) == [0, 18, 8, 12, 7, 0])
    #expect(places.map(\.columns) == [2, 2, 3, 1, 6, 0])
  }

  @Test func aCentredTextAvoidsWhatIsThere() {
    for (columns, expected) in [(12, "abcdef mid 1"), (9, "abcdef … 1"), (8, "abcdef 1"), (1, "…")]
    {
      let frame = drawing(columns: columns == 9 ? 10 : columns) { canvas in
        canvas.write("abcdef")
        canvas.write("1", alignment: .trailing)
        canvas.write("mid", alignment: .center)
      }
      #expect(frame.lines == [expected], "\(columns)")
    }
  }

  @Test func overlaysLieOverTheirPieceAlone() {
    let frame = drawing(columns: 10) { canvas in
      canvas.draw(
        [TextRun("ab", style: .title), TextRun("cd", overlay: .cursorRow), "ef"], at: .zero)
    }
    #expect(frame.style(at: Point(column: 1, row: 0)) == (.title, nil))
    #expect(frame.style(at: Point(column: 2, row: 0)) == (.body, .cursorRow))
    #expect(frame.style(at: Point(column: 4, row: 0)) == (.body, nil))
  }

  @Test func whatIsHighlightedIsMarkedInAllTextOfTheCanvas() {
    let frame = drawing(columns: 12, rows: 2) { canvas in
      canvas.highlight = Highlight(column: nil) { $0.ranges(of: "b") }
      canvas.write(["ab", TextRun("b", overlay: .cursorRow)])
      canvas.write("b", alignment: .trailing)
      canvas.newLine()
      var part = canvas.part(Rect(column: 2, row: 1, columns: 4, rows: 1))
      part.write("abb")
      part.withoutHighlight.draw("b", at: Point(column: 3, row: 0))
    }
    let marked = (0..<2).map { row in
      (0..<12).filter { frame.style(at: Point(column: $0, row: row)).overlay == .match }
    }
    #expect(marked == [[1, 2, 11], [3, 4]])
  }

  @Test func aBadgeKeepsItsColorsInARowThatIsSetApart() {
    let table = StyleTable()
    let badge = StyleName.custom(TextStyle(foreground: .black, background: .green))
    func look(_ style: StyleName, _ overlay: StyleName) -> TextStyle {
      Theme.dark.look(
        style: table.number(of: style), overlay: table.number(of: overlay), in: table,
        colorCount: 256)
    }
    #expect(look(badge, .changedRow) == Theme.dark[badge])
    #expect(look(badge, .markedRow).background == .green)
    #expect(look(badge, .markedRow).attributes == .bold)
    #expect(look(.badge, .changedRow).background == nil, "it is reversed")
    #expect(look(badge, .cursorRow) == Theme.dark[.cursorRow], "one color throughout")
    #expect(look(.body, .changedRow).background == Theme.dark[.changedRow].background)
  }
}
