import MocoaTestSupport
import Testing

@testable import MocoaFeed

/// Random filters, and what they give for a file.
@MainActor enum FilterOracle {
  private static func column(_ random: inout SeededGenerator) -> MemberPath {
    MemberPath(["a", "b", "c"].randomElement(using: &random) ?? "a")
  }

  static func filter(_ random: inout SeededGenerator) -> String {
    let column = ["a", "b", "c"].randomElement(using: &random) ?? "a"
    let constants = [
      "5", "10", "-3", "0.5", "5M", "9007199254740993", "\"abc\"", "\"5\"", "\"2024-01-01\"",
      "null",
      "true", "\"Infinity\"", "\"x'6162'\"", "\"it's\"", "2024-01-01",
      "\"a\\\"; drop table t; --\"",
      "\"\"", "1h",
    ]
    let constant = constants.randomElement(using: &random) ?? "5"
    switch Int.random(in: 0..<8, using: &random) {
    case 0: return "(\(filter(&random)) && \(filter(&random)))"
    case 1: return "(\(filter(&random)) || \(filter(&random)))"
    case 2: return "!(\(filter(&random)))"
    case 3: return "\(column) in (5, \"abc\", \(constant))"
    case 4:
      let texts = ["ab", "AB", "5", "ul", "inf", "%", "é", "e+", "x'", "m-1"]
      return "\(column) contains \"\(texts.randomElement(using: &random) ?? "")\""
    case 5: return "\(column) == \(column) || \(column)"
    default:
      let sign = ["==", "!=", "<", "<=", ">", ">="].randomElement(using: &random) ?? "=="
      return "\(column) \(sign) \(constant)"
    }
  }

  /// Compares what random filters give for a feed with what they give for a file with its rows.
  static func check(_ feed: Feed, _ random: inout SeededGenerator, count: Int) throws {
    let texts = try feed.listModel.texts()
    let file = Feed(
      source: MemorySource(Array(texts.joined(separator: "\n").utf8), name: "file"),
      options: FeedOptions(format: .lines))
    #expect(file.wait(forRows: .max, timeout: .seconds(20)))
    #expect(file.listModel.numberOfRows == feed.listModel.numberOfRows)
    var tested = 0
    while tested < count {
      let text = filter(&random)
      // Words have no order.
      guard let filter = try? RowFilter(parsing: text) else { continue }
      tested += 1
      let filters = Bool.random(using: &random) ? [filter] : []
      var keys: [SortKey] = []
      for _ in 0..<Int.random(in: 0...2, using: &random) {
        keys.append(SortKey(column(&random), isDescending: .random(using: &random)))
      }
      let query = RowQuery(filters: filters, sortKeys: keys)
      let found = try feed.listModel.rows(for: query)
      let expected = try file.listModel.rows(for: query)
      #expect(found == expected, "\(text) by \(keys) of \(texts.first ?? "")")
      let columns = [column(&random), column(&random)]
      let asked = [Aggregate.Function.sum, .mean, .min, .max, .percentile(50)].map {
        Aggregate($0, of: columns[1])
      }
      let aggregates = [asked, Array(asked[..<2]), [Aggregate(.count)]]
      var groups = RowGroups(
        by: [OutputColumn(columns[0])], aggregates.randomElement(using: &random) ?? asked)
      var fileGroups = groups
      try groups.add(rowsOf: feed.listModel, filters: filters)
      try fileGroups.add(rowsOf: file.listModel, filters: filters)
      #expect(
        String(decoding: groups.json, as: UTF8.self)
          == String(decoding: fileGroups.json, as: UTF8.self), "\(text) by \(columns)")
      let summaries = [feed, file].map { source in
        let summary = FeedSummary()
        summary.run(columns[0], over: source.listModel, filters: filters)
        summary.wait()
        var result = summary.result
        // Beyond what a histogram can hold, it depends on the order of the rows.
        if result.maximum == "1e+300" { result.numbers = RangeHistogram() }
        return result
      }
      #expect(summaries[0] == summaries[1], "\(text) of \(columns[0])")
    }
  }

  /// Expressions of a number `n` below 1,000, and the mean and the sum of their values.
  nonisolated static let sums = [
    ("0.1 * (n % 10)", "0.45", "450"), ("0.0001 * (n % 10)", "0.00045", "0.45"),
    ("37.25 - n", "-462.25", "-462250"), ("case when n > 0 then null else 2.5 end", "2.5", "2.5"),
    ("1000000000000000 + n", "1000000000000499.5", "1000000000000499500"),
    ("case when n = 0 then 1e308 else 0 end", "1e305", "1e308"),
  ]

  /// Compares sums of the column `x` in groups by `k` with those of decimal numbers.
  static func checkSums(_ feed: Feed, _ mean: String, _ sum: String) throws {
    var groups = RowGroups(
      by: [OutputColumn("k")], [Aggregate(.mean, of: "x"), Aggregate(.sum, of: "x")])
    try groups.add(rowsOf: feed.listModel)
    let expected = "[{\"k\":0,\"mean(x)\":\(mean),\"sum(x)\":\(sum)}]"
    #expect(String(decoding: groups.json, as: UTF8.self) == expected)
    let statements = try #require(feed.listModel.provider?.statements)
    #expect(statements.contains { $0.contains("sum(") })
  }
}
