import Foundation
import MocoaTUI
import MocoaTestSupport
import Testing

/// The program shows a database as it shows a file.
@Suite struct EngineProgramTests {
  private static let script = """
    create table people(id integer primary key, name text, city text, age integer)
    insert into people values (1, 'Ada', 'Paris', 36), (2, 'Bo', 'Oslo', 41), (5, 'Cy', null, 7)
    insert into people values (6, 'Di', 'Oslo', 90), (9, 'Ed', 'Paris', 12)
    """

  private static let rows = """
    {"id":1,"name":"Ada","city":"Paris","age":36}
    {"id":2,"name":"Bo","city":"Oslo","age":41}
    {"id":5,"name":"Cy","city":null,"age":7}
    {"id":6,"name":"Di","city":"Oslo","age":90}
    {"id":9,"name":"Ed","city":"Paris","age":12}

    """

  /// What is printed of a file is printed of a database.
  @Test(arguments: [
    ["--json"], ["--csv", "--columns", "name,age"],
    ["--json", "--filter", "age > 10 && city == \"Oslo\""],
    ["--json", "--sort", "-age"], ["--plain", "--sort", "city,name"],
    ["--json", "--filter", "city != \"Oslo\"", "--sort", "name"], ["--json", "--group-by", "city"],
    ["--markdown", "--query", "par"],
    ["--json", "--derive", "old = age * 2", "--filter", "old > 80"],
    ["--csv", "--derive", "old = age * 2"],
    ["--markdown", "--derive", "old = age * 2", "--sort", "-old"],
  ])
  func itPrintsTheSame(_ arguments: [String]) async throws {
    let database = try TestDatabase(Self.script)
    let program = try builtProgram("mocoa-tui")
    let file = try await run(program, arguments + ["-"], input: Array(Self.rows.utf8))
    let table = try await run(program, arguments + [database.path])
    #expect(table.outputText == file.outputText)
    #expect(table.errorText == "" && table.status == .exited(0))
  }

