import MocoaTUI
import MocoaTestSupport
import Testing

/// What a selection writes, and where the interface is while standard output is taken.
@Suite struct SelectionTests {
  @Test func aPipelineHasTheInterfaceOnTheTerminalAndTheRowInThePipe() async throws {
    let program = try builtProgram("mocoa-tui")
    let terminal = try await TmuxTerminal(
      shell: "cat contacts.json | \(program) | cat; echo end",
      columns: 80, rows: 10, directory: Package.feeds)
    try await terminal.wait(for: "the interface") { Screen($0).isComplete }
    try await terminal.send(.down, .enter)
    let screen = try await terminal.wait(for: "the result") { $0.contains("end\n") }
    expectScreen(
      screen,
      is: """
        {"id":2,"name":"Bruno Keller","phone":"+49 30 5550 1742"}
        end
        """)
  }

  @Test func thePipeHoldsTheRowAloneAndNoEscapeSequence() async throws {
    let (terminal, _) = try await PseudoTerminal.showing(
      [], input: Array(#"[{"id": 1, "text": "\u001b[31m \u00e9 / 日"}, 2.50]"#.utf8),
      capturesOutput: true)
    terminal.write("\r")
    #expect(
      try await terminal.readOutput().text == #"{"id":1,"text":"\u001b[31m \u00e9 / 日"}"# + "\n")
    #expect(try await terminal.waitForEnd() == .exited(0))
  }

  @Test func leavingWithoutASelectionWritesNothing() async throws {
    let (terminal, _) = try await PseudoTerminal.showing(
      [Package.feeds + "/words.json"], capturesOutput: true)
    terminal.write("q")
    #expect(try await terminal.readOutput() == [])
    #expect(try await terminal.waitForEnd() == .exited(1))
  }

  @Test func printWritesTheRowToTheTerminalAfterTheInterfaceIsGone() async throws {
    let (terminal, _) = try await PseudoTerminal.showing(
      ["--print", "json", Package.feeds + "/words.json"])
    terminal.write("j\r")
    let (status, bytes) = try await terminal.readToEnd()
    #expect(status == .exited(0))
    #expect(bytes.text.hasSuffix("\"anchor\"\r\n"))
    let leaving = try #require(bytes.text.range(of: "\u{1B}[?1049l"))
    #expect(bytes.text[leaving.upperBound...].contains("anchor"))
  }

  @Test func aReaderThatHasGoneIsNoCrash() async throws {
    let program = try builtProgram("mocoa-tui")
    let terminal = try await TmuxTerminal(
      shell: "{ \(program) words.json; echo \"ended: $?\" >&2; } | true", columns: 80, rows: 10,
      directory: Package.feeds)
    try await terminal.wait(for: "the interface") { Screen($0).isComplete }
    try await terminal.send(.enter)
    // As if SIGPIPE had ended it.
    try await terminal.wait(for: "its status") { $0.contains("ended: 141") }
  }
}
