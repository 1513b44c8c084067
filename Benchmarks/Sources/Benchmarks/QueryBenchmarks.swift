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
      name: "text", ours: "--filter zyzzyva --json", reference: "rg -i",
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
  ]

  private static func run() throws {
    let sample = try SampleFeed(.lines(rows: sampleRowCount ?? 1_000_000))
    for item in cases {
      var item = item
      item.ours = "$MOCOA \(item.ours) $F"
      try item.run(area: "query", ["F": sample.path])
    }
  }
}
