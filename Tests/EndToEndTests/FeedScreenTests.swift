import MocoaTUI
import MocoaTestSupport
import Testing

/// What is seen at first of each sample feed, and of a row of it.
@Suite struct FeedScreenTests {
  @Test(arguments: Package.feedNames)
  func theFirstScreen(of feed: String) async throws {
    let terminal = try await TmuxTerminal.showing(feed)
    expectScreen(try await terminal.screen().lines, isStoredAs: feed)
  }

  @Test func placeholdersAreShownOrHiddenAsOneLikes() async throws {
    // Nothing is left out silently.
    let shown = try await TmuxTerminal.showing("named.json")
    let placeholders = try await shown.screen().matches(of: /no module for row/).count
    #expect(placeholders == 2)
    let hidden = try await TmuxTerminal.showing(
      "named.json", arguments: ["--placeholders", "hide"])
    expectScreen(try await hidden.screen().lines, isStoredAs: "named.json-hidden")
  }

  @Test func enterShowsTheRowInFullAndEscGoesBack() async throws {
    let terminal = try await TmuxTerminal.showing("notes.feed.json")
    let before = try await terminal.press(.down, reaching: 2).lines
    try await terminal.send(.enter)
    try await terminal.wait(for: "the row") { $0.contains("\"content_text\"") }
    expectScreen(try await terminal.screen().lines, isStoredAs: "note-in-full")
    try await terminal.send(.escape)
    try await terminal.wait(for: "the list") { Screen($0).position == 2 }
    #expect(try await terminal.screen().lines == before)
  }

  @Test func aLongRowScrolls() async throws {
    let row = "{" + (1...100).map { "\"key\($0)\": \($0)" }.joined(separator: ", ") + "}"
    let file = try TemporaryFile("[" + row + "]")
    let terminal = try await TmuxTerminal.showing(file.name, in: file.folder, rows: 10)
    try await terminal.send(.enter)
    try await terminal.wait(for: "the row") { $0.contains("\"key1\": 1,") }
    try await terminal.send(.pageDown)
    try await terminal.wait(for: "the next page") { $0.hasPrefix("  \"key8\": 8,\n") }
    try await terminal.send("G")
    try await terminal.wait(for: "the end") { $0.contains("\"key100\": 100\n}\n") }
    try await terminal.send("g")
    try await terminal.wait(for: "the start") { $0.hasPrefix("{\n") }
    try await terminal.send("q")
    try await terminal.wait(for: "the list") { Screen($0).position == 1 }
  }

  @Test func aPipeIsReadAsAFileIs() async throws {
    let terminal = try await TmuxTerminal(
      shell: "cat words.json | \(try builtProgram("mocoa-tui"))", columns: 60, rows: 8,
      directory: Package.feeds)
    try await terminal.wait(for: "the first screen") { Screen($0).isComplete }
    expectScreen(
      try await terminal.screen(),
      is: """
        amber
        anchor
        arbor
        atlas
        autumn
        basalt
        beacon
         standard input            ? help  Enter open  q quit  1/12
        """)
  }

  @Test func controlCharactersInAFeedAreDrawnAsSymbolsOrColors() async throws {
    let (terminal, start) = try await PseudoTerminal.showing([Package.feeds + "/mixed.json"])
    #expect(start.text.contains("red␇"))
    #expect(!start.text.contains("red\u{7}"))
    terminal.write("q")
    #expect(try await terminal.waitForEnd() == .exited(0))
  }
}

extension String {
  /// The lines of a screen.
  var lines: [String] { split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }
}
