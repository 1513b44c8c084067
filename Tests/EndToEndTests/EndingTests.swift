import Foundation
import MocoaTestSupport
import Testing

/// However the program ends, the terminal is as it was.
@Suite struct EndingTests {
  /// A way to end the program, and the resulting status.
  enum Ending: Sendable, CustomTestStringConvertible {
    case keys(String, status: Int32)
    case signal(Int32, status: MocoaTestSupport.ExitStatus)

    var testDescription: String {
      switch self {
      case .keys(let keys, _): keys.debugDescription
      case .signal(let number, _): "signal \(number)"
      }
    }

    var status: MocoaTestSupport.ExitStatus {
      switch self {
      case .keys(_, let status): .exited(status)
      case .signal(_, let status): status
      }
    }
  }

  static let endings: [Ending] = [
    .keys("q", status: 0), .keys("\u{3}", status: 130), .keys("\r\u{3}", status: 130),
    .signal(SIGINT, status: .exited(130)), .signal(SIGTERM, status: .exited(143)),
    .signal(SIGHUP, status: .exited(129)), .signal(SIGQUIT, status: .exited(131)),
    .signal(SIGSEGV, status: .signalled(SIGSEGV)), .signal(SIGABRT, status: .signalled(SIGABRT)),
    .signal(SIGTRAP, status: .signalled(SIGTRAP)), .signal(SIGILL, status: .signalled(SIGILL)),
    // defect S18: signals whose default action is to end the program.
    .signal(SIGUSR1, status: .signalled(SIGUSR1)), .signal(SIGUSR2, status: .signalled(SIGUSR2)),
    .signal(SIGALRM, status: .signalled(SIGALRM)), .signal(SIGXCPU, status: .signalled(SIGXCPU)),
    .signal(SIGIO, status: .signalled(SIGIO)), .signal(SIGVTALRM, status: .signalled(SIGVTALRM)),
  ]

  @Test(arguments: endings)
  func theTerminalIsRestored(after ending: Ending) async throws {
    let (terminal, start) = try await PseudoTerminal.showing([Package.feeds + "/events.json"])
    #expect(TerminalModes(in: start).isOn[1049] == true)
    #expect(!terminal.settings.isCooked)
    switch ending {
    case .keys(let keys, _): terminal.write(keys)
    case .signal(let number, _): terminal.signal(number)
    }
    let (status, rest) = try await terminal.readToEnd()
    #expect(status == ending.status)
    #expect(terminal.settings == terminal.initialSettings)
    let modes = TerminalModes(in: start + rest)
    #expect(modes.leftBehind == [], "\(modes)")
    #expect(rest.text.contains("\u{1B}[?1049l"))
  }

  @Test("A18: the terminal is restored after signals of Linux", arguments: [SIGPWR, SIGSTKFLT])
  func theTerminalIsRestored(afterSignal number: Int32) async throws {
    try await theTerminalIsRestored(after: .signal(number, status: .signalled(number)))
  }

  /// What the program is doing when a signal arrives: its arguments, and the keys typed before.
  static let states: [(name: String, arguments: [String], keys: String)] = [
    ("loading", ["--", "sh", "-c", "echo '[1,'; sleep 1000"], ""),
    ("help", [Package.feeds + "/events.json"], "?"),
    ("prompt", [Package.feeds + "/events.json"], "f"),
    ("confirmation", ["--bind", "x=sh?: sleep 1000", Package.feeds + "/events.json"], "x"),
    ("command", ["--bind", "x=sh: sleep 1000", Package.feeds + "/events.json"], "x"),
    (
      "terminal of a command", ["--bind", "x=sh-tty: sleep 1000", Package.feeds + "/events.json"],
      "x"
    ),
    ("inline", ["--height", "5", Package.feeds + "/events.json"], "j"),
    ("following", ["--follow", Package.feeds + "/events.json"], "/a"),
  ]

