import MocoaTestSupport
import Testing

/// The program by the mouse alone, in a real terminal, and by the keyboard alone.
@Suite struct MouseTests {
  private let feed = """
    [{"name": "Ada", "id": 1, "city": "Lyon"}, {"name": "Bo", "id": 2, "city": "Bergen"},
     {"name": "Chloé", "id": 3, "city": "Arles"}, {"name": "Dmitri", "id": 4, "city": "Omsk"}]
    """

  private func start(_ arguments: String...) async throws -> (TmuxTerminal, TemporaryFile) {
    let file = try TemporaryFile(feed)
    let command = [try builtProgram("mocoa-tui"), file.path] + arguments
    let terminal = try await TmuxTerminal(running: command, columns: 60, rows: 12)
    try await terminal.wait(for: "the rows") { $0.contains("Dmitri") && $0.contains("1/4") }
    return (terminal, file)
  }

  /// What a terminal that reports the mouse sends; columns and rows count from 1.
  private func mouse(_ button: Int, _ end: String = "M", column: Int, row: Int) -> [UInt8] {
    Array("\u{1B}[<\(button);\(column);\(row)\(end)".utf8)
  }

  private func click(_ text: String, times: Int = 1, in terminal: TmuxTerminal) async throws {
    let lines = try await terminal.screen().split(
      separator: "\n", omittingEmptySubsequences: false)
    let row = try #require(lines.firstIndex { $0.contains(text) }) + 1
    let line = lines[row - 1]
    let start = try #require(line.firstRange(of: text)?.lowerBound)
    let column = line.distance(from: line.startIndex, to: start) + 1
    let click = mouse(0, column: column, row: row) + mouse(0, "m", column: column, row: row)
    // At once: a double click is recognized by the time between the two.
    try await terminal.sendBytes(repeatElement(click, count: times).joined())
  }

  @Test func theMouseAloneMovesOpensAndGoesBack() async throws {
    let (terminal, file) = try await start()
    try await click("Chloé", in: terminal)
    try await terminal.wait(for: "the cursor on it") { $0.contains("3/4") }
    try await click("Dmitri", times: 2, in: terminal)
    try await terminal.wait(for: "the row in full") { !$0.contains("Arles") && $0.contains("Omsk") }
    try await terminal.sendBytes(mouse(2, column: 3, row: 2) + mouse(2, "m", column: 3, row: 2))
    try await terminal.wait(for: "the list again") { $0.contains("Omsk") }
    withExtendedLifetime(file) {}
  }

  @Test func theWheelScrolls() async throws {
    let (terminal, file) = try await start()
    try await terminal.resize(columns: 60, rows: 4)
    // Title and status bar show that the program has drawn it, and the terminal did not crop it.
    try await terminal.wait(for: "the small screen") {
      $0.hasPrefix("name ") && !$0.contains("Chloé") && Screen($0).position == 1
    }
    try await terminal.sendBytes(mouse(65, column: 3, row: 2))
    try await terminal.wait(for: "the end of the list") {
      $0.contains("Dmitri") && !$0.contains("Ada")
    }
    try await terminal.sendBytes(mouse(64, column: 3, row: 2))
    try await terminal.wait(for: "its start") { $0.contains("Ada") }
    withExtendedLifetime(file) {}
  }

  /// Where the program does not take the mouse, the terminal's user can select text with it.
  @Test func aKeyLeavesTheMouseToTheTerminalAndTakesItBack() async throws {
    let (terminal, file) = try await start()
    #expect(try await terminal.value(of: "#{mouse_any_flag}") == "1")
    try await terminal.send(.function(9))
    try await terminal.wait(for: "a word on it") { $0.contains("mouse input is off") }
    #expect(try await terminal.value(of: "#{mouse_any_flag}") == "0")
    try await terminal.send(.alt("m"))
    try await terminal.wait(for: "a word on it") { $0.contains("mouse input is on") }
    #expect(try await terminal.value(of: "#{mouse_any_flag}") == "1")
    withExtendedLifetime(file) {}
  }

  @Test func theMouseCanBeLeftToTheTerminalFromTheStart() async throws {
    let (terminal, file) = try await start("--no-mouse")
    #expect(try await terminal.value(of: "#{mouse_any_flag}") == "0")
    withExtendedLifetime(file) {}
  }

  @Test func theKeyboardAloneMovesOpensAndGoesBack() async throws {
    let (terminal, file) = try await start()
    try await terminal.sendText("jj")
    try await terminal.wait(for: "the cursor on the third row") { $0.contains("3/4") }
    try await terminal.send(.enter)
    try await terminal.wait(for: "the row in full") { !$0.contains("Omsk") && $0.contains("Arles") }
    try await terminal.send(.escape)
    try await terminal.wait(for: "the list again") { $0.contains("Omsk") && $0.contains("3/4") }
    withExtendedLifetime(file) {}
  }
}
