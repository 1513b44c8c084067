import MocoaTestSupport
import Testing

@testable import MocoaFeedUI

private struct Pod: Decodable, Equatable, Sendable {
  var uid: String
  var name: String
  var namespace: String
}

/// A list of values that a command writes: the first snippet of the library trial.
@MainActor @Suite struct FeedListPageTests {
  private func show(_ json: String) async throws -> ScreenDriver {
    let page = ListPage<Pod>(.command("printf", "%s", json), every: .seconds(60), id: \.uid)
      .sections(by: \.namespace)
      .row { pod, canvas in canvas.write(pod.name, style: .title) }
    let screen = try ScreenDriver(columns: 60, rows: 6)
    _ = screen.show(page)
    await screen.wait(for: "the rows") { !page.items.isEmpty || page.status.hasMessage }
    return screen
  }

  @Test func theRowsOfACommandAreValues() async throws {
    let screen = try await show(
      #"{"items":[{"uid":"1","name":"a","namespace":"n"},{"uid":"2","name":"b","namespace":"m"}]}"#)
    #expect(screen.picture.hasPrefix("n\na\nm\nb\n"))
  }

  @Test func aRowThatDoesNotDecodeIsNamed() async throws {
    let screen = try await show(#"[{"uid":"1","name":"a","namespace":"n"},{"uid":"2"}]"#)
    #expect(screen.picture.contains("row 2: name: the key is missing"))
  }

  @Test("40: texts are the lines of a source, or with a format its rows")
  func linesOfACommand() async throws {
    let log = ["2026-01-02T03:04:05Z INFO started", "{\"a\": 1}", "stopped"]
    let lines = ListPage<String>(
      .command(["printf", "%s\n"] + log), every: .seconds(60), id: \.self)
    let values = ListPage<String>(
      .command("printf", "%s", #"["one", "two"]"#), format: .array, id: \.self)
    let screen = try ScreenDriver(columns: 60, rows: 6)
    for (page, items) in [(lines, log), (values, ["one", "two"])] {
      screen.show(page)
      await screen.wait(for: "the rows") { !page.items.isEmpty || page.status.hasMessage }
      #expect(page.items == items)
    }
  }

  @Test("40: a page of a feed of plain rows needs no module")
  func plainRows() throws {
    let page = FeedPage(feed: readFeed("{\"name\": \"ada\"}\n{\"name\": \"bob\"}\n"))
    let screen = try ScreenDriver(columns: 40, rows: 6)
    screen.show(page)
    #expect(screen.picture.contains("ada") && screen.picture.contains("bob"))
  }
}
