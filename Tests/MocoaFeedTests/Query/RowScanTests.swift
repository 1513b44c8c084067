import Testing

@testable import MocoaFeed

@Suite struct RowScanTests {
  private static let count = 1_000

  private static let model = Indexed(
    (0..<count).map { #"{"id":\#($0),"name":"row \#($0 % 10)"}"# }.joined(separator: "\n")
  ).model

  private static func model(_ rowsPerBlock: Int) -> FeedListModel {
    var model = model
    model.rowsPerBlock = rowsPerBlock
    return model
  }

  private func pass(_ text: String, workers: Int, rowsPerStep: Int) throws -> RowScan {
    RowScan(
      over: Self.model(rowsPerStep), condition: try RowFilter(parsing: text).condition,
      jobs: workers)
  }

  @Test(arguments: [1, 2, 3, 8], [1, 7, 100, 5_000])
  func handsOverAllThatMatchesInOrder(workers: Int, rowsPerStep: Int) throws {
    let pass = try pass("\\w 3$", workers: workers, rowsPerStep: rowsPerStep)
    var found: [Int] = []
    var looked = 5..<5
    let isDone = try pass.run(5..<990, empty: [Int]()) { number, _, found in
      found.append(number)
    } step: { rows, made in
      #expect(rows.lowerBound == looked.upperBound)
      looked = looked.lowerBound..<rows.upperBound
      #expect(made.allSatisfy((0..<rows.count).contains))
      found += made.map { rows.lowerBound + $0 }
      return true
    }
    #expect(isDone)
    #expect(looked == 5..<990)
    #expect(found == (5..<990).filter { $0 % 10 == 3 })
  }

  @Test("38: a text is found in the same rows of a log, although bytes rule others out")
  func searchedLogs() throws {
    func log(_ usual: String, _ odd: String) -> String {
      (0..<400).map { ($0 == 137 ? odd : usual) + "\n" }.joined()
    }
    let time = "2026-11-24 10:11:12"
    let syslog = "Nov 24 10:11:12 web-1 app[7]: up"
    let logs: [(text: String, format: FeedFormat?)] = [
      (log("\(time) INFO a.b: up 399", "\(time) WARN a.b: needle"), nil),
      (log("\(time) WARN up", "\(time) WARN up\n\tat Needle"), nil),
      (log("\(time) WARN up\n\tat start", "\(time) WARN up\n\tat Needle"), nil),
      (log("<14>\(syslog)", "<11>\(syslog)"), nil),
      (log("level=info msg=\"up\"", "level=info msg=\"nee\\\"dle\""), nil),
      (log("\(time) INFO up", "\(time) INFO nee\u{1B}[1mdle"), nil),
      (log("only text here", "only text n\u{8}ne\u{8}edle"), .text),
    ]
    let patterns =
      try ["needle", "nee\"dle", "err", "T10:11", "12", "z", "warn", "up 399", "inf", "text"]
      .map { TextPattern(plain: $0) }
      + [TextPattern(regex: "n..dle$"), TextPattern(fuzzy: "ndl")]
    for (text, format) in logs {
      var options = FeedOptions()
      options.format = format
      let model = Indexed(text, options: options).model
      #expect(model.numberOfRows == 400)
      for (index, pattern) in patterns.enumerated() {
        let expected = (0..<model.numberOfRows).filter { number in
          model.row(number).json.withBytes { pattern.matches(valuesOf: $0) }
        }
        var found: [Int] = []
        let scan = RowScan(over: model, condition: .text(pattern), jobs: 2)
        _ = try scan.run(0..<model.numberOfRows, empty: [Int]()) { number, _, found in
          found.append(number)
        } step: { rows, made in
          found += made.map { rows.lowerBound + $0 }
          return true
        }
        #expect(found == expected, "\(text.prefix(40)), pattern \(index)")
      }
    }
  }

  @Test("38: rows of a log are converted only near those that have the text")
  func skippedRowsOfLogs() throws {
    let text = (0..<4_000).map { "2026-11-24 10:11:12 INFO a.b: \($0 == 137 ? "needle" : "up")\n" }
    let store = Indexed(text.joined()).model.parts[0].store
    let condition = Condition.text(TextPattern(plain: "needle"))
    var pass = store.makePass()
    var numbers: [Int] = []
    try pass.forEachRow(in: 0..<4_000, where: { condition.canHold(in: $0, addedTexts: $1) }) {
      number, _, _ in
      numbers.append(number)
      return true
    }
    #expect(numbers.contains(137) && numbers.count < 400, "\(numbers.count)")
  }

  @Test func stopsOnRequest() throws {
    let pass = try pass("row", workers: 4, rowsPerStep: 10)
    var steps = 0
    let isDone = try pass.run(0..<Self.count, empty: 0) { _, _, count in
      count += 1
    } step: { _, count in
      #expect(count == 10)
      steps += 1
      return steps < 6
    }
    #expect(!isDone)
    #expect(steps == 6)
  }

  @Test func tellsOfAnErrorBehindWhatCameBefore() throws {
    let source = CountingSource((0..<Self.count).map { "{\"id\":\($0)}" }.joined(separator: "\n"))
    var model = Indexed(source).model
    model.rowsPerBlock = 64
    source.cut(to: try model.parts[0].store.reader.range(ofRow: 500).lowerBound)
    let pass = RowScan(over: model, jobs: 3)
    var seen = 0
    #expect(throws: FeedError.self) {
      try pass.run(0..<Self.count, empty: 0) { _, _, count in
        count += 1
      } step: { rows, count in
        #expect(rows.lowerBound == seen && rows.count == count)
        seen = rows.upperBound
        return true
      }
    }
    #expect(seen > 0 && seen <= 500)
  }

  @Test(arguments: [1, 2, 5])
  func givenRowsAreDelivered(jobs: Int) throws {
    let rows = (0..<Self.count).filter { $0 % 7 == 2 || $0 > 900 }
    let scan = RowScan(over: Self.model(10), jobs: jobs)
    var found: [String] = []
    let isDone = try scan.run(over: rows, empty: [String]()) { place, bytes, found in
      found.append("\(place) " + String(decoding: bytes.prefix(10), as: UTF8.self))
    } step: { made in
      found += made
      return true
    }
    #expect(isDone)
    let expected = rows.enumerated().map { place, row -> String in
      "\(place) " + String("{\"id\":\(row),\"name".prefix(10))
    }
    #expect(found == expected)
  }

  @Test(arguments: [1, 3])
  func cancelledScanDeliversNothing(jobs: Int) throws {
    let scan = RowScan(over: Self.model(10), jobs: jobs)
    let isDone = try scan.run(0..<Self.count, empty: 0, isCancelled: { true }) { _, _, count in
      count += 1
    } step: { _, _ in
      Issue.record("a block was delivered")
      return true
    }
    #expect(!isDone)
  }
}
