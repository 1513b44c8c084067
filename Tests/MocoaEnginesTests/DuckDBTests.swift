import Foundation
import MocoaTestSupport
import Testing

@testable import MocoaEngines
@testable import MocoaFeed

/// DuckDB's program, where it is installed.
enum DuckDB {
  static let isInstalled =
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/duckdb")
    }

  /// The folder of all others, which is removed at the end of the tests.
  private static let folders: String = {
    atexit { try? FileManager.default.removeItem(atPath: folders) }
    return FileManager.default.temporaryDirectory.appending(path: "mocoa-\(UUID())").path
  }()

  /// Runs statements in a new folder, which is returned.
  static func folder(_ script: String) async throws -> String {
    let folder = "\(folders)/\(UUID())"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let result = try await run("duckdb", ["-no-init", "d.duckdb", script], directory: folder)
    try #require(result.status == .exited(0), "\(result.errorText)")
    return folder
  }

  /// A feed of a source whose rows have been counted.
  @MainActor static func feed(
    _ name: String, query: String? = nil, options: FeedOptions = FeedOptions()
  ) throws -> Feed {
    let source = try #require(EngineSource(name))
    let feed = try Feed(
      query.map { try source.origin(ofQuery: $0) } ?? source.origin(), options: options)
    #expect(feed.wait(forRows: .max, timeout: .seconds(20)))
    if let error = feed.status.error { throw error }
    return feed
  }
}

