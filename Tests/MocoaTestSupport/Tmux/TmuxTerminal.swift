import Foundation
import MocoaTUI

/// A program in a real terminal that tests can type into and look at: tmux, with a server of its
/// own that ends when this goes away.
/// ```swift
/// let terminal = try await TmuxTerminal(running: [builtProgram("mocoa-tui"), "feed.json"])
/// try await terminal.wait(for: "the first row") { $0.contains("Ada Lovelace") }
/// try await terminal.send(.down, .enter)
/// ```
/// A machine without tmux fails the tests; it does not skip them.
public final class TmuxTerminal: Sendable {
  /// Where the server's socket and the program's status are.
  private let folder: URL
  private let environment: [String: String]

  /// Starts a program in a new terminal.
  ///
  /// - Parameters:
  ///   - command: the program and its arguments.
  ///   - columns: the width of the terminal.
  ///   - rows: the height of the terminal.
  ///   - terminalType: the value of `TERM`.
  ///   - environment: variables, beside the few that every program gets.
  ///   - directory: where it runs; where the tests run, if nil.
  /// - Throws: `ProgramError`, also if there is no tmux.
  public convenience init(
    running command: [String],
    columns: Int = 80,
    rows: Int = 24,
    terminalType: String = "tmux-256color",
    environment: [String: String] = [:],
    directory: String? = nil
  ) async throws {
    try await self.init(
      shell: "exec " + command.map(Self.quoted).joined(separator: " "),
      columns: columns, rows: rows, terminalType: terminalType, environment: environment,
      directory: directory)
  }

  /// Starts a command of the shell in a new terminal, such as a pipeline.
  ///
  /// - Parameters:
  ///   - command: what `sh` is to run.
  ///   - columns: the width of the terminal.
  ///   - rows: the height of the terminal.
  ///   - terminalType: the value of `TERM`.
  ///   - environment: variables, beside the few that every program gets.
  ///   - directory: where it runs; where the tests run, if nil.
  /// - Throws: `ProgramError`, also if there is no tmux.
  public init(
    shell command: String,
    columns: Int = 80,
    rows: Int = 24,
    terminalType: String = "tmux-256color",
    environment: [String: String] = [:],
    directory: String? = nil
  ) async throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("terminal-\(UInt64.random(in: 0...(.max)))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    self.environment = environment.merging(["SHELL": "/bin/sh"]) { given, _ in given }
    var arguments = ["start-server"]
    // The program's last screen can be looked at after it has ended.
    arguments += [";", "set", "-g", "remain-on-exit", "on"]
    arguments += [";", "set", "-g", "remain-on-exit-format", ""]
    arguments += [";", "set", "-g", "status", "off"]
    arguments += [";", "set", "-s", "escape-time", "0"]
    arguments += [";", "set", "-g", "focus-events", "on"]
    arguments += [";", "set", "-g", "default-terminal", terminalType]
    arguments += [";", "new-session", "-d", "-x", "\(columns)", "-y", "\(rows)"]
    if let directory { arguments += ["-c", directory] }
    try await tmux(arguments + [Self.recording(command, in: folder)])
  }

  deinit {
    endPrograms()
    let spawn = Self.spawn(in: folder, ["kill-server"], environment: environment)
    _ = try? runToEnd(spawn, input: [], timeout: .seconds(5))
    try? FileManager.default.removeItem(at: folder)
  }

  /// Presses keys, one after the other.
  public func send(_ keys: Key...) async throws {
    for key in keys {
      if let text = key.text {
        try await sendText(String(text))
      } else {
        try await tmux(["send-keys", key.tmuxName])
      }
    }
  }

  /// Types text as it is.
  public func sendText(_ text: String) async throws {
    try await tmux(["send-keys", "-l", "--", text])
  }

  /// Sends bytes as they are, such as reports of the mouse.
  public func sendBytes(_ bytes: some Sequence<UInt8>) async throws {
    try await tmux(["send-keys", "-H"] + bytes.map { String($0, radix: 16) })
  }

  /// Gives the terminal another size.
  public func resize(columns: Int, rows: Int) async throws {
    try await tmux(["resize-window", "-x", "\(columns)", "-y", "\(rows)"])
  }

  /// Closes the terminal while the program runs, as closing a window does.
  public func hangUp() async throws {
    try await tmux(["set", "-g", "remain-on-exit", "off", ";", "kill-pane"])
  }

  /// What the screen shows now, a line a row, without the blanks at their ends.
  public func screen() async throws -> String {
    try await tmux(["capture-pane", "-p"])
  }

  /// What the screen shows now, with the escape sequences of its colors and attributes.
  public func screenWithStyles() async throws -> String {
    try await tmux(["capture-pane", "-p", "-e"])
  }

