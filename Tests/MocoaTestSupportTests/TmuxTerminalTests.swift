import MocoaTUI
import Testing

@testable import MocoaTestSupport

@Suite struct TmuxTerminalTests {
  @Test func keysArriveAndTheScreenShows() async throws {
    let terminal = try await TmuxTerminal(running: ["cat", "-v"], columns: 40, rows: 5)
    try await terminal.sendText("it's -l")
    try await terminal.send(.space, "日", .enter)
    let screen = try await terminal.wait(for: "the line, twice") {
      $0.split(separator: "\n").count == 2
    }
    #expect(screen.hasPrefix("it's -l 日\n"))
    try await terminal.send(.control("d"))
    let status = try await terminal.waitForEnd()
    #expect(status == 0)
  }

  /// What tmux sends for each key is what the parser reads as that key.
  @Test func everyKeyIsReadAsWhatWasPressed() async throws {
    let keys: [Key] = [
      .up, .down, .left, .right, .home, .end, .pageUp, .pageDown, .insert, .delete, .backspace,
      .tab, .enter, .escape, .function(1), .function(5), .function(12), "a", "G", "é", "日",
      .control("a"), .control("c"), .alt("x"), Key(.tab, .shift), Key(.up, .shift),
      Key(.right, .control), Key(.pageDown, .alt), Key(.function(2), [.shift, .control]),
    ]
    let terminal = try await TmuxTerminal(
      shell: "stty raw -echo opost; echo ready; exec od -An -v -tx1 -w1", columns: 20, rows: 300
    )
    try await terminal.wait(for: "the start") { $0.contains("ready") }
    for key in keys {
      let before = try await bytes(on: terminal).count
      try await terminal.send(key)
      // The mark shows that the whole key has arrived.
      try await terminal.sendBytes([0x23])
      try await terminal.wait(for: "the bytes of \(key)") {
        Self.bytes(in: $0).last == 0x23 && Self.bytes(in: $0).count > before
      }
      var events: [InputEvent] = []
      var parser = InputParser()
      parser.feed(try await bytes(on: terminal).dropFirst(before).dropLast()) { events.append($0) }
      parser.timeout { events.append($0) }
      #expect(events == [.key(key)], "\(key)")
    }
  }

  @Test func statusSignalAndSizeAreKnown() async throws {
    let terminal = try await TmuxTerminal(
      shell: "stty size; read line; exec sh -c 'kill -KILL $$'", columns: 33, rows: 7)
    try await terminal.wait(for: "the size") { $0.contains("7 33") }
    try await terminal.resize(columns: 50, rows: 9)
    #expect(try await terminal.value(of: "#{pane_width} #{pane_height}") == "50 9")
    try await terminal.send(.enter)
    #expect(try await terminal.waitForEnd() == 128 + 9)
  }

  @Test func whatHasEndedCanStillBeSeen() async throws {
    let terminal = try await TmuxTerminal(shell: "echo done; exit 7")
    #expect(try await terminal.waitForEnd() == 7)
    try await terminal.wait(for: "its last words") { $0.hasPrefix("done\n") }
  }

  @Test func controlCEndsTheProgramAlone() async throws {
    let terminal = try await TmuxTerminal(running: ["sh", "-c", "echo ready; exec sleep 60"])
    try await terminal.wait(for: "the start") { $0.contains("ready") }
    try await terminal.send(.control("c"))
    #expect(try await terminal.waitForEnd() == 128 + 2)
  }

  @Test func stylesCanBeSeen() async throws {
    let terminal = try await TmuxTerminal(shell: "printf '\\033[1mbold\\033[m'; read line")
    try await terminal.wait(for: "the text") { $0.hasPrefix("bold\n") }
    #expect(try await terminal.screenWithStyles().contains("\u{1B}[1mbold"))
  }

  @Test func whatDoesNotComeIsReportedWithTheScreen() async throws {
    let terminal = try await TmuxTerminal(shell: "echo hello; read line")
    try await terminal.wait(for: "the text") { $0.contains("hello") }
    let error = await #expect(throws: ProgramError.self) {
      try await terminal.wait(for: "a miracle", timeout: .milliseconds(50)) { _ in false }
    }
    #expect(error?.description.contains("hello") == true)
  }

  private func bytes(on terminal: TmuxTerminal) async throws -> [UInt8] {
    Self.bytes(in: try await terminal.screen())
  }

  private static func bytes(in screen: String) -> [UInt8] {
    screen.split(whereSeparator: \.isWhitespace).compactMap { UInt8($0, radix: 16) }
  }
}
