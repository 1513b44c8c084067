import MocoaTestSupport
import Testing

@testable import MocoaFeed

@MainActor
@Suite struct SummaryTests {
  private func summary(of path: MemberPath, _ rows: [String], filters: [RowFilter] = [])
    -> ColumnSummary
  {
    let summary = FeedSummary()
    summary.run(path, over: Indexed("[\(rows.joined(separator: ","))]").model, filters: filters)
    summary.wait()
    #expect(!summary.status.isRunning)
    return summary.result
  }

  @Test func numbersAreSummedUp() throws {
    let rows = (0..<1_000).map { "{\"n\":\($0 % 100)}" } + ["{\"n\":null}", "{}", "{\"n\":\"x\"}"]
    let result = summary(of: "n", rows)
    #expect(result.rowCount == 1_003)
    #expect(result.count == 1_002)
    #expect(result.missingCount == 1)
    #expect(result.kinds == [.number: 1_000, .null: 1, .string: 1])
    #expect(result.minimum == "0")
    #expect(result.maximum == "99")
    #expect(result.mean == 49.5)
    #expect(result.sum == 49_500)
    #expect(result.distinctCount == 102)
    #expect(result.isDistinctCountExact)
    let histogram = try #require(result.histogram())
    #expect(histogram.step == "5" && !histogram.areTimes)
    #expect(histogram.bins.map(\.lowerBound) == (0..<20).map { "\($0 * 5)" })
    #expect(histogram.bins.allSatisfy { $0.count == 50 })
    #expect(histogram.sparkline == String(repeating: "█", count: 20))
    #expect(result.frequencies.first == ColumnSummary.Frequency(value: "0", count: 10))
    let filtered = summary(of: "n", rows, filters: [try RowFilter(parsing: "n >= 98")])
    #expect(filtered.mean == 98.5)
    #expect(filtered.frequencies.count == 2)
  }

