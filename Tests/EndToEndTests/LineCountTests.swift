import Foundation
import MocoaTestSupport
import Testing

/// Text that is not certainly something else: each line is a row, whatever way it takes.
@Suite struct LineCountTests {
  /// How a text reaches the program, as a shell script in which `$0` is the program.
  enum Way: String, CaseIterable, Sendable {
    case file = "\"$0\" MODE \"$1\""
    case pipe = "cat \"$1\" | \"$0\" MODE"
    case slowPipe = """
      while IFS= read -r line; do sleep 0.03; printf '%s\\n' "$line"; done < "$1" | "$0" MODE
      """
  }

  private func run(
    _ sample: LogSample, _ way: Way, _ mode: String
  ) async throws -> ProgramResult {
    let file = try TemporaryFile(sample.text, named: "sample.log")
    let script = way.rawValue.replacing("MODE", with: mode)
    return try await MocoaTestSupport.run(
      "/bin/sh", ["-c", script, builtProgram("mocoa-tui"), file.path])
  }

  @Test("W3, W4, W5, W16: the lines of a text are the rows", arguments: LogSample.all, Way.allCases)
  func linesAreRows(_ sample: LogSample, _ way: Way) async throws {
    let plain = try await run(sample, way, "--plain")
    let rows = plain.outputText.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    let json = try await run(sample, way, "--json")
    // What may be something else is a fault in both ways.
    #expect(plain.status == json.status, "\(plain.errorText)")
    let records = try json.outputText.split(separator: "\n").map { line in
      try #require(
        JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], "\(line)")
    }
    if records.allSatisfy({ $0["source"] != nil }), !records.isEmpty {
      // Names in front of lines.
      #expect(records.count == sample.lines.count && rows.count - 1 == records.count)
      return
    }
    if records.contains(where: { $0["time"] != nil || $0["uptime"] != nil }) {
      // A log: each line is in a message, in its place.
      let messages = try records.map { try #require($0["message"] as? String) }
      let lines = messages.flatMap { $0.split(separator: "\n", omittingEmptySubsequences: false) }
      #expect(lines.count == sample.lines.count && rows.count - 1 == records.count)
      for (message, line) in zip(lines, sample.lines) {
        #expect(line.hasSuffix(message) && (message.count > 2 || message.isEmpty), "\(line)")
      }
      return
    }
    #expect(!LogSample.logs.contains { $0.name == sample.name }, "a log is read as text")
    #expect(rows.map(String.init) == sample.lines)
    let isRefused =
      json.status == .exited(1) && records.isEmpty && json.errorText.contains("--format")
    #expect(records.count == sample.lines.count || isRefused, "\(json.errorText)")
  }

  @Test(
    "W3, W4, W5, W16: a file and the list have the lines of a text", arguments: LogSample.defects)
  func filesAndListsHaveTheLines(_ sample: LogSample) async throws {
    let file = try TemporaryFile(sample.text, named: "sample.log")
    let plain = try await run(sample, .file, "--plain")
    let json = try await run(sample, .file, "--json")
    guard json.status == .exited(0) else { return }
    let written = try await MocoaTestSupport.run(
      builtProgram("mocoa-tui"), ["-o", "x.txt", "sample.log"], directory: file.folder)
    #expect(written.status == .exited(0) && written.output == [], "\(written.errorText)")
    let text = try String(contentsOfFile: file.folder + "/x.txt", encoding: .utf8)
    #expect(text.split(separator: "\n").count == plain.outputText.split(separator: "\n").count)
    let count = json.output.count { $0 == 0x0A }
    let terminal = try await TmuxTerminal.showing("sample.log", in: file.folder)
    let screen = try await terminal.screen()
    #expect(Screen(screen).count == count, "\(screen)")
  }

  @Test("38: a log is read by a pattern of one's own, and other lines belong to those in front")
  func ownPatterns() async throws {
    let file = try TemporaryFile("none\na=1 <x y> on\nmore\nb=22 <z> off: now\n", named: "own.log")
    func printed(_ pattern: String) async throws -> ProgramResult {
      try await MocoaTestSupport.run(
        builtProgram("mocoa-tui"), [file.path, "--json", "--pattern", pattern])
    }
    let result = try await printed("{name}={n:number} <{who:text}> {message}")
    #expect(
      result.outputText == """
        {"message":"none"}
        {"name":"a","n":1,"who":"x y","message":"on\\nmore"}
        {"name":"b","n":22,"who":"z","message":"off: now"}

        """)
    #expect(result.errorText.contains("1 line does not match the pattern"))
    let manifest = try TemporaryFile(
      #"formats: [{pattern: "{name}={n:number} <{who:text}> {message}", samples: ["a=1 <b> c"]}]"#,
      named: "own.yaml")
    let other = try await MocoaTestSupport.run(
      builtProgram("mocoa-tui"), [file.path, "--json", "--manifest", manifest.path])
    #expect(other.outputText == result.outputText, "\(other.errorText)")
    let wrong = try await printed("{name:x} {name}")
    #expect(wrong.status == .exited(2) && wrong.errorText.contains("'x' of {name:…} is none of"))
  }

  // No line was read, and the error of --sort hid that.
  @Test("34: a pattern reads lines with blanks in front; that it reads none is said")
  func indentedLines() async throws {
    func printed(_ pattern: String) async throws -> ProgramResult {
      try await MocoaTestSupport.run(
        builtProgram("mocoa-tui"), ["--json", "--pattern", pattern, "-s", "-n"],
        input: Array("      3 ab\n     12 c d\n".utf8))
    }
    let counts = try await printed("{n:number} {path:text}")
    #expect(counts.outputText == "{\"n\":12,\"path\":\"c d\"}\n{\"n\":3,\"path\":\"ab\"}\n")
    #expect(counts.status == .exited(0) && counts.errorText == "", "\(counts.errorText)")
    let none = try await printed("{n:number}: {path}")
    #expect(none.status == .exited(2) && none.outputText == "")
    #expect(none.errorText.contains("2 lines do not match the pattern"), "\(none.errorText)")
    #expect(none.errorText.contains("--sort: no row has a member 'n'"), "\(none.errorText)")
  }
}
