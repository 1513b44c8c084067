import Foundation
import MocoaTestSupport
import Testing

/// Sources of all kinds can follow one another.
@Suite(.enabled(if: DuckDB.isInstalled, "duckdb is not installed"))
struct SeveralSourcesTests {
  /// The kinds of sources, with the names of the files that have the same rows.
  private enum Kind: String, CaseIterable {
    case json = "rows.json"
    case lines = "rows.ndjson"
    case csv = "rows.csv"
    case compressed = "rows.ndjson.gz"
    case pipe = "-"
    case table = "rows.db#t"
    case view = "rows.db#v"
    case parquet = "rows.parquet"
    case duckDB = "d.duckdb#t"
    case duckDBView = "d.duckdb#v"
  }

  private static let ways = [
    ["--json"], ["--csv"], ["--plain", "--columns", "id,name,k"], ["--json", "--group-by", "k"],
    ["--json", "-f", "id >= 2"], ["--json", "--sort", "-id"], ["-o", "out.csv"],
    ["-o", "out.jsonl", "-f", "id >= 2"],
  ]

  /// Makes a folder with the same rows in sources of all kinds.
  private func folder(from first: Int, count: Int) async throws -> String {
    let folder = try await DuckDB.folder(
      """
      create table t as select range as id, 'n' || range as name, range % 3 as k
        from range(\(first), \(first + count));
      create view v as from t;
      copy t to 'rows.parquet';
      copy t to 'rows.csv' (header);
      copy t to 'rows.ndjson' (format json);
      copy t to 'rows.json' (format json, array true);
      copy t to 'rows.ndjson.gz' (format json, compression gzip);
      """)
    let database = try TestDatabase(
      """
      create table t(id, name, k)
      create view v as select * from t
      insert into t with recursive c(n) as (select \(first) union all select n + 1 from c \
      where n < \(first + count - 1)) select n, 'n' || n, n % 3 from c
      """)
    try FileManager.default.copyItem(atPath: database.path, toPath: "\(folder)/rows.db")
    return folder
  }

  /// The lines that are printed of two sources, without their titles and the blanks of columns.
  private func lines(
    _ arguments: [String], _ sources: [(folder: String, kind: Kind)]
  ) async throws -> [String] {
    var input: [UInt8] = []
    let names = try sources.map { folder, kind in
      guard kind == .pipe else { return "\(folder)/\(kind.rawValue)" }
      input = [UInt8](try Data(contentsOf: URL(filePath: "\(folder)/rows.ndjson")))
      return "-"
    }
    let file = arguments.first == "-o" ? "\(sources[0].folder)/\(arguments[1])" : nil
    let result = try await run(
      builtProgram("mocoa-tui"), arguments + names, input: input, directory: sources[0].folder,
      timeout: .seconds(60))
    #expect(result.errorText == "" && result.status == .exited(0), "\(arguments) \(names)")
    let text = try file.map { try String(contentsOfFile: $0, encoding: .utf8) }
    // By bytes, as there are hundreds of thousands of lines.
    return (text ?? result.outputText).utf8.split { $0 == 0x0A || $0 == 0x0D }.compactMap {
      bytes -> String? in
      guard !bytes.contains(UInt8(ascii: "/")) else { return nil }
      let line = String(decoding: bytes, as: UTF8.self)
      guard bytes.contains(UInt8(ascii: " ")) else { return line }
      return line.contains("standard input")
        ? nil : line.split(separator: " ").joined(separator: " ")
    }
  }

  /// Makes a folder with a file of the rows of two others.
  private func all(_ first: String, _ last: String) async throws -> String {
    let folder = try await DuckDB.folder("select 1")
    let name = Kind.lines.rawValue
    let parts = try [first, last].map { try Data(contentsOf: URL(filePath: "\($0)/\(name)")) }
    try (parts[0] + parts[1]).write(to: URL(filePath: "\(folder)/\(name)"))
    return folder
  }

  private func expectAllRows(_ pairs: [(Kind, Kind)], _ counts: (Int, Int)) async throws {
    let first = try await folder(from: 0, count: counts.0)
    let last = try await folder(from: 1_000_000, count: counts.1)
    let all = try await self.all(first, last)
    var expected: [[String]] = []
    for way in Self.ways { expected.append(try await lines(way, [(all, .lines)])) }
    // A text is long enough for it to be certain that rows are printed.
    #expect(expected.allSatisfy { $0.count >= 3 })
    for (number, pair) in pairs.enumerated() {
      let chosen = isLongRun ? Array(Self.ways.indices) : [number % Self.ways.count]
      for way in chosen {
        let found = try await lines(Self.ways[way], [(first, pair.0), (last, pair.1)])
        guard found != expected[way] else { continue }
        Issue.record("\(Self.ways[way]) \(pair): \(found.count) of \(expected[way].count) lines")
      }
    }
  }

  @Test("W1: rows of several sources are all printed, whatever their kinds")
  func fewRowsAreAllPrinted() async throws {
    let pairs = Kind.allCases.flatMap { first in Kind.allCases.map { (first, $0) } }
    try await expectAllRows(pairs.filter { $0 != (.pipe, .pipe) }, (7, 5))
  }

  @Test("W1: the cursor stays on its row of the last of several sources under a filter")
  func cursorStaysUnderAFilter() async throws {
    let first = try await folder(from: 0, count: 1_000)
    let last = try await folder(from: 1_000_000, count: 10)
    let terminal = try await TmuxTerminal(
      running: [builtProgram("mocoa-tui"), "--fresh"] + [first, last].map { "\($0)/rows.parquet" })
    try await terminal.wait(for: "the rows") { $0.contains("1/1 010") }
    try await terminal.sendText("Gkk")
    try await terminal.wait(for: "a row of the last source") { $0.contains("/1 010") }
    try await terminal.send("f")
    try await terminal.sendText("id > 500")
    try await terminal.send(.enter)
    try await terminal.wait(for: "the row under the filter") { $0.contains("507/509") }
  }

  @Test("W1: rows of several sources are all printed where one has more than a page")
  func manyRowsAreAllPrinted() async throws {
    // Each in all ways.
    func pairs(_ pair: (Kind, Kind)) -> [(Kind, Kind)] { Self.ways.map { _ in pair } }
    let kinds = Kind.allCases.filter { $0 != .json }
    try await expectAllRows(kinds.flatMap { pairs(($0, .parquet)) }, (1_000, 10))
    let long = pairs((.parquet, .parquet)) + pairs((.duckDB, .csv)) + pairs((.json, .json))
    try await expectAllRows(long, (30_000, 10))
  }
}
