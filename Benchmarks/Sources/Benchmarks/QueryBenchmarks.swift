import Foundation

/// How fast the program answers, from its start to the last byte, beside DuckDB, ripgrep and jq.
///
/// A million rows of 440 bytes, one on each line, or as many as `MOCOA_BENCHMARK_ROWS` says. The
/// programs take turns; where one is missing, its lines have no ratio. Behind the reference are the
/// seconds of processor time, ours first.
enum QueryBenchmarks {
  static var area: BenchmarkArea { BenchmarkArea(name: "query", run: run) }

  private struct Case {
    let name: String
    let ours: String
    let reference: String
    /// The reference, with `$F` for the file, `$DUCK` for DuckDB.
    let theirs: String
  }

  private static let duckRows = "from read_ndjson_auto('$F')"

  private static let cases = [
    Case(
      name: "sort-one-csv", ours: "--sort -score --columns score --csv", reference: "DuckDB",
      theirs: "$DUCK -csv -c \"select score \(duckRows) order by score desc\""),
    Case(
      name: "sort-all-json", ours: "--sort -score --json", reference: "DuckDB",
      theirs: "$DUCK -jsonlines -c \"select * \(duckRows) order by score desc\""),
    Case(
      name: "sort-text", ours: "--sort title --columns title --csv", reference: "DuckDB",
      theirs: "$DUCK -csv -c \"select title \(duckRows) order by lower(title)\""),
    Case(
      name: "export-csv", ours: "--csv", reference: "DuckDB",
      theirs: "$DUCK -csv -c \"select * \(duckRows)\""),
    Case(
      name: "export-csv-jobs-1", ours: "--csv", reference: "--csv --jobs 1",
      theirs: "$MOCOA --csv --jobs 1 $F"),
    Case(
      name: "filter-number", ours: "--filter 'score > 9990' --json", reference: "DuckDB",
      theirs: "$DUCK -jsonlines -c \"select * \(duckRows) where score > 9990\""),
    Case(
      name: "filter-number-jq", ours: "--filter 'score > 9990' --json", reference: "jq",
      theirs: "jq -c 'select(.score > 9990)' $F"),
    Case(
      name: "text", ours: "--filter zyzzyva --json", reference: "rg -i",
      theirs: "rg -i zyzzyva $F | cat"),
    Case(
      name: "regex", ours: "--filter '\\nectar|raven' --columns id --csv", reference: "rg -i",
      theirs: "rg -i 'nectar|raven' $F | cat"),
    Case(
      name: "regex-no-literals", ours: "--filter '\\[a-c]x[0-9]z' --columns id --csv",
      reference: "rg -i", theirs: "rg -i '[a-c]x[0-9]z' $F | cat"),
    Case(
      name: "sort-little-memory", ours: "--sort title --columns title --csv --memory 20M",
      reference: "--sort title", theirs: "$MOCOA --sort title --columns title --csv $F"),
    Case(
      name: "group", ours: "--group-by author.name --count --mean score --csv", reference: "DuckDB",
      theirs: """
        $DUCK -csv -c "select author.name, count(*), avg(score) \(duckRows) group by 1"
        """),
  ]

  private static func run() throws {
    let sample = try SampleFeed(.lines(rows: sampleRowCount ?? 1_000_000))
    let names = [
      "F": sample.path, "MOCOA": environment("MOCOA_TUI") ?? "mocoa-tui",
      "DUCK": environment("DUCKDB") ?? "duckdb",
    ]
    func expanded(_ command: String) -> String {
      names.reduce(command) { $0.replacingOccurrences(of: "$\($1.key)", with: $1.value) }
    }
    for item in cases {
      let ours = expanded("$MOCOA \(item.ours) $F")
      let theirs = expanded(item.theirs)
      let program = theirs.prefix { $0 != " " }
      let isThere = (try? runShell("command -v \(program) | grep -q .")) != nil
      var times: [[Duration]] = [[], []]
      var seconds = [0.0, 0.0]
      // The first of four rounds fills the caches.
      for round in 0..<4 {
        for (index, command) in [ours, theirs].enumerated() where index == 0 || isThere {
          let before = childSeconds()
          let time = try ContinuousClock().measure { try runShell("\(command) > /dev/null") }
          guard round > 0 else { continue }
          times[index].append(time)
          seconds[index] += (childSeconds() - before) / 3
        }
      }
      let medians = times.map { $0.sorted().dropFirst().first }
      guard let median = medians[0] else { continue }
      let processor = seconds.map { String(format: "%.2f", $0) }.joined(separator: " and ")
      print(
        Measurement(
          name: "query/\(item.name)", median: median, ratio: medians[1].map { $0 / median },
          reference: "\(item.reference), \(processor) s of processor time"
        ).line)
    }
  }

  /// The processor time of the children that have ended, in seconds.
  private static func childSeconds() -> Double {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage)
    return [usage.ru_utime, usage.ru_stime].reduce(0) {
      $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6
    }
  }
}
