import MocoaTestSupport
import Testing

@testable import MocoaEngines
@testable import MocoaFeed

/// The rows within a limit, whatever of it the engine is asked for.
@MainActor @Suite struct LimitTests {
  private static let filters = [
    "", "k == 3", "!(k == 3) && id > 100", "name == \"n5\"", "x > 50", "name contains 1",
    "name ~ /n1./", "k == 99",
  ]

  private static let orders: [[SortKey]] = [
    [], [SortKey("k")], [SortKey("x", isDescending: true)],
    [SortKey("x"), SortKey("id", isDescending: true)], [SortKey("name"), SortKey("k")],
  ]

  private static let limits = [0, 7, 300, 5_000]

  /// Returns the rows that are written of a query.
  private func written(
    _ model: FeedListModel, _ query: RowQuery, limit: Int
  ) throws -> [String] {
    var text: [UInt8] = []
    var output = RowOutput(.json(nil), limit: limit) { text += $0 }
    if query.sortKeys.isEmpty {
      try output.write(model, filters: query.filters)
    } else if try !output.write(model, asSentFor: query) {
      let sorter = try sorted(model, query, output)
      try output.write(sorter, of: model)
    }
    try output.end()
    return String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  private func sorted(
    _ model: FeedListModel, _ query: RowQuery, _ output: RowOutput
  ) throws -> RowSorter {
    var sorter = output.makeSorter(query)
    _ = try sorter.add(0..<model.numberOfRows, of: model)
    if let keys = sorter.refittedKeys {
      return try sorted(model, RowQuery(filters: query.filters, sortKeys: keys), output)
    }
    try sorter.sort()
    return sorter
  }

  /// Checks that the rows within limits are the first of all rows of queries, on a table with the
  /// columns `id`, `name`, `k` and `x`.
  private func expectFirstRows(
    _ source: String, _ feed: (FeedOptions) throws -> Feed
  ) throws {
    let model = try feed(FeedOptions()).listModel
    let texts = try model.texts()
    var options = FeedOptions()
    options.isOnePass = true
    let uncounted = try feed(options).listModel
    for filter in Self.filters {
      let filters = filter.isEmpty ? [] : [try RowFilter(parsing: filter)]
      for keys in Self.orders {
        let query = RowQuery(filters: filters, sortKeys: keys)
        let numbers: [Int] = try model.rows(for: query).map(Array.init) ?? []
        for limit in Self.limits {
          let expected = numbers.prefix(limit)
          let place = "\(source): \(filter) by \(keys.map(\.path.text)) up to \(limit)"
          let rows = expected.map { texts[$0] }
          #expect(try written(model, query, limit: limit) == rows, "\(place)")
          if keys.isEmpty {
            #expect(try written(uncounted, query, limit: limit) == rows, "\(place)")
          } else {
            // Lines of text are written by the numbers of the rows.
            let output = RowOutput(.json(nil), limit: limit) { _ in }
            let sorter = try sorted(model, query, output)
            let found = try sorter.rowNumbers().map { Array($0.prefix(limit)) }
            #expect(found == Array(expected), "\(place)")
          }
        }
      }
    }
  }

  private static let script = """
    create table t as select range as id, 'n' || range % 17 as name, range % 5 as k,
      (case when range % 7 = 0 then null else (range * 37) % 101 end)::double as x
      from range(2000);
    create view v as from t where id % 11 <> 4;
    create table gaps as from t;
    delete from gaps where id % 3 = 1;
    create table odd as select id, name, k, case when id = 700 then 'nan'::double else x end as x
      from t;
    copy t to 't.parquet';
    """

  @Test(
    "37: the rows within a limit are the first of all rows: DuckDB",
    .enabled(if: DuckDB.isInstalled, "duckdb is not installed"),
    arguments: ["d.duckdb#t", "d.duckdb#v", "d.duckdb#gaps", "d.duckdb#odd", "t.parquet"])
  func rowsOfDuckDB(_ name: String) async throws {
    let folder = try await DuckDB.folder(Self.script)
    try expectFirstRows(name) { try DuckDB.feed("\(folder)/\(name)", options: $0) }
  }

  @Test("37: the rows within a limit are the first of all rows: SQLite")
  func rowsOfSQLite() throws {
    let database = try TestDatabase(
      """
      create table t(id integer primary key, name text, k int, x real)
      insert into t with recursive c(n) as (select 0 union all select n + 1 from c where n < 1999) \
      select n * 2, 'n' || n % 17, n % 5, case when n % 7 > 0 then (n * 37) % 101 end from c
      create view v as select * from t
      """)
    for name in ["t", "v"] {
      try expectFirstRows(name) { try database.feed(.table(name), options: $0) }
    }
  }

  @Test(
    "37: the rows within a limit are the first of all rows: PostgreSQL",
    .enabled(if: PostgresServer.programs != nil, "no server of PostgreSQL"))
  func rowsOfPostgres() async throws {
    let server = try await PostgresServer(
      """
      create table t(id int primary key, name text, k int, x float8)
      insert into t select n, 'n' || n % 17, n % 5, case when n % 7 > 0 then (n * 37) % 101 end \
      from generate_series(0, 1999) n
      """)
    try expectFirstRows("t") { try server.feed("t", options: $0) }
  }

  @Test(
    "37: the rows within a limit are the first of all rows: ClickHouse",
    .enabled(if: ClickHouseServers.isInstalled, "no server of ClickHouse"))
  func rowsOfClickHouse() async throws {
    let servers = try await ClickHouseServers(
      """
      create table t(id UInt32, name String, k UInt8, x Nullable(Float64)) \
      engine = MergeTree order by k
      insert into t select number, concat('n', toString(number % 17)), number % 5, \
      if(number % 7 > 0, (number * 37) % 101, null) from numbers(2000)
      """)
    try expectFirstRows("t") { try servers.feed("t", options: $0) }
  }

  // All rows were requested, and written in blocks by DuckDB before the first ones came.
  @Test(
    "37: DuckDB is asked for the rows within a limit where none is in doubt",
    .enabled(if: DuckDB.isInstalled, "duckdb is not installed"),
    arguments: [
      ("", true), ("k == 3", true), ("name == \"n5\"", true), ("x > 50", false),
      ("name ~ /n1/", false), ("k == 3 && name ~ /n1/", false),
    ])
  func limitsThatAreRequested(_ filter: String, _ isRequested: Bool) async throws {
    let folder = try await DuckDB.folder(Self.script)
    let filters = filter.isEmpty ? [] : [try RowFilter(parsing: filter)]
    for keys in [[], [SortKey("k")]] {
      var options = FeedOptions()
      options.isOnePass = keys.isEmpty
      let model = try DuckDB.feed("\(folder)/d.duckdb#t", options: options).listModel
      let query = RowQuery(filters: filters, sortKeys: keys)
      #expect(try written(model, query, limit: 7).count == 7)
      let statements = try #require(model.provider?.statements)
      #expect(statements.contains { $0.hasSuffix(" limit 7") } == isRequested, "\(statements)")
      #expect(statements.contains { $0.contains(" order by \"k\"") } != keys.isEmpty)
    }
  }

  // For each of them those around it were requested.
  @Test(
    "37: rows by which columns are widened are requested of DuckDB with one statement",
    .enabled(if: DuckDB.isInstalled, "duckdb is not installed"))
  func measuredRowsAreRequestedOnce() async throws {
    let folder = try await DuckDB.folder(Self.script)
    for name in ["d.duckdb#t", "d.duckdb#v", "t.parquet"] {
      let model = try DuckDB.feed("\(folder)/\(name)").listModel
      let before = try #require(model.provider?.statements.count)
      let numbers = [0, 3, 500, 501, 1_700, 1_800]
      let rows = model.measuredRows(numbers).map(\.text)
      #expect(model.provider?.statements.count == before + 1, "\(name)")
      let texts = try model.texts()
      #expect(rows == numbers.map { texts[$0] }, "\(name)")
    }
  }

  @Test(
    "37: rows in an order are requested of DuckDB with one statement",
    .enabled(if: DuckDB.isInstalled, "duckdb is not installed"))
  func rowsInOrderAreRequestedOnce() async throws {
    let folder = try await DuckDB.folder(Self.script)
    let model = try DuckDB.feed("\(folder)/d.duckdb#t").listModel
    let before = try #require(model.provider?.statements.count)
    #expect(try written(model, RowQuery(sortKeys: [SortKey("x")]), limit: 5_000).count == 2_000)
    #expect(model.provider?.statements.count == before + 1)
  }
}
