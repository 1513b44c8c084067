import MocoaCore
import MocoaFeed
import MocoaTUI
import MocoaTestSupport
import Testing

@testable import MocoaFeedUI

/// The ways to read a source, and the choice of another one.
@MainActor @Suite struct ReadingsPageTests {
  private func stage(_ text: String) throws -> FeedPageScreen {
    var options = FeedOptions()
    options.acceptsText = true
    let feed = try Feed(
      FeedOrigin(name: "t.txt") { MemorySource(Array(text.utf8), name: "t.txt") }, options: options)
    #expect(feed.wait(forRows: .max, timeout: .seconds(10)))
    return try FeedPageScreen(feed: feed, columns: 70, rows: 14)
  }

  private func showReadings(_ stage: FeedPageScreen) async {
    stage.press("R")
    await shows("as now", stage)
  }

  private func shows(_ text: String, _ stage: FeedPageScreen) async {
    await stage.wait(for: text) {
      stage.settle()
      return stage.screen.terminal.lines.joined(separator: "\n").contains(text)
    }
  }

  @Test("38: a key shows the ways to read a source with their first rows, and one is chosen")
  func anotherReading() async throws {
    let stage = try stage("a;b\n1;2\n3;4\n")
    stage.page.query.setFilters([try RowFilter(parsing: #"line != "1;2""#)])
    await showReadings(stage)
    #expect(
      stage.screen.terminal.lines.prefix(11).map { $0.trimmed } == [
        "text, 3 rows                                                    as now",
        "  lines of text (neither JSON nor a table; this may be a table; --del…",
        #"  {"line":"a;b"}"#, #"  {"line":"1;2"}"#, #"  {"line":"3;4"}"#, "",
        "csv, 2 rows                               --format csv --delimiter ';'",
        "  fields are divided by ';'", "  columns: a (number), b (number)",
        #"  {"a":1,"b":2}"#, #"  {"a":3,"b":4}"#,
      ])
    stage.press("j", .enter)
    await shows("read as csv; without the filter", stage)
    await shows("a  b\n1  2\n3  4", stage)
    #expect(stage.page.filters.isEmpty)
    // Back to what is detected.
    await showReadings(stage)
    stage.press("j", .enter)
    await shows("a;b\n1;2\n3;4", stage)
  }

  // They were for the list until the readings were found.
  @Test("39: keys that are pressed before the readings are found are for these, or go back")
  func earlyKeys() async throws {
    let stage = try stage("a;b\n1;2\n3;4\n")
    stage.press("R", "j", .enter)
    #expect(stage.page.cursor?.item == 0 && stage.page.stack?.top !== stage.page)
    await shows("read as csv", stage)
    await shows("a  b\n1  2\n3  4", stage)
    stage.press("g", "R", .escape, "j")
    #expect(stage.page.cursor?.item == 1 && stage.page.stack?.top === stage.page)
    await showReadings(stage)
    stage.press(.escape)
    #expect(stage.page.cursor?.item == 1 && stage.page.stack?.top === stage.page)
  }

  // It stayed at its position, where another row was.
  @Test("39: the cursor stays on its place in a source that is read in another way")
  func placeOfTheCursor() async throws {
    let stage = try stage("a;b\n1;2\n3;4\n5;6\n7;8\n")
    func current(_ name: String) -> String? {
      stage.settle()
      let value = stage.page.currentRow?.json.member(name)
      return value?.string ?? value?.text
    }
    stage.press("j", "j", "j")
    #expect(current("line") == "5;6")
    await showReadings(stage)
    stage.press("j", .enter)
    await stage.wait(for: "the row of the table") { current("a") == "5" }
    await showReadings(stage)
    stage.press("j", .enter)
    await stage.wait(for: "the line") { current("line") == "5;6" }
  }

  // They were counted as marked rows that are not shown.
  @Test("39: the marks of rows are cleared when the source is read in another way")
  func marks() async throws {
    let stage = try stage("a;b\n1;2\n3;4\n")
    stage.press(.space)
    #expect(stage.page.targets.count == 1)
    await showReadings(stage)
    stage.press("j", .enter)
    await shows("read as csv; 1 mark cleared", stage)
    await shows("a  b\n1  2\n3  4", stage)
    #expect(stage.page.targets.count == 0 && !stage.statusLine.contains("not shown"))
  }

  @Test("38: the way that a source is read already, and Esc, leave its rows as they are")
  func theSameReading() async throws {
    for key in [Key.enter, .escape] {
      let stage = try stage("a;b\n1;2\n3;4\n")
      await showReadings(stage)
      stage.press(key)
      await shows("a;b\n1;2\n3;4", stage)
      #expect(stage.feed.generation == 1)
    }
  }
}

extension String {
  fileprivate var trimmed: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}
