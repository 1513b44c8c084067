import Glibc
import MocoaFeed

/// How fast rows are filtered, searched and sorted, against `grep`, and `jq` with `sort`.
///
/// A million rows of 440 bytes, one on each line, or as many as `MOCOA_BENCHMARK_ROWS` says.
@MainActor
enum QueryBenchmarks {
  nonisolated static var area: BenchmarkArea {
    BenchmarkArea(name: "query") { try MainActor.assumeIsolated(run) }
  }

  private static func run() throws {
    let sample = try SampleFeed(.lines(rows: sampleRowCount ?? 1_000_000))
    let feed = Feed(source: try ByteSources.file(sample.path))
    feed.wait(forRows: .max, timeout: .seconds(600))
    let model = feed.listModel
    for (name, text) in [("rare", "Item-77777"), ("common", "Ada"), ("any-case", "item-77777")] {
      let filter = RowQuery(filters: [try RowFilter(parsing: text)])
      let option = name == "any-case" ? "-ci" : "-c"
      try compare(
        "query/text-\(name)", filter, model, runs: 5, count(option, text, sample),
        "grep \(option)")
    }
    try measureSearch(model, sample)
    try measureNumbers(model, sample)
    for key in ["score", "title"] {
      let sort = RowQuery(sortKeys: try SortKey.keys(parsing: key))
      let order = key == "score" ? "sort -n" : "sort"
      try compare(
        "query/sort-\(key)", sort, model, runs: 1,
        "jq -r .\(key) '\(sample.path)' | \(order) > /dev/null", "jq -r .\(key) | \(order)")
    }
    feed.stop()
  }

  private static func run(_ query: RowQuery, over model: FeedListModel) -> FeedQuery {
    let feedQuery = FeedQuery()
    feedQuery.run(query, over: model)
    feedQuery.wait()
    return feedQuery
  }

  private static func compare(
    _ name: String, _ query: RowQuery, _ model: FeedListModel, runs: Int, _ command: String,
    _ reference: String
  ) throws {
    let before = residentBytes()
    var found = run(query, over: model)
    let perRow = Double(residentBytes() - before) / Double(model.numberOfRows)
    let (ours, theirs) = try medians(
      runs: runs, of: { found = run(query, over: model) }, and: { try runShell(command) })
    report(name, ours, theirs, "\(reference), \(found.rows.count) rows found")
    print("# \(name): \((perRow * 10).rounded() / 10) bytes a row")
  }

  private static func measureSearch(_ model: FeedListModel, _ sample: SampleFeed) throws {
    let search = try RowSearch(parsing: "Item-77777")
    let (ours, theirs) = try medians(
      runs: 5,
      of: {
        let feedSearch = FeedSearch()
        feedSearch.run(search, over: model)
        feedSearch.wait()
        blackHole(feedSearch.matches.count)
      }, and: { try runShell(count("-c", "Item-77777", sample)) })
    report("query/search", ours, theirs, "grep -c")
  }

  /// A command that counts lines.
  ///
  /// Straight to `/dev/null`, grep would end at the first one.
  private static func count(_ option: String, _ text: String, _ sample: SampleFeed) -> String {
    "grep \(option) \(text) '\(sample.path)' | cat"
  }

  private static func measureNumbers(_ model: FeedListModel, _ sample: SampleFeed) throws {
    for (name, text) in [
      ("query/filter-number", "score > 4990"),
      ("query/filter-text", "score > 4990 && author.name ~ \"river\""),
    ] {
      let query = RowQuery(filters: [try RowFilter(parsing: text)])
      var count = 0
      let time = median(runs: 5) { count = run(query, over: model).rows.count }
      report(name, time, nil, "\(text): \(count) rows found")
      let rate = Double(sample.byteCount) / (time / .seconds(1)) / 1e6
      print("# \(name): \(rate.rounded()) MB/s")
    }
  }

  private static func report(
    _ name: String, _ time: Duration, _ reference: Duration?, _ description: String
  ) {
    print(
      Measurement(
        name: name, median: time, ratio: reference.map { $0 / time }, reference: description
      ).line)
  }
}
