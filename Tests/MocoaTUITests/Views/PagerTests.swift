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
}
