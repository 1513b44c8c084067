import Foundation
import MocoaTestSupport
import Testing

/// Errors of writing standard output are reported, in every mode (defect S3).
@Suite struct OutputErrorTests {
  static let modes: [String] = [
    "--json rows.json", "--csv rows.json", "--tsv rows.json", "--markdown rows.json",
    "--plain rows.json", "--plain --sort a rows.json", "--plain --section-by a rows.json",
    "rows.json", "--help", "--version", "--manual", "--completions bash", "--spec",
    "generate rows.json", "generate --help", "modules rows.json",
    "--select-1 --filter 'a == 1' rows.json", "--select-1 --print a --filter 'a == 1' rows.json",
  ]

  private func run(_ mode: String, to output: String) async throws -> ProgramResult {
    let file = try TemporaryFile(#"[{"a":1},{"a":2}]"#, named: "rows.json")
    return try await MocoaTestSupport.run(
      "/bin/sh", ["-c", "\(builtProgram("mocoa-tui")) \(mode) \(output)"], directory: file.folder)
  }

  @Test(arguments: modes)
  func fullDeviceIsReported(_ mode: String) async throws {
    let result = try await run(mode, to: "> /dev/full")
    #expect(result.status == .exited(1))
    #expect(result.errorText == "mocoa-tui: standard output: No space left on device\n")
  }

  @Test(
    "the error of a file names the file", arguments: ["--json", "--csv", "--plain", "-s a --json"])
  func fullFileIsReported(_ mode: String) async throws {
    let result = try await run("\(mode) -o /dev/full rows.json", to: "")
    #expect(result.status == .exited(1))
    #expect(result.errorText == "mocoa-tui: /dev/full: not written: No space left on device\n")
  }

  @Test("a file beyond the limit of the size of files is an error", arguments: ["csv", "jsonl"])
  func tooLargeFileIsReported(_ format: String) async throws {
    let text = String(repeating: "x", count: 1_000)
    let rows = (0..<200).map { "{\"n\":\($0),\"text\":\"\(text)\"}\n" }.joined()
    let file = try TemporaryFile(rows, named: "rows.ndjson")
    let result = try await MocoaTestSupport.run(
      "/bin/bash",
      ["-c", "ulimit -f 1; '\(builtProgram("mocoa-tui"))' -o out.\(format) rows.ndjson; ls -A"],
      directory: file.folder)
    #expect(result.errorText == "mocoa-tui: out.\(format): not written: File too large\n")
    #expect(result.outputText == "rows.ndjson\n")
  }

  @Test("34: SIGQUIT ends a program that writes, and writes no backtrace")
  func quitEndsTheProgram() async throws {
    // The parent of the shell supervises it, and is a child of the program.
    let script = "read -r id name state parent rest < /proc/$PPID/stat; kill -QUIT $parent; sleep 3"
    let result = try await MocoaTestSupport.run(
      builtProgram("mocoa-tui"), ["--json", "--", "sh", "-c", script],
      environment: ["SWIFT_BACKTRACE": "enable=yes,interactive=no"])
    #expect(result.status == .signalled(SIGQUIT))
    #expect(!result.errorText.contains("Backtrac"), "\(result.errorText)")
  }

  @Test("commands have the default actions of the signals that the program ignores")
  func commandsIgnoreNoSignals() async throws {
    let file = try TemporaryFile("", named: "file")
    let script = "sh -c 'ulimit -f 0; echo x >file' 2>&-; echo $?"
    let result = try await MocoaTestSupport.run(
      builtProgram("mocoa-tui"), ["--json", "--", "sh", "-c", script], directory: file.folder)
    #expect(result.outputText == "\(128 + SIGXFSZ)\n", "\(result.errorText)")
  }

  @Test("a wrong spelling of --help suggests --help", arguments: ["hlep", "halp", "verison"])
  func helpIsSuggested(_ option: String) async throws {
    let result = try await run("--\(option) rows.json", to: "")
    let name = option == "verison" ? "version" : "help"
    #expect(result.status == .exited(2))
    #expect(result.errorText.contains("Did you mean '--\(name)'?"), "\(result.errorText)")
  }

  @Test(arguments: modes)
  func closedOutputIsReported(_ mode: String) async throws {
    let result = try await run(mode, to: ">&-")
    #expect(result.status == .exited(1))
    #expect(result.errorText == "mocoa-tui: standard output: Bad file descriptor\n")
  }

  @Test(arguments: modes)
  func closedPipeEndsQuietly(_ mode: String) async throws {
    let file = try TemporaryFile(#"[{"a":1},{"a":2}]"#, named: "rows.json")
    let program = try builtProgram("mocoa-tui")
    // The reader is gone before the first byte: the writer waits until it is.
    let result = try await MocoaTestSupport.run(
      "/bin/bash",
      [
        "-c",
        "mkfifo end; { read <end; \(program) \(mode); echo $? >&2; } | { exec 0<&-; echo >end; }",
      ],
      directory: file.folder)
    #expect(result.errorText == "141\n")
  }

  @Test(
    "34: -o writes to an open descriptor, and truncates no file",
    arguments: [
      "-o - >>old", "-o /dev/stdout >>old", "-o /dev/fd/3 3>>old", "-o - | cat >>old",
      "-o /dev/stdout | cat >>old",
    ])
  func openDescriptorIsAppendedTo(_ output: String) async throws {
    let file = try TemporaryFile(#"[{"a":1},{"a":2}]"#, named: "rows.json")
    let command = "echo old >old; \(try builtProgram("mocoa-tui")) --json rows.json \(output)"
    let result = try await MocoaTestSupport.run(
      "/bin/bash", ["-o", "pipefail", "-c", "\(command) && cat old && ls"], directory: file.folder)
    #expect(result.errorText == "")
    #expect(result.outputText == "old\n{\"a\":1}\n{\"a\":2}\nold\nrows.json\n")
    #expect(result.status == .exited(0))
  }
}
