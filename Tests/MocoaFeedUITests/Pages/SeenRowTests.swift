import MocoaCore
import MocoaFeed
import MocoaTUI
import MocoaTestSupport
import Testing

@testable import MocoaFeedUI

/// The cursor, the marks and the actions are those of the rows that the user sees.
@MainActor @Suite struct SeenRowTests {
  /// Rows with an identity, a name `n1`, and a group: two rows of each.
  private static func feed(_ ids: [Int]) -> String {
    let rows = ids.map { id in
      let group = ["a", "b", "c"][(id - 1) / 2 % 3]
      return #"{"id":\#(id),"name":"n\#(id)","g":"\#(group)"}"#
    }
    return "[" + rows.joined(separator: ",") + "]"
  }

  /// Reloads the feed, which has another number of rows then.
  private func reload(_ stage: FeedPageScreen, _ ids: [Int]) async {
    stage.change(Self.feed(ids))
    stage.feed.reload()
    await stage.wait(for: "\(ids.count) rows") {
      stage.settle()
      return stage.page.rows?.base.numberOfRows == ids.count
        && stage.page.updater.updateTask == nil && !stage.feed.status.isRefreshing
    }
  }

  @Test(
    "39: no action is done at once where a prompt has hidden that the row is gone",
    arguments: [("s", "name", .escape, 2), ("/", "n6", .enter, 6)] as [(Key, String, Key, Int)])
  func losesBehindPrompts(prompt: Key, text: String, end: Key, gone: Int) async throws {
    let stage = try FeedPageScreen(Self.feed([1, 2, 3, 4, 5, 6]), columns: 100)
    stage.press("j", prompt)
    stage.type(text)
    await reload(stage, [1, 2, 3, 4, 5, 6].filter { $0 != gone })
    await stage.wait(for: "the time to see it") { !stage.page.targets.hasJustLost }
    stage.press(end, "y")
    #expect(stage.screen.terminal.clipboard == nil)
    #expect(stage.statusLine.contains("a reload has just removed rows; nothing was done"))
  }
}
