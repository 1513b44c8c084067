import MocoaTestSupport
import Testing

/// What the program says without showing anything.
@Suite struct UsageTests {
  @Test func helpAndVersionGoToStandardOutput() async throws {
    let help = try await run(builtProgram("mocoa-tui"), ["--help"])
    #expect(help.status == .exited(0))
    #expect(help.outputText.contains("USAGE: mocoa-tui"))
    let all = try await run(builtProgram("mocoa-tui"), ["--help", "all"])
    for option in ["<source>", "--print", "--placeholders", "--name-key", "--theme", "--no-mouse"] {
      #expect(all.outputText.contains(option), "\(option)")
    }
    #expect(help.error == [])
    let version = try await run(builtProgram("mocoa-tui"), ["--version"])
    #expect(version.status == .exited(0))
    #expect(version.outputText.wholeMatch(of: /[0-9]+\.[0-9]+\.[0-9]+\n/) != nil)
  }

  @Test(arguments: [
    (["--no-such-option"], "--no-such-option"), (["a.json", "--width", "x"], "--width"),
    (["--theme", "purple", "a.json"], "purple"),
    (["--help", "filtr"], "the topics are: all, filter"),
    (["--placeholders", "a.json"], "--placeholders"),
  ])
  func wrongUsageIsStatusTwo(_ arguments: [String], _ culprit: String) async throws {
    let result = try await run(builtProgram("mocoa-tui"), arguments)
    #expect(result.status == .exited(2))
    #expect(result.output == [])
    #expect(result.errorText.hasPrefix("mocoa-tui: ") && result.errorText.contains(culprit))
  }

  @Test(
    "36: a value that is missing as it begins with a minus sign is said with its spelling",
    arguments: [
      (["-c", "-date"], "; a value that begins with '-' is written --columns=-date"),
      (["-c", "-score"], "; a value that begins with '-' is written --columns=-score"),
      (["--limit", "-2"], "; it must be at least 1, not '-2'"),
      (["--columns", "--json"], "Show these members: ref,owner.login\n"),
    ])
  func valuesThatBeginWithMinus(_ arguments: [String], _ message: String) async throws {
    let result = try await run(builtProgram("mocoa-tui"), arguments)
    #expect(result.status == .exited(2))
    #expect(result.errorText.contains(message), "\(result.errorText)")
  }

