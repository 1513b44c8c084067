import Foundation
import MocoaTestSupport
import Testing

/// Rows as text, without an interface.
@Suite struct PrintingTests {
  /// Lines that are neither JSON nor a table are lines, and for programs an error.
  @Test func linesOfTextArePrinted() async throws {
    for arguments in [["--plain"], []] {
      let result = try await run(
        builtProgram("mocoa-tui"), arguments, input: Array("main\ndev x\n".utf8))
      #expect(result.outputText == "main\ndev x\n" && result.status == .exited(0))
      #expect(result.errorText.contains("lines of text (neither JSON nor a table)"))
    }
    let result = try await run(
      builtProgram("mocoa-tui"), ["--json"], input: Array("main\n".utf8))
    #expect(result.status == .exited(1) && result.output == [])
    let file = try TemporaryFile("main\ndev x\n", named: "words.txt")
    let program = try builtProgram("mocoa-tui")
    let plain = try await run(program, ["--plain", file.path])
    #expect(plain.outputText == "main\ndev x\n" && plain.status == .exited(0))
    let written = try await run(program, ["-o", file.folder + "/o.txt", file.path])
    #expect(written.status == .exited(0))
    let json = try await run(program, ["--json", file.path])
    #expect(json.outputText == "{\"line\":\"main\"}\n{\"line\":\"dev x\"}\n")
    #expect(json.status == .exited(0) && json.errorText.contains("lines of text"))
    let rows = Array("{\"name\":\"main\"}\n{\"name\":\"x\"}\n".utf8)
    let joined = try await run(
      program, ["--json", "--join", "known = \(file.path) by name = line", "-"], input: rows)
    #expect(
      joined.outputText
        == "{\"name\":\"main\",\"known\":{\"line\":\"main\"}}\n{\"name\":\"x\"}\n")
  }

  @Test("A18: a byte order mark in front of a later line is ignored")
  func filesThatWereJoinedArePrinted() async throws {
    let rows = Array("{\"a\":1}\n\u{FEFF}{\"a\":2}\n".utf8)
    for (format, expected) in [("--json", "{\"a\":1}\n{\"a\":2}\n"), ("--plain", "a\n1\n2\n")] {
      let result = try await run(builtProgram("mocoa-tui"), [format], input: rows)
      #expect(result.outputText == expected && result.status == .exited(0))
    }
  }

  @Test func aSourceIsNotReplaced() async throws {
    let feed = try TemporaryFile("{\"a\":1}\n{\"a\":2}\n", named: "feed.ndjson")
    let other = try TemporaryFile("{\"a\":3}\n", named: "other.ndjson")
    let program = try builtProgram("mocoa-tui")
    let link = feed.folder + "/link.jsonl"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: feed.path)
    for arguments in [
      ["-o", feed.path, feed.path, "-f", "a > 1"], ["-o", link, feed.path],
      ["-o", feed.path, other.path, "--join", "b = \(feed.path) by a"],
    ] {
      let result = try await run(program, arguments)
      #expect(result.status == .exited(2))
      #expect(result.errorText.contains("write to another file"), "\(result.errorText)")
    }
    #expect(try String(contentsOfFile: feed.path, encoding: .utf8) == "{\"a\":1}\n{\"a\":2}\n")
    let two = try await run(program, ["-o", "x.json", "-o", "y.csv", feed.path])
    #expect(two.status == .exited(2) && two.errorText.contains("one file is written"))
    let unlike = try await run(program, ["-o", "x.json", "--csv", feed.path])
    #expect(unlike.status == .exited(2))
    #expect(unlike.errorText.contains("x.json is a name for --json, not for --csv"))
  }

  @Test func theBestFuzzyMatchesArePrintedFirst() async throws {
    let rows = "[\"a-long-x-bracket\",\"abc\",\"a.b.c\",\"none\"]"
    let program = try builtProgram("mocoa-tui")
    let result = try await run(program, ["--json", "-f", "~abc"], input: Array(rows.utf8))
    #expect(result.outputText == "\"abc\"\n\"a.b.c\"\n\"a-long-x-bracket\"\n")
    let sorted = try await run(
      program, ["--json", "-f", "~abc", "-s", "value"], input: Array(rows.utf8))
    #expect(sorted.outputText == "\"a-long-x-bracket\"\n\"a.b.c\"\n\"abc\"\n")
    let joined = try await run(program, ["--json", "-f", "~abc && x > 1"], input: Array(rows.utf8))
    #expect(joined.status == .exited(2))
    #expect(joined.errorText.contains("the other condition is a filter of its own"))
  }

  @Test(
    "W24: lines and arrays of JSON have names of their own",
    arguments: [
      (["--json"], nil, "{\"a\":1}\n{\"a\":2}\n"),
      (["--jsonl"], nil, "{\"a\":1}\n{\"a\":2}\n"),
      (["--json-array"], nil, "[\n{\"a\":1},\n{\"a\":2}\n]\n"),
      (["--json"], "x.json", "[\n{\"a\":1},\n{\"a\":2}\n]\n"),
      ([], "x.json", "[\n{\"a\":1},\n{\"a\":2}\n]\n"),
      (["--jsonl"], "x.json", "{\"a\":1}\n{\"a\":2}\n"),
      (["--json-array"], "x.jsonl", "[\n{\"a\":1},\n{\"a\":2}\n]\n"),
      ([], "x.jsonl", "{\"a\":1}\n{\"a\":2}\n"),
    ] as [([String], String?, String)])
  func linesAndArraysOfJSON(options: [String], name: String?, expected: String) async throws {
    let file = try TemporaryFile("a\n1\n2\n", named: "rows.csv")
    let path = name.map { "\(file.folder)/\($0)" }
    let result = try await run(
      try builtProgram("mocoa-tui"), options + (path.map { ["-o", $0] } ?? []) + [file.path])
    #expect(result.status == .exited(0) && result.errorText == "")
    let text = try path.map { try String(contentsOfFile: $0, encoding: .utf8) }
    #expect((text ?? result.outputText) == expected)
  }

  @Test("41: records of a log are written as they are, with all their lines, to a file .log")
  func recordsAreWrittenAsTheyAre() async throws {
    let records = (0..<60).map { number in
      "2026-11-24 10:00:\(10 + number % 50) "
        + (number % 3 == 0
          ? "ERROR no \(number)\n\tat a.b(c.java:1)\n  \t… 5 more\n\n" : "INFO  up  \(number)\r\n")
    }
    let file = try TemporaryFile(records.joined(), named: "app.txt")
    let errors = records.filter { $0.contains("ERROR") }
    for (options, expected) in [
      (["-f", "level == 'ERROR'"], errors),
      (["-f", "level == 'ERROR'", "-s", "-time", "--limit", "1"], [errors[16]]),
    ] {
      let result = try await run(
        builtProgram("mocoa-tui"), options + ["-o", "e.log", file.path], directory: file.folder)
      #expect(result.status == .exited(0) && result.errorText == "", "\(result.errorText)")
      let text = try String(contentsOfFile: "\(file.folder)/e.log", encoding: .utf8)
      #expect(text == expected.joined())
    }
    // Of several blocks, which are read at once.
    let many = (0..<40_000).map { "2026-11-24 10:00:00 INFO up \($0)\n" }
    let long = try TemporaryFile(many.joined(), named: "long.txt")
    let result = try await run(
      builtProgram("mocoa-tui"), ["-f", "message ends '7'", "-o", "7.log", long.path],
      directory: long.folder)
    #expect(result.status == .exited(0), "\(result.errorText)")
    let sevens = try String(contentsOfFile: "\(long.folder)/7.log", encoding: .utf8)
    #expect(sevens == many.filter { $0.hasSuffix("7\n") }.joined())
    let pipe = try await run(
      "sh", ["-c", "cat \"$1\" | \"$0\" -o all.log -", builtProgram("mocoa-tui"), file.path],
      directory: file.folder)
    #expect(pipe.status == .exited(0), "\(pipe.errorText)")
    let all = try String(contentsOfFile: "\(file.folder)/all.log", encoding: .utf8)
    #expect(all == records.joined())
  }

  @Test(
    "34: so are lines of requests and of logfmt",
    arguments: [
      #"1.2.3.4 - - [10/Oct/2000:13:55:36 -0700] "GET /a?b HTTP/1.0" 200 2326"#,
      #"time=2026-11-24T10:00:00Z level=info msg="up  1""#,
    ])
  func linesOfOtherLogs(line: String) async throws {
    let file = try TemporaryFile("\(line)\n\(line)\n", named: "in.txt")
    let result = try await run(
      builtProgram("mocoa-tui"), ["-o", "out.log", file.path], directory: file.folder)
    #expect(result.status == .exited(0) && result.errorText == "", "\(result.errorText)")
    let text = try String(contentsOfFile: "\(file.folder)/out.log", encoding: .utf8)
    #expect(text == "\(line)\n\(line)\n")
  }

  @Test("34: the last rows are those of the last table, which is said if there are more")
  func lastRowsOfSeveralTables() async throws {
    let tables = """
      NAME  AGE
      a     1
      b     2

      NAME     KIND   X
      c        k      1
      d        k      2

      """
    for (count, isSaid) in [(2, false), (3, true)] {
      let result = try await run(
        builtProgram("mocoa-tui"), ["--count", "--tail", "\(count)"], input: Array(tables.utf8))
      #expect(result.outputText == "2\n")
      #expect(
        result.errorText.contains("only the last table is read (--tail), of 2 rows") == isSaid)
    }
  }

  @Test func aSearchForTheNameOfAMemberSaysWhatFindsIt() async throws {
    let rows = Array("{\"id\":1,\"user\":{\"name\":\"ada\"}}\n{\"id\":2}\n".utf8)
    let program = try builtProgram("mocoa-tui")
    let result = try await run(program, ["--json", "-q", "user"], input: rows)
    #expect(result.status == .exited(1))
    #expect(result.errorText.contains("(user) finds rows where it is neither missing, null nor"))
    let found = try await run(program, ["--json", "-c", "id", "-f", "(user)"], input: rows)
    #expect(found.outputText == "{\"id\":1}\n")
  }

  @Test func aFileIsPrintedInTheFormatOfItsName() async throws {
    let feed = try TemporaryFile("[{\"a\":1},{\"a\":2}]", named: "feed.json")
    for (name, text) in [
      ("o.csv", "a\r\n1\r\n2\r\n"), ("o.jsonl", "{\"a\":1}\n{\"a\":2}\n"),
      ("o.json", "[\n{\"a\":1},\n{\"a\":2}\n]\n"),
    ] {
      let path = feed.folder + "/" + name
      try Data("old".utf8).write(to: URL(filePath: path))
      let result = try await run(builtProgram("mocoa-tui"), ["-o", path, feed.path])
      #expect(result.status == .exited(0) && result.output == [] && result.errorText == "")
      #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
    }
    let wrong = try await run(builtProgram("mocoa-tui"), ["-o", "o.xyz", feed.path])
    #expect(wrong.status == .exited(2) && wrong.errorText.contains("add one, such as --csv"))
    let unknown = try await run(
      builtProgram("mocoa-tui"), ["-o", feed.folder + "/o.csv", "-c", "b", feed.path])
    #expect(unknown.status == .exited(2))
    #expect(
      try String(contentsOfFile: feed.folder + "/o.csv", encoding: .utf8) == "a\r\n1\r\n2\r\n")
    // A source that fails, at once or behind some rows, leaves the file as it is.
    for source in [["/no/such.json"], ["--", "false"]] {
      let failed = try await run(
        builtProgram("mocoa-tui"), ["-o", feed.folder + "/o.csv"] + source)
      #expect(failed.status == .exited(1), "\(source)")
      #expect(failed.errorText.contains("o.csv: not written"), "\(source): \(failed.errorText)")
    }
    #expect(
      try String(contentsOfFile: feed.folder + "/o.csv", encoding: .utf8) == "a\r\n1\r\n2\r\n")
    let rest = try await run(
      builtProgram("mocoa-tui"), ["-o", feed.folder + "/o.csv", feed.path, "/no/such.json"])
    #expect(rest.status == .exited(1))
    #expect(rest.errorText.contains("o.csv: kept as it was; the rows that could be read are in"))
    #expect(
      try String(contentsOfFile: feed.folder + "/o.csv.partial", encoding: .utf8)
        == "a\r\n1\r\n2\r\n")
    try FileManager.default.removeItem(atPath: feed.folder + "/o.csv.partial")
    // A row that is broken does not keep the others from being written, beside a good file.
    let broken = try TemporaryFile("{\"a\":1}\n{\"a\":x}\n{\"a\":3}\n", named: "broken.ndjson")
    let others = try await run(
      builtProgram("mocoa-tui"), ["-o", feed.folder + "/o.csv", broken.path])
    #expect(others.status == .exited(1) && others.errorText.contains("1 row is left out"))
    #expect(others.errorText.contains("o.csv: kept as it was"))
    #expect(
      try String(contentsOfFile: feed.folder + "/o.csv", encoding: .utf8) == "a\r\n1\r\n2\r\n")
    #expect(
      try String(contentsOfFile: feed.folder + "/o.csv.partial", encoding: .utf8)
        == "a\r\n1\r\n3\r\n")
    let array = try await run(
      builtProgram("mocoa-tui"), ["-o", feed.folder + "/new.json", broken.path])
    // It would be taken for all rows under its name.
    #expect(array.status == .exited(1) && array.errorText.contains("new.json: not written; the"))
    #expect(!FileManager.default.fileExists(atPath: feed.folder + "/new.json"))
    let written = try String(contentsOfFile: feed.folder + "/new.json.partial", encoding: .utf8)
    #expect(written == "[\n{\"a\":1},\n{\"a\":3}\n]\n")
    let folder = try await run(
      builtProgram("mocoa-tui"), ["-o", "/no/such/o.csv", feed.path])
    #expect(folder.status == .exited(1) && folder.errorText.contains("No such file"))
  }

  @Test("42: that a filter leaves no row of a source with errors is not said to be their fault")
  func noRowsToWrite() async throws {
    let broken = try TemporaryFile("{\"a\":1}\n{\"a\":x}\n{\"a\":3}\n", named: "broken.ndjson")
    let result = try await run(
      builtProgram("mocoa-tui"), ["-f", "a > 9", "-o", broken.folder + "/o.csv", broken.path])
    #expect(result.status == .exited(1))
    #expect(result.errorText.contains("o.csv: not written: there were errors, and no row to write"))
  }

  @Test(
    "8: numbers may be as large as possible",
    arguments: [("--tail", Int.max), ("--tail", .max / 2), ("--jobs", .max)])
  func optionsMayBeLarge(_ option: String, _ number: Int) async throws {
    for (format, text) in [("json", "[1,12]"), ("ndjson", "1\n12\n"), ("csv", "n\n1\n12\n")] {
      let file = try TemporaryFile(text, named: "rows.\(format)")
      let result = try await run(
        builtProgram("mocoa-tui"), ["--json", "-q", "1", option, "\(number)", file.path])
      #expect(result.status == .exited(0), "\(format): \(result.errorText)")
      #expect(result.outputText.split(separator: "\n").count == 2)
    }
  }

  @Test func onlyTheLastRowsAreRead() async throws {
    let lines = (1...20_000).map { "{\"n\":\($0)}\n" }.joined()
    let file = try TemporaryFile(lines, named: "rows.ndjson")
    let last = "{\"n\":19999}\n{\"n\":20000}\n"
    let program = try builtProgram("mocoa-tui")
    #expect(try await run(program, ["--json", "--tail", "2", file.path]).outputText == last)
    #expect(
      try await run(program, ["--json", "--tail", "2"], input: Array(lines.utf8)).outputText == last
    )
    let array = "[" + (1...20_000).map { "{\"n\":\($0)}" }.joined(separator: ",\n") + "]"
    for (count, rows) in [("2", last), ("0", "")] {
      #expect(
        try await run(program, ["--json", "--tail", count], input: Array(array.utf8)).outputText
          == rows)
    }
    let open = lines.dropLast()
    #expect(
      try await run(program, ["--json", "--tail", "2"], input: Array(open.utf8)).outputText == last)
    #expect(
      try await run(program, ["--json", "--tail", "30000", file.path]).outputText == lines)
    let table = try await run(
      program, ["--json", "--tail", "1"], input: Array("a,b\n1,2\n\"x\ny\",3\n".utf8))
    #expect(table.outputText == "{\"a\":\"x\\ny\",\"b\":3}\n")
    // Positions are those of the whole file.
    let broken = try await run(
      program, ["--json", "--tail", "2"], input: Array((lines + "{x\n").utf8))
    #expect(broken.outputText == "{\"n\":20000}\n")
    #expect(broken.errorText.contains("line 20001, column 2"), "\(broken.errorText)")
    let short = try await run(program, ["--json", "--tail", "2"], input: Array("[1, 2,3 ]".utf8))
    #expect(short.outputText == "2\n3\n")
    let items = Array("{\"items\":[{\"a\":1},{\"a\":2}]}\n".utf8)
    let document = try await run(
      program, ["--json", "--tail", "1", "--at", "/items"], input: items)
    #expect(document.status == .exited(1) && document.errorText.contains("not for lists inside"))
  }

  @Test func commentsAreReadWhereTheNameOrTheFormatSaysSo() async throws {
    let text = "// rows\n[{\"a\": 1, /* \"b\": 2, */ \"c\": \"//x\",}, // one\n {\"a\": x},]\n"
    let program = try builtProgram("mocoa-tui")
    let file = try TemporaryFile(text.replacing("x}", with: "2}"), named: "rows.jsonc")
    let rows = "{\"a\":1,\"c\":\"//x\"}\n{\"a\":2}\n"
    #expect(try await run(program, ["--json", file.path]).outputText == rows)
    let broken = try await run(
      program, ["--json", "--format", "jsonc"], input: Array(text.utf8))
    #expect(broken.outputText == "{\"a\":1,\"c\":\"//x\"}\n")
    #expect(broken.errorText.contains("line 3, column 8"), "\(broken.errorText)")
    for text in ["// rows\n[1]\n", "[1, // one\n2]", "[1,2,]", "[\n// one\n{\"a\":1}]"] {
      let strict = try await run(program, ["--json"], input: Array(text.utf8))
      #expect(strict.status == .exited(1))
      #expect(strict.errorText.contains("--format jsonc"), "\(text): \(strict.errorText)")
    }
  }

  private static let rows = #"""
    [{"ref":"a","rank":3,"owner":{"login":"ada"},"note":"x, y"},
     {"ref":"b","rank":10,"owner":{"login":"bo"},"note":null},
     {"ref":"c","rank":7,"owner":{"login":"cy"},"note":"tab\tend"}]
    """#

  /// Prints the rows, and returns what went to standard output.
  private func printed(
    _ arguments: String..., input: String = rows, environment: [String: String] = [:],
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> String {
    try await printed(
      arguments, input: input, environment: environment, sourceLocation: sourceLocation)
  }

  private func printed(
    _ arguments: [String], input: String, environment: [String: String] = [:],
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> String {
    let result = try await run(
      builtProgram("mocoa-tui"), arguments, input: Array(input.utf8), environment: environment)
    #expect(result.status == .exited(0), sourceLocation: sourceLocation)
    #expect(result.errorText == "", sourceLocation: sourceLocation)
    return result.outputText
  }

  @Test func formatsOfValues() async throws {
    #expect(
      try await printed("--csv", "--columns", "ref,rank,owner.login,note")
        == "ref,rank,owner.login,note\r\na,3,ada,\"x, y\"\r\nb,10,bo,\r\nc,7,cy,tab\tend\r\n")
    #expect(
      try await printed("--tsv", "--columns", "note,ref")
        == "note\tref\nx, y\ta\n\tb\ntab\\tend\tc\n")
    #expect(
      try await printed("--markdown", "--columns", "ref,rank")
        == "| ref | rank |\n| --- | --- |\n| a | 3 |\n| b | 10 |\n| c | 7 |\n")
    #expect(
      try await printed("--json", "--columns", "owner.login,rank", "--filter", "rank > 5")
        == "{\"owner.login\":\"bo\",\"rank\":10}\n{\"owner.login\":\"cy\",\"rank\":7}\n")
    #expect(
      try await printed("--json", "--query", "ada")
        == #"{"ref":"a","rank":3,"owner":{"login":"ada"},"note":"x, y"}"# + "\n")
    // Without --columns, every member in the order of its first appearance (defect S5).
    #expect(try await printed("--csv", input: #"[{"id":1,"title":"t"}]"#) == "id,title\r\n1,t\r\n")
    #expect(try await printed("--csv", input: "[1,2]") == "value\r\n1\r\n2\r\n")
    #expect(try await printed("--csv", input: "[]") == "value\r\n")
  }

  /// Members that few rows have are exported too (defect S5).
  @Test func exportsHaveEveryMemberOfEveryRow() async throws {
    let rows = (0..<300).map { row in
      let more = (0..<(row == 299 ? 200 : 2)).map { "\"m\($0)\":\(row)" }.joined(separator: ",")
      return "{\"id\":\(row),\"o\":{\"x\":\(row)\(row == 290 ? ",\"late\":1" : "")},\(more)}"
    }
    let input = rows.joined(separator: "\n")
    let titles = ["id", "o.x", "o.late"] + (0..<200).map { "m\($0)" }
    let lines = try await printed("--tsv", input: input).split(separator: "\n")
    #expect(lines.count == 301 && lines[0] == titles.joined(separator: "\t"))
    #expect(lines[291].hasPrefix("290\t290\t1\t290\t290\t\t"))
    #expect(lines[300].hasSuffix("\t299\t299"))
    // Fewer are said.
    let few = try await run(
      builtProgram("mocoa-tui"), ["--csv", "--limit-columns", "2"], input: Array(input.utf8))
    #expect(few.status == .exited(0) && few.outputText.hasPrefix("id,o.x\r\n0,0\r\n"))
    #expect(
      few.errorText
        == "mocoa-tui: 2 of 203 columns; left out: o.late, m0, m1, m2, m3, m4, m5, m6 and 193 more\n"
    )
    let plain = try await run(builtProgram("mocoa-tui"), ["--plain"], input: Array(input.utf8))
    #expect(plain.status == .exited(0))
    #expect(plain.errorText.hasSuffix(" of 203 members; --all-columns shows all\n"))
    let two = try await run(
      builtProgram("mocoa-tui"), ["--plain", "--limit-columns", "2"], input: Array(input.utf8))
    #expect(two.errorText.split(separator: "\n").count == 1)
    let all = try await run(
      builtProgram("mocoa-tui"), ["--plain", "--all-columns"], input: Array(input.utf8))
    #expect(all.errorText == "")
    let head = all.outputText.prefix { $0 != "\n" }.split(separator: " ")
    #expect(head.count == titles.count && head.last == "m199")
  }

  @Test func scalarRowsAreExported() async throws {
    #expect(
      try await printed("--csv", input: "[1,{\"a\":2},[3,4],\"x, y\"]")
        == "value,a\r\n1,\r\n,2\r\n\"[3,4]\",\r\n\"x, y\",\r\n")
  }

  /// The headers of sections are the values of the member (defect P2).
  @Test func sectionsHaveTheirValuesAsHeaders() async throws {
    let input = #"[{"k":"b","n":1},{"k":{"name":"c"},"n":2},{"n":3},{"k":"b","n":4},{"k":7,"n":5}]"#
    #expect(
      try await printed("--plain", "--section-by", "k", "--columns", "n", input: input)
        == "n\nb\n1\n4\nc\n2\nnull\n3\n7\n5\n")
  }

  @Test("41: HTML and entities are texts in a table of Markdown, and are read again")
  func markupInMarkdown() async throws {
    let rows = [
      #"{"a":"<i>Q&A</i> &amp; x","b":"<none>"}"#,
      #"{"a":"a < b & c; <3 \\<b> \\\\&lt; | d","b":"x"}"#,
      #"{"a":"code `<b>&lt;`, ` <b>","b":"y"}"#,
    ].map { $0 + "\n" }.joined()
    let table = try await printed("--markdown", input: rows)
    #expect(
      table == #"""
        | a | b |
        | --- | --- |
        | \<i>Q&A\</i> \&amp; x | \<none> |
        | a < b & c; <3 \\\<b> \\\\\&lt; \| d | x |
        | code `<b>&lt;`, ` \<b> | y |

        """#)
    let file = try TemporaryFile(table, named: "a.md")
    #expect(try await printed("--json", file.path, input: "") == rows)
  }

  @Test("41: --html and -o FILE.html print a table of HTML, in which markup is text")
  func tableOfHTML() async throws {
    let rows = #"{"a":"<i>Q&A</i>\r\nx","b":1}"# + "\n" + #"{"a":null,"<c>":[2,3]}"# + "\n"
    let page = #"""
      <!DOCTYPE html>
      <meta charset="utf-8">
      <table>
      <tr><th>a</th><th>b</th><th>&lt;c&gt;</th></tr>
      <tr><td>&lt;i&gt;Q&amp;A&lt;/i&gt;<br>x</td><td>1</td><td></td></tr>
      <tr><td></td><td></td><td>[2,3]</td></tr>
      </table>

      """#
    #expect(try await printed("--html", input: rows) == page)
    let file = try TemporaryFile("", named: "a.html")
    #expect(try await printed("-o", file.path, input: rows) == "")
    #expect(try String(contentsOfFile: file.path, encoding: .utf8) == page)
  }

  @Test func groupsArePrinted() async throws {
    let input = #"""
      [{"by":{"name":"Ada"},"n":1},{"by":{"name":"Bo"},"n":2},{"by":{"name":"Ada"},"n":4},{"n":9}]
      """#
    #expect(
      try await printed(
        "--group-by", "by.name", "--count", "--mean", "n", "--sort", "-mean(n)", input: input)
        == "by.name  count  mean(n)\nnull         1        9\nAda          2      2.5\nBo           1        2\n"
    )
    #expect(
      try await printed("--csv", "--group-by", "by.name", "--filter", "n < 9", input: input)
        == "by.name,count\r\nAda,2\r\nBo,1\r\n")
    #expect(
      try await printed(
        "--json", "--group-by", "by.name", "--sum", "n", "--columns", "sum(n)",
        input: input) == "{\"sum(n)\":5}\n{\"sum(n)\":2}\n{\"sum(n)\":9}\n")
    let counted = try await run(
      builtProgram("mocoa-tui"), ["--csv", "--group-by", "by.name", "--count"],
      input: Array(input.utf8))
    #expect(counted.outputText == "by.name,count\r\nAda,2\r\nBo,1\r\n,1\r\n")
    #expect(
      counted.errorText == "mocoa-tui: --count: the rows of each of 3 groups are counted; "
        + "--unique by.name --count prints the number of groups\n")
    let wrong = try await run(
      builtProgram("mocoa-tui"), ["--group-by", "by.nam"], input: Array(input.utf8))
    #expect(wrong.status == .exited(2) && wrong.errorText.contains("did you mean 'by.name'?"))
  }

  @Test func filtersAndSorting() async throws {
    #expect(
      try await printed("--tsv", "--columns", "ref", "--sort", "-rank") == "ref\nb\nc\na\n")
    #expect(
      try await printed(
        "--tsv", "--columns", "ref", "--sort", "owner.login", "--filter", "rank < 9")
        == "ref\na\nc\n")
    #expect(
      try await printed(
        "--tsv", "--columns", "ref", "--filter", "rank < 9", "--filter", "ref != \"a\"")
        == "ref\nc\n")
    #expect(
      try await printed("--json", "--filter", "owner.login:cy", "--columns", "ref")
        == "{\"ref\":\"c\"}\n")
  }

  @Test func tablesAsTheListShowsThem() async throws {
    #expect(
      try await printed("--columns", "ref,rank,owner.login", "--sort", "-rank")
        == "ref  rank  owner.login\nb      10  bo\nc       7  cy\na       3  ada\n")
    let result = try await run(
      builtProgram("mocoa-tui"), ["--plain", "--columns", "ref,note", "--width", "12"],
      input: Array(Self.rows.utf8))
    #expect(result.errorText.contains("control characters in 1 value are replaced"))
    let narrow = result.outputText
    #expect(narrow.split(separator: "\n").allSatisfy { $0.count <= 12 })
    #expect(narrow.contains("x, y") && narrow.contains("tab end"))
    let sections = #"{"sections":[{"header":"one","items":[1,2]},{"header":"two","items":[3]}]}"#
    #expect(try await printed(input: sections) == "one\n1\n2\ntwo\n3\n")
    #expect(try await printed("--query", "3", input: sections) == "two\n3\n")
  }

  @Test("34: what is beside the rows of sections, or of a JSON Feed, is named")
  func whatIsBesideSectionsIsNamed() async throws {
    let rows = #"{"title":"A","rows":[{"x":1}],"more":[1,2],"items":[3]}"#
    let feed = #"{"version":"https://jsonfeed.org/version/1","items":[{"x":1}],"more":[1,2]}"#
    for (input, notes) in [
      (
        #"{"sections":[\#(rows)],"others":[1]}"#,
        [
          "members of sections that are not shown: items, more, title",
          "other lists: --at /others",
        ]
      ), (feed, ["rows of /items; other lists: --at /more"]),
      (
        #"{"items":[{"x":1}],"a":{"b":{"c":{"d":{"e":{"f":{"g":[1,2]}}}}}}}"#,
        ["other lists: --at /a/b/c/d/e/f/g"]
      ),
    ] {
      let result = try await run(builtProgram("mocoa-tui"), ["--json"], input: Array(input.utf8))
      #expect(result.outputText == "{\"x\":1}\n")
      for note in notes { #expect(result.errorText.contains(note), "\(result.errorText)") }
    }
  }

  @Test func numbersOfLaterRowsAreWhole() async throws {
    let rows = (1...1_200).map { #"{"name":"n","id":\#($0)}"# }
    let file = try TemporaryFile("[\(rows.joined(separator: ","))]")
    let lines = try await printed("--plain", file.path, input: "").split(separator: "\n")
    #expect(lines.dropFirst().allSatisfy { !$0.contains("…") })
    #expect(lines.last?.hasSuffix(" 1200") == true)
    // Of a pipe, the first rows are printed before the last are known.
    let piped = try await printed("--plain", input: rows.joined(separator: "\n"))
    #expect(piped.hasSuffix("1200\n"))
  }

  @Test func theColumnsOfAManifestArePrinted() async throws {
    let manifest = try TemporaryFile(
      """
      theme: monochrome
      columns:
        - member: owner.login
          title: Owner
        - title: Rank
          cell: "#{rank}"
          align: right
      """, named: "m.yaml")
    let modules = ["--manifest", manifest.path]
    func output(_ arguments: [String]) async throws -> String {
      try await run(
        builtProgram("mocoa-tui"), modules + arguments, input: Array(Self.rows.utf8)
      ).outputText
    }
    #expect(try await output([]) == "Owner  Rank\nada      #3\nbo      #10\ncy       #7\n")
    #expect(try await output(["--csv"]) == "Owner,Rank\r\nada,3\r\nbo,10\r\ncy,7\r\n")
    #expect(
      try await output(["--markdown", "--filter", "rank > 9"])
        == "| Owner | Rank |\n| --- | --- |\n| bo | 10 |\n")
    // What is typed wins: columns, and the theme.
    #expect(try await output(["--tsv", "--columns", "ref"]) == "ref\na\nb\nc\n")
    let plain = try await output(["--columns", "rank", "--color", "always"])
    #expect(!plain.contains("[38;"))
    let dark = try await output(["--columns", "rank", "--color", "always", "--theme", "dark"])
    #expect(dark.contains("[38;"))
  }

  @Test func colorsOnlyWhereTheyAreWanted() async throws {
    let plain = try await printed("--columns", "ref,rank")
    #expect(!plain.contains("\u{1B}"))
    let colored = try await printed("--columns", "ref,rank", "--color", "always")
    #expect(colored.contains("\u{1B}[38;5;150m10\u{1B}[m"))
    #expect(colored.replacing(/\u{1B}\[[0-9;]*m/, with: "") == plain)
    let terminal = try PseudoTerminal(
      running: builtProgram("mocoa-tui"), ["--plain", Package.feeds + "/events.json"])
    #expect(try await terminal.readToEnd().bytes.hasColors)
    let without = try PseudoTerminal(
      running: builtProgram("mocoa-tui"), ["--plain", Package.feeds + "/events.json"],
      environment: ["NO_COLOR": "1"])
    let bytes = try await without.readToEnd().bytes
    #expect(!bytes.contains(0x1B))
    // A table on a terminal is as wide as that, but for what is said of it.
    let lines = bytes.text.split(separator: "\r\n").filter { !$0.hasPrefix("mocoa-tui: ") }
    #expect(lines.allSatisfy { $0.count <= 80 })
  }

  @Test func aTerminalGetsNothingThatItWouldObey() async throws {
    let file = try TemporaryFile(#"[{"a":"\u001b[31m\u001b[2Jx","b":"two\nlines"}]"#)
    for format in ["--csv", "--tsv", "--json", "--markdown", "--plain"] {
      let terminal = try PseudoTerminal(
        running: builtProgram("mocoa-tui"), [format, "--color", "never", file.path])
      let (status, bytes) = try await terminal.readToEnd()
      #expect(status == .exited(0))
      #expect(!bytes.contains(0x1B) && bytes.text.contains("2Jx"), "\(format)")
    }
  }

  @Test func rowsArePrintedWhileTheyAreFound() async throws {
    let program = try builtProgram("mocoa-tui")
    let terminal = try await TmuxTerminal(
      shell: #"(printf '[{"a":1},'; cat) | \#(program) --csv --columns a | cat"#, columns: 40,
      rows: 6)
    try await terminal.wait(for: "the first row") { $0.contains("a\n1") }
    try await terminal.sendText(#"{"a":22},"# + "\n")
    try await terminal.wait(for: "the second row") { $0.contains("\n22") }
  }

  @Test func aReaderThatHasEnoughEndsIt() async throws {
    let rows = String(repeating: #"{"a":"some text that fills the pipe"}"# + "\n", count: 20_000)
    let file = try TemporaryFile(rows, named: "rows.ndjson")
    for format in ["--json", "--csv", "--plain", "--plain --sort a"] {
      let program = try builtProgram("mocoa-tui")
      let result = try await run(
        "/bin/sh",
        ["-c", "{ \(program) \(format) \(file.path); echo $? >&2; } | head -n 1 > /dev/null"])
      #expect(result.errorText == "141\n", "\(format)")
    }
  }

  @Test(arguments: [
    (["--filter", "rank >"], "--filter: the expression ends", "  rank >\n        ^\n"),
    (["--filter", "\\(x"], "--filter: ", "  \\(x\n     ^"),
    (["--sort", "ref,,rank"], "--sort: the name of a member is missing", "  ref,,rank\n      ^\n"),
    (["--columns", ""], "--columns: the name of a member is missing", "  \n  ^\n"),
    (["--columns", "rnak"], "--columns: no row has a member 'rnak'; did you mean 'rank'?", "\n"),
    (["--csv", "--columns", "owner.lgin"], "did you mean 'owner.login'?", "\n"),
    (["--columns", "rank,ref,rank"], "--columns: 'rank' is named twice", "           ^^^^\n"),
    (["--group-by", "ref", "--sum", "rnk"], "--sum: no row has a member 'rnk'; did you", "\n"),
    (
      ["--json", "--sort", "-rnk"], "--sort: no row has a member 'rnk'; did you mean 'rank'?", "\n"
    ),
  ])
  func whatIsWrongWithAnExpressionIsMarked(
    _ arguments: [String], _ message: String, _ mark: String
  ) async throws {
    let result = try await run(
      builtProgram("mocoa-tui"), arguments, input: Array(Self.rows.utf8))
    #expect(result.status == .exited(2))
    #expect(result.outputText == "")
    #expect(result.errorText.hasPrefix("mocoa-tui: "))
    #expect(result.errorText.contains(message) && result.errorText.contains(mark))
  }

  @Test func aMemberThatFewRowsHaveIsKnown() async throws {
    let rows = (1...2_000).map { "{\"a\":\($0)\($0 == 1_900 ? ",\"b\":1" : "")}\n" }.joined()
    let file = try TemporaryFile(rows, named: "rows.ndjson")
    let result = try await run(
      builtProgram("mocoa-tui"), ["--tsv", "--columns", "a,b", "--filter", "b == 1", file.path])
    #expect(result.outputText == "a\tb\n1900\t1\n" && result.status == .exited(0))
  }

  @Test("W18: nothing is left out behind the last comma")
  func aCommaAtTheEnd() async throws {
    let source = Array(#"[{"a":1},{"a":2},]"#.utf8)
    let result = try await run(builtProgram("mocoa-tui"), ["--json"], input: source)
    #expect(result.outputText == "{\"a\":1}\n{\"a\":2}\n")
    #expect(result.status == .exited(1))
    #expect(
      result.errorText == "mocoa-tui: standard input: line 1, column 18: a value is missing here; "
        + "--format jsonc allows a comma at the end\n")
  }

  @Test("W18: rows of a table are not called JSON")
  func brokenRowsOfATable() async throws {
    let result = try await run(
      builtProgram("mocoa-tui"), ["--plain", "--format", "csv"],
      input: Array("a,b\n1,2\n3\n4\n".utf8))
    #expect(result.status == .exited(1))
    #expect(result.errorText.hasSuffix("; 2 rows cannot be read\n"), "\(result.errorText)")
  }

  @Test func rowsThatAreNoJSONAreLeftOutAndCounted() async throws {
    let rows = "{\"a\":1}\n{a}\n{\"a\":2}\n"
    for (format, output) in [("--csv", "a\r\n1\r\n2\r\n"), ("--json", "{\"a\":1}\n{\"a\":2}\n")] {
      let result = try await run(builtProgram("mocoa-tui"), [format], input: Array(rows.utf8))
      #expect(result.outputText == output)
      #expect(result.status == .exited(1))
      #expect(result.errorText.hasPrefix("mocoa-tui: standard input: line 2, column 2: "))
      #expect(result.errorText.hasSuffix("; 1 row is left out\n"))
    }
  }

  // It was said that 1 row is left out.
  @Test("34: where a comma is missing between rows, several may be left out")
  func missingCommas() async throws {
    let result = try await run(
      builtProgram("mocoa-tui"), ["--json"],
      input: Array("[{\"a\":1},\n{\"a\":2}\n{\"a\":3}]\n".utf8))
    #expect(result.outputText == "{\"a\":1}\n" && result.status == .exited(1))
    #expect(result.errorText.hasSuffix("; 1 row or more is left out\n"), "\(result.errorText)")
  }

  /// The titles were printed where there is nothing but an error.
  @Test(
    arguments: ["--csv", "--tsv", "--markdown"], [#"[{"a":"#, "nonsense", #"[{"a" 1}]"#])
  func aSourceWithoutARowHasNoTitles(format: String, input: String) async throws {
    for more in [[], ["--columns", "a"], ["--sort", "a"]] {
      let result = try await run(
        builtProgram("mocoa-tui"), [format] + more, input: Array(input.utf8))
      #expect(result.outputText == "")
      #expect(result.status != .exited(0) && result.errorText.hasPrefix("mocoa-tui: "))
    }
  }

  /// What exceeds the memory is sorted on the disk, in a file that is gone at the end.
  @Test func rowsAreSortedInLittleMemory() async throws {
    let rows = (0..<20_000).map { #"{"id":\#($0),"t":"text \#($0 * 7_919 % 20_000)"}"# }
    let file = try TemporaryFile(rows.joined(separator: "\n"), named: "rows.ndjson")
    let inside = try TemporaryFile("", named: "inside")
    for format in [["--csv", "--columns", "id"], ["--json"], ["--plain", "--columns", "t"]] {
      let arguments = format + ["--sort", "-t", file.path]
      let whole = try await printed(arguments, input: "")
      let little = try await printed(
        ["--memory", "100k"] + arguments, input: "", environment: ["TMPDIR": inside.folder])
      #expect(little == whole)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: inside.folder) == ["inside"])
    let refused = try await run(
      builtProgram("mocoa-tui"), ["--json", "--sort", "t", "--memory", "100k", file.path],
      environment: ["TMPDIR": "/dev/null/none"])
    #expect(refused.status == .exited(1) && refused.outputText == "")
    #expect(refused.errorText.contains("set TMPDIR"), "\(refused.errorText)")
    let wrong = try await run(builtProgram("mocoa-tui"), ["--json", "--memory", "much"])
    #expect(wrong.status == .exited(2))
  }

  @Test func membersInQuotesHaveTheirNames() async throws {
    let input = #"[{"x.y":1,"now":2,"x":{"y":3}}]"#
    #expect(
      try await printed("--json", "--columns", #""x.y",.now"#, input: input)
        == "{\"x.y\":1,\"now\":2}\n")
    #expect(
      try await printed("--tsv", "--columns", #""x.y",/x/y"#, input: input) == "x.y\t/x/y\n1\t3\n")
  }

  @Test func whatWasReadBeforeAFaultIsPrinted() async throws {
    let result = try await run(
      builtProgram("mocoa-tui"), ["--csv", "--columns", "a"],
      input: Array("[{\"a\":1},{\"a\":".utf8))
    #expect(result.outputText.hasPrefix("a\r\n1\r\n"))
    #expect(result.status == .exited(1))
    #expect(result.errorText.contains("standard input: line 1, column "), "\(result.errorText)")
  }

  @Test(.enabled(if: isLongRun)) func aRowOfHundredsOfMegabytesIsLeftOut() async throws {
    let file = try TemporaryFile(
      Array("[{\"a\":\"".utf8) + [UInt8](repeating: 0x78, count: 200_000_000)
        + Array("\"},{\"a\":1}]".utf8))
    for (format, output) in [("--csv", "a\r\n1\r\n"), ("--json", "{\"a\":1}\n")] {
      let result = try await run(
        builtProgram("mocoa-tui"), [format, "--columns", "a", file.path], timeout: .seconds(60))
      #expect(result.outputText == output && result.status == .exited(1))
      #expect(result.errorText.contains("the row is 200000008 bytes long, more than the 16777216"))
    }
  }

  @Test func aSecondMemberOfThatNameIsReported() async throws {
    let text = "{\"a\":[{\"x\":1}],\"a\":[{\"x\":2}]}"
    let result = try await run(
      builtProgram("mocoa-tui"), ["--json", "--at", "/a"], input: Array(text.utf8))
    #expect(result.outputText == "{\"x\":1}\n")
    #expect(result.errorText.contains("line 1, column 16: duplicate member 'a'"))
    #expect(result.status == .exited(1))
  }

  @Test func aSectionByAMemberThatNoRowHasIsWrongUsage() async throws {
    let result = try await run(
      builtProgram("mocoa-tui"), ["--plain", "--section-by", "idd"],
      input: Array("[{\"id\":1}]".utf8))
    #expect(result.status == .exited(2))
    #expect(result.errorText.contains("no row has a member 'idd'; did you mean 'id'?"))
  }

  @Test func anEmptyObjectIsNotLost() async throws {
    let result = try await run(
      builtProgram("mocoa-tui"), ["--csv"], input: Array("[{\"a\":{}},{\"a\":{\"b\":1}}]".utf8))
    #expect(result.outputText == "a,a.b\r\n{},\r\n,1\r\n")
  }
}
