import Foundation

/// How fast the program answers, from its start to the last byte, beside DuckDB, ripgrep and jq.
///
/// A million rows of 440 bytes, one on each line, or as many as `MOCOA_BENCHMARK_ROWS` says. The
/// programs take turns; where one is missing, its lines have no ratio. Behind the reference are the
/// seconds of processor time, ours first.
enum QueryBenchmarks {
  static var area: BenchmarkArea { BenchmarkArea(name: "query", run: run) }

  private static let duckRows = "from read_ndjson_auto('$F')"

  private static let cases: [CommandCase] = [
    CommandCase(
      name: "sort-one-csv", ours: "--sort -score --columns score --csv", reference: "DuckDB",
      theirs: "$DUCK -csv -c \"select score \(duckRows) order by score desc\""),
    CommandCase(
      name: "sort-all-json", ours: "--sort -score --json", reference: "DuckDB",
      theirs: "$DUCK -jsonlines -c \"select * \(duckRows) order by score desc\""),
    CommandCase(
      name: "sort-text", ours: "--sort title --columns title --csv", reference: "DuckDB",
      theirs: "$DUCK -csv -c \"select title \(duckRows) order by lower(title)\""),
    CommandCase(
      name: "export-csv", ours: "--csv", reference: "DuckDB",
      theirs: "$DUCK -csv -c \"select * \(duckRows)\""),
    CommandCase(
      name: "export-csv-jobs-1", ours: "--csv", reference: "--csv --jobs 1",
      theirs: "$MOCOA --csv --jobs 1 $F"),
    CommandCase(
      name: "filter-number", ours: "--filter 'score > 9990' --json", reference: "DuckDB",
      theirs: "$DUCK -jsonlines -c \"select * \(duckRows) where score > 9990\""),
    CommandCase(
      name: "filter-number-jq", ours: "--filter 'score > 9990' --json", reference: "jq",
      theirs: "jq -c 'select(.score > 9990)' $F"),
    CommandCase(
      name: "text", ours: "--query zyzzyva --json", reference: "rg -i",
      theirs: "rg -i zyzzyva $F | cat"),
    CommandCase(
      name: "regex", ours: "--filter '\\nectar|raven' --columns id --csv", reference: "rg -i",
      theirs: "rg -i 'nectar|raven' $F | cat"),
    CommandCase(
      name: "regex-no-literals", ours: "--filter '\\[a-c]x[0-9]z' --columns id --csv",
      reference: "rg -i", theirs: "rg -i '[a-c]x[0-9]z' $F | cat"),
    CommandCase(
      name: "sort-little-memory", ours: "--sort title --columns title --csv --memory 20M",
      reference: "--sort title", theirs: "$MOCOA --sort title --columns title --csv $F"),
    CommandCase(
      name: "group", ours: "--group-by author.name --count --mean score --csv", reference: "DuckDB",
      theirs: """
        $DUCK -csv -c "select author.name, count(*), avg(score) \(duckRows) group by 1"
        """),
    CommandCase(
      name: "group-title", ours: "--group-by title --csv", reference: "DuckDB",
      theirs: "$DUCK -csv -c \"select title, count(*) \(duckRows) group by 1\""),
    CommandCase(
      name: "derive", ours: "--derive 'double = score * 2' --columns id,double --csv",
      reference: "DuckDB", theirs: "$DUCK -csv -c \"select id, score * 2 as double \(duckRows)\""),
    CommandCase(
      name: "derive-all-json", ours: "--derive 'word = lower(title)' --json", reference: "DuckDB",
      theirs: "$DUCK -jsonlines -c \"select *, lower(title) as word \(duckRows)\""),
    CommandCase(
      name: "join", ours: "--join 'site = $J by author.url = url' --columns id,site.n --csv",
      reference: "DuckDB",
      theirs: """
        $DUCK -csv -c "select id, site.n \(duckRows) left join read_csv_auto('$J') as site \
        on author.url = site.url"
        """),
    CommandCase(
      name: "join-itself", ours: "--join 'other = $F by id = id' --columns id,other.score --csv",
      reference: "DuckDB",
      theirs: """
        $DUCK -csv -c "select a.id, b.score \(duckRows) as a \
        left join read_ndjson_auto('$F') as b using (id)"
        """),
  ]

  /// The other source of a join: the 97 sites that the authors of the sample have.
  private static let sites = (0..<97).map { "https://example.org/u/\($0),\($0)\n" }.joined()

  private static func run() throws {
    let sample = try SampleFeed(.lines(rows: sampleRowCount ?? 1_000_000))
    let joined = "\(NSTemporaryDirectory())mocoa-benchmark-sites.csv"
    try "url,n\n\(sites)".write(toFile: joined, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(atPath: joined) }
    for item in cases {
      var item = item
      item.ours = "$MOCOA \(item.ours) $F"
      try item.run(area: "query", ["F": sample.path, "J": joined])
    }
  }
}