  @Test("9: a width that no line can have is refused", arguments: [99_999_999_999, Int.max])
  func hugeWidthsAreRefused(_ width: Int) async throws {
    let program = try builtProgram("mocoa-tui")
    let file = try TemporaryFile(#"[{"text":"\#(String(repeating: "long ", count: 20))"}]"#)
    let result = try await run(program, ["--plain", "--width", "\(width)", file.path])
    #expect(result.status == .exited(2) && result.output == [])
    #expect(result.errorText.hasPrefix("mocoa-tui: --width must be at most 65535"))
    let widest = try await run(program, ["--plain", "--width", "65535", file.path])
    #expect(widest.status == .exited(0), "\(widest.errorText)")
  }

  @Test("A14: without /proc the arguments are not ignored", .mounting)
  func argumentsThatCannotBeReadAreAnError() async throws {
    let program = try builtProgram("mocoa-tui")
    let script = "mount -t tmpfs none /proc && exec '\(program)' --json no-such-file"
    let result = try await run(
      "unshare", mountingOptions + ["sh", "-c", script], input: Array("[1]".utf8))
    #expect(result.status == .exited(2) && result.output == [])
    #expect(result.errorText.contains("/proc must be mounted"), "\(result.errorText)")
  }

  @Test func withoutASourceThereMustBeAPipe() async throws {
    let terminal = try PseudoTerminal(running: builtProgram("mocoa-tui"))
    let (status, bytes) = try await terminal.readToEnd()
    #expect(status == .exited(2))
    #expect(bytes.text.contains("name a file, or pipe a feed in"))
    #expect(!bytes.contains(0x1B))
  }

  @Test("41: a file behind -f, as of tail -f, is no filter")
  func aFileIsNoFilter() async throws {
    let file = try TemporaryFile("a\n", named: "app.log")
    let terminal = try PseudoTerminal(running: builtProgram("mocoa-tui"), ["-f", file.path])
    let (status, bytes) = try await terminal.readToEnd()
    #expect(status == .exited(2))
    #expect(bytes.text.contains("--follow \(file.path) follows it"))
  }

  @Test func withoutATerminalRowsArePrintedAsText() async throws {
    for arguments in [[Package.feeds + "/words.json"], ["-"]] {
      let result = try await run(
        builtProgram("mocoa-tui"), arguments, input: Array("[\"amber\"]".utf8))
      #expect(result.status == .exited(0))
      #expect(result.outputText.hasPrefix("amber\n"))
      #expect(!result.output.contains(0x1B) && result.error == [])
    }
  }

  /// A name alone does not go through the parser of arguments.
  @Test(arguments: [Package.feeds + "/words.json", "-", "no-such-file", "", Package.feeds])
  func aNameAloneIsUnderstoodAsOneWithOptions(_ name: String) async throws {
    let input = Array("[\"amber\"]".utf8)
    let alone = try await run(builtProgram("mocoa-tui"), [name], input: input)
    let parsed = try await run(
      builtProgram("mocoa-tui"), [name, "--color", "auto"], input: input)
    #expect(alone.status == parsed.status)
    #expect(alone.outputText == parsed.outputText)
    #expect(alone.errorText == parsed.errorText)
  }

  @Test func noNameIsUnderstoodAsStandardInput() async throws {
    let input = Array("[\"amber\"]".utf8)
    let alone = try await run(builtProgram("mocoa-tui"), [], input: input)
    #expect(alone.status == .exited(0) && alone.outputText == "amber\n")
  }

  @Test(arguments: [
    ("", "TERM is not set, so the terminal's capabilities are unknown"),
    ("dumb", "the terminal \"dumb\" cannot address its screen; --plain prints rows without it"),
  ])
  func aTerminalOfLinesIsRefused(_ type: String, _ reason: String) async throws {
    let terminal = try PseudoTerminal(
      running: builtProgram("mocoa-tui"), [Package.feeds + "/words.json"],
      environment: ["TERM": type])
    let (status, bytes) = try await terminal.readToEnd()
    #expect(status == .exited(2))
    #expect(bytes.text == "mocoa-tui: \(reason)\r\n")
    #expect(terminal.settings == terminal.initialSettings)
  }

  @Test(arguments: [
    "xterm-256color", "vt100", "linux", "screen", "never-heard-of-it", "xterm-kitty",
  ])
  func everyOtherTerminalIsDriven(_ type: String) async throws {
    let (terminal, start) = try await PseudoTerminal.showing(
      [Package.feeds + "/words.json"], environment: ["TERM": type])
    #expect(start.text.contains("amber") && start.text.contains("cabin"))
    terminal.write("jq")
    #expect(try await terminal.waitForEnd() == .exited(0))
    #expect(terminal.settings == terminal.initialSettings)
  }

  /// https://no-color.org: any value but an empty one.
  @Test(arguments: ["1", ""]) func colorsCanBeRefused(_ value: String) async throws {
    for trueColor in ["", "truecolor"] {
      let (terminal, start) = try await PseudoTerminal.showing(
        [Package.feeds + "/events.json"], environment: ["NO_COLOR": value, "COLORTERM": trueColor])
      terminal.write("jj\r")
      let more = try await terminal.readUntilQuiet()
      #expect((start + more).hasColors == value.isEmpty)
      terminal.write("qq")
      #expect(try await terminal.waitForEnd() == .exited(0))
    }
  }

  @Test func aLocaleWithoutUTF8IsNoObstacle() async throws {
    let (terminal, start) = try await PseudoTerminal.showing(
      [Package.feeds + "/contacts.json"], environment: ["LC_ALL": "C"])
    #expect(start.text.contains("山田 太郎"))
    terminal.write("q")
    #expect(try await terminal.waitForEnd() == .exited(0))
  }
}

extension [UInt8] {
  /// Whether a sequence selects a color (SGR 30 to 49 and 90 to 107, ECMA-48 and aixterm), beyond
  /// going back to the terminal's own (39, 49).
  var hasColors: Bool {
    text.matches(of: /\u{1B}\[([0-9;:]*)m/).contains { match in
      match.output.1.split(separator: ";").compactMap { Int($0) }.contains {
        (30..<50).contains($0) && $0 != 39 && $0 != 49 || (90..<108).contains($0)
      }
    }
  }
}
