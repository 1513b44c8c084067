import MocoaTUI
import MocoaTestSupport
import Testing

/// A list in some rows below the prompt.
@Suite struct HeightTests {
  private func shell() async throws -> TmuxTerminal {
    let program = try builtProgram("mocoa-tui")
    let folder = program.split(separator: "/", omittingEmptySubsequences: false).dropLast()
      .joined(separator: "/")
    let terminal = try await TmuxTerminal(
      shell: "PS1='$ ' PATH=\"\(folder):$PATH\" exec bash --norc --noprofile -i", columns: 50,
      rows: 12, directory: Package.feeds)
    try await terminal.wait(for: "the shell") { $0.hasPrefix("$") }
    return terminal
  }

  private func type(_ line: String, in terminal: TmuxTerminal) async throws {
    try await terminal.sendText(line)
    try await terminal.send(.enter)
  }

  @Test func theListIsBelowThePromptAndLeavesNothing() async throws {
    let terminal = try await shell()
    try await type("mocoa-tui --height 5 words.json", in: terminal)
    let screen = try await terminal.wait(for: "the list") { $0.contains("1/12") }
    expectScreen(
      screen.trimmed,
      is: """
        $ mocoa-tui --height 5 words.json
        amber
        anchor
        arbor
        atlas
         words.json      ? help  Enter open  q quit  1/12
        """)
    #expect(try await terminal.value(of: "#{alternate_on}") == "0")
    // A click is in the rows of the list.
    try await terminal.sendBytes("\u{1B}[<0;2;4M\u{1B}[<0;2;4m".utf8)
    try await terminal.wait(for: "row 3") { $0.contains("3/12") }
    try await terminal.send("q")
    try await terminal.wait(for: "the shell") {
      $0.trimmed == "$ mocoa-tui --height 5 words.json\n$"
    }
    #expect(try await terminal.value(of: "#{mouse_any_flag}#{cursor_flag}") == "01")
  }

  @Test func atTheFootOfTheScreenThereIsRoomMade() async throws {
    let terminal = try await shell()
    try await type("seq 30; row=$(mocoa-tui --height 50% --print . words.json)", in: terminal)
    let screen = try await terminal.wait(for: "the list") { $0.contains("1/12") }
    #expect(screen.hasPrefix("25\n26\n27\n28\n29\n30\namber\n"), "\(screen)")
    try await terminal.send(.down, .enter)
    try await terminal.wait(for: "the shell") { $0.trimmed.hasSuffix("30\n$") }
    try await type("echo \"<$row>\"", in: terminal)
    try await terminal.wait(for: "what was chosen") { $0.contains("\n<anchor>\n") }
  }

  @Test func resizingAndStoppingKeepWhatWasThere() async throws {
    let terminal = try await shell()
    try await type("echo before; mocoa-tui --height 4 words.json", in: terminal)
    try await terminal.wait(for: "the list") { $0.contains("1/12") }
    try await terminal.resize(columns: 60, rows: 9)
    try await terminal.wait(for: "the wider list") {
      $0.contains("\nbefore\namber\nanchor\narbor\n words.json   ") && $0.contains(" 1/12")
    }
    try await terminal.send(.down, .control("z"))
    try await terminal.wait(for: "the shell") { $0.contains("Stopped") && !$0.contains("amber") }
    try await type("fg", in: terminal)
    try await terminal.wait(for: "the list") {
      $0.contains("words.json\namber\n") && $0.contains("2/12")
    }
    try await terminal.send(.control("c"))
    try await terminal.wait(for: "the shell") { !$0.contains("amber") && $0.trimmed.hasSuffix("$") }
  }

  @Test(arguments: ["0", "101%", "many"])
  func aHeightThatIsNoneIsWrongUsage(_ height: String) async throws {
    let result = try await run(
      builtProgram("mocoa-tui"), ["--height", height, Package.feeds + "/words.json"])
    #expect(result.status == .exited(2))
    #expect(result.errorText.contains("'\(height)'"), "\(result.errorText)")
  }
}

extension String {
  /// The lines of a screen without the empty ones at the end.
  fileprivate var trimmed: String {
    var lines = split(separator: "\n", omittingEmptySubsequences: false).map { line in
      String(line.reversed().drop { $0 == " " }.reversed())
    }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines.joined(separator: "\n")
  }

  /// Each change of size took a second in a terminal that does not say where its cursor is.
  @Test func aSilentTerminalIsAskedOnce() async throws {
    let terminal = try PseudoTerminal(
      running: builtProgram("mocoa-tui"), ["--height", "6", Package.feeds + "/words.json"])
    try await terminal.read("the rows") { $0.text.contains("words.json") }
    for columns in 60..<70 { terminal.resize(columns: columns, rows: 24) }
    terminal.write("q")
    let (status, rest) = try await terminal.readToEnd()
    #expect(status == .exited(0))
    #expect(!rest.text.contains("\u{1B}[6n"))
  }
}