  // What `w` writes for them was refused.
  @Test("41: a table of a database and a file in an archive are sources of recipes")
  func sourcesOfRecipes() async throws {
    let files = FileManager.default
    let folder = files.temporaryDirectory.appending(path: "mocoa-\(UUID())").path
    try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? files.removeItem(atPath: folder) }
    let archive = Archive.zip(["a.csv": "n\n1\n2\n", "b.csv": "n\n3\n"])
    try Data(archive).write(to: URL(filePath: "\(folder)/d.zip"))
    let script = "create table t(a)\ninsert into t values (1)\ncreate table u(a)"
    let database = try TestDatabase(script)
    let program = try builtProgram("mocoa-tui")
    for (source, count) in [("\(database.path)#t", "1\n"), ("\(folder)/d.zip/a.csv", "2\n")] {
      let recipe = "\(folder)/q.yaml"
      try Data("source: '\(source)'\n".utf8).write(to: URL(filePath: recipe))
      let result = try await run(program, ["@\(recipe)", "--count"])
      #expect(result.outputText == count && result.status == .exited(0), "\(result)")
    }
  }

  // Their files and tables were counted as rows of data.
  @Test("34: a folder, an archive and a database among files of data are said, as lists")
  func listsAmongData() async throws {
    let files = FileManager.default
    let folder = files.temporaryDirectory.appending(path: "mocoa-\(UUID())").path
    try files.createDirectory(atPath: "\(folder)/old", withIntermediateDirectories: true)
    defer { try? files.removeItem(atPath: folder) }
    try Data("{\"a\":1}\n".utf8).write(to: URL(filePath: "\(folder)/a.ndjson"))
    try Data("{\"a\":2}\n".utf8).write(to: URL(filePath: "\(folder)/old/c.ndjson"))
    let archive = Archive.zip(["a.json": "[1,2,3]", "b.json": "[4]"])
    try Data(archive).write(to: URL(filePath: "\(folder)/z.zip"))
    let database = try TestDatabase("create table t(a)\ncreate table u(a)")
    let program = try builtProgram("mocoa-tui")
    let all = try await run(program, ["\(folder)/*", database.path, "--count"])
    #expect(all.outputText == "6\n" && all.status == .exited(0))
    func note(_ path: String, _ kind: String, _ items: String) -> String {
      "mocoa-tui: \(path): is \(kind); its rows are its \(items), not what is in them\n"
    }
    #expect(
      all.errorText == note("\(folder)/old", "a folder", "files")
        + note("\(folder)/z.zip", "a zip archive", "files")
        + note(database.path, "a database", "tables"))
    let merged = try await run(
      program, ["--merge", "--json", "\(folder)/old", "\(folder)/a.ndjson"])
    #expect(merged.errorText.contains("old: is a folder; "), "\(merged)")
    let lists = try await run(program, ["\(folder)/old", database.path, "--count"])
    #expect(lists.outputText == "3\n" && lists.errorText == "" && lists.status == .exited(0))
  }

  /// `user:password` without a host, whose password an error of the engine would repeat.
  @Test(arguments: ["postgres", "clickhouse"], ["/x?table=t", "/x", ""])
  func aPasswordInPlaceOfThePortIsNotShown(_ scheme: String, _ rest: String) async throws {
    let result = try await run(
      builtProgram("mocoa-tui"), ["--json", "\(scheme)://bob:secret\(rest)"])
    #expect(result.status == .exited(1))
    #expect(!result.errorText.contains("secret"), "\(result.errorText)")
    #expect(result.errorText.contains("user:password@host is expected"), "\(result.errorText)")
  }

  /// Signs of an address that are not encoded, and would be repeated by an error of the engine.
  @Test(
    arguments: ["postgres", "clickhouse"], ["s3cret%GG", "p@s:s3cret", "p/s3cret", "a%s3cret"])
  func aPasswordThatIsNotEncodedIsNotShown(_ scheme: String, _ password: String) async throws {
    let result = try await run(
      builtProgram("mocoa-tui"), ["--json", "\(scheme)://bob:\(password)@127.0.0.1:1/x?table=t"])
    #expect(result.status == .exited(1))
    #expect(!result.errorText.contains("s3cret"), "\(result.errorText)")
    #expect(result.errorText.contains("with %40 for @"), "\(result.errorText)")
  }

  @Test(arguments: [["--at", "/a"], ["--tail", "2"], ["--format", "csv"]])
  func optionsOfFilesAreRefused(_ arguments: [String]) async throws {
    let database = try TestDatabase(Self.script)
    let result = try await run(
      builtProgram("mocoa-tui"), ["--json", database.path] + arguments)
    #expect(result.status == .exited(2))
    #expect(result.errorText.contains("\(arguments[0]) is not for databases"))
  }

  @Test func aTableIsChosenFromTheList() async throws {
    let database = try TestDatabase(Self.script + "\ncreate view old as select * from people")
    let terminal = try await TmuxTerminal(
      running: [try builtProgram("mocoa-tui"), database.path], columns: 90, rows: 10,
      directory: "/tmp")
    try await terminal.wait(for: "the tables") { $0.contains("people") && $0.contains("view") }
    try await terminal.send(.down)
    try await terminal.send(.enter)
    try await terminal.wait(for: "the rows") { $0.contains("Ada") && $0.contains("Paris") }
    try await terminal.sendText("q")
  }

  /// A row may have been changed before it is compared with others for the first time.
  @Test func aChangedRowIsShownWhenTheListIsReloaded() async throws {
    let database = try TestDatabase(Self.script)
    let terminal = try await TmuxTerminal(
      running: [try builtProgram("mocoa-tui"), database.path], columns: 90, rows: 12,
      directory: "/tmp")
    try await terminal.wait(for: "the rows") { $0.contains("Ada") && $0.contains("Ed") }
    for name in ["ADA", "Ann"] {
      try database.run("update people set name = '\(name)' where id = 1")
      try await terminal.sendText("r")
      try await terminal.wait(for: "the change") { $0.contains(name) && $0.contains("~1") }
    }
    try await terminal.sendText("q")
  }

  @Test func changesOfAnotherProgramAreShownRowByRow() async throws {
    let database = try TestDatabase(Self.script)
    let terminal = try await TmuxTerminal(
      running: [try builtProgram("mocoa-tui"), database.path, "--watch", "0.05"], columns: 90,
      rows: 12,
      directory: "/tmp")
    try await terminal.wait(for: "the rows") { $0.contains("Ada") && $0.contains("Ed") }
    // Long enough for rows that have not changed to be compared.
    try database.run(
      """
      update people set name = 'ADA' where id = 1
      insert into people values (10, 'Flo', 'Rome', 1)
      """
    )
    try await terminal.wait(for: "the changes") { $0.contains("ADA") && $0.contains("Flo") }
    try database.run("delete from people where id = 2")
    try await terminal.wait(for: "the deletion") { !$0.contains("Bo") && $0.contains("Flo") }
    try database.run("drop table people")
    try await terminal.wait(for: "the reason") {
      $0.contains("SQLite: no such table: main.people") && $0.contains("ADA")
    }
  }

  @Test func escapeCancelsAQueryThatHasNoRowYet() async throws {
    let database = try TestDatabase(Self.script)
    let endless =
      "with recursive c(n) as (select 1 union all select n + 1 from c) select n from c where n < 0"
    let terminal = try await TmuxTerminal(
      running: [try builtProgram("mocoa-tui"), database.path, "--sql", endless], columns: 140,
      rows: 10, directory: "/tmp")
    try await terminal.wait(for: "the query") {
      $0.contains("Waiting for \(database.path)") && $0.contains("Esc cancels")
    }
    try await terminal.send(.escape)
    try await terminal.wait(for: "the end") { $0.contains("the query was cancelled  (r retries)") }
    try await terminal.sendText("q")
  }

  /// A server that takes connections, and never answers.
  @Test func escapeCancelsWhileAServerDoesNotAnswer() async throws {
    let (server, port) = ClickHouseServers.boundSocket()
    defer { close(server) }
    listen(server, 5)
    let terminal = try await TmuxTerminal(
      running: [try builtProgram("mocoa-tui"), "clickhouse://127.0.0.1:\(port)/d?table=t"],
      columns: 100, rows: 10, directory: "/tmp")
    try await terminal.wait(for: "the request") { $0.contains("Esc cancels") }
    try await terminal.send(.escape)
    try await terminal.wait(for: "the end") { $0.contains("the query was cancelled  (r retries)") }
    try await terminal.sendText("q")
  }

  @Test func invalidTextIsReportedWithItsSource() async throws {
    let database = try TestDatabase(
      "create table t(a)\ninsert into t values (cast(x'ff41' as text))")
    let result = try await run(try builtProgram("mocoa-tui"), ["--json", database.path])
    #expect(result.outputText == "{\"a\":\"\u{FFFD}A\"}\n")
    #expect(result.errorText.contains(".db#t: the text here is not UTF-8"), "\(result.errorText)")
  }

  private static let waysOut = [
    ["--json"], ["--csv"], ["--plain"], ["--json", "--filter", "n != \"x\""],
    ["--json", "--sort", "n"], ["--json", "--group-by", "n"],
  ]

  /// Searches by row number end at a row with a greater one, or skip rows.
  @Test(
    "A8: rows behind a damaged row number are printed, or said to be missing",
    arguments: waysOut, [(UInt8(0xBE), false), (0x80, false), (0xBE, true), (0x80, true)])
  func damagedRowNumbers(_ arguments: [String], _ damage: (UInt8, Bool)) async throws {
    let (byte, hasGaps) = damage
    let database = try TestDatabase(
      """
      create table t(n)
      insert into t with recursive c(n) as (select 1 union all select n + 1 from c \
      where n < 5000) select 'n' || n from c
      delete from t where \(hasGaps) and rowid = 4000
      """)
    let count = hasGaps ? 4_999 : 5_000
    // The cell of row 1895: its number, the length of the header, the type and the text.
    let row: [UInt8] = [0x8E, 0x67, 2, 23] + Array("n1895".utf8)
    var file = [UInt8](try Data(contentsOf: URL(filePath: database.path)))
    let place = try #require(file.firstRange(of: row)).lowerBound
    file[place] = byte
    let damaged = try TestDatabase()
    try Data(file).write(to: URL(filePath: damaged.path))
    let result = try await run(builtProgram("mocoa-tui"), arguments + [damaged.path])
    let lines = result.outputText.split(whereSeparator: \.isNewline).count { $0.contains("n") }
    let isWhole =
      [count, count + 1].contains(lines) && result.status == .exited(0) && result.errorText == ""
    let isReported = result.status == .exited(1) && result.errorText.contains("is damaged")
    #expect(isWhole || isReported, "\(lines) \(result.errorText)")
  }

  @Test(
    "A7: a row of an engine that is too long is an error",
    arguments: [["--json"], ["--csv", "--sort", "n"], ["--plain"], ["--json", "--group-by", "a"]])
  func rowsThatAreTooLong(_ way: [String]) async throws {
    let database = try TestDatabase(
      """
      create view v as select 1 as n, zeroblob(900000000) as a union all select 2, 'x'
      create view w as select 1 as n, printf('%.*c', 30000000, 'x') as a union all select 2, 'x'
      """)
    for view in ["v", "w"] {
      let result = try await run(
        "sh",
        ["-c", "ulimit -v 1500000; exec \"$@\"", "sh", builtProgram("mocoa-tui")] + way
          + ["\(database.path)#\(view)"])
      #expect(result.status == .exited(1))
      #expect(result.errorText.contains("too big") || result.errorText.contains("too long"))
    }
  }

  // `Documentation/Engines.md` says so: by these files, SQLite agrees with programs that write.
  @Test("A18: beside a database in WAL mode is only what SQLite needs, and it is not modified")
  func journalsOfDatabasesThatAreRead() async throws {
    let database = try TestDatabase(
      "pragma journal_mode = wal\ncreate table t(n)\ninsert into t values (5)")
    let files = FileManager.default
    let folder = files.temporaryDirectory.appending(path: "wal-\(UUID())").path
    try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? files.removeItem(atPath: folder) }
    for end in ["", "-wal"] {
      try files.copyItem(atPath: database.path + end, toPath: "\(folder)/w.db\(end)")
    }
    let before = files.contents(atPath: "\(folder)/w.db")
    for _ in 0..<2 {
      let result = try await run(builtProgram("mocoa-tui"), ["--json", "\(folder)/w.db#t"])
      #expect(result.outputText == "{\"n\":5}\n" && result.errorText == "")
      let names = try files.contentsOfDirectory(atPath: folder).sorted()
      #expect(names == ["w.db", "w.db-shm", "w.db-wal"])
      #expect(files.contents(atPath: "\(folder)/w.db") == before)
    }
  }

  @Test("W21: names of databases need not be UTF-8")
  func namesNeedNotBeText() async throws {
    let database = try TestDatabase("create table t(n)\ninsert into t values (5)")
    for end in ["", "#t"] {
      let result = try await run(
        "sh",
        [
          "-c", #"n=$(printf '%s\377' "$1"); mv "$1" "$n"; "$2" --json "$n$3"; mv "$n" "$1""#, "sh",
          database.path, builtProgram("mocoa-tui"), end,
        ])
      #expect(result.outputText == "{\"n\":5}\n", "\(result.errorText)")
      #expect(result.errorText == "")
    }
  }

  @Test func namesOfTablesMayHaveTheSign() async throws {
    let database = try TestDatabase("create table 'a#b#c'(n)\ninsert into 'a#b#c' values (5)")
    let result = try await run(
      try builtProgram("mocoa-tui"), ["--json", database.path + "#a#b#c"])
    #expect(result.outputText == "{\"n\":5}\n", "\(result.errorText)")
  }

  @Test(arguments: [
    (["--sql", "/* all */ delete from people"], "must be a select, not delete"),
    (["--sql", "select 1;;"], "must be one statement"),
    (["--sql", "select 1", "--tables"], "cannot be combined"),
    (["--sql", "select missing from people"], "no such column"),
  ])
  func errorsAreReported(_ arguments: [String], _ reason: String) async throws {
    let database = try TestDatabase(Self.script)
    let result = try await run(
      try builtProgram("mocoa-tui"), ["--json", database.path] + arguments)
    #expect(result.errorText.contains(reason), "\(result.errorText)")
    #expect(result.status != .exited(0))
  }
}
