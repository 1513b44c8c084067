import MocoaTUI
import MocoaTestSupport
import Testing

/// Searching, filtering, sorting and following a feed, as a user does.
@Suite struct FeedWorkTests {
  @Test func filtersSortsAndSearches() async throws {
    let terminal = try await TmuxTerminal.showing("contacts.json", columns: 80, rows: 16)
    let all = try #require(Screen(try await terminal.screen()).count)
    try await terminal.sendText("f")
    try await terminal.sendText("id > 3")
    try await terminal.wait(for: "the filtered rows") { !$0.contains("Bruno Keller") }
    try await terminal.send(.enter)
    try await terminal.wait(for: "the chip") { $0.contains("id > 3 ×") }
    // defect P4: the prompt is empty, so that a name can be typed at once.
    try await terminal.sendText("s")
    try await terminal.sendText("-id")
    try await terminal.send(.enter)
    try await terminal.wait(for: "the arrow, and the last row first") {
      $0.lines.first?.contains("▼") == true
        && $0.lines.dropFirst().first?.contains("\(all)") == true
    }
    try await terminal.send(.backspace)
    try await terminal.wait(for: "all rows") { Screen($0).count == all }
  }

  @Test func aMatchIsMarkedAndCounted() async throws {
    let terminal = try await TmuxTerminal.showing("words.json", columns: 60, rows: 16)
    try await terminal.sendText("/")
    try await terminal.sendText("a[n]")
    try await terminal.wait(for: "nothing") { $0.contains("not found") }
    try await terminal.send(.control("u"))
    try await terminal.sendText("an")
    try await terminal.wait(for: "a match") { $0.contains("match 1 of") }
    try await terminal.send(.enter)
    #expect(try await terminal.screen().contains("match 1 of"))
  }

  @Test func tabShowsCards() async throws {
    let terminal = try await TmuxTerminal.showing("contacts.json", columns: 80, rows: 16)
    try await terminal.send(.tab)
    try await terminal.wait(for: "cards") { $0.contains("┌─ Ada") }
    try await terminal.send(.tab)
    try await terminal.wait(for: "the table") { !$0.contains("┌─ ") }
  }

  @Test func aColumnIsSummedUp() async throws {
    let terminal = try await TmuxTerminal.showing("contacts.json", columns: 90, rows: 24)
    try await terminal.sendText("S")
    try await terminal.sendText("id")
    try await terminal.send(.enter)
    try await terminal.wait(for: "the summary") { $0.contains("distinct") && $0.contains("mean") }
    try await terminal.send(.escape)
    try await terminal.wait(for: "the list") { !$0.contains("distinct") }
  }

  @Test func aRowIsFoldedInItsPane() async throws {
    let terminal = try await TmuxTerminal.showing("notes.feed.json", columns: 120, rows: 20)
    try await terminal.sendText("v")
    try await terminal.wait(for: "the pane") { $0.contains("│ {") }
    try await terminal.send(.control("w"))
    try await terminal.sendText("-")
    try await terminal.wait(for: "the fold") { $0.contains("members }") }
  }
}
