import Foundation
import MocoaTUI
import MocoaTestSupport
import Testing

/// What is wrong with the whole source: one line, status 1, and a terminal that was not touched.
@Suite struct BadSourceTests {
  struct Source: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let bytes: [UInt8]
    let reason: String

    init(_ name: String, _ bytes: [UInt8], _ reason: String) {
      (testDescription, self.bytes, self.reason) = (name, bytes, reason)
    }

    init(_ name: String, _ text: String, _ reason: String) {
      self.init(name, Array(text.utf8), reason)
    }
  }

  @Test func anEmptyFileOfParquetIsAnError() async throws {
    let file = try TemporaryFile("", named: "rows.parquet")
    let result = try await run(builtProgram("mocoa-tui"), ["--json", file.path])
    // DuckDB's program says so, where it is installed.
    #expect(result.status == .exited(1))
    #expect(["too small", "not installed"].contains(where: result.errorText.contains))
  }

  private static let hint =
    "; --format text shows any text as lines, --format logfmt a log of key=value pairs"

  static let sources = [
    Source("YAML", "{a: 1}", "line 1, column 2: found 'a' where a key is expected"),
    Source("a cut array", "[", "line 1, column 2: the text ends in the middle of the document"),
    Source(
      "a cut object", "{\"a\":\n  ", "line 2, column 3: the text ends in the middle of the document"
    ),
    Source(
      "zeros", [0, 0, 0, 0],
      "has bytes 0 and no line ends; tr '\\0' '\\n' makes lines of such entries"),
    Source("UTF-16 without a mark", [0x5B, 0, 0x5D, 0], "line 1, column 1: is UTF-16, not UTF-8"),
  ]

  @Test(arguments: sources) func oneLineReportsCauseAndPosition(_ source: Source) async throws {
    let file = try TemporaryFile(source.bytes)
    try await expectRefusal(of: file.path, reason: source.reason)
    let piped = try PseudoTerminal(running: builtProgram("mocoa-tui"), input: source.bytes)
    let (status, bytes) = try await piped.readToEnd()
    #expect(status == .exited(1))
    // A pipe that takes its time gets the interface first, which then gives the terminal back.
    let message = bytes.text.split(separator: "\u{1B}>").last ?? ""
    #expect(message == "mocoa-tui: standard input: \(source.reason)\r\n")
    #expect(piped.settings == piped.initialSettings)
  }

  /// An export of text that is no feed is refused; the interface shows its lines.
  @Test(arguments: [
    ("hello\n", "line 1, column 1: ", "found 'h' where a value is expected"),
    ("\n\n <html>", "line 3, column 2: ", "found '<' where a value is expected"),
    ("\u{1B}[31m", "line 1, column 1: ", "found byte 0x1B where a value is expected"),
  ])
  func textIsShownAndNotExported(text: String, place: String, reason: String) async throws {
    let file = try TemporaryFile(text, named: "a.txt")
    let result = try await run(builtProgram("mocoa-tui"), ["--json", file.path])
    #expect(
      result.errorText == "mocoa-tui: \(file.path): \(place)these are lines of text, not JSON "
        + "(\(reason)); --format text prints them as rows, --format logfmt a log of "
        + "key=value pairs\n")
    #expect(result.status == .exited(1))
    let terminal = try await TmuxTerminal(
      running: [builtProgram("mocoa-tui"), file.name], columns: 80, rows: 8, directory: file.folder)
    try await terminal.wait(for: "the lines") {
      $0.contains("lines of text (neither JSON nor a table)")
    }
    try await terminal.send("k")
    try await terminal.wait(for: "the hints") {
      $0.contains("? help") && !$0.contains("lines of text")
    }
  }

  @Test("41: how a source is read is said until the next key; what is missing, as long as it is")
  func notesPassAndFaultsStay() async throws {
    let rows = (1...50_000).map { "\($0),x\n" }.joined()
    let file = try TemporaryFile("id,a\n\(rows)21\n", named: "list")
    let terminal = try await TmuxTerminal(
      running: [builtProgram("mocoa-tui"), file.name], columns: 120, rows: 8, directory: file.folder
    )
    try await terminal.wait(for: "the note") {
      $0.contains("table with its first line as the header")
    }
    try await terminal.wait(for: "the broken row") { $0.contains("1 row cannot be read") }
    try await terminal.send("k")
    let screen = try await terminal.wait(for: "the hints") {
      $0.contains("? help") && !$0.contains("first line as the header")
    }
    #expect(screen.contains("1 row "), "\(screen)")
  }

  // The next message replaced them, and they were nowhere.
  @Test("34: notes on what is missing are counted after a message, and R lists them")
  func notesComeBack() async throws {
    let note = "the 2 lines before the header are left out"
    let file = try TemporaryFile(
      "a report\nof things\nNAME    SIZE   AGE\nweb     1      30\ndb      2      40\n",
      named: "top.txt")
    let terminal = try await TmuxTerminal(
      running: [builtProgram("mocoa-tui"), file.name], columns: 100, rows: 10,
      directory: file.folder)
    try await terminal.wait(for: "the note") { $0.contains(note) }
    try await terminal.send("w")
    try await terminal.wait(for: "the question") { $0.contains("write to:") }
    try await terminal.sendText("o.json")
    try await terminal.send(.enter)
    try await terminal.wait(for: "the message") {
      $0.contains("wrote 2 rows") && !$0.contains(note)
    }
    try await terminal.send("j")
    try await terminal.wait(for: "the number of notes and the keys") {
      $0.contains("top.txt 1 note (R)") && $0.contains("? help") && !$0.contains("wrote")
    }
    try await terminal.send("R")
    try await terminal.wait(for: "the list") { $0.contains("  \(note)") && $0.contains("as now") }
  }

  @Test("34: R lists the notes on rows that can be read in one way only")
  func notesOfOneWay() async throws {
    let file = try TemporaryFile("{\"t\":[1,2]}\n{\"t\":[]}\n", named: "t.ndjson")
    let terminal = try await TmuxTerminal(
      running: [builtProgram("mocoa-tui"), file.name, "--unnest", "t"], columns: 100, rows: 10,
      directory: file.folder)
    let note = "1 row has no elements in t"
    try await terminal.wait(for: "the note") { $0.contains(note) }
    try await terminal.send("R")
    try await terminal.wait(for: "the list") {
      $0.contains("  \(note)") && $0.contains("one way to read it")
    }
  }

  @Test func whatCannotBeReadIsNamed() async throws {
    try await expectRefusal(of: "/no/such/feed.json", reason: "no such file")
    let file = try TemporaryFile("[1]")
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: file.path)
    // Root may read any file, but not what the kernel only takes.
    let path = geteuid() == 0 ? "/proc/sys/vm/compact_memory" : file.path
    try await expectRefusal(of: path, reason: "permission denied")
  }

  @Test("41: in place of a missing file, a similar name, a program or an address is suggested")
  func missingFilesHaveSuggestions() async throws {
    let file = try TemporaryFile("[1]", named: "pods.json")
    for (words, advice) in [
      (["\(file.folder)/pods.josn"], "did you mean '\(file.path)'?"),
      (["sort", "a b"], "it is a program, whose output is shown by: mocoa-tui -- sort 'a b'"),
      (["localhost:8080/rows"], "an address begins with http:// or https://"),
      (["api.example.org/rows"], "an address begins with http:// or https://"),
    ] {
      let result = try await run(builtProgram("mocoa-tui"), ["--json"] + words)
      #expect(result.errorText == "mocoa-tui: \(words[0]): no such file; \(advice)\n")
      #expect(result.status == .exited(1))
    }
  }

  /// Runs the program on a file in a terminal, which must get the message and nothing else.
  private func expectRefusal(
    of path: String, reason: String, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let terminal = try PseudoTerminal(running: builtProgram("mocoa-tui"), [path])
    let (status, bytes) = try await terminal.readToEnd()
    #expect(status == .exited(1), sourceLocation: sourceLocation)
    #expect(
      bytes.text == "mocoa-tui: \(path): \(reason)\r\n", sourceLocation: sourceLocation)
    #expect(
      terminal.settings == terminal.initialSettings, sourceLocation: sourceLocation)
  }

  // defect D11, D12
  @Test func aLongPathLeavesRoomForTheKeys() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("a folder with blanks \(UInt64.random(in: 0...(.max)))/déjà/vu")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("events of today.json")
    try Data("[1, 2]".utf8).write(to: file)
    for columns in [80, 60, 40] {
      let terminal = try await TmuxTerminal(
        running: [builtProgram("mocoa-tui"), file.path], columns: columns, rows: 5,
        directory: Package.feeds)
      try await terminal.wait(for: "the first screen") { Screen($0).isComplete }
      let bar = Screen(try await terminal.screen().lines.joined(separator: "\n")).statusBar
      #expect(bar.contains("? help"), "\(bar)")
      #expect(bar.contains("events of today.json"), "\(bar)")
      #expect(bar.hasSuffix(" 1/2"), "\(bar)")
    }
  }

  @Test func anEmptySourceIsAnEmptyList() async throws {
    for text in ["", " \n", "[]", "{\"items\": []}", "\u{FEFF}"] {
      let file = try TemporaryFile(text)
      let terminal = try await TmuxTerminal.showing(
        file.name, in: file.folder, columns: 60, rows: 4)
      expectScreen(
        try await terminal.screen(),
        is: """

            No rows

           feed.json empty             ? help  Enter open  q quit 0/0
          """, text.debugDescription)
      try await terminal.send(.down, .enter, .end, "q")
      #expect(try await terminal.waitForEnd() == 0)
    }
  }

  @Test func nothingOnStandardInputIsAnEmptyList() async throws {
    let (terminal, start) = try await PseudoTerminal.showing([], input: [])
    #expect(start.text.contains("empty"))
    terminal.write("q")
    #expect(try await terminal.waitForEnd() == .exited(0))
  }

  @Test("34: --follow of a document without rows yet says so")
  func aFollowedDocumentWithoutRowsIsReported() async throws {
    let file = try TemporaryFile(#"{"a":1,"b":{"c":[]}}"#, named: "a.json")
    let result = try await run(
      "/bin/sh",
      ["-c", "timeout 5 \"$0\" --json --follow \"$1\"", builtProgram("mocoa-tui"), file.path])
    #expect(result.errorText.contains("a.json has no complete row yet"))
    #expect(result.outputText.isEmpty)
  }

  @Test("34: what is read as a whole cannot be followed", arguments: ["a.yaml", "a.jsonc"])
  func aFollowedDocumentThatIsConvertedIsRefused(name: String) async throws {
    let file = try TemporaryFile("[{\"a\": 1}]\n", named: name)
    let result = try await run(builtProgram("mocoa-tui"), ["--json", "--follow", file.path])
    #expect(result.errorText.contains("is read as a whole, and cannot be followed"))
    #expect(result.outputText.isEmpty && result.status == .exited(1))
  }
}
