import MocoaTestSupport
import Testing

@testable import MocoaEngines
@testable import MocoaFeed

/// Tables, views and queries of ClickHouse over two shards as rows.
@MainActor
@Suite(
  .sharedServers, .timeLimit(.minutes(10)),
  .enabled(if: ClickHouseServers.isInstalled, "no server of ClickHouse")
)
struct ClickHouseTests {
  @Test func valuesOfEachKindAreShown() async throws {
    let servers = try await ClickHouseServers.database(
      """
      create table t(i UInt64, n Float64, d Decimal(9, 2), s String, z Nullable(Int8), \
      a Array(String), t Tuple(Int8, Array(Float64)), at DateTime, f FixedString(3)) \
      engine = MergeTree order by i
      insert into t select 18446744073709551615, nan, cast('1.5', 'Decimal(9, 2)'), \
      'a"\\n\\\\\\'\\t', NULL, ['x''', 'y,"]'], (1, [1.5, -inf]), \
      cast('2024-01-02 03:04:05', 'DateTime'), 'ab'
      insert into t select 1, -inf, cast('-0.01', 'Decimal(9, 2)'), '', -5, [], (0, []), \
      cast('2024-01-02 03:04:05', 'DateTime'), 'abc'
      """)
    #expect(
      try servers.feed("t").listModel.texts() == [
        #"{"i":1,"n":"-Infinity","d":-0.01,"s":"","z":-5,"a":[],"t":[0,[]],"#
          + #""at":"2024-01-02 03:04:05","f":"abc"}"#,
        #"{"i":18446744073709551615,"n":"NaN","d":1.50,"s":"a\"\n\\'\t","z":null,"#
          + #""a":["x'","y,\"]"],"t":[1,[1.5,"-Infinity"]],"at":"2024-01-02 03:04:05","#
          + #""f":"ab\u0000"}"#,
      ])
  }

  @Test func tablesViewsAndQueriesHaveTheSameRows() async throws {
    let servers = try await ClickHouseServers.database(
      """
      create table k_local(id UInt32, name String) engine = MergeTree order by id
      create table k as k_local engine = Distributed(two, default, k_local, id)
      insert into k select number, concat('n', toString(number)) from numbers(5000)
      create table same(part String, id UInt32, name String) engine = MergeTree order by part
      insert into same select toString(intDiv(id, 3000)), id, name from k
      create table two(id UInt32, name String) engine = MergeTree \
      order by (intDiv(id, 100), name, id)
      insert into two select * from k
      create table none(id UInt32, name String) engine = Memory
      insert into none select * from k
      create table `a``b.c; --`(id UInt32, `"; drop table k; --` String) engine = Log
      insert into `a``b.c; --` select * from k
      create view v as select * from k order by id
      create table empty(id UInt32) engine = MergeTree order by id
      """.replacing("`a``b", with: "`a\\`b"))
    let rows = (0..<5_000).map { "{\"id\":\($0),\"name\":\"n\($0)\"}" }
    for table in ["k", "none", "v"] {
      let model = try servers.feed(table).listModel
      #expect(try model.texts() == rows, "\(table)")
      #expect(model.row(2_777).json.text == rows[2_777], "\(table)")
      #expect(
        try model.rows(for: RowQuery(sortKeys: [SortKey("id", isDescending: true)]))?.first == 4_999
      )
    }
    #expect(try servers.feed("a%60b.c;%20--").listModel.numberOfRows == 5_000)
    #expect(try servers.feed("empty").listModel.texts().isEmpty)
    let tables = try servers.feed("").listModel.texts()
    #expect(tables.count == 8 && tables[7].hasPrefix(#"{"table":"v","engine":"View""#), "\(tables)")
    let found = try servers.feed(
      "",
      query: #"select id % 2 as odd, count() as n, 'it\'s' as s from k group by odd order by odd"#)
    #expect(
      try found.listModel.texts() == [
        #"{"odd":0,"n":2500,"s":"it's"}"#, #"{"odd":1,"n":2500,"s":"it's"}"#,
      ])
    for table in ["k", "same", "two", "none", "v"] {
      try expectOnePassIsTheSame(table) { try servers.feed(table, options: $0) }
    }
    for table in ["k", "same", "two", "none"] {
      let provider = ClickHouseProvider([servers.addresses[0]], .table(table))
      try provider.open(countsRows: true) { _ in }
      func texts(_ request: RowRequest) throws -> [Int: String] {
        var texts: [Int: String] = [:]
        try provider.forEachRow(request) {
          #expect(texts[$0] == nil)
          texts[$0] = String(decoding: $1, as: UTF8.self)
          return true
        }
        return texts
      }
      let all = try texts(RowRequest(.range(0..<5_000)))
      #expect(all.count == 5_000 && Set(all.values).count == 5_000, "\(table)")
      for numbers in [
        Array(stride(from: 3, to: 5_000, by: 97)), [0, 1, 1_023, 1_024, 4_999], [2_048],
        [4_095, 4_096],
      ] {
        let some = try texts(RowRequest(.numbers(numbers)))
        #expect(some == all.filter { numbers.contains($0.key) }, "\(table) \(numbers)")
      }
      for range in [0..<1, 1_000..<1_100, 2_900..<3_200, 4_990..<5_000] {
        let some = try texts(RowRequest(.range(range)))
        #expect(some == all.filter { range.contains($0.key) }, "\(table) \(range)")
      }
    }
  }

  private static let values: [String: [String]] = [
    "String": [
      "", "0", "5", "abc", "ABC", "5M", " 7 ", "2024-01-01", "null", "it's", "é", "1h", "\u{212A}",
      "a\"; drop table t; --", "\\", "'\u{301}", "Infinity", "\\'", "x\ny",
    ],
    "Int64": ["0", "5", "-3", "10", "9223372036854775807"],
    "UInt64": ["0", "5", "18446744073709551615", "9007199254740993"],
    "Float64": ["0", "-0.0", "5", "0.5", "nan", "inf", "-inf", "1e300", "10"],
    "Float32": ["0.1", "5", "nan"],
    "Decimal(9, 2)": ["0", "5", "-3.5", "10"],
    "Date": ["2024-01-01", "1970-01-01"], "DateTime": ["2024-01-01 00:00:00"],
    "Array(String)": ["[]", "['abc','5']", "['it\\'s',null]".replacing(",null", with: "")],
    "Array(Nullable(Float64))": ["[1,NULL,-2.5]", "[]"],
    "Enum8('abc' = 1, '5' = 2, 'null' = 3)": ["abc", "5", "null"],
    "FixedString(5)": ["abc", "5"],
    "UUID": ["61f0c404-5cb3-11e7-907b-a6006ad3dba0"],
  ]

  @Test func filtersMeanTheSame() async throws {
    let servers = try await ClickHouseServers.database()
    let types = Self.values.keys.sorted()
    for seed in 0..<12 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      let columns = (0..<3).map { _ in types.randomElement(using: &random) ?? "String" }
      let declared = columns.map { type in
        let mayBeNull = !type.hasPrefix("Array") && Bool.random(using: &random)
        return mayBeNull ? "Nullable(\(type))" : type
      }
      let key = ["id", "intDiv(id, 70)", "tuple()"][Int(seed % 3)]
      let rows = (0..<200).map { number in
        let values = zip(columns, declared).map { type, declared in
          let value = Self.values[type]?.randomElement(using: &random) ?? ""
          let isNull = declared != type && Int.random(in: 0..<5, using: &random) == 0
          return isNull
            ? "NULL"
            : "cast(cast(\(ClickHouseText.literal(value)), \(ClickHouseText.literal(type))), "
              + "\(ClickHouseText.literal(declared)))"
        }
        return "select \(number), \(values.joined(separator: ", "))"
      }
      try await servers.run(
        """
        drop table if exists t
        drop table if exists t_local
        create table t_local(id UInt32, a \(declared[0]), b \(declared[1]), c \(declared[2])) \
        engine = MergeTree order by \(key)
        create table t as t_local engine = Distributed(two, default, t_local, id)
        """)
      for start in stride(from: 0, to: 200, by: 20) {
        try await servers.run(
          "insert into t " + rows[start..<start + 20].joined(separator: " union all "))
      }
      try FilterOracle.check(servers.feed("t"), &random, count: isLongRun ? 25 : 8)
    }
  }

  @Test func sumsOfGroupsAreExact() async throws {
    let servers = try await ClickHouseServers.database()
    for (number, (values, mean, sum)) in FilterOracle.sums.enumerated() {
      let value = "if(abs(\(values)) > 1e15, \(values), round(\(values), 9))"
      try await servers.run(
        """
        create table t\(number)(k UInt8, x Nullable(Float64), n UInt32) engine = MergeTree order by n
        insert into t\(number) select 0, \(value), n from (select number as n from numbers(1000))
        """)
      try FilterOracle.checkSums(servers.feed("t\(number)"), mean, sum)
    }
  }

  @Test("37: what is asked of a table when it is opened is asked once")
  func aTableIsOpenedWithFewRequests() async throws {
    let servers = try await ClickHouseServers.database(
      """
      create table t(id UInt32, k String) engine = MergeTree order by (id, k)
      insert into t select number, toString(number) from numbers(3000)
      """)
    let model = try servers.feed("t").listModel
    #expect(model.numberOfRows == 3_000)
    let statements = try #require(model.provider?.statements)
    for part in ["system.settings", "system.tables", "describe", "count()", "limit 256"] {
      #expect(statements.count { $0.contains(part) } == 1, "\(part) in \(statements)")
    }
  }

  @Test func nothingIsWritten() async throws {
    let servers = try await ClickHouseServers.database(
      "create table t(a Int8) engine = MergeTree order by a\ninsert into t select 1")
    for sql in [
      "insert into t select 2", "select 1) format Null; drop table t; --", "select 'a",
      "select 1; drop table t", "select * from url('http://127.0.0.1:1/', CSV, 'a Int8')",
      "select 1 into outfile '/tmp/x'", "with 1 as a drop table t",
    ] {
      #expect(throws: (any Error).self, "\(sql)") { try servers.feed("", query: sql) }
    }
    #expect(try servers.feed("t").listModel.numberOfRows == 1)
  }

  @Test func textsStayTexts() async throws {
    let servers = try await ClickHouseServers.database()
    for text in ["'", "\\", "\\'", "'\u{301}", "a\\\\'; drop", "\u{0}", "\n\t`\"", "é漢'"] {
      let query = "select \(ClickHouseText.literal(text)) as \(ClickHouseText.quoted("c" + text))"
      var found: [String] = []
      let address = try #require(EngineAddress(servers.addresses[0]))
      try ClickHouseConnection(address, .write).run(
        query, isCancelled: { false }, begin: { found = $0.map(\.name) }
      ) {
        found += $0.values.map(ClickHouseText.decoded)
        return true
      }
      #expect(found == ["c" + text, text])
    }
  }

  @Test func aQueryThatNeverEndsIsCancelled() async throws {
    let servers = try await ClickHouseServers.database()
    let provider = ClickHouseProvider(
      [servers.addresses[0]], .query("select count() from system.numbers where number % 2 = 3"))
    let source = ProvidedSource(provider, name: "endless")
    let task = Task.detached { try? source.open(countsRows: true) { _ in } }
    let running =
      "select count() from system.processes where query like '%from system.numb%' "
      + "and query not like '%processes%' and query not like 'describe%'"
    func count() throws -> String {
      try servers.feed("", query: running).listModel.row(0).json.text
    }
    while try count() != #"{"count()":1}"# { await Task.yield() }
    source.stop()
    await task.value
    while try count() != #"{"count()":0}"# { await Task.yield() }
  }

  @Test func errorsSayWhatAndNoPassword() async throws {
    let servers = try await ClickHouseServers.database(
      "create table t(a Int64) engine = MergeTree order by a\ninsert into t select 1")
    let address = servers.addresses[0]
    let reader = address.replacing("//", with: "//eve:se%3Acret@")
    for text in [reader + "?table=t", address + "?table=t&user=eve&password=se%3Acret"] {
      let feed = try Feed(try #require(EngineSource(text)).origin())
      #expect(feed.wait(forRows: .max, timeout: .seconds(20)))
      #expect(try feed.listModel.texts() == [#"{"a":1}"#], "\(feed.status)")
      #expect(!feed.name.contains("cret"))
      #expect(feed.name.hasSuffix("table=t"))
    }
    let numbers = #expect(throws: FeedError.self) {
      try servers.feed("", query: "select * from numbers(3)")
    }
    #expect("\(numbers.map { "\($0)" } ?? "")".contains("no table function"))
    try await servers.run("drop table t")
    for (address, reason) in [
      (reader, "doesn't exist"), (reader.replacing("se%3A", with: "x"), "Wrong password"),
      ("clickhouse://eve:secret@127.0.0.1:1/x", "onnect"),
    ] {
      let source = try #require(EngineSource(address + "?table=t"))
      let feed = try Feed(source.origin())
      feed.wait(forRows: .max, timeout: .seconds(20))
      let error = "\(feed.status.error.map { "\($0)" } ?? "")"
      #expect(error.contains(reason) && !error.contains("cret"), "\(error)")
      #expect(!source.database.contains("cret"))
    }
  }

  @Test func aShardThatIsDownIsAnErrorUntilItIsBack() async throws {
    let servers = try await ClickHouseServers(
      """
      create table t_local(id UInt32) engine = MergeTree order by id
      create table t as t_local engine = Distributed(two, default, t_local, id)
      insert into t select number from numbers(3000)
      """)
    let feed = try servers.feed("t")
    #expect(feed.listModel.row(100).json.text == #"{"id":100}"#)
    try await servers.stop(1)
    #expect(throws: (any Error).self) { try servers.feed("t") }
    #expect(feed.listModel.row(100).json.text == #"{"id":100}"#)
    let problem = feed.listModel.row(2_900).problem.map { "\($0)" } ?? ""
    #expect(problem.contains("ClickHouse") && problem.contains("127.0.0.1"), "\(problem)")
    try await servers.start(1)
    #expect(try servers.feed("t").listModel.numberOfRows == 3_000)
  }
}

/// Conditions for columns of ClickHouse's types.
@Suite struct ClickHouseConditionTests {
  @Test("37: a comparison with a time is one of the column")
  func times() throws {
    let schema = ClickHouseSchema(
      table: "x",
      [("t", "Nullable(DateTime('Asia/Tokyo'))"), ("d", "Date"), ("n", "DateTime64(9)")])
    func upper(_ filter: String) throws -> String {
      SQLBounds(RowCondition(try RowFilter(parsing: filter).condition), in: schema).upper.sql
    }
    #expect(
      try upper(#"t > "2026-01-01T00:00:00Z""#)
        == "((toString(`t`) > '2026-01-01 00:00:00' and `t` > toDateTime(1767125600))"
        + " or (toString(`t`) < '1971-01-01 00:00:00' and `t` < toDateTime(31636000)))")
    #expect(
      try upper("d <= 2026-01-01")
        == "(`d` <= toDate('2026-01-01') or `d` > toDate('2100-01-01'))")
    #expect(try upper("n > 2026-01-01") == "1 = 1")
  }
}
