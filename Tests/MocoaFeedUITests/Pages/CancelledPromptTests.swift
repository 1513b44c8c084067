import MocoaFeed
import MocoaTUI
import MocoaTestSupport
import Testing

@testable import MocoaFeedUI

/// Prompts that show other rows, and are cancelled after a reload.
@MainActor @Suite struct CancelledPromptTests {
  nonisolated private static func feed(_ ids: [Int]) -> String {
    "[" + ids.map { #"{"id":\#($0),"name":"row \#($0)"}"# }.joined(separator: ",") + "]"
  }

  @Test(
    "U21: a cancelled filter, and another one, return to the row that was current, where a reload moved it",
    arguments: [[Key.escape], [.control("u")]])
  func theRowIsTheSame(keys: [Key]) async throws {
    let stage = try FeedPageScreen(Self.feed(Array(0..<40)), columns: 100)
    for _ in 0..<20 { stage.press("j") }
    #expect(stage.cursorName == "row 20")
    stage.press("f")
    stage.type("id > 30")
    await stage.wait(for: "the rows that match") { stage.cursorName == "row 31" }
    stage.change(Self.feed([100, 101, 102] + (0..<40).filter { $0 != 5 }))
    stage.feed.reload()
    await stage.wait(for: "the reload") {
      stage.settle()
      return stage.feed.listModel.numberOfRows == 42 && stage.page.updater.updateTask == nil
        && !stage.feed.status.isRefreshing
    }
    for key in keys { stage.press(key) }
    if keys != [.escape] {
      stage.type("id < 99")
      stage.press(.enter)
    }
    await stage.wait(for: "the row") {
      stage.settle()
      return stage.cursorName == "row 20"
    }
    #expect(stage.cursorName == "row 20")
  }
}
