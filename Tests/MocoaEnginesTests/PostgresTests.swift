import MocoaTestSupport
import Testing

@testable import MocoaEngines
@testable import MocoaFeed

/// Tables, views and queries of PostgreSQL as rows.
@MainActor
@Suite(.enabled(if: PostgresServer.programs != nil, "no server of PostgreSQL"))
struct PostgresTests {
  @Test func valuesOfEachKindAreShown() async throws {
    let server = try await PostgresServer(
      """
      create table t(i int8, n float8, d numeric, s text, b bool, z text, a int[], j jsonb, \
      t timestamp, bl bytea)
      insert into t values (9223372036854775807, 'nan', 1.50, E'a"\\n\\\\', true, null, '{1,2}', \
      '{"x": "y"}', '2024-01-02 03:04:05', '\\x00ff')
      insert into t values (-1, '-inf', 'NaN', '', false, 'x', '{}', '[1]', 'infinity', '')
      """)
    #expect(
      try server.feed("t").listModel.texts() == [
        #"{"i":9223372036854775807,"n":"NaN","d":1.50,"s":"a\"\n\\","b":true,"z":null,"a":[1,2],"#
          + #""j":{"x": "y"},"t":"2024-01-02 03:04:05","bl":"\\x00ff"}"#,
        #"{"i":-1,"n":"-Infinity","d":"NaN","s":"","b":false,"z":"x","a":[],"j":[1],"#
          + #""t":"infinity","bl":"\\x"}"#,
      ])
  }

  @Test func tablesViewsAndQueriesHaveTheSameRows() async throws {
    let server = try await PostgresServer(
      """
      create table k(id int primary key, name text)
      insert into k select n, 'n' || n from generate_series(999, 0, -1) n
      create table two(id int, name text, primary key (name, id))
      insert into two select id, name from k
      create table none(id int, name text)
      insert into none select id, name from k order by id
      create table "a""b.c; --"(id int, name text)
      insert into "a""b.c; --" select id, name from k order by id
      create view v as select * from k order by id
      create table empty(id int)
      """)
    let rows = (0..<1_000).map { "{\"id\":\($0),\"name\":\"n\($0)\"}" }
    for table in ["k", "none", "v", "public.a%22b.c;%20--"] {
      let model = try server.feed(table).listModel
      #expect(try model.texts() == rows, "\(table)")
      #expect(model.row(777).json.text == rows[777], "\(table)")
      #expect(
        try model.rows(for: RowQuery(sortKeys: [SortKey("id", isDescending: true)]))?.first == 999)
    }
    #expect(try server.feed("two").listModel.texts() == rows.sorted())
    for table in ["k", "two", "none", "v"] {
      try expectOnePassIsTheSame(table) { try server.feed(table, options: $0) }
    }
    #expect(try server.feed("empty").listModel.texts().isEmpty)
    let found = try server.feed(
      "", query: "select id % 2 as odd, count(*) as n from k group by 1 order by 1")
    #expect(try found.listModel.texts() == [#"{"odd":0,"n":500}"#, #"{"odd":1,"n":500}"#])
    let both = try server.feed(
      "", query: "select a.*, b.id, 3 as id_1 from k a join k b on b.id = a.id + 1 where a.id = 5")
    #expect(try both.listModel.texts() == [#"{"id":5,"name":"n5","id_2":6,"id_1":3}"#])
    let tables = try server.feed("").listModel.texts()
    #expect(tables.count == 6 && tables[5].hasPrefix(#"{"table":"v","type":"view","columns":2,"#))
    let some = stride(from: 3, to: 1_000, by: 97).map { $0 }
    let provider = PostgresProvider([server.address], .table("k"))
    try provider.open(countsRows: true) { _ in }
    var numbers: [Int] = []
    try provider.forEachRow(RowRequest(.numbers(some))) { number, row in
      numbers.append(number)
      return String(decoding: row, as: UTF8.self) == rows[number]
    }
    #expect(numbers == some)
  }

  @Test func filtersUseIndexes() async throws {
    let server = try await PostgresServer(
      """
      create table t(id bigint primary key, name text unique, o oid, price numeric(9, 2) unique)
      insert into t select n, 'n' || n, n, n from generate_series(1, 10000) n
      analyze t
      """)
    var options = FeedOptions()
    options.isOnePass = true
    for filter in ["id == 7", "id > 9990", "price == 7", "name == \"n7\"", "o == 7"] {
      let feed = try server.feed("t", options: options)
      var found: [UInt8] = []
      var output = RowOutput(.json(nil)) { found += $0 }
      try output.write(feed.listModel, filters: [RowFilter(parsing: filter)])
      try output.end()
      #expect(found.count { $0 == 0x0A } == (filter.contains(">") ? 10 : 1), "\(filter)")
      var plan = ""
      try PostgresConnection(PostgresLibrary(), address: server.address).run(
        "explain " + #require(feed.statements?.first)
      ) {
        plan += $0.text(0) ?? ""
        return true
      }
      #expect(!plan.contains("Seq Scan") && plan.count > 20, "\(filter): \(plan)")
    }
  }

  private static let values = [
    "null", "'0'", "'5'", "'-3'", "'10'", "'0.5'", "'nan'", "'inf'", "' 7 '", "'5M'", "'abc'",
    "'ABC'", "'2024-01-01'", "'null'", "''", "'it''s'", "'é'", "'a\"; drop table t; --'", "'1h'",
    "'\u{212A}'", "'İ'", "'-0.0'", "'1.50'", "'9007199254740993'", "'true'",
  ]

  @Test func filtersMeanTheSame() async throws {
    let server = try await PostgresServer(
      """
      create function try(text, anyelement, out anyelement) language plpgsql as $$ begin \
      execute format('select %L::%s', $1, pg_typeof($2)) into $3; \
      exception when others then $3 = null; end $$
      """)
    let types = [
      "text", "varchar", "char(200)", "int", "int8", "float8", "float4", "numeric", "date", "bool",
      "timestamp", "jsonb", "text collate \"und-x-icu\"",
    ]
    for seed in 0..<10 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      let columns = (0..<3).map { _ in types.randomElement(using: &random) ?? "" }
      let key = seed % 2 == 0 ? "key serial primary key, " : ""
      var script =
        "drop view if exists v\ndrop table if exists t\n"
        + "create table t(\(key)a \(columns[0]), b \(columns[1]), c \(columns[2]))\n"
      for _ in 0..<200 {
        let values = columns.map { type in
          "try(\(Self.values.randomElement(using: &random) ?? "null"), null::\(type))"
        }
        script += "insert into t(a, b, c) select \(values.joined(separator: ", "))\n"
      }
      try server.run(script + "create view v as select * from t")
      let feed = try server.feed(seed % 5 == 4 ? "v" : "t")
      try FilterOracle.check(feed, &random, count: isLongRun ? 30 : 12)
    }
  }

  @Test func sumsOfGroupsAreExact() async throws {
    let server = try await PostgresServer()
    for (number, (values, mean, sum)) in FilterOracle.sums.enumerated() {
      try server.run(
        "create table t\(number) as select 0 as k, (\(values))::float8 as x "
          + "from generate_series(0, 999) n")
      try FilterOracle.checkSums(server.feed("t\(number)"), mean, sum)
    }
  }

  @Test func nothingIsWritten() async throws {
    let server = try await PostgresServer("create table t(a int)\ninsert into t values (1)")
    for sql in [
      "delete from t", "with x as (delete from t returning a) select * from x",
      "select 1; delete from t", "select 1) q; delete from t; --", "select nextval('s')",
      "select set_config('transaction_read_only', 'off', false)",
    ] {
      #expect(throws: (any Error).self, "\(sql)") { try server.feed("", query: sql) }
    }
    #expect(try server.feed("t").listModel.numberOfRows == 1)
  }

  @Test func aQueryThatNeverEndsIsCancelled() async throws {
    let server = try await PostgresServer("create table t(a int)")
    let provider = PostgresProvider(
      [server.address], .query("select count(*) from generate_series(1, 1e12::int8)"))
    let source = ProvidedSource(provider, name: "endless")
    let task = Task.detached { try? source.open(countsRows: true) { _ in } }
    while provider.statements.isEmpty { await Task.yield() }
    source.stop()
    await task.value
    var running = 1
    try PostgresConnection(PostgresLibrary(), address: server.address).run(
      "select count(*) from pg_stat_activity where state = 'active' and query like 'select \"count\"%'"
    ) {
      running = $0.integer(0)
      return true
    }
    #expect(running == 0)
  }

  @Test func errorsSayWhatAndNoPassword() async throws {
    let server = try await PostgresServer(
      "create table t(a int primary key)\ninsert into t values (1)")
    let feed = try server.feed("t")
    try server.run("drop table t")
    #expect(feed.listModel.row(0).problem.map { "\($0)" }?.contains("\"t\" does not exist") == true)
    let other = server.address.replacing("postgres:///", with: "postgres://eve:secret@/")
    for address in [
      other.replacing("user=postgres", with: "user=eve"),
      "postgres://eve:secret@127.0.0.1:1/x?table=t",
    ] {
      let source = try #require(EngineSource(address))
      do {
        _ = try source.origin()
        #expect(address.contains("table"))
      } catch { #expect(!"\(error)".contains("secret"), "\(error)") }
      #expect(!source.database.contains("secret"))
    }
  }
}

/// Conditions for columns of PostgreSQL's types.
@Suite struct PostgresConditionTests {
  @Test("37: a comparison with a time is one of the column")
  func times() throws {
    let schema = PostgresSchema(
      table: "x", keys: ["id"], [("t", "1114"), ("z", "1184"), ("d", "1082"), ("c", "1083")])
    func upper(_ filter: String) throws -> String {
      SQLBounds(RowCondition(try RowFilter(parsing: filter).condition), in: schema).upper.sql
    }
    #expect(
      try upper(#"t >= "2026-01-01T10:00:00Z""#)
        == #"("t" >= '2026-01-01 10:00:00'::timestamp"#
        + #" or "t" < '0001-01-01 00:00:00'::timestamp)"#)
    #expect(
      try upper(#"z < "2026-01-01T10:00:00Z""#)
        == #"("z" < '2026-01-01 10:00:00+00'::timestamptz"#
        + #" or "z" > '9999-12-30 00:00:00+00'::timestamptz)"#)
    #expect(
      try upper("d > 2026-01-01")
        == #"("d" > '2026-01-01'::date or "d" < '0001-01-01'::date)"#)
    #expect(try upper("c > 2026-01-01") == "1 = 1")
  }
}
