import Foundation
import MocoaTestSupport
import Testing

/// How sources are read: rotated tables, pages one after another, headers, and refused text.
@Suite struct SourceReadingTests {
  private func printed(
    _ input: String, _ arguments: [String] = ["--json"]
  ) async throws -> ProgramResult {
    try await run(builtProgram("mocoa-tui"), arguments, input: Array(input.utf8))
  }

  /// A function of a script that waits for a condition, 10 seconds at most.
  private static let waiting = """
    await() { for try in $(seq 200); do eval "$1" && return; sleep 0.05; done; echo "not $1"; }
    """

  /// Follows a file that is replaced once its rows are printed, as log rotation does, until there
  /// are as many rows of both.
  private func following(
    _ name: String, _ text: String, then next: String, count: Int
  ) async throws -> ProgramResult {
    let file = try TemporaryFile(text, named: name)
    try Data(next.utf8).write(to: URL(filePath: file.folder + "/next"))
    let script = """
      \(Self.waiting)
      "$2" --follow --json "$1" >printed & program=$!
      await 'test -s printed'
      mv "$1" old; mv next "$1"
      await 'test $(grep -c . printed) = \(count)'
      sleep 0.3
      kill $program; wait $program
      cat printed
      """
    return try await run(
      "bash", ["-c", script, "bash", name, builtProgram("mocoa-tui")], directory: file.folder)
  }

  // Nothing was written until the thousandth row.
  @Test("34: rows are followed although none has a column yet, which is said")
  func columnsThatNoRowHasYet() async throws {
    let file = try TemporaryFile("{\"a\":1}\n", named: "rows.ndjson")
    let script = """
      \(Self.waiting)
      : >printed
      "$1" --follow --csv --columns a,b rows.ndjson >printed & program=$!
      await 'test $(grep -c . printed) = 2'
      echo '{"a":2,"b":3}' >>rows.ndjson
      await 'test $(grep -c . printed) = 3'
      kill $program; wait $program
      cat printed
      """
    let result = try await run(
      "bash", ["-c", script, "bash", builtProgram("mocoa-tui")], directory: file.folder)
    #expect(result.outputText.split(whereSeparator: \.isNewline) == ["a,b", "1,", "2,3"])
    #expect(result.errorText.hasPrefix("mocoa-tui: --columns: no row has a member 'b' so far"))
  }

  // It was said at the end only, which an endless feed has not.
  @Test(
    "34: what is to be said is said when a signal ends the output of an endless feed",
    arguments: ["INT", "TERM"])
  func interruptedOutput(_ signal: String) async throws {
    let file = try TemporaryFile("{\"a\":1}\n", named: "rows.ndjson")
    let script = """
      set -m
      \(Self.waiting)
      "$1" --follow --json -f 'a > 0' rows.ndjson >printed & program=$!
      await 'test -s printed'
      printf '{"a":"x"}\\n{"a":2}\\n' >>rows.ndjson
      await 'grep -q 2 printed'
      kill -\(signal) $program; wait $program; status=$?
      cat printed; echo "status $status"
      """
    let result = try await run(
      "bash", ["-c", script, "bash", builtProgram("mocoa-tui")], directory: file.folder)
    let status = signal == "INT" ? 130 : 143
    #expect(result.outputText == "{\"a\":1}\n{\"a\":2}\nstatus \(status)\n")
    #expect(result.errorText.contains("\"x\" is not compared with a number"))
  }

