import Foundation
import MocoaTUI
import MocoaTestSupport
import Testing

/// A query runs on sources of any kind, each read as the list reads it.
@Suite(.enabled(if: DuckDB.isInstalled, "duckdb is not installed"))
struct SourceQueryTests {
  /// Runs the program in a new folder with files.
  private static func printed(
    _ arguments: [String], files: [String: String], input: String = "",
    environment: [String: String] = [:]
  ) async throws -> ProgramResult {
    let folder = try await DuckDB.folder("select 1")
    for (name, text) in files {
      try text.write(toFile: "\(folder)/\(name)", atomically: false, encoding: .utf8)
    }
    return try await run(
      builtProgram("mocoa-tui"), arguments, input: Array(input.utf8), environment: environment,
      directory: folder)
  }

  private static let totals = "select name, sum(n) as n from data group by all order by all"

  @Test(arguments: [
    ("a.csv", "name,n\nAda,1\nBo,2\nAda,3\n"),
    ("a.tsv", "name\tn\nAda\t1\nBo\t2\nAda\t3\n"),
    ("a.json", #"[{"name":"Ada","n":1},{"name":"Bo","n":2},{"name":"Ada","n":3}]"#),
    (
      "a.ndjson",
      "{\"name\":\"Ada\",\"n\":1}\n\n{\"n\":2,\"name\":\"Bo\"}\n{\"name\":\"Ada\",\"n\":3}"
    ),
    ("bom.ndjson", "\u{FEFF}{\"name\":\"Ada\",\"n\":4}\n{\"n\":2,\"name\":\"Bo\"}\n"),
    ("a.yaml", "- {name: Ada, n: 4}\n- {name: Bo, n: 2}\n"),
    ("in.json", #"{"v":1,"rows":[{"name":"Ada","n":4},{"name":"Bo","n":2}]}"#),
    ("a.txt", "KIND  name  n\nx     Ada   4\ny     Bo    2\n"),
    ("a.log", "level=info name=Ada n=4\nlevel=warn name=Bo n=2\n"),
  ])
  func filesOfEachFormatAreATable(_ name: String, _ text: String) async throws {
    let result = try await Self.printed(
      ["--json", "--sql", Self.totals, name], files: [name: text])
    #expect(
      result.outputText == "{\"name\":\"Ada\",\"n\":4}\n{\"name\":\"Bo\",\"n\":2}\n",
      "\(result.errorText)")
    #expect(result.status == .exited(0))
  }

  private static let lines = "{\"name\":\"Ada\",\"n\":4}\n{\"name\":\"Bo\",\"n\":2}\n"

  @Test("34 F10: a column of several kinds that a query names is said to be compared as texts")
  func columnsOfSeveralKindsAreReported() async throws {
    let rows = ["rows.ndjson": "{\"v\":10,\"n\":1}\n{\"v\":\"9\",\"n\":2}\n"]
    let mixed = try await Self.printed(
      ["--json", "--sql", "select * from data order by v", "rows.ndjson"], files: rows)
    #expect(mixed.outputText == "{\"v\":\"9\",\"n\":2}\n{\"v\":10,\"n\":1}\n")
    #expect(mixed.status == .exited(0))
    #expect(
      mixed.errorText.contains("v has values of several kinds, which SQL compares as texts"),
      "\(mixed.errorText)")
    let other = try await Self.printed(
      ["--json", "--sql", "select n from data order by n", "rows.ndjson"], files: rows)
    #expect(other.status == .exited(0) && other.errorText == "")
  }

  @Test func pipesCommandsAndCompressedFilesAreTables() async throws {
    for arguments in [["-"], ["--command", "cat a"], ["--command", "gzip -c a | gzip -dc"]] {
      let result = try await Self.printed(
        ["--json", "--sql", Self.totals] + arguments, files: ["a": Self.lines], input: Self.lines)
      #expect(result.outputText == Self.lines, "\(arguments) \(result.errorText)")
    }
    let folder = try await DuckDB.folder("select 1")
    _ = try await run(
      "sh", ["-c", "gzip -c > a.ndjson.gz"], input: Array(Self.lines.utf8), directory: folder)
    let result = try await run(
      builtProgram("mocoa-tui"), ["--json", "--sql", Self.totals, "a.ndjson.gz"], directory: folder)
    #expect(result.outputText == Self.lines, "\(result.errorText)")
  }

