import Foundation
import MocoaTUI
import MocoaTestSupport
import Testing

/// What the titles of a manifest's columns mean where members are named.
@Suite struct ColumnTitleTests {
  private static let rows = #"{"id":1,"size":5,"kb":500}"# + "\n" + #"{"id":2,"size":900,"kb":2}"#

  /// Runs the program over the rows, displayed in columns.
  private func run(_ columns: String, _ options: [String]) async throws -> ProgramResult {
    let manifest = try TemporaryFile("columns: [id, \(columns)]", named: "my.yaml")
    let feed = try TemporaryFile(Self.rows, named: "rows.ndjson")
    return try await MocoaTestSupport.run(
      builtProgram("mocoa-tui"), ["--manifest", manifest.path] + options + [feed.path])
  }

  @Test(
    "41: a name of a member means it everywhere, although another one's column has it as title",
    arguments: [
      (["-f", "size > 100", "-c", "id", "--csv"], "id\n2\n"),
      (["-f", "size > 100", "--count"], "1\n"),
      (["-s", "-size", "-c", "id", "--csv"], "id\n2\n1\n"),
      (["-c", "size", "--csv"], "size\n5\n900\n"),
      (["--group-by", "size", "--csv"], "size,count\n5,1\n900,1\n"),
      (["--agg", "max(size)", "--csv"], "max(size)\n900\n"),
      (["--derive", "x = size", "-c", "x", "--csv"], "x\n5\n900\n"),
    ])
  func membersPrecedeTitles(_ options: [String], _ table: String) async throws {
    let columns = "{title: size, cell: \"{kb|number}\"}"
    let result = try await run(columns, options)
    #expect(result.lines == table, "\(result)")
    #expect(
      result.errorText
        == "mocoa-tui: 'size' is the member size; that of the column 'size' is kb\n", "\(result)")
    let exact = try await run(columns, options.map { $0.replacing("size", with: ".size") })
    #expect(exact.errorText.isEmpty, "\(exact)")
  }

  @Test("41: the list says that a name is not that of the member which the column shows")
  func theListSaysWhatNamesMean() async throws {
    let manifest = try TemporaryFile(
      "columns: [id, {title: size, cell: \"{kb|number}\"}]", named: "my.yaml")
    let feed = try TemporaryFile(Self.rows, named: "rows.ndjson")
    for options in [["-f", "size > 100"], ["-s", "size"], ["-c", "id,size"]] {
      let terminal = try await TmuxTerminal.showing(
        feed.path, arguments: ["--fresh", "--manifest", manifest.path] + options, columns: 100,
        rows: 8)
      try await terminal.wait(for: "the note on \(options)") {
        $0.contains("'size' is the member size; that of the column 'size' is kb")
      }
    }
  }

  private static let twins = """
    {title: one, cell: "{kb|number}"}, {title: big, cell: "{kb|number}"}
    """

  @Test(
    "41: each title of two columns of one member is known",
    arguments: [
      (["-f", "big > 100", "-c", "id", "--csv"], "id\n1\n"),
      (["-f", "big < 100", "--csv"], "id,one,big\n2,2,2\n"),
      (["-c", "big", "--csv"], "big\n500\n2\n"),
      (["-s", "big", "-c", "id", "--csv"], "id\n2\n1\n"),
      (["-c", "one,big", "--csv"], "one,big\n500,500\n2,2\n"),
      (["--group-by", "big", "--csv"], "big,count\n500,1\n2,1\n"),
    ])
  func bothTitlesAreKnown(_ options: [String], _ table: String) async throws {
    let result = try await run(Self.twins, options)
    #expect(result.lines == table && result.errorText.isEmpty, "\(result)")
  }

  @Test(
    "41: a title of two words is known in quotes",
    arguments: [
      (["-c", "\"in kb\"", "--csv"], "\n500\n2\n"),
      (["--agg", "max(\"in kb\")", "--csv"], "\n500\n"),
      (["--group-by", "\"in kb\"", "--csv"], "\n500,1\n2,1\n"),
    ])
  func titlesInQuotesAreKnown(_ options: [String], _ table: String) async throws {
    let result = try await run("{title: in kb, cell: \"{kb|number}\"}", options)
    #expect(result.lines.hasSuffix(table) && result.errorText.isEmpty, "\(result)")
  }

  @Test(
    "41: a title of several members means the first, which is said",
    arguments: [
      (["-c", "both", "--csv"], "both\n500\n2\n"), (["--unique", "both", "--count"], "2\n"),
      (["--group-by", "both", "--csv"], "both,count\n500,1\n2,1\n"),
      (["-s", "both", "-c", "id", "--csv"], "id\n2\n1\n"),
    ])
  func titlesOfSeveralMembers(_ options: [String], _ table: String) async throws {
    let result = try await run("{title: both, cell: \"{kb}/{size}\"}", options)
    #expect(result.lines == table, "\(result)")
    #expect(result.errorText == "mocoa-tui: 'both' is kb, the first member of that column\n")
  }

  @Test("41: the sections of the second title of a member are those of its values")
  func sectionsOfTheSecondTitle() async throws {
    let result = try await run(Self.twins, ["--plain", "--section-by", "big"])
    let lines = result.outputText.split(separator: "\n")
    #expect(lines.contains("500") && !lines.contains("null"), "\(result)")
  }

  @Test("41: in the list, too, titles are known before a command has printed a row")
  func titlesAreKnownWhenRowsCome() async throws {
    let manifest = try TemporaryFile("columns: [id, \(Self.twins)]", named: "my.yaml")
    let feed = try TemporaryFile(Self.rows + "\n", named: "rows.ndjson")
    let terminal = try await TmuxTerminal(
      running: [
        builtProgram("mocoa-tui"), "--fresh", "--manifest", manifest.path, "-s", "big",
        "--command", "sleep 0.3; cat '\(feed.path)'",
      ], columns: 80, rows: 12)
    try await terminal.wait(for: "the rows by the member") { screen in
      let ids = screen.split(separator: "\n").compactMap { $0.split(separator: " ").first }
      return ids.filter { ["1", "2"].contains($0) } == ["2", "1"]
    }
  }

  @Test(
    "41: titles are known in counts, groups, aggregates and expressions",
    arguments: [
      (["-f", "memory > 100", "--count"], "1\n"), (["--unique", "memory", "--count"], "2\n"),
      (["--agg", "sum(memory)", "--csv"], "sum(memory)\n502\n"),
      (["--agg", "t = sum(memory * 2)", "--csv"], "t\n1004\n"),
      (["--group-by", "memory", "--csv"], "memory,count\n500,1\n2,1\n"),
      (["--derive", "x = memory * 2", "-c", "x", "--csv"], "x\n1000\n4\n"),
    ])
  func titlesAreKnownEverywhere(_ options: [String], _ table: String) async throws {
    let result = try await run("{title: memory, cell: \"{kb|number}\"}", options)
    #expect(result.lines == table && result.errorText.isEmpty, "\(result)")
  }

  @Test(
    "41: tables for programs have the values of columns, not what they show",
    arguments: [
      (["--csv"], "id,size,both,name\n1,123456789,1/a,a\n"),
      (["--tsv"], "id\tsize\tboth\tname\n1\t123456789\t1/a\ta\n"),
      (
        ["--markdown"],
        """
        | id | size | both | name |
        | --- | --- | --- | --- |
        | 1 | 123456789 | 1/a | a |

        """
      ), (["--csv", "-c", "size,both"], "size,both\n123456789,1\n"),
      (["--csv", "--all-columns"], "id,bytes,share,name\n1,123456789,0.5,a\n"),
    ])
  func tablesHaveValues(_ options: [String], _ table: String) async throws {
    let manifest = try TemporaryFile(
      """
      columns:
        - id
        - {title: size, cell: "{bytes|bytes:red(> 9)} free"}
        - {title: "", cell: "{share|bar(1):10}"}
        - {title: both, cell: "{id}/{name}"}
        - {title: "", cell: "{name|upper:bold}"}
      """, named: "my.yaml")
    let feed = try TemporaryFile(
      #"{"id":1,"bytes":123456789,"share":0.5,"name":"a"}"#, named: "rows.ndjson")
    let result = try await MocoaTestSupport.run(
      builtProgram("mocoa-tui"), ["--manifest", manifest.path] + options + [feed.path])
    #expect(result.lines == table, "\(result)")
    #expect(result.errorText.isEmpty != options.contains("-c"), "\(result)")
  }

  @Test("41: a file that the list writes has the values of columns, too")
  func writtenFilesHaveValues() async throws {
    let manifest = try TemporaryFile(
      "columns: [id, {title: size, cell: \"{kb|bytes}\"}, {title: \"\", cell: \"{kb|bar(500)}\"}]",
      named: "my.yaml")
    let feed = try TemporaryFile(Self.rows, named: "rows.ndjson")
    let terminal = try await TmuxTerminal.showing(
      feed.path, in: feed.folder, arguments: ["--fresh", "--manifest", manifest.path])
    try await terminal.send("w")
    try await terminal.wait(for: "the question") { $0.contains("write to:") }
    try await terminal.sendText("o.csv")
    try await terminal.send(.enter)
    try await terminal.wait(for: "the file") { $0.contains("wrote 2 rows to o.csv") }
    let text = try String(contentsOfFile: feed.folder + "/o.csv", encoding: .utf8)
    #expect(text == "id,size\r\n1,500\r\n2,2\r\n", "\(text)")
  }
}

extension ProgramResult {
  fileprivate var lines: String { outputText.replacing("\r\n", with: "\n") }
}