  @Test(
    "34: the last line of a followed file is printed when a signal ends the output",
    arguments: [
      ("app.log", "2026-11-28 10:00:00 INFO a\n2026-11-28 10:00:01 INFO b"), ("a.txt", "one\ntwo"),
      ("a.csv", "id,name\n1,a\n2,b"), ("a.ndjson", "{\"a\":1}\n{\"a\":2}"),
    ])
  func lastLineWithoutEnd(name: String, text: String) async throws {
    let file = try TemporaryFile(text, named: name)
    let script = #""$2" --follow --json "$1" & sleep 2; kill -INT $!; wait $!"#
    let result = try await run(
      "bash", ["-c", "set -m; \(script)", "bash", file.path, builtProgram("mocoa-tui")])
    let lines = result.outputText.split(separator: "\n")
    #expect(lines.count == 2, "\(result.outputText)\(result.errorText)")
    #expect(lines.last?.contains(text.suffix(1)) == true)
  }

  // It was read again, with which the cursor went to the first row.
  @Test("34: an action on a row of a followed file leaves the cursor on it")
  func actionsOnFollowedRows() async throws {
    let rows = (1...3).map { #"{"id":\#($0)}"# + "\n" }.joined()
    let file = try TemporaryFile(rows, named: "rows.ndjson")
    let log = "\(file.folder)/log"
    let terminal = try await TmuxTerminal(
      running: [
        try builtProgram("mocoa-tui"), "--fresh", "--follow", "--bind", "x=sh:echo {id} >>'\(log)'",
        file.path,
      ], rows: 10)
    try await terminal.wait(for: "the last row") { $0.contains("3/3") }
    try await terminal.sendText("gj")
    for count in 1...2 {
      try await terminal.sendText("x")
      try await terminal.wait(for: "action \(count)") { screen in
        let lines = (try? String(contentsOfFile: log, encoding: .utf8))?.split(separator: "\n")
        // What the next key says would be in the place of what this one has done.
        return lines?.count == count && screen.contains("done: sh") && screen.contains("2/3")
      }
    }
    #expect(try String(contentsOfFile: log, encoding: .utf8) == "2\n2\n")
    try await terminal.sendText("r")
    try await terminal.wait(for: "why it is not read again") {
      $0.contains("followed") && $0.contains("2/3")
    }
  }

  // The merged rows were read as YAML once more.
  @Test("34: the last one of merged sources may be YAML", arguments: [true, false])
  func mergedYAML(isLast: Bool) async throws {
    let yaml = try TemporaryFile("- time: 2026-01-01T00:00:02Z\n  id: 2\n", named: "c.yaml")
    let json = try TemporaryFile(#"{"time":"2026-01-01T00:00:01Z","id":1}"#, named: "a.ndjson")
    let files = isLast ? [json.path, yaml.path] : [yaml.path, json.path]
    let arguments = files + ["--merge", "--csv", "--columns", "id"]
    let result = try await run(builtProgram("mocoa-tui"), arguments)
    #expect(result.status == .exited(0), "\(result.errorText)")
    #expect(result.outputText.split(whereSeparator: \.isNewline) == ["id", "1", "2"])
  }

  // MARK: Rotation

  @Test("a: a rotated table has a header of its own", arguments: ["csv", "tsv"])
  func rotatedTables(_ format: String) async throws {
    func lines(_ rows: [[String]]) -> String {
      rows.map { $0.joined(separator: format == "csv" ? "," : "\t") + "\n" }.joined()
    }
    let first = lines([["id", "name"], ["1", "a"]])
    let same = lines([["id", "name"], ["2", "b"]])
    var result = try await following("q.\(format)", first, then: same, count: 2)
    #expect(result.outputText == "{\"id\":1,\"name\":\"a\"}\n{\"id\":2,\"name\":\"b\"}\n")
    #expect(!result.errorText.contains("replaced"), "\(result.errorText)")
    result = try await following(
      "q.\(format)", first, then: lines([["name", "id"], ["x", "9"]]), count: 2)
    #expect(result.outputText == "{\"id\":1,\"name\":\"a\"}\n{\"name\":\"x\",\"id\":9}\n")
    #expect(
      result.errorText.contains("was replaced with a table of other columns; its rows follow"))
    // Lines without a header follow as before.
    result = try await following("q.\(format)", first, then: lines([["3", "c"]]), count: 2)
    #expect(result.outputText == "{\"id\":1,\"name\":\"a\"}\n{\"id\":3,\"name\":\"c\"}\n")
  }

  @Test("a: a rotated table that is aligned has a header of its own")
  func rotatedAlignedTables() async throws {
    let first = "NAME      READY   AGE\nweb-1     1/1     3d\nweb-2     0/1     5h\n"
    let row = "{\"NAME\":\"web-3\",\"READY\":\"1/1\",\"AGE\":\"1d\"}\n"
    var result = try await following(
      "pods", first, then: "NAME      READY   AGE\nweb-3     1/1     1d\n", count: 3)
    #expect(result.outputText.hasSuffix(row) && !result.outputText.contains("\"NAME\":\"NAME\""))
    result = try await following(
      "pods", first, then: "READY   NAME      AGE\n1/1     web-3     1d\n1/1     web-4     1d\n",
      count: 4)
    #expect(
      result.outputText.contains("{\"READY\":\"1/1\",\"NAME\":\"web-3\",\"AGE\":\"1d\"}"),
      "\(result.outputText)")
    #expect(result.errorText.contains("table of other columns"), "\(result.errorText)")
  }