  @Test("36: values are different in a summary if they are different groups")
  func differentValuesMatchGroups() {
    let rows = ["1", "1.0", "1e0", #""x""#, #""\u0078""#, #""1""#].map { "{\"n\":\($0)}" }
    let result = summary(of: "n", rows)
    #expect(result.distinctCount == 3)
    #expect(result.frequencies.map(\.value) == ["1", "x", "1"])
    #expect(result.frequencies.map(\.count) == [3, 2, 1])
  }

  @Test("Rows that are not JSON do not count, as in groups")
  func brokenRowsDoNotCount() {
    let rows = [#"{"n":1}"#, #"{"n":100,broken"#, #"{"n":3}"#, "{\"n\":1000"]
    let model = Indexed(rows.joined(separator: "\n")).model
    let summary = FeedSummary()
    summary.run("n", over: model)
    summary.wait()
    let groups = FeedGroups()
    groups.run(RowGroups(by: [OutputColumn("n")], []), over: model)
    groups.wait()
    #expect(summary.result.rowCount == 2 && groups.result.groups.rowCount == 2)
    #expect(summary.result.sum == 4 && summary.result.maximum == "3")
    #expect(summary.result.brokenRows == groups.result.groups.brokenRows)
    #expect(summary.result.brokenRows.leftOutText == "2 rows cannot be read and are left out")
  }

  @Test func textsAreSummedUp() {
    let result = summary(of: "t", ["b10", "B9", "a", "a"].map { "{\"t\":\"\($0)\"}" })
    #expect(result.minimum == "a")
    #expect(result.maximum == "b10")
    #expect(result.mean == nil)
    #expect(result.histogram() == nil)
    #expect(result.distinctCount == 3)
    #expect(result.frequencies.map(\.value) == ["a", "B9", "b10"])
  }

  @Test(arguments: [
    (["\"5Mi\"", "\"20Ki\"", "\"9Gi\"", "\"\"", "null"], "20Ki", "9Gi"),
    (["\"2h5m\"", "\"90s\"", "0"], "0", "2h5m"),
    (["\"2h5m\"", "\"90s\"", "10000"], "mixed units", "mixed units"),
    (["\"5Mi\"", "3", "\"20Ki\""], "3", "5Mi"),
    (["\"5Mi\"", "\"x\"", "\"20Ki\""], "20Ki", "5Mi"), (["\"10\"", "\"9\""], "9", "10"),
    (
      ["\"10000000000000002Ki\"", "\"10000000000000001Ki\""], "10000000000000001Ki",
      "10000000000000002Ki"
    ),
  ])
  func sizesAndDurationsHaveTheirValues(_ values: [String], _ least: String, _ greatest: String) {
    for values in [values, values.reversed()] {
      let result = summary(of: "t", values.map { "{\"t\":\($0)}" })
      #expect(result.minimum == least && result.maximum == greatest)
    }
  }

  @Test func sizesAndDurationsHaveRanges() throws {
    let sizes = summary(of: "t", ["2M", "1M", "31B", "x"].map { "{\"t\":\"\($0)\"}" })
    #expect(sizes.sum == 3_000_031 && sizes.mean == 1_000_010.33333333)
    #expect(sizes.histogram()?.bins.map(\.count).reduce(0, +) == 3)
    let mixed = summary(of: "t", [#"{"t":"2M"}"#, #"{"t":"1h"}"#])
    #expect(mixed.sum == nil && mixed.mean == nil)
    let ages = summary(of: "t", ["1h", "90m", "3 hours ago"].map { "{\"t\":\"\($0)\"}" })
    #expect(ages.sum.flatMap(ages.durationText) == "5h30m")
    let bins = try #require(ages.histogram()?.bins)
    for bin in bins where bin.count > 0 {
      let filter = try RowFilter(parsing: "t >= \(bin.lowerBound) && t < \(bin.upperBound)")
      #expect(
        summary(
          of: "t", ["1h", "90m", "3 hours ago"].map { "{\"t\":\"\($0)\"}" }, filters: [filter]
        )
        .count == bin.count)
    }
  }

  // A range had "250ms" as 0.25, with which its filter compares no text.
  @Test("39: durations beside numbers are counted apart, and so are percentages")
  func rangesOfOneUnit() throws {
    func histogram(_ values: String...) throws -> ColumnHistogram {
      try #require(summary(of: "t", values.map { "{\"t\":\($0)}" }).histogram())
    }
    let numbers = try histogram("\"250ms\"", "1", "2", "0", "\"500ms\"", "9", "4", "\"5%\"")
    #expect(numbers.bins.map(\.count).reduce(0, +) == 4 && numbers.numbersOfOtherUnits == 4)
    #expect(numbers.bins.first?.lowerBound == "1")
    let durations = try histogram("0", "1", "\"250ms\"", "\"500ms\"", "\"90s\"")
    #expect(durations.bins.map(\.count).reduce(0, +) == 3 && durations.numbersOfOtherUnits == 2)
    #expect(durations.bins.first?.lowerBound.hasSuffix("s") == true)
    #expect(try histogram("0", "\"0\"", "\"250ms\"").numbersOfOtherUnits == 0)
    #expect(try histogram("3", "\"5Mi\"", "\"2k\"").numbersOfOtherUnits == 0)
  }

  @Test("36: sums are in the unit of all values, and those of 08:30 are none")
  func unitsOfSums() {
    let cores = summary(of: "t", ["500m", "250m"].map { "{\"t\":\"\($0)\"}" })
    #expect(cores.sum.flatMap(cores.amount)?.number == 750)
    #expect(cores.mean.flatMap(cores.amount)?.unit == "m")
    let clocks = summary(of: "t", ["08:30", "07:45"].map { "{\"t\":\"\($0)\"}" })
    #expect(clocks.sum == nil && clocks.mean == nil && clocks.histogram() == nil)
    #expect(clocks.minimum == "07:45" && clocks.maximum == "08:30")
    #expect(clocks.faults.first?.hasPrefix("texts such as 08:30 may be hours or minutes") == true)
  }

  @Test func extremeNumbersAreSummedUp() {
    let result = summary(of: ".", ["1e200", "-1e200", "1e999", "0", "1e-300", "5"])
    #expect(result.histogram()?.bins.map(\.count).reduce(0, +) == 5)
    #expect(result.minimum == "-1e200")
    #expect(result.maximum == "1e999")
    let same = summary(of: ".", ["7", "7"])
    #expect(
      same.histogram()?.bins
        == [ColumnHistogram.Bin(lowerBound: "7", upperBound: "8", count: 2)])
  }

  @Test(arguments: [
    (["0.29", "0.1", "0.3"], "0.01", 21, "0.1", 21),
    (["0.29", "0.1", "0.3"], "0.02", 12, "0.1", 11),
    (["-3", "4"], "1", 20, "-3", 8), (["-3", "4"], "5", 3, "-5", 2),
    (["1e15", "0"], "200000000000000", 6, "0", 6),
    (["\"2026-11-01\"", "\"2026-11-03\""], "day", 20, "2026-11-01", 3),
    (
      ["\"2026-11-01T10:00:00Z\"", "\"2026-11-01T10:59:59Z\""], "5 minutes", 12, "2026-11-01T10:00",
      12
    ),
    (
      ["\"2026-11-01T10:00:00+01:00\"", "\"2026-11-02T09:00:00Z\""], "hour", 100,
      "2026-11-01T09:00", 25
    ),
    (["\"2025-12-31T23:59:59Z\"", "\"2026-03-01\""], "month", 5, "2025-12-01", 4),
    (["\"2026-11-01\"", "\"2026-11-30\""], "week", 6, "2026-10-26", 6),
    (["\"1999-01-01\"", "\"2026-11-30\""], "year", 50, "1999-01-01", 28),
    (
      ["\"2026-11-01T10:00:00.100Z\"", "\"2026-11-01T10:00:00.350Z\""], "50 milliseconds", 10,
      "2026-11-01T10:00:00.1", 6
    ),
    (["\"0001-01-01\"", "\"9999-12-31\""], "1000 years", 20, "0000-01-01", 10),
  ])
  func rangesAreThoseOfPeople(
    _ values: [String], _ step: String, _ limit: Int, _ first: String, _ count: Int
  ) throws {
    let histogram = try #require(summary(of: ".", values).histogram(atMost: limit))
    #expect(histogram.step == step)
    #expect(histogram.bins.first?.lowerBound == first)
    #expect(histogram.bins.count == count)
    #expect(histogram.bins.map(\.count).reduce(0, +) == values.count)
    for (bin, next) in zip(histogram.bins, histogram.bins.dropFirst()) {
      #expect(bin.upperBound == next.lowerBound)
    }
  }

  /// Each value is in the range that a filter finds it by.
  @Test(arguments: [1, 2, 3])
  func filtersFindAsManyAsTheRangesCount(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let scale = [1.0, 1e-6, 1e14][Int(seed) - 1]
    let values = (0..<3_000).map { index in
      index % 2 == 0
        ? "\(Double(Int.random(in: -500...5_000, using: &random)) * scale)"
        : "\"\(Timestamp(microseconds: Int.random(in: 1 << 40...1 << 52, using: &random)).text)\""
    }
    for rows in [
      values.enumerated().filter { $0.offset % 2 == 0 }.map(\.element),
      values.filter { $0.first == "\"" },
    ] {
      let found = summary(of: "v", rows.map { "{\"v\":\($0)}" })
      for bin in try #require(found.histogram(atMost: 12)).bins {
        let filter = try RowFilter(parsing: "v >= \(bin.lowerBound) && v < \(bin.upperBound)")
        #expect(rows.count { filter.matches(JSONBytes(Array("{\"v\":\($0)}".utf8))) } == bin.count)
      }
    }
  }

  @Test(arguments: [
    ["\"2016-12-31T23:59:60Z\"", "\"2016-12-31T23:59:30Z\"", "\"2017-01-01T00:00:00Z\""],
    ["\"2016-12-31T23:59:60.5Z\"", "\"2016-12-31T23:59:59.5Z\"", "\"2017-01-01T00:00:01Z\""],
    ["9e299", "-9e299", "0"], ["9.9e299", "1e-308"],
  ])
  func extremesAreFoundByFilters(_ values: [String]) throws {
    let found = summary(of: "v", values.map { "{\"v\":\($0)}" })
    let histogram = try #require(found.histogram(atMost: 20))
    #expect(histogram.bins.map(\.count).reduce(0, +) == values.count)
    for bin in histogram.bins {
      let filter = try RowFilter(parsing: "v >= \(bin.lowerBound) && v < \(bin.upperBound)")
      #expect(values.count { filter.matches(JSONBytes(Array("{\"v\":\($0)}".utf8))) } == bin.count)
    }
  }

  @Test func rangesCanBeLongerAndShorter() throws {
    let found = summary(of: ".", ["3", "14", "15"])
    func shown(_ coarsening: Int) -> String? {
      found.histogram(atMost: 5, coarsening: coarsening).map { "\($0.step) \($0.bins.count)" }
    }
    #expect(shown(0) == "5 4")
    #expect(shown(-1) == "2 7")
    #expect(shown(-2) == "1 13")
    #expect(shown(-3) == "1 13")
    #expect(shown(1) == "10 2")
    #expect(shown(2) == "20 1")
    #expect(shown(9) == "20 1")
  }

  @Test(arguments: [9_999, 20_000, 200_000])
  func manyValuesAreEstimated(count: Int) {
    var counter = DistinctCounter()
    let hash = ByteHash(seed: 0)
    for number in 0..<count {
      for _ in 0..<2 { Array(String(number).utf8).withUnsafeBytes { counter.add(hash($0)) } }
    }
    #expect(counter.isExact == (count <= 10_000))
    #expect(abs(counter.count - count) <= (counter.isExact ? 0 : count / 30))
  }
}
