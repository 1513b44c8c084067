import MocoaTUI
import MocoaTestSupport
import Testing

/// The built program in a real terminal: by the mouse alone, and by the keyboard alone.
@Suite struct RealTerminalTests {
  private func start() async throws -> TmuxTerminal {
    let terminal = try await TmuxTerminal(
      running: [builtProgram("Gallery")], columns: 60, rows: 18)
    try await terminal.wait(for: "the index") { $0.contains("mocoa://gallery/sparkline") }
    return terminal
  }

  /// Clicks at a text as a terminal reports it: where it is on the screen, counted from 1.
  private func click(_ text: String, in terminal: TmuxTerminal) async throws {
    let lines = try await terminal.screen().split(
      separator: "\n", omittingEmptySubsequences: false)
    let row = try #require(lines.firstIndex { $0.contains(text) }) + 1
    for end in ["M", "m"] {
      try await terminal.sendBytes("\u{1B}[<0;2;\(row)\(end)".utf8)
    }
  }

  @Test func theMouseAloneOpensAPageAndGoesBack() async throws {
    let terminal = try await start()
    try await click("Sparkline", in: terminal)
    try await terminal.wait(for: "the cursor on it") { $0.contains("7/10") }
    try await click("Sparkline", in: terminal)
    try await terminal.wait(for: "the page") { $0.contains("Rain") }
    try await terminal.sendBytes("\u{1B}[<2;5;5M\u{1B}[<2;5;5m".utf8)
    try await terminal.wait(for: "the index again") { $0.contains("Things to press") }
  }

  @Test func theKeyboardAloneOpensAPageAndLeaves() async throws {
    let terminal = try await start()
    try await terminal.sendText("]]")
    try await terminal.wait(for: "the third group") { $0.contains("9/10") }
    try await terminal.send(.enter)
    try await terminal.wait(for: "the page") { $0.contains("[x] Milk") }
    try await terminal.send(.enter)
    try await terminal.wait(for: "the box unchecked") { $0.contains("[ ] Milk") }
    try await terminal.send(.escape)
    try await terminal.wait(for: "the index again") { $0.contains("Things to press") }
    try await terminal.sendText("q")
    #expect(try await terminal.waitForEnd() == 0)
  }
}