/// Tables, views, files and queries of DuckDB as rows.
@MainActor @Suite(.enabled(if: DuckDB.isInstalled, "duckdb is not installed"))
struct DuckDBTests {
  @Test func valuesOfEachKindAreShown() async throws {
    let folder = try await DuckDB.folder(
      """
      create table t as select 9223372036854775807 as i, 'nan'::double as n, '-inf'::float as f,
        0.1::float as g, 1.50::decimal(9, 2) as d, 12345678901234567890::hugeint as h,
        'a"' || chr(10) || 'NaN' as s, true as b, null as z,
        {'x': [1, 2], 'y': 'inf'::double} as o, date '2024-01-02' as t, '\\xAA'::blob as bl;
      """)
    #expect(
      try DuckDB.feed("\(folder)/d.duckdb").listModel.texts() == [
        #"{"i":9223372036854775807,"n":"NaN","f":"-Infinity","g":0.1,"d":1.50,"#
          + #""h":12345678901234567890,"s":"a\"\nNaN","b":true,"z":null,"#
          + #""o":{"x":[1,2],"y":"Infinity"},"t":"2024-01-02","bl":"\\xAA"}"#
      ])
  }

  @Test func tablesFilesAndQueriesHaveTheSameRows() async throws {
    let folder = try await DuckDB.folder(
      """
      create table t as select range as id, 'n' || range as name from range(1000);
      create view v as select * from t;
      copy t to 't.parquet';
      copy (select * from t where id < 500) to 'part-1.parquet';
      copy (select * from t where id >= 500) to 'part-2.parquet';
      create table gaps as from t;
      delete from gaps where id % 3 = 1;
      """)
    let rows = (0..<1_000).map { "{\"id\":\($0),\"name\":\"n\($0)\"}" }
    for name in ["d.duckdb#t", "d.duckdb#v", "t.parquet", "part-*.parquet"] {
      let model = try DuckDB.feed("\(folder)/\(name)").listModel
      #expect(try model.texts() == rows, "\(name)")
      #expect(model.row(777).json.text == rows[777], "\(name)")
      #expect(try model.brokenRows(in: 0..<1_000, isCancelled: { false }).isEmpty)
    }
    for name in ["d.duckdb#t", "d.duckdb#v", "d.duckdb#gaps", "t.parquet", "part-*.parquet"] {
      try expectOnePassIsTheSame(name) { try DuckDB.feed("\(folder)/\(name)", options: $0) }
    }
    let gaps = try DuckDB.feed("\(folder)/d.duckdb#gaps").listModel
    #expect(gaps.numberOfRows == 667 && gaps.row(666).json.text == rows[999])
    for (name, count) in [("d.duckdb#v", 1_000), ("part-*.parquet", 1_000), ("d.duckdb#gaps", 667)]
    {
      var groups = RowGroups(by: [OutputColumn(title: "id", path: MemberPath("id"))], [])
      try groups.add(rowsOf: DuckDB.feed("\(folder)/\(name)").listModel)
      #expect(groups.rowCount == count, "\(name)")
    }
    let tables = try DuckDB.feed("\(folder)/d.duckdb").listModel
    #expect(tables.numberOfRows == 3)
    let query = "select id % 2 as odd, count(*) as n from data group by all order by all -- end"
    let groups = try DuckDB.feed("\(folder)/t.parquet", query: query).listModel
    #expect(try groups.texts() == [#"{"odd":0,"n":500}"#, #"{"odd":1,"n":500}"#])
    // Also by the name of the file, as other files are.
    let byName = try DuckDB.feed("\(folder)/t.parquet", query: "select count(*) as n from t")
    #expect(try byName.listModel.texts() == [#"{"n":1000}"#])
  }

  /// The names of columns have no case in DuckDB, and the greatest value is that of the last row.
  @Test("A19: a file whose name has wildcards is one file", arguments: ["a[1]", "a*", "a?"])
  func namesWithWildcards(_ name: String) async throws {
    let folder = try await DuckDB.folder(
      "copy (select 1 as n) to '\(name).parquet'; copy (select 2 as n) to 'a1.parquet';")
    let model = try DuckDB.feed("\(folder)/\(name).parquet").listModel
    #expect(try model.texts() == [#"{"n":1}"#])
  }

  @Test("A4: rows are numbered by the table, whatever its columns are called")
  func columnsMayBeCalledLikeNumbers() async throws {
    let folder = try await DuckDB.folder(
      """
      create table t as select if(range = 0, 9, 0) as "RowID", range as n from range(10);
      copy (select "RowID" as "File_Row_Number", n from t) to 't.parquet';
      """)
    for (name, column) in [("d.duckdb", "RowID"), ("t.parquet", "File_Row_Number")] {
      let model = try DuckDB.feed("\(folder)/\(name)").listModel
      let rows = (0..<10).map { "{\"\(column)\":\($0 == 0 ? 9 : 0),\"n\":\($0)}" }
      #expect(try model.texts() == rows)
      let key = SortKey(MemberPath("n"), isDescending: true)
      #expect(try model.rows(for: RowQuery(sortKeys: [key])).map(Array.init) == (0..<10).reversed())
    }
  }

  /// DuckDB's own filter finds none of these, by the Bloom filter of the file.
  @Test func negativeZeroOfAParquetFileIsEqualToZero() async throws {
    let folder = try await DuckDB.folder(
      """
      copy (select case when range % 10 = 0 then -0.0::double else range % 7 + 0.5 end as f
        from range(400)) to 'z.parquet';
      """)
    let model = try DuckDB.feed("\(folder)/z.parquet").listModel
    let filter = try RowFilter(parsing: "f == 0")
    #expect(try model.rows(for: RowQuery(filters: [filter]))?.count == 40)
  }

  /// The list of tables and the rows are asked of the same program.
  @Test func aDatabaseIsOpenedByOneProgram() async throws {
    let folder = try await DuckDB.folder("create table t as select range as a from range(3);")
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    // Written by another process: a program that is open for writing, if only in a child that was
    // started meanwhile, cannot be run.
    let lines = ["#!/bin/sh", "echo x >> starts", "PATH='\(path)' exec duckdb \"$@\""]
    _ = try await run(
      "sh", ["-c", #"printf '%s\n' "$@" > duckdb; chmod +x duckdb"#, "sh"] + lines,
      directory: folder)
    let result = try await run(
      builtProgram("mocoa-tui"), ["--json", "--filter", "a > 1", "d.duckdb"],
      environment: ["PATH": "\(folder):\(path)"], directory: folder)
    #expect(result.outputText == "{\"a\":2}\n", "\(result.errorText)")
    #expect(try String(contentsOfFile: "\(folder)/starts", encoding: .utf8) == "x\n")
  }

  /// Sums of floating-point numbers are those of their decimal texts.
  @Test(arguments: FilterOracle.sums)
  func sumsOfGroupsAreExact(_ values: String, _ mean: String, _ sum: String) async throws {
    let folder = try await DuckDB.folder(
      """
      create table t as select 0 as k, (\(values))::double as x from (select range as n from range(1000));
      """)
    try FilterOracle.checkSums(DuckDB.feed("\(folder)/d.duckdb"), mean, sum)
  }

  @Test func decimalsAreNumbers() async throws {
    let folder = try await DuckDB.folder(
      "create table t as select (range * 1.005)::decimal(18, 3) as d from range(1, 4);")
    let model = try DuckDB.feed("\(folder)/d.duckdb").listModel
    var groups = RowGroups(by: [], [Aggregate(.sum, of: "d")])
    try groups.add(rowsOf: model, filters: [try RowFilter(parsing: "d > 1.1")])
    #expect(String(decoding: groups.json, as: UTF8.self) == #"[{"sum(d)":5.025}]"#)
  }

  // An empty column st was in front of st.a.
  @Test("34: a struct has the columns of its members, and no other")
  func columnsOfStructs() async throws {
    let folder = try await DuckDB.folder("create table t as select {'a': 1} as st, 2 as n;")
    var schema = MemberSchema()
    try schema.add(rowsOf: DuckDB.feed("\(folder)/d.duckdb").listModel)
    #expect(schema.columns.map(\.title) == ["st.a", "n"])
  }

  @Test func aQueryCanBeOnSeveralFiles() async throws {
    let folder = try await DuckDB.folder(
      "copy (from range(5)) to 'a.parquet'; copy (from range(5, 9)) to 'b.parquet';")
    let source = try #require(EngineSource(["\(folder)/a.parquet", "\(folder)/b.parquet"]))
    let feed = try Feed(source.origin(ofQuery: "select sum(range) as s from data"))
    #expect(feed.wait(forRows: .max, timeout: .seconds(20)))
    #expect(try feed.listModel.texts() == [#"{"s":36}"#], "\(feed.status)")
    #expect(EngineSource(["\(folder)/a.parquet", "\(folder)/d.duckdb"]) == nil)
  }

  @Test func namesOfTablesMayHavePoints() async throws {
    let folder = try await DuckDB.folder(
      "create table \"a.b\" as select 1 as n; create schema s; create table s.t as select 2 as n;")
    let tables = try DuckDB.feed("\(folder)/d.duckdb").listModel.texts().joined()
    #expect(tables.contains(#""main.a.b""#) && tables.contains(#""s.t""#), "\(tables)")
    #expect(try DuckDB.feed("\(folder)/d.duckdb#main.a.b").listModel.texts() == [#"{"n":1}"#])
  }

  @Test("A18: tables of several schemas have different names")
  func namesOfSchemasMayHavePoints() async throws {
    let folder = try await DuckDB.folder(
      """
      create schema s; create schema "s.t"; create schema "a""b.c";
      create table "s.t".u as select 1 as n; create table s."t.u" as select 2 as n;
      create table "a""b.c"."d.e" as select 3 as n; create table "\""x" as select 4 as n;
      """)
    let names = try DuckDB.feed("\(folder)/d.duckdb").listModel.texts().map {
      try #require(JSONBytes(Array($0.utf8)).member("table")?.string)
    }
    #expect(Set(names) == [#""s.t".u"#, "s.t.u", #""a""b.c".d.e"#, "\"x"])
    var rows: Set<String> = []
    for name in names {
      rows.formUnion(try DuckDB.feed("\(folder)/d.duckdb#\(name)").listModel.texts())
    }
    #expect(rows == [#"{"n":1}"#, #"{"n":2}"#, #"{"n":3}"#, #"{"n":4}"#])
  }

  private static let values = [
    "null", "0", "5", "-3", "10", "0.5", "1e300", "'nan'", "'inf'", "'5'", "' 7 '", "'5M'", "'abc'",
    "'ABC'", "'2024-01-01'", "'null'", "''", "'it''s'", "'é'", "'a\"; drop table t; --'", "'1h'",
    "'\u{212A}'", "'İ'", "'-0.0'", "'2023-12-31 23:59:59.25'", "'10000-01-01'", "'30 days'",
    "'1 month'",
  ]

  @Test(arguments: 0..<6) func filtersMeanTheSame(_ seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let types = [
      "varchar", "varchar collate nocase", "bigint", "double", "float", "date", "boolean",
      "varchar[]", "decimal(9,2)",
      "timestamp", "hugeint", "interval",
    ]
    let columns = (0..<3).map { _ in types.randomElement(using: &random) ?? "" }
    var script = "create table t(a \(columns[0]), b \(columns[1]), c \(columns[2]));"
    for _ in 0..<200 {
      let values = columns.map { type in
        let value = Self.values.randomElement(using: &random) ?? "null"
        return type == "varchar[]"
          ? "[cast(\(value) as varchar)]" : "try_cast(\(value) as \(type.split(separator: " ")[0]))"
      }
      script += "insert into t select \(values.joined(separator: ", "));"
    }
    let folder = try await DuckDB.folder(script + "copy t to 't.parquet'; create view v as from t;")
    let name = ["d.duckdb#t", "t.parquet", "d.duckdb#v"][Int(seed % 3)]
    try FilterOracle.check(DuckDB.feed("\(folder)/\(name)"), &random, count: isLongRun ? 40 : 15)
  }

  /// An error behind many rows, which DuckDB's program itself does not report: it is not the end,
  /// and the file that is the output stays.
  @Test func anErrorBehindRowsIsReported() async throws {
    let folder = try await DuckDB.folder("create table t as select 1 as a;")
    let output = { try FileManager.default.attributesOfItem(atPath: "/dev/stdout")[.type] }
    let type = try output() as? FileAttributeType
    let sql = """
      select case when range = 900000 then error('too late') else repeat('x', 99) end as s \
      from range(1000000)
      """
    let result = try await run(
      builtProgram("mocoa-tui"), ["--json", "--sql", sql, "\(folder)/d.duckdb"])
    #expect(result.status == .exited(1))
    #expect(result.errorText.contains("too late"), "\(result.errorText)")
    #expect(try output() as? FileAttributeType == type)
  }

  @Test func nothingIsWrittenAndNoOtherFileRead() async throws {
    let folder = try await DuckDB.folder(
      "create table t as select 1 as a; copy t to 't.parquet'; copy t to 'other.parquet';")
    for sql in [
      "select * from '\(folder)/other.parquet'", "copy (select 1) to '\(folder)/x.csv'",
      "select 1) to 'x.csv'; --", "select 'a", "select 1 /* ", "select $$a",
      "from read_text('/etc/passwd')",
    ] {
      #expect(throws: (any Error).self, "\(sql)") {
        try DuckDB.feed("\(folder)/t.parquet", query: sql)
      }
    }
    #expect(!FileManager.default.fileExists(atPath: "\(folder)/x.csv"))
    let sql = "select current_setting('autoinstall_known_extensions') as installs"
    let settings = try DuckDB.feed("\(folder)/t.parquet", query: sql).listModel
    #expect(try settings.texts() == [#"{"installs":false}"#])
  }

  private static let outputIsAllowed = "set allowed_paths = ['\(DuckDBConnection.output)']"

  @Test func resultsAreCopied() throws {
    let connection = try DuckDBConnection(database: nil, settings: [Self.outputIsAllowed])
    // As with versions that do not have these settings.
    let error = #expect(throws: FeedError.Reason.self) {
      try DuckDBConnection(database: nil, settings: [])
    }
    #expect("\(error as Any)".contains("1.2 or later"))
    var rows: [String] = []
    // Neither quotes nor commas are changed, and a comment ends with its line.
    let texts = #"select '"' || range || ',''' from range(100000) -- behind"#
    try connection.run(texts, "select 'end'") {
      rows.append(String(decoding: $0, as: UTF8.self))
      return true
    }
    #expect(rows == (0..<100_000).map { "\"\($0),'" } + ["end"])
    #expect(throws: FeedError.Reason.self) {
      try connection.run("select content from read_text('/etc/passwd')") { _ in true }
    }
    #expect(connection.isUsable)
  }

  @Test func noHistoryIsWritten() throws {
    let before = try FileManager.default.attributesOfItem(atPath: "/dev/null")
    var connection: DuckDBConnection? = try DuckDBConnection(
      database: nil, settings: [Self.outputIsAllowed])
    #expect(connection?.isUsable == true)
    connection = nil
    let after = try FileManager.default.attributesOfItem(atPath: "/dev/null")
    let modes = [before, after].map { $0[.posixPermissions] as? Int }
    #expect(modes[0] == modes[1])
  }

  /// A program that starts DuckDB's, such as that of Python's package, is slow to end.
  @Test func aProgramWhoseQueryWasCancelledIsReplaced() async throws {
    let folder = try await DuckDB.folder("create table t as select range as a from range(300);")
    let provider = DuckDBProvider(["\(folder)/d.duckdb"], .table("t"))
    try provider.open(countsRows: true) { _ in }
    for _ in 0..<20 {
      try provider.forEachRow(RowRequest(.range(0..<300))) { number, _ in number < 299 }
      var count = 0
      try provider.forEachRow(RowRequest(.range(0..<300))) { _, _ in
        count += 1
        return true
      }
      #expect(count == 300)
    }
    // The answer was there when it was cancelled.
    let cancelled = try DuckDBConnection(database: nil, settings: [Self.outputIsAllowed])
    try cancelled.run("select 1", isCancelled: { usleep(100_000) == 0 }) { _ in true }
    #expect(!cancelled.isUsable)
    let connection = try DuckDBConnection(database: nil, settings: [Self.outputIsAllowed])
    #expect(throws: (any Error).self) { try connection.run("select 1;\n.exit\n") { _ in true } }
    #expect(!connection.isUsable)
    let error = #expect(throws: FeedError.Reason.self) {
      try connection.run("select 1") { _ in true }
    }
    #expect(error == .unreadable("DuckDB ended unexpectedly"))
  }

  /// Rows that came between the first and the last count are added to the list.
  @Test func rowsBehindTheFirstOnesAreReportedAsAdded() async throws {
    let folder = try await DuckDB.folder("copy (from range(1000)) to 't.parquet';")
    let source = try #require(EngineSource("\(folder)/t.parquet"))
    let feed = try Feed(source.origin())
    var count = 0
    let observation = feed.observeChanges { [unowned feed] change in
      guard case .grew(let growth) = change else { return }
      // The first rows come with their section.
      let first = growth.sections.isEmpty ? 0 : feed.listModel.numberOfRows
      count += growth.appended?.items.count ?? first
    }
    defer { observation.cancel() }
    feed.start()
    while feed.listModel.numberOfRows < 1_000, feed.status.error == nil {
      // Rows that are pending come while more are counted.
      if count > 0 { _ = feed.listModel.feedSection(at: 0).item(at: count - 1) }
      await Task.yield()
    }
    #expect(count == 1_000)
  }

  @Test("37: for the columns of nested members no others are read")
  func columnsOfNestedMembers() async throws {
    let folder = try await DuckDB.folder(
      "create table t as select range as a, {'x': range, 'y': 'z'} as s, [1] as l from range(3);")
    let model = try DuckDB.feed("\(folder)/d.duckdb").listModel
    var schema = MemberSchema()
    try schema.add(rowsOf: model)
    #expect(schema.columns.map(\.title) == ["a", "s.x", "s.y", "l"])
    let statement = try #require(model.provider?.statements.first)
    #expect(statement.contains(#""s": "s""#) && !statement.contains(#""a": "a""#))
  }

  @Test func aQueryThatNeverEndsIsCancelled() async throws {
    let folder = try await DuckDB.folder("create table t as select 1 as a;")
    let provider = DuckDBProvider(
      ["\(folder)/d.duckdb"], .query("select count(*) from range(100000000000) a"))
    let task = Task.detached { try provider.open(countsRows: true) { _ in } }
    while provider.members.isEmpty, !task.isCancelled { await Task.yield() }
    provider.cancel()
    _ = try? await task.value
    let next = try DuckDB.feed("\(folder)/d.duckdb").listModel
    #expect(next.numberOfRows == 1)
  }
}

