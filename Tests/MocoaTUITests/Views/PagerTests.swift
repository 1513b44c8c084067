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
}
