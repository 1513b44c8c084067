import MocoaEngines
import MocoaFeed

/// How fast rows of SQLite and DuckDB are shown and printed, beside the engines' own programs with
/// the same SQL.
///
/// A million rows of 440 bytes, or as many as `MOCOA_BENCHMARK_ROWS` says; `MOCOA_ENGINE=sqlite`
/// runs the cases of one engine. The first page and the jump are measured from connecting on; the
/// program jumps by row numbers, which is its best way.
enum EngineBenchmarks {
  static var area: BenchmarkArea {
    BenchmarkArea(name: "engines") { try runOnMainActor { try run() } }
  }

  private static let cases = [
    ("filter", "--json --filter 'score > 9990'", "select * from feed where score > 9990"),
    (
      "search", "--json --filter 'title contains \"zyzzyva\"'",
      "select * from feed where title like '%zyzzyva%'"
    ),
    ("group", "--csv --group-by score", "select score, count(*) from feed group by score"),
    (
      "group-mean", "--csv --group-by tags --mean score",
      "select tags, avg(score) from feed group by tags"
    ),
    (
      "sort", "--csv --columns id,score --sort -score",
      "select id, score from feed order by score desc"
    ),
    (
      "sort-text", "--csv --columns title --sort title",
      "select title from feed order by lower(title)"
    ),
    ("csv", "--csv --columns id,score", "select id, score from feed"),
  ]

  @MainActor private static func run() throws {
    let count = sampleRowCount ?? 1_000_000
    let sample = try SampleFeed(.lines(rows: count))
    let place = sample.path
    let duck = environment("DUCKDB") ?? "duckdb"
    defer { try? runShell("rm -f \(place).duckdb \(place).csv \(place).sqlite") }
    try runShell(
      """
      \(duck) \(place).duckdb "create table feed as select id, title, tags::varchar as tags, score, \
      content_text from read_ndjson('\(place)'); copy feed to '\(place).csv'"
      """)
    try runShell(
      """
      sqlite3 \(place).sqlite 'create table feed(id text, title text, tags text, score real, \
      content_text text)' '.mode csv' '.import --skip 1 \(place).csv feed'
      """)
    let chosen = environment("MOCOA_ENGINE")
    for (engine, program) in [
      ("sqlite", "sqlite3 -csv \(place).sqlite"),
      ("duckdb", "\(duck) -csv -readonly \(place).duckdb"),
    ] where chosen == nil || chosen == engine {
      for (name, position) in [("first-page", 0), ("jump", count / 10 * 9)] {
        let (ours, theirs) = try medians(runs: 5) {
          try showPage(at: position, of: "\(place).\(engine)")
        } and: {
          let rows = "rowid >= \(position) order by rowid limit 50"
          try runShell("\(program) 'select * from feed where \(rows)' > /dev/null")
        }
        print(
          Measurement(
            name: "engines/\(engine)-\(name)", median: ours, ratio: theirs / ours,
            reference: "its own program"
          ).line)
      }
      if engine == "duckdb" { try measureMemory(of: "\(place).duckdb") }
      // Our search ignores case, as `like` of SQLite does.
      let like = engine == "duckdb" ? " ilike " : " like "
      for (name, options, sql) in cases {
        try CommandCase(
          name: "\(engine)-\(name)", ours: "$MOCOA \(options) \(place).\(engine)",
          reference: "its own program",
          theirs: "\(program) \"\(sql.replacing(" like ", with: like))\""
        ).run(area: "engines", [:])
      }
    }
  }

  /// Prints the memory that the list of a hundred million rows takes, the last of which is read.
  @MainActor private static func measureMemory(of database: String) throws {
    guard let source = EngineSource(database) else { return }
    let before = residentBytes()
    let feed = try Feed(source.origin(ofQuery: "select range as n from range(100000000)"))
    feed.wait(forRows: .max, timeout: .seconds(60))
    blackHole(feed.listModel.row(feed.listModel.numberOfRows - 1))
    let bytes = residentBytes() - before
    print("engines/duckdb-memory\t\(bytes >> 20) MB\t-\t\(feed.listModel.numberOfRows) rows")
  }

  /// Opens a database and reads a row, which loads those around it.
  @MainActor private static func showPage(at position: Int, of database: String) throws {
    guard let source = EngineSource(database) else { return }
    let feed = try Feed(source.origin())
    feed.wait(forRows: position + 1, timeout: .seconds(60))
    blackHole(feed.listModel.row(position))
  }
}
