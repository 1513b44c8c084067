import Foundation
import MocoaTUI
import MocoaTestSupport
import Testing

/// Terminals that do not say everything, or say it otherwise.
@Suite struct DeviceTests {
  /// defect T2: standard input may be a terminal that was opened for reading alone.
  @Test(arguments: ["", " --height 5"])
  func aTerminalThatCannotBeWrittenToIsOpenedAgain(_ option: String) async throws {
    let terminal = try await TmuxTerminal(
      shell: "\(builtProgram("mocoa-tui")) words.json\(option) </dev/tty; read line", columns: 60,
      rows: 10, directory: Package.feeds)
    try await terminal.wait(for: "the interface") { Screen($0).position == 1 }
    try await terminal.send("j")
    try await terminal.wait(for: "row 2") { Screen($0).position == 2 }
    try await terminal.send("q")
  }

  /// defect T5: a serial line does not know its size.
  @Test(arguments: [
    (["LINES": "10", "COLUMNS": "70"], 10), ([:], 24), (["LINES": "x", "COLUMNS": "-1"], 24),
  ])
  func aTerminalWithoutASizeGetsTheUsualOne(
    environment: [String: String], rows: Int
  ) async throws {
    let (terminal, start) = try await PseudoTerminal.showing(
      [Package.feeds + "/words.json"], columns: 0, rows: 0, environment: environment)
    // ncurses begins with the size that its database has.
    let own = start.text.components(separatedBy: "?1049h").last ?? ""
    let last = own.matches(of: /\u{1B}\[(\d+)(?:;\d+)?[Hd]/).compactMap { Int($0.output.1) }
    #expect(last.max() == rows)
    terminal.write("q")
    #expect(try await terminal.waitForEnd() == .exited(0))
  }

  /// defect T6: entries for direct color take the number 24 for the color #000018.
  @Test func paletteNumbersOfADirectColorTerminalArePaletteNumbers() async throws {
    let source = try TemporaryFile(
      """
      xterm-direct|direct color,
      \tRGB, colors#0x1000000, pairs#0x10000,
      \tsetab=\\E[%?%p1%{8}%<%t4%p1%d%e48\\:2\\:\\:%p1%{65536}%/%d\\:%p1%{256}%/%{255}%&%d\\:%p1%{255}%&%d%;m,
      \tsetaf=\\E[%?%p1%{8}%<%t3%p1%d%e38\\:2\\:\\:%p1%{65536}%/%d\\:%p1%{256}%/%{255}%&%d\\:%p1%{255}%&%d%;m,
      \tuse=xterm-256color,

      """, named: "direct.ti")
    let compiled = try await run("tic", ["-x", "-o", source.folder, source.path])
    #expect(compiled.status == .exited(0), "\(compiled.errorText)")
    let (terminal, start) = try await PseudoTerminal.showing(
      [Package.feeds + "/words.json"],
      environment: ["TERM": "xterm-direct", "TERMINFO": source.folder])
    #expect(start.text.contains("48;5;24"), "the color of the cursor's row")
    #expect(!start.text.contains("0:0:24"))
    terminal.write("q")
    #expect(try await terminal.waitForEnd() == .exited(0))
  }

  /// defect T7: on a slow link the bytes of a key may come apart.
  @Test func theRestOfAKeyIsAwaitedAsLongAsTheEnvironmentSays() async throws {
    let (terminal, _) = try await PseudoTerminal.showing(
      [Package.feeds + "/words.json"], environment: ["ESCDELAY": "60000"])
    terminal.write("/a")
    try await terminal.read("the prompt") { $0.text.contains("a") }
    terminal.write("\u{1B}")
    _ = try await terminal.readUntilQuiet(for: .milliseconds(150))
    terminal.write("[C")
    terminal.write("zzz")
    try await terminal.read("more text in the prompt") { $0.text.contains("zzz") }
    terminal.write("\u{3}\u{3}")
    try await terminal.waitForEnd()
  }
}
