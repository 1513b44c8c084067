import MocoaTestSupport
import Testing

@testable import MocoaTUI

@MainActor @Suite struct PagerTests {
  // defect T10
  @Test func scrollingToTheRightEndsWithTheText() throws {
    let pager = PagerView(["short", Line(String(repeating: "0123456789", count: 4))])
    let screen = try ScreenDriver(columns: 10, rows: 2, showing: pager)
    for _ in 0..<9 { screen.press(.right) }
    screen.expect("\n0123456789")
    screen.press(.left)
    screen.expect("\n4567890123")
  }

  @Test("40: a pager of a text has its lines")
  func linesOfAText() throws {
    let pager = PagerView("one\n\ntwo\r\nthree\n")
    #expect(pager.text == ["one", "", "two", "three"])
    try ScreenDriver(columns: 10, rows: 4, showing: pager).expect("one\n\ntwo\nthree")
    #expect(PagerView("").text.isEmpty)
  }

  @Test("40: a text is searched as a list is, and its matches are highlighted")
  func search() throws {
    let lines = (0..<40).map { Line($0 % 10 == 7 ? "a Match \($0)" : "line \($0)") }
    let screen = try ScreenDriver(columns: 30, rows: 6)
    screen.show(PagerPage(name: "Log", lines: lines))
    func top() -> Substring? { screen.picture.split(separator: "\n").first }
    screen.press("n")
    #expect(top() == "line 0")
    screen.press("/")
    screen.type("match")
    #expect(top() == "a Match 7" && screen.overlay(column: 2, row: 0) == .match)
    #expect(screen.overlay(column: 0, row: 0) != .match)
    screen.press(.enter, "n")
    #expect(top() == "a Match 17")
    screen.press("N", "N")
    #expect(screen.picture.contains("a Match 37") && screen.picture.contains("36-40/40"))
    screen.press("N")
    #expect(top() == "a Match 27")
  }

  @Test("40: a cancelled search of a text leaves it where it was, and one without a match says so")
  func searchWithoutAMatch() throws {
    let screen = try ScreenDriver(columns: 40, rows: 4)
    let lines = (0..<20).map { Line("line \($0)") }
    screen.show(PagerPage(name: "Log", lines: ["a \u{1B}[1mred\u{1B}[m word"] + lines))
    screen.press("j", "/")
    screen.type("e 9")
    #expect(screen.picture.hasPrefix("line 9\n"))
    screen.press(.escape)
    #expect(screen.picture.hasPrefix("line 0\n"))
    screen.press("/")
    screen.type("xyz")
    #expect(screen.picture.hasPrefix("line 0\n") && screen.picture.contains("not found"))
    screen.press(.enter, "n")
    #expect(screen.picture.contains("\"xyz\" is not found"))
    screen.press("/")
    screen.type("red word")
    #expect(screen.picture.hasPrefix("a red word\n"))
  }
}