  @Test("F3: files that were rotated away are closed")
  func rotatedFilesAreClosed() async throws {
    let file = try TemporaryFile("{\"a\":0}\n", named: "log.ndjson")
    let script = """
      \(Self.waiting)
      "$1" --follow --json log.ndjson >printed & program=$!
      for number in 1 2 3 4 5; do
        await 'test $(grep -c . printed) = '$number
        rm log.ndjson
        echo "{\\"a\\":$number}" >log.ndjson
      done
      await 'test $(grep -c . printed) = 6'
      await '! ls -l /proc/$program/fd | grep log.ndjson.*deleted'
      ls -l /proc/$program/fd | grep -c log.ndjson
      kill $program
      cat printed
      """
    let result = try await run(
      "/bin/bash", ["-c", script, "sh", builtProgram("mocoa-tui")], directory: file.folder,
      timeout: .seconds(60))
    let rows = (0...5).map { "{\"a\":\($0)}\n" }.joined()
    #expect(result.outputText.hasSuffix("1\n" + rows), "\(result.outputText)")
    #expect(!result.outputText.contains("not "))
  }

  @Test("38: a followed file that is truncated amid a line, or a record, is read on")
  func truncatedAmidARow() async throws {
    let script = """
      \(Self.waiting)
      "$1" --follow --json "$2" >printed 2>notes & program=$!
      await 'test $(grep -c . printed) = 1'
      printf "$3" >>"$2"
      sleep 0.4
      : >"$2"
      await 'grep -q truncated notes'
      printf "$4" >>"$2"
      await 'grep -q third printed'
      kill $program
      cat printed
      """
    func followed(_ name: String, _ parts: [String]) async throws -> ProgramResult {
      let file = try TemporaryFile(parts[0], named: name)
      let arguments = try ["sh", builtProgram("mocoa-tui"), name] + parts.dropFirst()
      return try await run(
        "/bin/bash", ["-c", script] + arguments, directory: file.folder, timeout: .seconds(60))
    }
    let rows = try await followed(
      "a.ndjson", [#"{"a":"first"}"# + "\n", #"{"a":"se"#, #"{"a":"third"}\n"#])
    #expect(rows.outputText == "{\"a\":\"first\"}\n{\"a\":\"third\"}\n")
    // A log with one line is shown, and stays a log.
    let start = "2026-01-02 10:00:0"
    let log = try await followed(
      "a.log",
      ["\(start)1 INFO first\n", "\(start)2 INFO second\\n", "\\tat l1\\n\(start)3 INFO third\\n"])
    #expect(
      log.outputText.hasPrefix(#"{"time":"2026-01-02T10:00:01","level":"INFO","message":"first"}"#))
    #expect(
      log.outputText.hasSuffix(
        #"{"message":"\tat l1"}"# + "\n"
          + #"{"time":"2026-01-02T10:00:03","level":"INFO","message":"third"}"# + "\n"))
    #expect(!(rows.outputText + log.outputText).contains("not "))
  }

  // It was held back until a second line came.
  @Test(
    "34: the only line of a followed file is printed, also beside another one",
    arguments: [["one.txt"], ["--merge", "one.txt", "two.log"]])
  func onlyLines(_ arguments: [String]) async throws {
    let file = try TemporaryFile("one\n", named: "one.txt")
    try Data("level=info msg=two\n".utf8).write(to: URL(filePath: file.folder + "/two.log"))
    let script = """
      \(Self.waiting)
      : >printed
      "$@" --follow --json >printed & program=$!
      await 'grep -q one printed'
      kill $program; wait $program
      cat printed
      """
    let result = try await run(
      "bash", ["-c", script, "bash", builtProgram("mocoa-tui")] + arguments,
      directory: file.folder, timeout: .seconds(60))
    #expect(result.outputText.contains(#""one""#), "\(result.outputText)\(result.errorText)")
    #expect(!result.errorText.contains("no complete row"), "\(result.errorText)")
  }

  @Test("b: a followed file is not written to a file that needs its end")
  func followedOutput() async throws {
    let file = try TemporaryFile("{\"a\":1}\n", named: "rows.ndjson")
    let result = try await run(
      "timeout", ["5", builtProgram("mocoa-tui"), "--follow", "-o", "out.jsonl", file.path],
      directory: file.folder)
    #expect(result.status == .exited(2))
    #expect(result.errorText.contains("--output needs the end of the feed"), "\(result.errorText)")
    #expect(result.errorText.contains("--jsonl > out.jsonl"))
  }

  // MARK: Lines

  @Test(
    "Several values in a line are rows, of a file and of a pipe alike",
    arguments: [
      ["--json"], ["--csv"], ["--tail", "7", "--json"], ["--json", "--sort", "-n"],
      ["--json", "--filter", "n % 7 == 1"], ["--group-by", "k", "--sum", "n", "--csv"],
    ])
  func linesOfSeveralValues(_ arguments: [String]) async throws {
    let rows = (0..<30_000).map { "{\"n\":\($0),\"k\":\($0 % 3)}" }
    let ends = ["\n", "", " ", "\n\n", "\r\n"]
    for (start, isBroken) in [("", false), ("{\"n\":\n", true), ("{\"n\":1}{\"n\"}\n", true)] {
      let text = rows.enumerated().map { number, row in
        let isStart = number == 20_000
        return (isStart ? "\n" + start : "") + row + ends[number * 7 % 31 % 5]
      }.joined()
      let lines = try await printed(
        rows.joined(separator: "\n") + "\n", arguments + ["--format", "ndjson"])
      let file = try TemporaryFile(text, named: "rows.ndjson")
      let read = try await run(builtProgram("mocoa-tui"), [file.path] + arguments)
      let piped = try await printed(text, arguments)
      #expect(read.outputText == lines.outputText && piped.outputText == lines.outputText)
      let line =
        text.prefix(upTo: text.range(of: "\n" + start)?.lowerBound ?? text.endIndex)
        .utf8.count { $0 == 0x0A } + 2
      let isReported = isBroken && !arguments.contains("--tail")
      for (result, name) in [(read, file.path), (piped, "standard input")] {
        #expect(result.status == .exited(isReported ? 1 : 0), "\(result.errorText)")
        #expect(!isReported || result.errorText.contains("\(name): line \(line), column "))
        let count = start.contains("}{") ? "1 row or more" : "1 row"
        #expect(!isReported || result.errorText.contains("; \(count) is left out"))
      }
    }
  }

  // MARK: Arrays

  @Test(
    "c: arrays of objects that follow one another are pages of rows",
    arguments: [
      "[{\"id\":1},{\"id\":2}]\n[{\"id\":3}]\n", "[{\"id\":1},{\"id\":2}][{\"id\":3}]",
      "[\n  {\"id\":1},\n  {\"id\":2}\n]\n[]\n[\n  {\"id\":3}\n]\n",
      "[]\n[{\"id\":1},{\"id\":2},{\"id\":3}]\n[]",
    ])
  func consecutiveArrays(_ text: String) async throws {
    let result = try await printed(text)
    #expect(result.outputText == "{\"id\":1}\n{\"id\":2}\n{\"id\":3}\n")
    #expect(result.errorText.contains("arrays follow one another, and their elements are the rows"))
    #expect(result.status == .exited(0))
    let asked = try await printed(text, ["--json", "--format", "concatenated"])
    #expect(asked.outputText.hasPrefix("["))
  }

  /// The first array is longer than the sample, and the second one comes later.
  @Test("c: pages that come late are rows")
  func lateArrays() async throws {
    let rows = (0..<5_000).map { "{\"id\":\($0),\"name\":\"name \($0)\"}" }
    let file = try TemporaryFile("[" + rows[..<4_000].joined(separator: ",") + "]\n")
    let rest = "[" + rows[4_000...].joined(separator: ",") + "]"
    try Data(rest.utf8).write(to: URL(filePath: file.folder + "/rest"))
    let program = try builtProgram("mocoa-tui")
    let result = try await run(
      "sh", ["-c", "(cat feed.json; sleep 0.5; cat rest) | '\(program)' --json"],
      directory: file.folder)
    #expect(result.outputText == rows.map { $0 + "\n" }.joined())
    #expect(result.status == .exited(0), "\(result.errorText)")
  }

  @Test(
    "c: other values that follow one another are rows",
    arguments: ["[{\"id\":1}]\n[1,2]\n", "[1]\n[2]\n", "[{\"id\":1}]\n{\"id\":2}\n"])
  func otherValues(_ text: String) async throws {
    let result = try await printed(text)
    #expect(result.outputText == text)
    #expect(result.errorText == "")
  }

  // MARK: Tables

  @Test("f: an empty line of a table of one column is a row")
  func emptyLinesOfOneColumn() async throws {
    var result = try await printed("a\nx\n\n\ny\n", ["--json", "--format", "csv"])
    #expect(result.outputText == "{\"a\":\"x\"}\n{\"a\":\"\"}\n{\"a\":\"\"}\n{\"a\":\"y\"}\n")
    result = try await printed("a\r\nx\r\n\r\ny", ["--csv", "--format", "csv"])
    #expect(result.outputText == "a\r\nx\r\n\"\"\r\ny\r\n")
    result = try await printed("a,b\n1,2\n\n3,4\n", ["--json", "--format", "csv"])
    #expect(result.outputText == "{\"a\":1,\"b\":2}\n{\"a\":3,\"b\":4}\n")
    result = try await printed("a\r\nx\r\n\r\n", ["--json", "--format", "tsv"])
    #expect(result.outputText == "{\"a\":\"x\"}\n{\"a\":\"\"}\n")
    let count = 1_000
    let text = "a\n" + String(repeating: "\n\"x\"\n", count: count)
    result = try await printed(text, ["--json", "--sort", "a", "--format", "csv"])
    #expect(result.outputText.split(separator: "\n").count == 2 * count)
  }

  @Test("g: a header by the name alone is reported")
  func headersByName() async throws {
    let file = try TemporaryFile("alice,paris\nbob,rome\n", named: "x.csv")
    var result = try await run(builtProgram("mocoa-tui"), ["--json", file.path])
    #expect(result.outputText == "{\"alice\":\"bob\",\"paris\":\"rome\"}\n")
    #expect(
      result.errorText
        == "mocoa-tui: \(file.path): the first line is taken as the header because of the name "
        + "alone; --header-row no takes it for a row\n")
    for value in ["yes", "no"] {
      result = try await run(
        builtProgram("mocoa-tui"), ["--json", "--header-row", value, file.path])
      #expect(result.errorText == "")
    }
    let certain = try TemporaryFile("name,age\nbob,7\n", named: "y.csv")
    result = try await run(builtProgram("mocoa-tui"), ["--json", certain.path])
    #expect(result.errorText == "")
  }

  @Test("i: the lines of a row with an unclosed quote are counted")
  func unclosedQuotes() async throws {
    let rows = (0..<500).map { $0 == 50 ? "\($0),\"n" : "\($0),n" }.joined(separator: "\n")
    let result = try await printed("id,name\n\(rows)\n", ["--json", "--format", "csv"])
    #expect(result.outputText.split(separator: "\n").count == 50)
    #expect(
      result.errorText.contains(
        "line 52, column 4: a quoted field must end with a quote before the next separator; the "
          + "row spans 450 lines; 1 row is left out"), "\(result.errorText)")
    #expect(result.status == .exited(1))
  }

  // MARK: Text

  /// Expects that each line of a text is a row, and that this is said.
  private func expectLines(_ text: String) async throws {
    let result = try await printed(text)
    let lines = text.split(separator: "\n")
    #expect(result.outputText == lines.map { "{\"line\":\"\($0)\"}\n" }.joined())
    #expect(result.errorText.contains("lines of text (neither JSON nor a table"))
    #expect(result.status == .exited(0))
  }

  /// It was refused.
  @Test(arguments: ["2024-01-02 hello\nfoo bar\n", "Foo\nbar\n", "hello world"])
  func linesOfTextAreRowsWithOneMember(_ text: String) async throws {
    try await expectLines(text)
    let named = try TemporaryFile(text, named: "a.json")
    let refused = try await run(builtProgram("mocoa-tui"), ["--json", named.path])
    #expect(refused.status == .exited(1))
    #expect(refused.errorText.contains("these are lines of text, not JSON"))
  }

  @Test(
    "41: text that begins as no JSON does is lines",
    arguments: [
      "/usr\n/usr/bin\n", "[section]\nkey = 1\n", "[2026-03-04 x] a\n[T0] b\n",
      "{:id=>1}\n{:id=>2}\n",
    ])
  func textBehindBrackets(_ text: String) async throws {
    try await expectLines(text)
    for json in ["[tru, 1]\n2 3\n", "// a\n{\n", "{a:1}\n{b:2}\n", "['a']\n['b']\n"] {
      #expect(try await printed(json).status == .exited(1), "\(json)")
    }
  }

  @Test("h: refused text is named as text", arguments: ["hello\n", "<html>\n"])
  func refusedText(_ text: String) async throws {
    let result = try await printed(text)
    #expect(
      result.errorText.contains("these are lines of text, not JSON"), "\(result.errorText)")
    #expect(result.errorText.contains("; --format text prints them as rows"))
    #expect(result.status == .exited(1))
  }

  @Test("h: the delimiter of a table on standard input is named", arguments: [";", "|"])
  func delimiterIsNamed(_ delimiter: String) async throws {
    let text = "a\(delimiter)b\n1\(delimiter)x\n2\(delimiter)y\n"
    var result = try await printed(text)
    #expect(result.errorText.contains("--delimiter '\(delimiter)'"), "\(result.errorText)")
    #expect(result.status == .exited(1))
    result = try await printed(text, ["--plain"])
    #expect(result.errorText.contains("--delimiter '\(delimiter)'"), "\(result.errorText)")
    result = try await printed(text, ["--json", "--delimiter", delimiter])
    #expect(result.outputText == "{\"a\":1,\"b\":\"x\"}\n{\"a\":2,\"b\":\"y\"}\n")
  }
}
