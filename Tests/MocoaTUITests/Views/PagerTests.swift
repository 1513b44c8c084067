import MocoaTestSupport
import Testing

@testable import MocoaTUI

@MainActor @Suite struct PagerTests {
  private final class Lines: PagerView {
    let lines = ["short", String(repeating: "0123456789", count: 4)]
    override var lineCount: Int { lines.count }
    override func line(at index: Int) -> [TextRun] { [TextRun(lines[index])] }
  }

  // defect T10
  @Test func scrollingToTheRightEndsWithTheText() throws {
    let screen = try ScreenDriver(columns: 10, rows: 2, showing: Lines())
    for _ in 0..<9 { screen.press(.right) }
    screen.expect("\n0123456789")
    screen.press(.left)
    screen.expect("\n4567890123")
  }
}
