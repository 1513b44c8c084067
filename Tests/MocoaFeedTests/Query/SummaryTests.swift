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
    return summary.summary
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
    #expect(result.histogram.count == 20)
    #expect(result.histogram.map(\.count).reduce(0, +) == 1_000)
    #expect(result.histogram.allSatisfy { (30...70).contains($0.count) })
    #expect(result.sparkline.count == 20)
    #expect(result.frequencies.first == ColumnSummary.Frequency(value: "0", count: 10))
    let filtered = summary(of: "n", rows, filters: [try RowFilter(parsing: "n >= 98")])
    #expect(filtered.mean == 98.5)
    #expect(filtered.frequencies.count == 2)
  }

  @Test func textsAreSummedUp() {
    let result = summary(of: "t", ["b10", "B9", "a", "a"].map { "{\"t\":\"\($0)\"}" })
    #expect(result.minimum == "a")
    #expect(result.maximum == "b10")
    #expect(result.mean == nil)
    #expect(result.histogram.isEmpty)
    #expect(result.sparkline == "")
    #expect(result.distinctCount == 3)
    #expect(result.frequencies.map(\.value) == ["a", "B9", "b10"])
  }

  @Test func extremeNumbersAreSummedUp() {
    let result = summary(of: ".", ["1e200", "-1e200", "1e999", "0", "1e-300", "5"])
    #expect(result.histogram.map(\.count).reduce(0, +) == 5)
    #expect(result.minimum == "-1e200")
    #expect(result.maximum == "1e999")
    let same = summary(of: ".", ["7", "7"])
    #expect(same.histogram == [ColumnSummary.Bin(range: 7...7, count: 2)])
  }

  @Test(arguments: [9_999, 20_000, 200_000])
  func manyValuesAreEstimated(count: Int) {
    var counter = DistinctCounter()
    for number in 0..<count {
      for _ in 0..<2 { Array(String(number).utf8).withUnsafeBytes { counter.add($0) } }
    }
    #expect(counter.isExact == (count <= 10_000))
    #expect(abs(counter.count - count) <= (counter.isExact ? 0 : count / 30))
  }
}