  @Test func severalSourcesAreOneTable() async throws {
    for names in [["a.ndjson", "b.ndjson"], ["a.ndjson", "b.csv"], ["a.json", "b.ndjson"]] {
      let result = try await Self.printed(
        ["--json", "--sql", "select n, late from data order by n"] + names,
        files: [
          "a.ndjson": "{\"n\":1}\n", "a.json": "[{\"n\":1}]",
          "b.ndjson": "{\"n\":2,\"late\":\"x\"}\n", "b.csv": "n,late\n2,x\n",
        ])
      #expect(
        result.outputText == "{\"n\":1,\"late\":null}\n{\"n\":2,\"late\":\"x\"}\n",
        "\(names) \(result.errorText)")
    }
  }

  private static let shop = [
    "orders.csv": "id,zip,n\n1,01234,5\n2,99999,7\n",
    "customers.json": #"[{"id":1,"name":"Ada"},{"id":2,"name":"Bo"}]"#,
    "2024-b.ndjson": "{\"id\":3}\n",
  ]

  /// There was one table of the rows of all sources.
  @Test(arguments: [
    (
      "select name, zip, n from orders join customers using (id) order by id",
      #"{"name":"Ada","zip":"01234","n":5}"# + "\n" + #"{"name":"Bo","zip":"99999","n":7}"# + "\n"
    ),
    (
      "select (select count(*) from data) as d, (select count(*) from ORDERS) as o",
      #"{"d":5,"o":2}"# + "\n"
    ),
    ("select max(id) as i from _2024_b", #"{"i":3}"# + "\n"),
    ("with orders as (select 8 as x) select x from orders", #"{"x":8}"# + "\n"),
  ])
  func eachSourceIsATable(_ sql: String, _ rows: String) async throws {
    let result = try await Self.printed(
      ["--json", "--sql", sql, "orders.csv", "customers.json", "2024-b.ndjson"], files: Self.shop)
    #expect(result.outputText == rows, "\(result.errorText)")
    #expect(result.status == .exited(0) && result.errorText.isEmpty)
    let piped = try await Self.printed(
      ["--json", "--sql", "select (select count(*) from data) as d, count(*) as o from orders"]
        + ["-", "orders.csv"], files: Self.shop, input: "{\"id\":9}\n")
    #expect(piped.outputText == #"{"d":3,"o":2}"# + "\n", "\(piped.errorText)")
  }

  // The first of several files of one name was taken for all of them.
  @Test("34: tables of one name are numbered, and none has the name alone")
  func namesOfTablesAreUnique() async throws {
    func printed(_ sql: String) async throws -> ProgramResult {
      try await Self.printed(
        ["--json", "--sql", sql, "data.csv", "./a-b.csv", "a b.csv"],
        files: ["data.csv": "n\n1\n", "a-b.csv": "n\n2\n", "a b.csv": "n\n3\n"])
    }
    let result = try await printed("select data_1.n, c.n as m from data_1, a_b_2 c")
    #expect(result.outputText == #"{"n":1,"m":3}"# + "\n", "\(result.errorText)")
    let wrong = try await printed("select count(*) as c from a_b")
    #expect(wrong.status == .exited(1) && wrong.output == [])
    #expect(wrong.errorText.contains("data, data_1, a_b_1, a_b_2"), "\(wrong.errorText)")
  }

  /// Errors named a `)` that stands behind the query.
  @Test(arguments: [
    ("select * from oders", "Table with name oders does not exist! The tables are: data, orders"),
    ("select from", "Parser Error: syntax error at the end of the query"),
    ("select 1 fro orders", #"syntax error at or near "orders""#),
    ("select x from orders", #"column "x""#),
  ])
  func errorsAreFromTheQuery(_ sql: String, _ text: String) async throws {
    let result = try await Self.printed(
      ["--json", "--sql", sql, "orders.csv"], files: Self.shop)
    #expect(result.status == .exited(1))
    #expect(result.errorText.contains(text), "\(result.errorText)")
    #expect(!result.errorText.contains("\")\""))
  }

  /// Derived members were unknown, and there was no way to query the rows that filters show.
  @Test func queriesOfAListSeeItsDerivedMembersAndItsFilter() async throws {
    let folder = try await DuckDB.folder("select 1")
    try (1...30).map { "{\"n\":\($0)}\n" }.joined()
      .write(toFile: "\(folder)/a.ndjson", atomically: false, encoding: .utf8)
    let terminal = try await TmuxTerminal(
      running: [
        try builtProgram("mocoa-tui"), "--fresh", "a.ndjson", "--derive", "twice = n * 2", "-f",
        "twice > 40",
      ], columns: 100, rows: 12, directory: folder)
    try await terminal.wait(for: "the list") { $0.contains("/10") }
    try await terminal.sendText("\\;")
    try await terminal.wait(for: "the prompt") { $0.contains("from shown") }
    try await terminal.sendText(
      "select max(twice) || '-' || (select count(*) from data) || '-' || count(*) as x from shown")
    try await terminal.send(.enter)
    try await terminal.wait(for: "the answer") { $0.contains("60-30-10") }
  }

  /// What DuckDB itself would take for numbers, dates, times and identifiers.
  @Test func textsStayTexts() async throws {
    let json = #"""
      {"zip":"01234","d":"2024-01-02","t":"2024-01-02T03:04:05Z","h":"10:11:12.50",\#
      "u":"550E8400-E29B-41D4-A716-446655440000","b":"true","i":12345678901234567,\#
      "x":0.1,"o":{"at":"2024-01-02"},"l":["1",null]}
      """#
    let result = try await Self.printed(
      ["--json", "--sql", "select * from data", "a.ndjson"], files: ["a.ndjson": json + "\n"])
    #expect(result.outputText == json + "\n", "\(result.errorText)")
    let table = try await Self.printed(
      ["--json", "--sql", "select zip, v, n from data", "a.csv"],
      files: ["a.csv": "zip,v,n\n01234,1.10,1\n99999,1.1,N/A\n10000,2,\n"])
    #expect(
      table.outputText == """
        {"zip":"01234","v":"1.10","n":1}
        {"zip":"99999","v":"1.1","n":null}
        {"zip":"10000","v":"2","n":null}

        """, "\(table.errorText)")
  }

  @Test(
    "36: a query that calculates with texts as times is answered with the cast",
    arguments: [
      "select time - lag(time) over () as d from data", "select date_trunc('day', time) from data",
      "select n from data where time > now()",
    ])
  func timesAreCast(query: String) async throws {
    let result = try await Self.printed(
      ["--json", "--sql", query, "a.ndjson"],
      files: ["a.ndjson": "{\"time\":\"2024-01-02T03:04:05Z\",\"n\":1}\n"])
    #expect(
      result.errorText.contains(". Texts stay texts, also dates and times: time::timestamp is"),
      "\(result.errorText)")
    #expect(result.status == .exited(1) && result.outputText == "")
  }

  @Test("36: texts and numbers of any size behind the first rows are those of the file")
  func lateValuesAreKept() async throws {
    let rows = (0..<30_000).map { "{\"id\":\($0),\"n\":\($0)}\n" }.joined()
    let late = "{\"id\":30000,\"n\":\"late\"}\n{\"id\":30001,\"n\":1e400}\n"
    let files = ["a.ndjson": rows + late]
    let some = try await Self.printed(
      ["--csv", "--sql", "select id, n from data where id > 29999", "a.ndjson"], files: files)
    #expect(some.outputText == "id,n\r\n30000,late\r\n30001,1e400\r\n")
    #expect(
      some.errorText == "mocoa-tui: a.ndjson: SQL compares values as texts because of numbers "
        + "beyond 1.8e308 or of more than 38 digits, in 'n'\n")
    // Rows that were delivered before the late ones were read are not the answer.
    let all = try await Self.printed(
      ["--csv", "--sql", "select * from data", "a.ndjson"], files: files)
    if all.status == .exited(0) {
      #expect(all.outputText.hasSuffix("29999,29999\r\n30000,late\r\n30001,1e400\r\n"))
    } else {
      #expect(all.errorText.contains("later ones have other values of 'n'"))
    }
  }

  /// `1.5` behind whole numbers is not rounded, and a number that no type can represent is kept.
  @Test func valuesOfSeveralTypesAreKept() async throws {
    let result = try await Self.printed(
      ["--json", "--sql", "select * from data", "a.ndjson"],
      files: [
        "a.ndjson": """
        {"n":1,"m":1,"big":1e400,"o":{}}
        {"n":1.5,"m":"x","big":12,"x":0.12345678901234567891,"o":{"k":[]},"t":1e-400}

        """
      ])
    #expect(
      result.outputText == """
        {"n":1.0,"m":1,"big":"1e400","o":{"k":null},"x":null,"t":null}
        {"n":1.5,"m":"x","big":"12","o":{"k":[]},"x":0.12345678901234568,"t":"0.0"}

        """, "\(result.errorText)")
    #expect(
      result.errorText.contains("more than 17 digits or below 1e-323 are rounded, in 'x', 't'"))
  }

  @Test(arguments: [
    (["--delimiter", ";"], "a;b\n1;x,y\n", #"{"a":1,"b":"x,y"}"#),
    (["--header-row=no"], "a,1\n", #"{"column_1":"a","column_2":1}"#),
    (["--type", "a = text"], "a,b\n1,2\n", #"{"a":"1","b":2}"#),
    (["--format", "text"], "a,b\n", #"{"line":"a,b"}"#),
    (["--tail", "1"], "a,b\n1,2\n3,4\n", #"{"a":3,"b":4}"#),
    (["--at", "/x"], #"{"x":[{"a":1}],"y":[{"a":2},{"a":3}]}"#, #"{"a":1}"#),
    (["--derive", "c = a + 1"], "a,b\n1,2\n", #"{"a":1,"b":2,"c":2}"#),
  ])
  func optionsOfTheFormatApply(
    _ arguments: [String], _ text: String, _ row: String
  ) async throws {
    let name = arguments[0] == "--at" ? "a.json" : "a.csv"
    let result = try await Self.printed(
      ["--json", "--sql", "select * from data", name] + arguments, files: [name: text])
    #expect(result.outputText == row + "\n", "\(result.errorText)")
  }

  @Test(arguments: [
    ("a.ndjson", "{\"n\":1}\n{\"n\":\n{\"n\":3}\n"), ("a.csv", "n,m\n1,2\n1,2,3\n"),
    ("a.json", "[{\"n\":1},{\"n\":2}"),
  ])
  func unreadableRowsAreReported(_ name: String, _ text: String) async throws {
    let result = try await Self.printed(
      ["--json", "--sql", "select count(*) as n from data", name], files: [name: text])
    #expect(result.status == .exited(1), "\(result.outputText)")
    #expect(result.errorText.contains(name), "\(result.errorText)")
  }

  /// A member, and a type, that only rows behind those have from which columns are concluded.
  @Test func anAnswerThatLaterRowsChangeIsAnError() async throws {
    let rows = (1...21_000).map { $0 < 20_900 ? "{\"n\":\($0 % 2)}" : "{\"n\":0.5,\"late\":\($0)}" }
    let files = ["a.ndjson": rows.joined(separator: "\n") + "\n"]
    let count = try await Self.printed(
      ["--json", "--sql", "select count(*) as n from data", "a.ndjson"], files: files)
    #expect(count.outputText == "{\"n\":21000}\n", "\(count.errorText)")
    #expect(count.status == .exited(0) && count.errorText == "")
    let sum = try await Self.printed(
      ["--json", "--sql", "select sum(n) as n from data", "a.ndjson"], files: files)
    #expect(sum.status == .exited(1))
    #expect(sum.errorText.contains("later ones have other values of 'n', 'late'"))
    let piped = try await Self.printed(
      ["--json", "--sql", "select sum(n) as n, max(late) as l from data", "-"], files: [:],
      input: rows.joined(separator: "\n"))
    #expect(piped.outputText == "{\"n\":10500.5,\"l\":21000}\n", "\(piped.errorText)")
    #expect(piped.status == .exited(0))
  }

  /// Names that would be SQL, shell or patterns.
  @Test(arguments: ["a'b\";.ndjson", "[a]*.ndjson", "$(x).csv", "-- .json", "a\nb.ndjson"])
  func namesAreOnlyNames(_ name: String) async throws {
    let text =
      name.hasSuffix("csv")
      ? "\"a'; drop\"\"\",b\n1,x\n"
      : name.hasSuffix(".json")
        ? #"[{"a'; drop\"":1,"b":"x"}]"# : #"{"a'; drop\"":1,"b":"x"}"# + "\n"
    let result = try await Self.printed(
      ["--json", "--sql", "select * from data", "./\(name)"],
      files: [name: text, "a.ndjson": "{\"a\":2}\n"])
    #expect(result.outputText == #"{"a'; drop\"":1,"b":"x"}"# + "\n", "\(result.errorText)")
  }

  @Test func onlyTheSourcesAreRead() async throws {
    for sql in [
      "from 'b.csv'", "from read_text('/etc/passwd')", "select 1; select 2", "drop table x",
    ] {
      let result = try await Self.printed(
        ["--json", "--sql", sql, "a.csv"], files: ["a.csv": "n\n1\n", "b.csv": "n\n1\n"])
      #expect(result.status == .exited(1) && result.outputText == "", "\(sql)")
    }
  }

  @Test func withoutDuckDBTheErrorSaysWhatToInstall() async throws {
    let result = try await Self.printed(
      ["--json", "--sql", "select 1", "a.csv"], files: ["a.csv": "n\n1\n"],
      environment: ["PATH": "/nowhere"])
    #expect(result.status == .exited(1))
    #expect(result.errorText.contains("https://duckdb.org/install"), "\(result.errorText)")
  }

  @Test(arguments: [
    (["--tables", "a.csv"], "--tables is for one database"),
    (["--sql", "select 1", "--follow", "a.csv"], "--sql and --follow cannot be combined"),
    (["--sql", "select 1", "a.csv", "d.duckdb"], "--sql is for one database, or for files"),
  ])
  func whatCannotBeCombinedIsRefused(_ arguments: [String], _ reason: String) async throws {
    let result = try await Self.printed(["--json"] + arguments, files: ["a.csv": "n\n1\n"])
    #expect(result.status == .exited(2))
    #expect(result.errorText.contains(reason), "\(result.errorText)")
  }

  @Test func theAnswerIsAList() async throws {
    let folder = try await DuckDB.folder("select 1")
    try (1...300).map { "{\"n\":\($0),\"k\":\"k\($0 % 3)\"}\n" }.joined()
      .write(toFile: "\(folder)/a.ndjson", atomically: false, encoding: .utf8)
    let terminal = try await TmuxTerminal(
      running: [
        try builtProgram("mocoa-tui"), "a.ndjson", "--sql",
        "select k, count(*) as rows from data group by k order by k",
      ], columns: 90, rows: 12, directory: folder)
    try await terminal.wait(for: "the answer") { $0.contains("k0") && $0.contains("100") }
    try await terminal.sendText("fk == \"k1\"")
    try await terminal.send(.enter)
    try await terminal.wait(for: "the filter") { $0.contains("k1") && !$0.contains("k0") }
    try await terminal.send(.enter)
    try await terminal.wait(for: "the row") { $0.contains("\"rows\"") || $0.contains("rows: 100") }
    try await terminal.sendText("q")
  }
}
