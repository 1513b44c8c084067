import Testing

@testable import MocoaTestSupport

@Suite struct PseudoTerminalTests {
  @Test func aProgramReadsAndWritesTheTerminal() async throws {
    let terminal = try PseudoTerminal(
      running: "sh", ["-c", "stty size; read line; echo \"<$line>\"; exit 4"], columns: 91, rows: 17
    )
    try await terminal.read("the size") { $0.text.contains("17 91") }
    terminal.write("hello\n")
    try await terminal.read("the answer") { $0.text.contains("<hello>") }
    #expect(try await terminal.waitForEnd() == .exited(4))
    #expect(try await terminal.waitForEnd() == .exited(4), "asked again")
  }

  @Test func controlCInterrupts() async throws {
    let terminal = try PseudoTerminal(running: "sh", ["-c", "echo ready; exec sleep 60"])
    try await terminal.read("the start") { $0.text.contains("ready") }
    terminal.write("\u{3}")
    #expect(try await terminal.waitForEnd() == .signalled(2))
  }

  @Test func theTerminalIsTheControllingOneWhateverIsPiped() async throws {
    let terminal = try PseudoTerminal(
      running: "sh", ["-c", "cat; echo tty > /dev/tty"], input: Array("piped".utf8),
      capturesOutput: true)
    #expect(try await terminal.readOutput().text == "piped")
    try await terminal.read("the terminal's part") { $0.text.contains("tty") }
    #expect(try await terminal.waitForEnd() == .exited(0))
  }

  @Test func resizingSignalsTheProgram() async throws {
    let script = "trap 'stty size; exit 5' WINCH; echo ready; while :; do sleep 0.01; done"
    let terminal = try PseudoTerminal(running: "sh", ["-c", script])
    try await terminal.read("the start") { $0.text.contains("ready") }
    terminal.resize(columns: 100, rows: 30)
    try await terminal.read("the new size") { $0.text.contains("30 100") }
    #expect(try await terminal.waitForEnd() == .exited(5))
  }

  @Test func quietEndsReading() async throws {
    let terminal = try PseudoTerminal(running: "sh", ["-c", "printf abc; exec sleep 60"])
    try await terminal.read("the start") { !$0.isEmpty }
    terminal.write("x")
    #expect(try await terminal.readUntilQuiet().text.hasSuffix("x"), "the terminal echoes")
  }

  @Test func whatDoesNotComeIsReportedWithWhatDid() async throws {
    let terminal = try PseudoTerminal(running: "sh", ["-c", "printf '\\033[1m'; exec sleep 60"])
    let error = await #expect(throws: ProgramError.self) {
      try await terminal.read("a miracle", timeout: .milliseconds(300)) { _ in false }
    }
    #expect(error?.description.contains("a miracle") == true)
    #expect(error?.description.contains("\\u{1B}[1m") == true)
  }
}

extension [UInt8] {
  fileprivate var text: String { String(decoding: self, as: UTF8.self) }
}
