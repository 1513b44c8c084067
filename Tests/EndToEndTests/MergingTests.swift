import Foundation
import MocoaTestSupport
import Testing

/// `--merge`: several sources as one list in the order of their times.
@Suite struct MergingTests {
  private static let app = try? TemporaryFile(
    """
    {"time":"2026-11-27T10:00:00Z","level":"info","msg":"a0"}
    {"time":"2026-11-27T10:00:20Z","level":"error","msg":"a1"}

    """, named: "app.ndjson")
  private static let table = try? TemporaryFile(
    "id,at\n7,2026-11-27 10:00:10\n8,2026-11-27 10:00:30\n", named: "table.csv")

  private func printed(
    _ arguments: [String], input: String = ""
  ) async throws -> ProgramResult {
    try await run(
      builtProgram("mocoa-tui"), arguments, input: Array(input.utf8),
      directory: Self.app?.folder)
  }

  private func path(_ file: TemporaryFile?) throws -> String { try #require(file).path }

  @Test("34: a derived member of merged rows is meant, and not a column with its title")
  func derivedMembers() async throws {
    let rows = """
      {"time":"2026-11-27T10:00:00Z","id":1,"o":{"x":9}}
      {"time":"2026-11-27T10:00:01Z","id":2,"o":{"x":8}}

      """
    let result = try await printed(
      ["--merge", "--csv", "--derive", "x = id + 0", "-s", "-x", "-f", "x > 0", "-c", "id,x", "-"],
      input: rows)
    #expect(result.outputText == "id,x\r\n2,2\r\n1,1\r\n", "\(result.errorText)")
  }

  @Test("36: a column that is numbers in one merged file and texts in another is reported")
  func typesOfMergedFiles() async throws {
    let one = try TemporaryFile("zip,n\n10001,1\n90210,2\n", named: "s1.csv")
    let two = try TemporaryFile("zip,n\n10001,1\n01234,2\n", named: "s2.csv")
    let arguments = ["--merge", one.path, two.path, "--unique", "zip", "--count"]
    let result = try await printed(arguments)
    let note =
      "zip is numbers in s1.csv, texts in s2.csv; --type 'zip = text' reads both alike\n"
    #expect(result.outputText == "4\n" && result.errorText.contains(note), "\(result)")
    let alike = try await printed(arguments + ["--type", "zip=text"])
    #expect(alike.outputText == "3\n" && !alike.errorText.contains("zip"), "\(alike)")
  }

  // It had a second place, in the merged rows.
  @Test(
    "34: a row of a merged source that cannot be read has one place",
    arguments: ["--json", "--count"])
  func placesOfRows(way: String) async throws {
    let cut = try TemporaryFile(
      "{\"time\":\"2026-11-27T10:00:00Z\",\"id\":1}\n{\"time\":\"2026-11-2", named: "cut.ndjson")
    let result = try await printed(["--merge", way, try path(Self.app), cut.path])
    let lines = result.errorText.split(separator: "\n")
    #expect(lines.count { $0.contains(", column") } == 1, "\(result.errorText)")
    #expect(result.errorText.contains("1 row is left out"))
    #expect(result.status == .exited(1))
  }

  @Test("38: files are printed as one list, and are grouped by source")
  func printing() async throws {
    let files = try [path(Self.app), path(Self.table)]
    var result = try await printed(["--merge", "--json", "--columns", "source,msg,id"] + files)
    #expect(
      result.outputText == """
        {"source":"app.ndjson","msg":"a0"}
        {"source":"table.csv","id":7}
        {"source":"app.ndjson","msg":"a1"}
        {"source":"table.csv","id":8}

        """)
    #expect(result.errorText == "" && result.status == .exited(0))
    result = try await printed(["--merge", "--csv", "--group-by", "source"] + files)
    #expect(result.outputText == "source,count\r\napp.ndjson,2\r\ntable.csv,2\r\n")
    result = try await printed(["--merge", "--json", "--tail", "1", "--sort", "-source"] + files)
    #expect(
      result.outputText.split(separator: "\n").map { $0.prefix(22) }
        == ["{\"source\":\"table.csv\",", "{\"source\":\"app.ndjson\""])
  }

  @Test("38: columns are those of all sources, however late their rows are")
  func columns() async throws {
    let rows = (0..<200).map { "{\"time\":\($0 + 1_700_000_000),\"early\":\($0)}\n" }.joined()
    let early = try TemporaryFile(rows, named: "early.ndjson")
    let result = try await printed(["--merge", "--plain", path(Self.table), early.path])
    let titles = try #require(result.outputText.split(separator: "\n").first).split(separator: " ")
    #expect(Set(titles) == ["source", "id", "at", "time", "early"])
  }

  @Test("38: a source that fails is reported, with status 1, behind the rows of the others")
  func failures() async throws {
    let result = try await printed(["--merge", "--json", "nosuch", path(Self.app)])
    #expect(result.outputText.split(separator: "\n").count == 2)
    #expect(result.errorText == "mocoa-tui: nosuch: no such file\n")
    #expect(result.status == .exited(1))
  }

  @Test("38: commands are given several times, in quotes or up to the end of the line")
  func commands() async throws {
    let app = try path(Self.app)
    let lines = [
      "--command", "head -1 app.ndjson", "--command=ls app.ndjson >&2; tail -1 app.ndjson",
    ]
    var result = try await printed(lines + ["--merge", "--json", "--columns", "source,msg"])
    #expect(
      result.outputText == """
        {"source":"head","msg":"a0"}
        {"source":"ls","msg":"a1"}

        """)
    #expect(result.errorText == "mocoa-tui: ls: app.ndjson\n" && result.status == .exited(0))
    // Without --merge they are sections.
    result = try await printed(["--json", "--columns", "msg", app] + lines)
    #expect(
      result.outputText
        == "{\"msg\":\"a0\"}\n{\"msg\":\"a1\"}\n{\"msg\":\"a0\"}\n{\"msg\":\"a1\"}\n")
    result = try await printed([
      "--json", "--merge", "--columns", "msg", "--command", "tail -1 app.ndjson", "--", "head",
      "-1",
      "app.ndjson",
    ])
    #expect(result.outputText == "{\"msg\":\"a0\"}\n{\"msg\":\"a1\"}\n")
    result = try await printed(
      ["--merge", "--json", "-", "--command", "exit 3"], input: "{\"a\":1}\n")
    #expect(result.outputText == "{\"source\":\"standard input\",\"a\":1}\n")
    #expect(result.errorText.contains("mocoa-tui: exit 3: exited with status 3\n"))
    #expect(result.status == .exited(1))
  }

  @Test("38: options that cannot be combined")
  func usage() async throws {
    let app = try path(Self.app)
    for (arguments, message) in [
      (["--follow", "--json", app, app], "or add --merge"),
      (["--follow", "--command", "ls -l"], "--follow is for files"),
      (["--merge", "--tables", app], "--merge and --tables cannot be combined"),
      (["--merge", "--command", "ls -l", "--command"], "the command is missing"),
      (["--merge", "--follow-links", "http://localhost:1/"], "not read in pages"),
    ] {
      let result = try await printed(arguments)
      #expect(result.errorText.contains(message), "\(result.errorText)")
      #expect(result.status == .exited(2), "\(arguments)")
    }
  }

  @Test("38: in the list, the names of the sources have different colors")
  func colors() async throws {
    let terminal = try await TmuxTerminal(
      running: [
        builtProgram("mocoa-tui"), "--merge", "--theme", "dark", path(Self.app), path(Self.table),
      ], columns: 80, rows: 8)
    try await terminal.wait(for: "the rows") { $0.contains("4/4") || $0.contains("1/4") }
    // The status bar names the sources, too.
    let rows = try await terminal.screenWithStyles().split(separator: "\n").dropFirst().prefix(4)
      .joined(separator: "\n")
    func color(of name: String) -> Substring? {
      rows.ranges(of: name).last.flatMap {
        rows[..<$0.lowerBound].matches(of: /\u{1B}\[38;5;(\d+)m/).last?.1
      }
    }
    let (app, table) = (color(of: "app.ndjson"), color(of: "table.csv"))
    #expect(app != nil && table != nil && app != table, "\(rows)")
    try await terminal.sendText("q")
    #expect(try await terminal.waitForEnd() == 0)
  }

  /// The writers write at their own pace, some 10,000 lines a second where there are processors.
  @Test("38: no line of ten writers is lost, and each source is in order")
  func tenWriters() async throws {
    let count = 10_000
    let script = """
      for ((n = 0; n < \(count); n++)); do
        printf '{"time":%s,"n":%d}\\n' $EPOCHREALTIME $n
      done
      """
    let file = try TemporaryFile(script, named: "writer.sh")
    let commands = (0..<10).flatMap { ["--command", "exec bash \(file.path) \($0)"] }
    let result = try await run(
      builtProgram("mocoa-tui"), ["--merge", "--json"] + commands, timeout: .seconds(120))
    #expect(result.status == .exited(0))
    var next: [Substring: Int] = [:]
    for line in result.outputText.split(separator: "\n") {
      let parts = line.split(separator: ",")
      let number = parts.last.flatMap { Int($0.drop { !$0.isNumber }.dropLast()) }
      #expect(number == next[parts[0], default: 0])
      next[parts[0], default: 0] += 1
    }
    #expect(next.count == 10 && next.values.allSatisfy { $0 == count }, "\(next)")
  }

  @Test("38: followed files of different formats are one list that goes on")
  func following() async throws {
    let folder = try TemporaryFile("", named: "x")
    let names = ["app.ndjson", "web.log"]
    let texts = [
      "{\"time\":\"2026-11-27T10:00:00Z\",\"msg\":\"a0\"}\n",
      "10.0.0.1 - - [27/Nov/2026:10:00:01 +0000] \"GET /b0 HTTP/1.1\" 200 5\n",
    ]
    for (name, text) in zip(names, texts) {
      try Data(text.utf8).write(to: URL(filePath: folder.folder + "/" + name))
    }
    let terminal = try await TmuxTerminal(
      running: [builtProgram("mocoa-tui"), "--merge", "--follow"] + names, columns: 100, rows: 8,
      directory: folder.folder)
    try await terminal.wait(for: "the rows") { $0.contains("a0") && $0.contains("/b0") }
    let log = try FileHandle(forWritingTo: URL(filePath: folder.folder + "/web.log"))
    try log.seekToEnd()
    try log.write(
      contentsOf: Data(
        "10.0.0.1 - - [27/Nov/2026:10:00:02 +0000] \"GET /b1 HTTP/1.1\" 200 5\n".utf8))
    try await terminal.wait(for: "the new row") { $0.contains("/b1") && Screen($0).position == 3 }
    try log.close()
    try await terminal.sendText("q")
    #expect(try await terminal.waitForEnd() == 0)
  }

  // It was reported a second time, with its place in the merged rows.
  @Test("34: a row that cannot be read is reported with its place in the followed source")
  func placesInFollowedSources() async throws {
    let folder = try TemporaryFile("", named: "x")
    let texts = [
      "{\"time\":\"2026-11-27T10:00:00Z\"}\nbad\n", "{\"time\":\"2026-11-27T10:00:01Z\"}\n",
    ]
    for (name, text) in zip(["a.ndjson", "b.ndjson"], texts) {
      try Data(text.utf8).write(to: URL(filePath: folder.folder + "/" + name))
    }
    let terminal = try await TmuxTerminal(
      running: [
        builtProgram("mocoa-tui"), "--merge", "--follow", "--json", "a.ndjson", "b.ndjson",
      ], columns: 120, rows: 12, directory: folder.folder)
    try await terminal.wait(for: "the place and the number") {
      $0.contains("a.ndjson: line 2, column 1") && $0.contains("1 row cannot be read and is left")
        && !$0.contains("it is left out")
    }
  }
}
