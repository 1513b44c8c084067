import Foundation
import MocoaTUI
import MocoaTestSupport
import Testing

/// Ctrl-Z gives the terminal back to the shell, and `fg` shows everything again.
@Suite struct SuspensionTests {
  private func shell() async throws -> TmuxTerminal {
    let terminal = try await TmuxTerminal(
      shell: "PS1='$ ' exec bash --norc --noprofile -i", columns: 60, rows: 10,
      directory: Package.feeds)
    try await terminal.wait(for: "the shell") { $0.hasPrefix("$") }
    return terminal
  }

  private func type(_ line: String, in terminal: TmuxTerminal) async throws {
    try await terminal.sendText(line)
    try await terminal.send(.enter)
  }

  @Test func theShellGetsTheTerminalAndGivesItBack() async throws {
    let terminal = try await shell()
    try await type("stty -a > /dev/null; \(builtProgram("mocoa-tui")) words.json", in: terminal)
    try await terminal.wait(for: "the interface") { Screen($0).isComplete }
    try await terminal.send(.down, .down)
    let before = try await terminal.wait(for: "row 3") { Screen($0).position == 3 }
    for round in 1...2 {
      try await terminal.send(.control("z"))
      try await terminal.wait(for: "the shell, round \(round)") {
        $0.matches(of: /Stopped/).count == round && Screen($0).statusBar == "$"
      }
      #expect(try await terminal.value(of: "#{alternate_on}#{mouse_any_flag}") == "00")
      #expect(try await terminal.value(of: "#{cursor_flag}") == "1")
      try await type("fg", in: terminal)
      try await terminal.wait(for: "the interface, round \(round)") { $0 == before }
      #expect(try await terminal.value(of: "#{alternate_on}#{mouse_any_flag}") == "11")
      #expect(try await terminal.value(of: "#{cursor_flag}") == "0")
    }
    try await terminal.send("q")
    try await terminal.wait(for: "the shell") { Screen($0).statusBar == "$" }
    try await type("echo status $?", in: terminal)
    try await terminal.wait(for: "the status") { $0.contains("\nstatus 0\n") }
  }

  @Test func aResizeWhileStoppedIsSeenAfterwards() async throws {
    let terminal = try await shell()
    try await type("\(builtProgram("mocoa-tui")) events.json", in: terminal)
    try await terminal.wait(for: "the interface") { Screen($0).isComplete }
    try await terminal.send(.end, .control("z"))
    try await terminal.wait(for: "the shell") { $0.contains("Stopped") }
    try await terminal.resize(columns: 100, rows: 30)
    try await type("fg", in: terminal)
    let screen = try await terminal.wait(for: "the larger interface") {
      Screen($0).position == 60 && Screen($0).lines.count == 31
        && Screen($0).lines[29] == Screen($0).statusBar
    }
    #expect(screen.lines[0].hasPrefix("id "))
    try await terminal.send("q")
  }

  @Test func aSignalFromOutsideStopsToo() async throws {
    let terminal = try await shell()
    let file = try TemporaryFile("", named: "number")
    let script = "echo $$ > \(file.path); exec \(try builtProgram("mocoa-tui")) words.json"
    try await type("sh -c '\(script)'", in: terminal)
    let before = try await terminal.wait(for: "the interface") { Screen($0).isComplete }
    let number = try String(contentsOfFile: file.path, encoding: .utf8)
    kill(try #require(pid_t(number.trimmingCharacters(in: .whitespacesAndNewlines))), SIGTSTP)
    try await terminal.wait(for: "the shell") { $0.contains("Stopped") }
    #expect(try await terminal.value(of: "#{alternate_on}#{cursor_flag}") == "01")
    try await type("fg", in: terminal)
    try await terminal.wait(for: "the interface") { $0 == before }
    try await terminal.send("q")
  }

  /// defect S18: SIGSTOP cannot be caught, so the terminal is taken over again by SIGCONT alone.
  @Test(arguments: ["", " --height 5"])
  func aProgramThatWasStoppedUnawaresDrawsItselfAgain(_ option: String) async throws {
    let terminal = try await shell()
    let file = try TemporaryFile("", named: "number")
    let script = "echo $$ > \(file.path); exec \(try builtProgram("mocoa-tui"))\(option) words.json"
    try await type("sh -c '\(script)'", in: terminal)
    try await terminal.wait(for: "the interface") { Screen($0).position == 1 }
    let number = try String(contentsOfFile: file.path, encoding: .utf8)
    kill(try #require(pid_t(number.trimmingCharacters(in: .whitespacesAndNewlines))), SIGSTOP)
    try await terminal.wait(for: "the shell") { $0.contains("Stopped") }
    try await type("stty sane; clear", in: terminal)
    try await terminal.wait(for: "an empty screen") { !$0.contains("Stopped") }
    try await type("fg", in: terminal)
    try await terminal.wait(for: "the interface") { Screen($0).position == 1 }
    try await terminal.send("j")
    try await terminal.wait(for: "row 2") { Screen($0).position == 2 }
    #expect(try await terminal.value(of: "#{mouse_any_flag}#{cursor_flag}") == "10")
    try await terminal.send("q")
    try await terminal.wait(for: "the shell") { Screen($0).statusBar == "$" }
  }

  @Test func aStoppedPipelineEndsWithoutTheTerminal() async throws {
    let terminal = try await shell()
    try await type("cat words.json | \(builtProgram("mocoa-tui"))", in: terminal)
    try await terminal.wait(for: "the interface") { Screen($0).isComplete }
    try await terminal.send(.control("z"))
    try await terminal.wait(for: "the shell") { $0.contains("Stopped") }
    // The shell reports the end before its next prompt.
    try await type("clear; kill -TERM %1; sleep 1", in: terminal)
    let screen = try await terminal.wait(for: "the status") { $0.contains("Exit 143") }
    #expect(!screen.contains("^["), "a report of the terminal to the program")
    #expect(try await terminal.value(of: "#{alternate_on}#{mouse_any_flag}") == "00")
    #expect(try await terminal.value(of: "#{cursor_flag}") == "1")
  }

  @Test func inTheBackgroundItStaysStopped() async throws {
    let terminal = try await shell()
    try await type("\(builtProgram("mocoa-tui")) words.json", in: terminal)
    let before = try await terminal.wait(for: "the interface") { Screen($0).isComplete }
    try await terminal.send(.control("z"))
    try await terminal.wait(for: "the shell") { $0.contains("Stopped") }
    try await type("clear; bg; sleep 0.2; jobs; echo end", in: terminal)
    let screen = try await terminal.wait(for: "the jobs") { $0.contains("\nend\n") }
    #expect(screen.contains("Stopped") && !screen.contains("^["))
    try await type("fg", in: terminal)
    try await terminal.wait(for: "the interface") { $0 == before }
    try await terminal.send("q")
  }
}