/// Conditions for columns of DuckDB's types.
@Suite struct DuckDBConditionTests {
  @Test("37: a text that no time has does not let all rows through where a column has times")
  func textsInTimes() {
    let types = ["t": "TIMESTAMP WITH TIME ZONE", "d": "DATE", "l": "DATE[]"]
    let schema = DuckDBSchema(
      relation: "x", number: nil, knownCount: nil, columns: Array(types.keys), types: types)
    func term(_ text: String, in name: String) -> SQLBounds.Term? {
      schema.bounds(of: .contains(ContainedText(text: text, ignoresCase: true)), on: name)?.exact
    }
    for text in ["item-99999", "2026 am", "é"] {
      #expect(term(text, in: "t") == .sql("(1 = 0)") && term(text, in: "d") == .sql("(1 = 0)"))
    }
    for text in ["2026-11", "10:11z", "inf", "(bc)"] { #expect(term(text, in: "t") == nil) }
    #expect(term("item-99999", in: "l") == nil)
  }

  @Test("37: a comparison with a time is one of the column")
  func times() throws {
    let types = [
      "t": "TIMESTAMP", "z": "TIMESTAMP WITH TIME ZONE", "d": "DATE", "n": "TIMESTAMP_NS",
    ]
    let schema = DuckDBSchema(
      relation: "x", number: nil, knownCount: nil, columns: Array(types.keys), types: types)
    func bounds(_ filter: String) throws -> SQLBounds {
      SQLBounds(RowCondition(try RowFilter(parsing: filter).condition), in: schema)
    }
    let late = try bounds(#"t > "2026-01-01T10:00:00+01:00""#)
    let start = "'0001-01-01 00:00:00'::timestamp"
    let end = "'9999-12-30 00:00:00'::timestamp"
    let isLate = #""t" > '2026-01-01 09:00:00'::timestamp"#
    #expect(late.upper == .sql(#"(\#(isLate) or "t" < \#(start))"#))
    #expect(late.lower == .sql(#"(\#(isLate) and "t" <= \#(end))"#))
    let early = try bounds("t <= 2026-01-01")
    let isEarly = #""t" <= '2026-01-01 00:00:00'::timestamp"#
    #expect(early.upper == .sql(#"(\#(isEarly) or "t" > \#(end))"#))
    #expect(early.lower == .sql(#"(\#(isEarly) and "t" >= \#(start))"#))
    // A time of a day is behind the day.
    let days = [">": ">", ">=": ">", "<": "<=", "<=": "<="]
    for (sign, sql) in days {
      let upper = try bounds(#"d \#(sign) "2026-01-01T10:00:00Z""#).upper.sql
      #expect(upper.hasPrefix(#"("d" \#(sql) '2026-01-01'::date or "#))
    }
    #expect(try bounds("d < 2026-01-01").upper.sql.hasPrefix(#"("d" < '2026-01-01'::date or "#))
    #expect(
      try bounds(#"z >= "2026-01-01T10:00:00.5Z""#).upper.sql
        == #"("z" >= '2026-01-01 10:00:00.5+00'::timestamptz"#
        + #" or "z" < '1980-01-01 00:00:00+00'::timestamptz)"#)
    // Parts of a microsecond.
    #expect(
      try bounds(#"t < "2026-01-01T10:00:00.0000015Z""#).upper.sql.hasPrefix(
        #"("t" <= '2026-01-01 10:00:00.000001'::timestamp or "#))
    // Rows are tested later.
    let recent = try bounds("t > now - 1h")
    #expect(recent.upper.sql.hasPrefix(#"(("t" > '20"#) && recent.lower == .constant(false))
    for filter in ["t < now - 1h", "n > 2026-01-01", "z > 1970-01-01", "t == 2026-01-01"] {
      #expect(try bounds(filter).upper == .constant(true), "\(filter)")
    }
  }

  @Test("37: groups of a filter that may let other rows through are counted where it does not")
  func groupsOfFilters() throws {
    let types = ["k": "INTEGER", "x": "DOUBLE", "t": "TIMESTAMP"]
    let schema = DuckDBSchema(
      relation: "r", number: "rowid", knownCount: 9, columns: Array(types.keys), types: types)
    func groups(_ filter: String) throws -> String? {
      let condition = RowCondition(try RowFilter(parsing: filter).condition)
      return schema.groups(RowRequest(.range(0..<9), members: ["k"], condition: condition))
    }
    let exact = try #require(try groups("k > 5"))
    #expect(exact.contains("concat(count(*), ") && exact.contains(#"where ("k" > 5)"#))
    let bounded = try #require(try groups("x > 5"))
    let isMore = #"("x" > '5.0'::double)"#
    let lower = #"(isfinite("x") and "x" > '5.0'::double)"#
    #expect(bounded.contains("where \(isMore) group by"))
    #expect(
      bounded.contains(
        "case when min(case when \(lower) then 1 else 0 end) = 1 then count(*) else 0 end"))
    #expect(try groups("t > 2026-01-01")?.contains("case when min(") == true)
    #expect(try groups("t > now - 1h") == nil)
  }
}