  @Test(arguments: states.indices, [SIGTERM, SIGHUP, SIGSEGV, SIGALRM])
  func theTerminalIsRestoredInAnyState(_ index: Int, _ signal: Int32) async throws {
    let state = Self.states[index]
    let (terminal, start) = try await PseudoTerminal.showing(state.arguments)
    terminal.write(state.keys)
    let shown = try await terminal.readUntilQuiet(for: .milliseconds(150))
    terminal.signal(signal)
    let (status, rest) = try await terminal.readToEnd()
    // A command that has the terminal has left nothing to restore.
    let isHandled = (signal == SIGTERM || signal == SIGHUP) && !state.name.hasPrefix("terminal")
    #expect(status == (isHandled ? .exited(128 + signal) : .signalled(signal)), "\(state.name)")
    #expect(terminal.settings == terminal.initialSettings, "\(state.name)")
    let modes = TerminalModes(in: start + shown + rest)
    #expect(modes.leftBehind == [], "\(state.name): \(modes)")
  }

  // defect S18
  @Test func aTerminalThatDoesNotDrainDoesNotHoldTheProgram() async throws {
    // A frame is larger than the system's buffer of a terminal that is not read.
    let row = "\"" + String(repeating: "row ", count: 240) + "\""
    let file = try TemporaryFile(
      "[" + Array(repeating: row, count: 600).joined(separator: ",") + "]")
    let (terminal, _) = try await PseudoTerminal.showing([file.path])
    terminal.resize(columns: 1_000, rows: 500)
    try await terminal.waitUntilItSleeps()
    terminal.signal(SIGTERM)
    let end = ContinuousClock.now + .seconds(20)
    while !terminal.hasEnded, ContinuousClock.now < end {
      try await Task.sleep(for: .milliseconds(10))
    }
    #expect(terminal.hasEnded)
    let (status, bytes) = try await terminal.readToEnd()
    #expect(status == .signalled(SIGTERM))
    #expect(terminal.settings == terminal.initialSettings)
    #expect(TerminalModes(in: bytes).isOn[1049] == false)
  }

  @Test func aTerminalThatIsClosedEndsTheProgram() async throws {
    let terminal = try await TmuxTerminal.showing("events.json")
    let identifier = try await terminal.value(of: "#{pane_pid}")
    #expect(!identifier.isEmpty)
    try await terminal.hangUp()
    #expect(try await terminal.waitForEnd() == 129)
  }

  @Test(arguments: ["q", "\u{3}"])
  func aShellFindsItsTerminalAsItWas(_ key: String) async throws {
    let program = try builtProgram("mocoa-tui")
    let terminal = try await TmuxTerminal(
      shell: """
        trap : INT; echo before; a=$(stty -a); \(program) words.json; s=$?
        [ "$a" = "$(stty -a)" ] && echo "same $s"; read line
        """, columns: 60, rows: 10, directory: Package.feeds)
    try await terminal.wait(for: "the interface") { Screen($0).isComplete }
    #expect(try await terminal.value(of: "#{alternate_on}#{mouse_sgr_flag}") == "11")
    try await terminal.sendBytes(key.utf8)
    expectScreen(
      try await terminal.wait(for: "the shell") { $0.contains("same") },
      is: "before\nsame \(key == "q" ? 0 : 130)")
    let flags = "#{alternate_on}#{mouse_any_flag}#{mouse_sgr_flag}#{keypad_flag}#{cursor_flag}"
    #expect(try await terminal.value(of: flags) == "00001")
  }
}

extension PseudoTerminal {
  /// The state of the program's process and the processor time that it has used, as proc(5) has it.
  private var process: (state: String, time: String) {
    let line = (try? String(contentsOfFile: "/proc/\(identifier)/stat", encoding: .utf8)) ?? ""
    let fields = line.split(separator: ")").last?.split(separator: " ").map(String.init) ?? []
    return fields.count > 12 ? (fields[0], fields[11] + " " + fields[12]) : ("", "")
  }

  /// Whether the program has ended, even if it was not waited for.
  fileprivate var hasEnded: Bool { ["Z", "X", ""].contains(process.state) }

  /// Waits until the program has slept for a while after it was busy.
  fileprivate func waitUntilItSleeps() async throws {
    var (last, calm) = ("", 0)
    while calm < 20 {
      try await Task.sleep(for: .milliseconds(10))
      let now = process
      calm = now.state == "S" && now.time == last ? calm + 1 : 0
      last = now.time
    }
  }
}
