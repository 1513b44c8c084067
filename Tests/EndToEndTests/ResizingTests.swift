import MocoaTUI
import MocoaTestSupport
import Testing

/// Terminals of every size, and those that change it.
@Suite struct ResizingTests {
  @Test func theCursorsRowStaysInSight() async throws {
    let rows = (1...300).map { "\"row \($0) here\"" }.joined(separator: ",")
    let file = try TemporaryFile("[\(rows)]")
    let terminal = try await TmuxTerminal.showing(file.name, in: file.folder)
    try await terminal.send(.control("d"), .control("d"), .down)
    try await terminal.wait(for: "row 30") { Screen($0).position == 30 }
    for (columns, height) in [(100, 10), (40, 5), (120, 40), (20, 5), (100, 30)] {
      try await terminal.resize(columns: columns, rows: height)
      try await terminal.wait(for: "row 30 at \(columns)×\(height)") { text in
        let screen = Screen(text)
        return screen.lines.contains("row 30 here") && screen.position == 30
          && screen.lines.count == height + 1 && screen.lines[height - 1] == screen.statusBar
      }
    }
  }

  @Test func aSmallTerminalShowsWhatFits() async throws {
    let terminal = try await TmuxTerminal.showing("contacts.json", columns: 20, rows: 5)
    expectScreen(
      try await terminal.screen(),
      is: """
        id  name           …
         1  Ada Moreau
         2  Bruno Keller
         3  Chiara Ricci
         contacts.json  1/7
        """)
  }

  @Test(arguments: [(1, 1), (2, 1), (1, 2), (20, 1), (1, 20), (3, 3)])
  func noSizeIsTooSmall(columns: Int, rows: Int) async throws {
    let terminal = try PseudoTerminal(
      running: builtProgram("mocoa-tui"), [Package.feeds + "/named.json"], columns: columns,
      rows: rows)
    try await terminal.read("the first frame") { !$0.isEmpty }
    // Until there are rows: what is typed before goes nowhere.
    _ = try await terminal.readUntilQuiet()
    terminal.write("jjG\r")
    _ = try await terminal.readUntilQuiet()
    terminal.resize(columns: 100, rows: 30)
    // The row in full, over which the list lies no longer.
    try await terminal.read("the larger frame") { $0.text.contains("Esc back") }
    terminal.write("qq")
    #expect(try await terminal.waitForEnd() == .exited(0))
  }

  /// Some serial lines and containers say that they have no size at all.
  @Test func aTerminalWithoutASizeIsNoError() async throws {
    let terminal = try PseudoTerminal(
      running: builtProgram("mocoa-tui"), [Package.feeds + "/events.json"], columns: 0, rows: 0)
    try await terminal.read("the terminal's modes") { $0.text.contains("\u{1B}[?2004h") }
    _ = try await terminal.readUntilQuiet()
    terminal.resize(columns: 60, rows: 10)
    try await terminal.read("the rows") { $0.text.contains("1/60") }
    _ = try await terminal.readUntilQuiet()
    terminal.resize(columns: 0, rows: 0)
    terminal.write("j")
    _ = try await terminal.readUntilQuiet()
    terminal.resize(columns: 60, rows: 10)
    try await terminal.read("the rows again") { $0.text.contains("2/60") }
    terminal.write("q")
    #expect(try await terminal.waitForEnd() == .exited(0))
  }

  @Test func manyResizesInARowEndWithTheLast() async throws {
    let terminal = try await TmuxTerminal.showing("events.json")
    for step in 0..<20 {
      try await terminal.resize(columns: 30 + step * 4, rows: 5 + step)
    }
    try await terminal.resize(columns: 100, rows: 30)
    try await terminal.wait(for: "the last size") { $0.lines.count == 31 }
    let fresh = try await TmuxTerminal.showing("events.json")
    let expected = try await fresh.screen()
    try await terminal.wait(for: "the screen as of the start") { $0 == expected }
  }
}
