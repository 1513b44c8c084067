import Foundation
import MocoaTUI
import MocoaTestSupport
import Testing

/// The law of counting for lists over engines: each way out has all rows.
@Suite struct EngineCountingTests {
  /// The rows that a way out has besides those of the table, or instead of them.
  private static let count = 1_234

  /// Each way out, and the number of lines that it has.
  private static let ways: [(options: [String], lines: Int)] = [
    (["--json"], count), (["--csv"], count + 1), (["--tsv"], count + 1),
    (["--markdown"], count + 2), (["--plain"], count + 1), (["--json-array"], count + 2),
    (["--count"], 1), (["--json", "--group-by", "k"], 3), (["--json", "-f", "id >= 234"], 1_000),
    (["--json", "--sort", "-id"], count), (["--csv", "-f", "id >= 234", "--sort", "-id"], 1_001),
    (["--json", "--limit", "5"], 5), (["--plain", "--limit", "5"], 6),
    (["--csv", "--limit", "5", "-f", "id >= 234", "--sort", "-id"], 6),
    (["--plain", "--limit", "5", "--sort", "-id"], 6), (["-o", "o.json"], count + 2),
    (["-o", "o.jsonl"], count), (["-o", "o.csv"], count + 1),
    (["-o", "o.tsv", "--sort", "-id"], count + 1), (["-o", "o.md"], count + 2),
    (["-o", "o.txt"], count + 1), (["-o", "o.jsonl", "--group-by", "k"], 3),
  ]

  /// Checks all ways out of a table with members `id`, `name` and `k`, and writes it from the list.
  private func expectAllRows(_ source: String) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "counted-\(UUID())").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    func lines(in name: String) -> Int {
      (FileManager.default.contents(atPath: "\(folder)/\(name)") ?? Data()).count { $0 == 0x0A }
    }
    for way in Self.ways {
      let result = try await run(
        builtProgram("mocoa-tui"), ["--no-config"] + way.options + [source], directory: folder)
      let isFile = way.options[0] == "-o"
      let found = isFile ? lines(in: way.options[1]) : result.output.count { $0 == 0x0A }
      #expect(found == way.lines, "\(way.options) \(source)")
      #expect(result.status == .exited(0) && result.errorText == "", "\(way.options)")
      if way.options == ["--count"] { #expect(result.outputText == "\(Self.count)\n") }
    }
    let terminal = try await TmuxTerminal(
      running: [builtProgram("mocoa-tui"), "--no-config", "--fresh", source], columns: 120,
      rows: 10, directory: folder)
    try await terminal.wait(for: "the rows") { $0.contains("1/1 234") && !$0.contains("234+") }
    for (name, count) in [("w.csv", Self.count + 1), ("w.jsonl", Self.count)] {
      try await terminal.send("w")
      try await terminal.wait(for: "the question") { $0.contains("write to:") }
      try await terminal.sendText(name)
      try await terminal.send(.enter)
      try await terminal.wait(for: name) { $0.contains("wrote 1 234 rows to \(name)") }
      #expect(lines(in: name) == count, "\(name) of \(source)")
    }
  }

  @Test(
    "Law of counting: tables, views and files of DuckDB",
    .enabled(if: DuckDB.isInstalled, "duckdb is not installed"),
    arguments: ["d.duckdb#t", "d.duckdb#v", "t.parquet"])
  func duckDBHasItsRows(_ name: String) async throws {
    let folder = try await DuckDB.folder(
      """
      create table t as select range as id, 'n' || range as name, range % 3 as k
        from range(\(Self.count));
      create view v as from t;
      copy t to 't.parquet';
      """)
    try await expectAllRows("\(folder)/\(name)")
  }

  @Test(
    "Law of counting: tables of PostgreSQL",
    .enabled(if: PostgresServer.programs != nil, "no server of PostgreSQL"))
  func postgresHasItsRows() async throws {
    let server = try await PostgresServer(
      """
      create table t(id int primary key, name text, k int)
      insert into t select n, 'n' || n, n % 3 from generate_series(0, \(Self.count - 1)) n
      """)
    try await expectAllRows("\(server.address)&table=t")
  }

  @Test(
    "Law of counting: tables of ClickHouse",
    .enabled(if: ClickHouseServers.isInstalled, "no server of ClickHouse"))
  func clickHouseHasItsRows() async throws {
    let servers = try await ClickHouseServers(
      """
      create table t(id UInt32, name String, k UInt8) engine = MergeTree order by id
      insert into t select number, concat('n', toString(number)), number % 3 \
      from numbers(\(Self.count))
      """)
    try await expectAllRows("\(servers.addresses[0])?table=t")
  }

  // MARK: Rows that are too long

  /// Checks ways out of a table with a row of 30 MB, which is longer than rows may be.
  private func expectTooLong(_ source: String) async throws {
    for way in [["--json"], ["--csv", "--sort", "n"], ["--json", "--group-by", "a"]] {
      let result = try await run(
        builtProgram("mocoa-tui"), ["--no-config"] + way + [source], timeout: .seconds(60))
      #expect(result.status == .exited(1), "\(way)")
      #expect(result.errorText.contains("too long"), "\(way): \(result.errorText)")
    }
  }

  @Test(
    "A7: a row of DuckDB that is too long is an error",
    .enabled(if: DuckDB.isInstalled, "duckdb is not installed"))
  func rowsOfDuckDBThatAreTooLong() async throws {
    let folder = try await DuckDB.folder(
      "create table t as select 1 as n, repeat('x', 30000000) as a union all select 2, 'x'")
    try await expectTooLong("\(folder)/d.duckdb#t")
  }

  @Test(
    "A7: a row of PostgreSQL that is too long is an error",
    .enabled(if: PostgresServer.programs != nil, "no server of PostgreSQL"))
  func rowsOfPostgresThatAreTooLong() async throws {
    let server = try await PostgresServer(
      """
      create table t(n int primary key, a text)
      insert into t values (1, repeat('x', 30000000)), (2, 'x')
      """)
    try await expectTooLong("\(server.address)&table=t")
  }

  @Test(
    "A7: a row of ClickHouse that is too long is an error",
    .enabled(if: ClickHouseServers.isInstalled, "no server of ClickHouse"))
  func rowsOfClickHouseThatAreTooLong() async throws {
    let servers = try await ClickHouseServers(
      """
      create table t(n UInt32, a String) engine = MergeTree order by n
      insert into t select number + 1, arrayStringConcat(arrayMap(x -> 'xxxxxxxxxx', \
      range(if(number = 0, 3000000, 1)))) from numbers(2)
      """)
    try await expectTooLong("\(servers.addresses[0])?table=t")
  }
}
