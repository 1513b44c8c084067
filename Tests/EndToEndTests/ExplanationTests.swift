import MocoaTestSupport
import Testing

/// `--explain`: how a source is read, and how else it could be.
@Suite struct ExplanationTests {
  private func explained(_ text: String, named name: String) async throws -> ProgramResult {
    let file = try TemporaryFile(text, named: name)
    return try await run(builtProgram("mocoa-tui"), ["--explain", file.path])
  }

  @Test("41: text is a way to read a log whose first three lines are text")
  func textInFront() async throws {
    let query =
      "# Time: 2026-11-24T10:11:12.345678Z\n# User@Host: shop[shop] @ web-1 []  Id:     7\n"
      + "# Query_time: 4.5  Lock_time: 0.0 Rows_sent: 1  Rows_examined: 99\nSELECT 1;\n"
    let start =
      "/usr/sbin/mysqld, Version: 8.0.36. started with:\nTcp port: 3306  Unix socket: /run/a\n"
      + "Time                 Id Command    Argument\n"
    let result = try await explained(
      start + query + query + query + query, named: "slow.log")
    #expect(result.outputText.contains("\n--format text:\n"), "\(result)")
  }

  @Test("41: rows with errors and workbooks are said")
  func faults() async throws {
    let rows = try await explained("a,b,c\n1,2,3\n4,5\n6,7,8\n9,1,2,3\n", named: "a.csv")
    let note =
      "  note: 2 of the first rows have an error, and --json leaves out such rows: line 3: the row "
      + "has 2 fields, the header 3\n"
    #expect(rows.outputText.contains(note), "\(rows)")
    let file = try TemporaryFile(
      Archive.zip(["[Content_Types].xml": "", "xl/workbook.xml": ""]), named: "a.xlsx")
    let workbook = try await run(builtProgram("mocoa-tui"), ["--explain", file.path])
    #expect(workbook.outputText.contains("is a workbook; its rows are its files"), "\(workbook)")
  }

  @Test("38: the patterns of a log are named, with the lines that they read")
  func logs() async throws {
    let result = try await explained(
      "begin\n2026-11-24 10:11:12 INFO up\n2026-11-24 10:11:13 WARN slow\n  trace\n",
      named: "app.log")
    #expect(result.status == .exited(0))
    let lines = result.outputText.split(separator: "\n").dropFirst()
    #expect(
      lines.joined(separator: "\n") == """
          2 of 4 lines: {time} {level} {message}
          3 rows
            {"message":"begin"}
            {"time":"2026-11-24T10:11:12","level":"INFO","message":"up"}
            {"time":"2026-11-24T10:11:13","level":"WARN","message":"slow\\n  trace"}
          note: 1 line does not match the pattern and is text: begin (line 1)
        --format text:
          4 rows
            {"line":"begin"}
            {"line":"2026-11-24 10:11:12 INFO up"}
            {"line":"2026-11-24 10:11:13 WARN slow"}
            …
        """)
  }

  @Test("38: what is behind the names of writers is named, and no table is offered")
  func labels() async throws {
    let text = try await explained(
      "a-1  | 10:11:12 ERROR x\nb-1  | k=1 m=2\na-1  | 10:11:13 INFO y\nb-1  | k=2 m=3\n",
      named: "compose.log"
    ).outputText
    #expect(text.contains("  a-1: times\n") && !text.contains("--delimiter"), "\(text)")
  }

  @Test("38: jc is named where it knows the output of a command")
  func converters() async throws {
    let known = try await explained(
      "  PID TTY          TIME CMD\n    1 ?        00:00:01 init\n   20 pts/0    00:00:00 sh\n",
      named: "out.txt")
    #expect(
      known.outputText.hasSuffix("jc --ps: knows this output: COMMAND | jc --ps | mocoa-tui\n"))
    let other = try await explained("NAME   AGE\nweb    5d\ndb     6d\n", named: "out.txt")
    #expect(other.status == .exited(0) && !other.outputText.contains("jc"))
  }

  @Test("38: the columns of ls -l are named")
  func files() async throws {
    let start = "-rw-r--r-- 1 ada staff 12 Nov 23  2021"
    let listing = try await explained("total 8\n\(start) a\n\(start) b\n", named: "files.txt")
    let columns = "  columns: mode, links, owner, group, size, time, name\n"
    #expect(listing.outputText.contains("  files as ls -l lists them\n\(columns)"))
  }

  // Only the rows of text were named.
  @Test(
    "38: that lines of text cannot be printed as JSON is said", arguments: ["word\n", "a b\nc\n"])
  func refusals(text: String) async throws {
    let file = try TemporaryFile(text, named: "words.txt")
    let printed = try await run(builtProgram("mocoa-tui"), ["--json", file.path])
    let result = try await explained(text, named: "words.txt")
    let isRefused = printed.status != .exited(0)
    #expect(isRefused == text.hasPrefix("word"))
    #expect(result.outputText.contains("  with --json and the like an error: ") == isRefused)
    #expect(result.status == .exited(0))
  }

  @Test("38: members of logs hold what their names say")
  func membersOfLogs() async throws {
    let dates = try await explained(
      "28/11/26 10:00:00 INFO one\n29/11/26 10:00:01 INFO two\n", named: "app.log")
    #expect(
      dates.outputText.contains(
        #"{"time":"2026-11-28T10:00:00","level":"INFO","message":"one"}"#))
    let device = try await explained(
      "Nov 28 14:36:15 g daemon.info dnsmasq[1]: a\nNov 28 14:36:16 g cron.err crond[2]: b\n",
      named: "messages")
    #expect(
      device.outputText.contains(
        #""host":"g","facility":"daemon","level":"info","process":"dnsmasq","pid":1,"message":"a"}"#
      ))
  }

  @Test("38: the options are named that read a source in another way")
  func otherReadings() async throws {
    let text = try await explained("a;b\n1;2\n3;x\n", named: "table.txt").outputText
    #expect(text.contains("table.txt: text (12 bytes)\n"))
    #expect(
      text.contains(
        """
        --format csv --delimiter ';':
          fields are divided by ';'
          columns: a (number), b (text)
          2 rows
            {"a":1,"b":"2"}
        """))
    let lists = try await explained(
      #"{"items":[{"a":1}],"errors":["x"],"n":1}"#, named: "a.json"
    ).outputText
    #expect(
      lists.contains(
        "the rows are the elements of /items\n  another list: --at /errors, elements: 1\n")
    )
    let file = try TemporaryFile("a;b\n1;2\n3;x\n", named: "table.txt")
    let chosen = try await run(
      builtProgram("mocoa-tui"), ["--explain", file.path, "--format", "csv", "--delimiter", ";"])
    #expect(chosen.outputText.contains("\nwithout --format: text\n  3 rows\n"))
    let row = #"{"a":"\#(String(repeating: "x", count: 1_000))"}"#
    let rows = Array(repeating: row, count: 100).joined(separator: ",")
    let large = try await explained("[\(rows)]", named: "large.json")
    #expect(large.status == .exited(0) && !large.outputText.contains("error"))
    let broken = try await explained("[1,2", named: "b.json")
    #expect(broken.status == .exited(1) && broken.outputText.contains("  error: "))
  }
}
