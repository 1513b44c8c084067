import MocoaEngines
import MocoaFeed

/// How fast rows of SQLite and DuckDB are shown and printed, beside the engines' own programs with
/// the same SQL.
///
/// A million rows of 440 bytes, or as many as `MOCOA_BENCHMARK_ROWS` says, and ten times as many,
/// where starting the programs counts less; `MOCOA_ENGINE=sqlite` or `sqlite-x10` runs one of them.
/// The first page is measured from connecting on, the jump in an open list; the program,
/// which is started for both, jumps by row numbers, which is its best way.
enum EngineBenchmarks {
  static var area: BenchmarkArea {
    BenchmarkArea(name: "engines") { try runOnMainActor { try run() } }
  }

  private static let cases = [
    ("filter", "--json --filter 'score > 4990'", "select * from feed where score > 4990"),
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
    let files = "\(place).duckdb \(place).csv \(place).sqlite"
    defer { try? runShell("rm -f \(files) \(place).x10.duckdb \(place).x10.sqlite") }
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
    for (name, engine) in [
      ("sqlite", "sqlite"), ("duckdb", "duckdb"), ("sqlite-x10", "x10.sqlite"),
      ("duckdb-x10", "x10.duckdb"),
    ] where chosen == nil || chosen == name {
      let isDuck = name.hasPrefix("duckdb")
      let database = "\(place).\(engine)"
      let program = isDuck ? "\(duck) -csv -readonly \(database)" : "sqlite3 -csv \(database)"
      let isLarge = engine != name
      if isLarge {
        let copy = """
          attach '\(place).\(name.prefix(6))' as one; create table feed as select f.* from \
          (select 1 \((2...10).map { "union all select \($0)" }.joined(separator: " "))) \
          cross join one.feed f
          """
        try runShell("\(isDuck ? duck : "sqlite3") \(database) \"\(copy)\"")
      }
      try measureLists(name, database, program, rows: isLarge ? count * 10 : count)
      if name == "duckdb" { try measureMemory(of: database) }
      // Our search ignores case, as `like` of SQLite does.
      let like = isDuck ? " ilike " : " like "
      for (test, options, sql) in cases where !isLarge || !sql.contains("select id") {
        try CommandCase(
          name: "\(name)-\(test)", ours: "$MOCOA \(options) \(database)",
          reference: "its own program",
          theirs: "\(program) \"\(sql.replacing(" like ", with: like))\""
        ).run(area: "engines", [:])
      }
    }
  }

  /// Prints how fast pages are shown.
  @MainActor private static func measureLists(
    _ name: String, _ database: String, _ program: String, rows count: Int
  ) throws {
    func measure(_ test: String, _ rows: String, _ body: () throws -> Void) throws {
      let sql = "select * from feed where \(rows) limit 50"
      let (ours, theirs) = try medians(runs: 5, of: body) {
        try runShell("\(program) '\(sql)' > /dev/null")
      }
      print(
        Measurement(
          name: "engines/\(name)-\(test)", median: ours, ratio: theirs / ours,
          reference: "its own program"
        ).line)
    }
    try measure("first-page", "true") {
      let feed = try open(database)
      feed.wait(forRows: 1, timeout: .seconds(60))
      blackHole(feed.listModel.row(0))
    }
    let feed = try open(database)
    feed.wait(forRows: .max, timeout: .seconds(60))
    // Rows that are not loaded with those of the jump before.
    var position = count / 10 * 9
    try measure("jump", "rowid >= \(position) order by rowid") {
      position += 1_000
      blackHole(feed.listModel.row(position))
    }
  }

  @MainActor private static func open(_ database: String) throws -> Feed {
    guard let source = EngineSource(database) else {
      throw ShellError(command: database, status: 1)
    }
    return try Feed(source.origin())
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
}