  /// What some columns of the screen show, by row; where a cell is, tmux says.
  ///
  /// The first row must have as many characters as columns.
  public func cells(columns: Range<Int>) async throws -> [String] {
    let steps = [
      ["copy-mode"], Self.copying("top-line"), Self.copying("start-of-line"),
      Self.copying("rectangle-on"), Self.copying("cursor-right", columns.lowerBound),
      Self.copying("begin-selection"), Self.copying("cursor-down", 10_000),
      // The cell of the cursor is not a part of the selection.
      Self.copying("cursor-right", columns.count), Self.copying("copy-selection-and-cancel"),
      ["show-buffer"],
    ]
    let text = try await tmux(Array(steps.joined(separator: [";"])))
    return text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  private static func copying(_ command: String, _ count: Int = 1) -> [String] {
    ["send-keys", "-X", "-N", "\(count)", command]
  }

  /// The value of a format of tmux, such as `#{alternate_on}` or `#{cursor_y}`.
  public func value(of format: String) async throws -> String {
    let text = try await tmux(["display-message", "-p", format])
    return text.trimmingCharacters(in: .newlines)
  }

  /// Looks at the screen until it is as it should be.
  ///
  /// - Parameters:
  ///   - event: what is waited for, for the message if it does not come.
  ///   - timeout: how long that may take.
  ///   - isRight: whether a screen is the one.
  /// - Returns: the screen.
  /// - Throws: `ProgramError.timedOut`, with the last screen.
  @discardableResult
  public func wait(
    for event: String, timeout: Duration = .seconds(60), until isRight: (String) -> Bool
  ) async throws -> String {
    let deadline = Deadline(in: timeout)
    // Each look starts a process, which takes from those that are waited for: ever more seldom.
    var pause = Duration.milliseconds(5)
    while true {
      let screen = try await screen()
      if isRight(screen) { return screen }
      guard !deadline.hasPassed else {
        throw ProgramError.timedOut(waitingFor: event, instead: screen)
      }
      try await Task.sleep(for: pause)
      pause = min(pause * 2, .milliseconds(80))
    }
  }

  /// Waits for the program's end, and returns its status as a shell has it: 128 more than the
  /// signal's number if it was ended by one.
  ///
  /// The screen may show only a little later what the program has written last.
  ///
  /// - Throws: `ProgramError.timedOut`, with the last screen.
  @discardableResult
  public func waitForEnd(timeout: Duration = .seconds(60)) async throws -> Int32 {
    let deadline = Deadline(in: timeout)
    while true {
      if let text = try? String(contentsOf: Self.statusFile(in: folder), encoding: .utf8),
        let status = Int32(text)
      {
        return status
      }
      guard !deadline.hasPassed else {
        throw ProgramError.timedOut(
          waitingFor: "the program to end", instead: try await screen())
      }
      try await Task.sleep(for: .milliseconds(5))
    }
  }

  /// Ends what still runs and would not be notified of the terminal's end.
  private func endPrograms() {
    guard let text = try? String(contentsOf: Self.leaderFile(in: folder), encoding: .utf8),
      let leader = pid_t(text), leader > 1
    else { return }
    _ = kill(-leader, SIGHUP)
    _ = kill(-leader, SIGCONT)
  }

  /// Where the shell that runs the programs says which process it is, and so which group.
  private static func leaderFile(in folder: URL) -> URL {
    folder.appendingPathComponent("leader")
  }

  private static func statusFile(in folder: URL) -> URL {
    folder.appendingPathComponent("status")
  }

  /// A command that runs another and stores its status, with nothing else to be seen of it.
  ///
  /// tmux itself is not a witness: it may miss a child's end, or hang up before it. What is written
  /// right before the terminal is closed may never be shown, so the shell stays until that is hung
  /// up.
  private static func recording(_ command: String, in folder: URL) -> String {
    let path = quoted(statusFile(in: folder).path)
    return """
      trap : INT QUIT TERM HUP
      printf %s $$ > \(quoted(leaderFile(in: folder).path))
      exec 3>&2 2>/dev/null
      (
      exec 2>&3 3>&-
      \(command)
      )
      printf %s $? > \(path).new && mv \(path).new \(path)
      read line
      """
  }

  @discardableResult
  private func tmux(_ arguments: [String]) async throws -> String {
    let spawn = Self.spawn(in: folder, arguments, environment: environment)
    let result = try await blocking { try runToEnd(spawn, input: [], timeout: .seconds(60)) }
    guard result.status == .exited(0) else {
      throw ProgramError.notStarted("tmux \(arguments[0])", reason: result.errorText)
    }
    return result.outputText
  }

  private static func spawn(
    in folder: URL, _ arguments: [String], environment: [String: String]
  ) -> Spawn {
    Spawn(
      program: "tmux",
      arguments: ["-S", folder.appendingPathComponent("socket").path, "-f", "/dev/null", "-u"]
        + arguments,
      environment: environment)
  }

  private static func quoted(_ argument: String) -> String {
    "'" + argument.replacingOccurrences(of: "'", with: "'\\''") + "'"
  }
}
