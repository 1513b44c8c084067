import Foundation
import MocoaTestSupport
import Testing

/// No command outlives the program, in any mode and ending (defect S14).
@Suite struct CommandEndingTests {
  /// A command that ignores what it can, with a child of its own, and writes its identifiers.
  private static func script(_ file: String, output: String) -> String {
    "trap '' TERM INT HUP; sleep 1000 & echo $$ $! > \(file); echo '\(output)'; sleep 1000"
  }

  private static func isRunning(_ identifier: pid_t) -> Bool {
    let text = try? String(contentsOfFile: "/proc/\(identifier)/stat", encoding: .utf8)
    return text.map { !$0.contains(") Z ") } ?? false
  }

  /// Waits for the identifiers of the command and its child.
  private func identifiers(in file: String) async throws -> [pid_t] {
    for _ in 0..<1_000 {
      let text = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
      if text.hasSuffix("\n") {
        return text.split(whereSeparator: \.isWhitespace).compactMap { pid_t($0) }
      }
      try await Task.sleep(for: .milliseconds(20))
    }
    throw CancellationError()
  }

  private func expectEnd(of identifiers: [pid_t]) async throws {
    #expect(identifiers.count == 2)
    var isLeft = true
    for _ in 0..<1_000 where isLeft {
      isLeft = identifiers.contains(where: Self.isRunning)
      if isLeft { try await Task.sleep(for: .milliseconds(20)) }
    }
    #expect(!isLeft)
    for identifier in identifiers where Self.isRunning(identifier) { kill(identifier, SIGKILL) }
  }

  @Test(arguments: [[], ["--json"]], [SIGINT, SIGTERM, SIGHUP, SIGKILL])
  func theSourceEndsWithTheProgram(_ arguments: [String], _ signal: Int32) async throws {
    let file = try TemporaryFile("")
    let terminal = try PseudoTerminal(
      running: builtProgram("mocoa-tui"),
      arguments + ["--", "sh", "-c", Self.script(file.path, output: "[{\"id\":1},{\"id\":2}")])
    let identifiers = try await identifiers(in: file.path)
    if arguments.isEmpty { try await terminal.read("a frame") { $0.text.contains("id") } }
    terminal.signal(signal)
    let status = try await terminal.waitForEnd()
    let isHandled = arguments.isEmpty && signal != SIGKILL
    #expect(status == (isHandled ? .exited(128 + signal) : .signalled(signal)))
    try await expectEnd(of: identifiers)
  }

  @Test(arguments: [nil, SIGTERM, SIGKILL])
  func anActionEndsWithTheProgram(_ signal: Int32?) async throws {
    let file = try TemporaryFile("")
    let action = "x=sh:" + Self.script(file.path, output: "")
    let (terminal, _) = try await PseudoTerminal.showing(
      ["--bind", action, Package.feeds + "/contacts.json"])
    terminal.write("x")
    let identifiers = try await identifiers(in: file.path)
    if let signal { terminal.signal(signal) } else { terminal.write("q") }
    _ = try await terminal.waitForEnd()
    try await expectEnd(of: identifiers)
  }

  /// The supervisor of the command does not have the name of the program.
  @Test func theSourceEndsWhereTheProgramIsKilledByItsName() async throws {
    let file = try TemporaryFile("")
    let name = "listed-\(UInt64.random(in: 0...(.max)))"
    let program = file.folder + "/" + name
    try FileManager.default.createSymbolicLink(
      atPath: program, withDestinationPath: builtProgram("mocoa-tui"))
    let terminal = try PseudoTerminal(
      running: program, ["--json", "--", "sh", "-c", Self.script(file.path, output: "[1,2")])
    let identifiers = try await identifiers(in: file.path)
    for identifier in try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap({
      pid_t($0)
    }) {
      let line = FileManager.default.contents(atPath: "/proc/\(identifier)/cmdline") ?? Data()
      if line.range(of: Data(name.utf8)) != nil { kill(identifier, SIGKILL) }
    }
    #expect(try await terminal.waitForEnd() == .signalled(SIGKILL))
    try await expectEnd(of: identifiers)
  }

  // defect S17
  @Test func namesThatAreNotUTF8AreOpenedShownAndPassedOn() async throws {
    let file = try TemporaryFile("")
    let script = """
      cd '\(file.folder)' && n=$(printf 'b\\351.json') && echo '[{"a":1}]' > "$n"
      "$0" --json "$n"; "$0" --json -- cat "$n"
      rm "$n"; "$0" --json "$n"
      """
    let result = try await run("/bin/sh", ["-c", script, builtProgram("mocoa-tui")])
    #expect(result.outputText == "{\"a\":1}\n{\"a\":1}\n")
    #expect(result.errorText == "mocoa-tui: b\u{FFFD}.json: no such file\n")
  }

  // defect S17
  @Test func closedStandardDescriptorsAreNoFiles() async throws {
    let program = try builtProgram("mocoa-tui")
    let script = "\(program) --json -- sh -c 'echo complaint >&2; echo 1' >&-; echo $?"
    let result = try await run("/bin/sh", ["-c", script])
    #expect(!result.outputText.contains("complaint"))
    let input = try await run("/bin/sh", ["-c", "\(program) --json <&-"])
    #expect(input.status == .exited(1))
    #expect(input.errorText == "mocoa-tui: standard input: Bad file descriptor\n")
  }

  // defect S17
  @Test func aMissingTemporaryFolderIsNamed() async throws {
    let result = try await run(
      builtProgram("mocoa-tui"), ["--json", "--", "echo", "1"],
      environment: ["TMPDIR": "/no/such"])
    #expect(result.status == .exited(1))
    #expect(result.errorText.hasPrefix("mocoa-tui: /no/such: no temporary files can be made"))
    #expect(result.errorText.hasSuffix("set TMPDIR to another folder\n"))
  }
}
