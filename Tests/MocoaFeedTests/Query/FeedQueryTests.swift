import MocoaCore
import MocoaTestSupport
import Testing

@testable import MocoaFeed

@MainActor
@Suite struct FeedQueryTests {
  /// Rows with numbers, texts and gaps, as an array, as lines, in sections and as members; each is
  /// read when it is asked for.
  private static func feeds(
    count: Int
  ) -> LazyMapSequence<[(name: String, text: String)], (name: String, model: FeedListModel)> {
    var random = SeededGenerator(seed: 1)
    let words = ["raven", "Rook", "r\\u00e9mi", "\\\"crow\\\"", "jay, blue"]
    let rows = (0..<count).map { number in
      let score = Int.random(in: 0..<50, using: &random)
      let member = number % 7 == 0 ? "" : ",\"score\":\(score)"
      return "{\"id\":\(number),\"name\":\"\(words[score % words.count])\"\(member)}"
    }
    let sections = stride(from: 0, to: count, by: 40).map { start in
      let items = rows[start..<min(count, start + 40)].joined(separator: ",")
      return "{\"header\":\(start),\"items\":[\(items)]}"
    }
    let members = rows.enumerated().map { "\"k\($0.offset)\":\($0.element)" }
    let texts = [
      (name: "array", text: "[\(rows.joined(separator: ",\n"))]"),
      (name: "lines", text: rows.joined(separator: "\n")),
      (name: "sections", text: "{\"sections\":[\(sections.joined(separator: ","))]}"),
      (name: "members", text: "{\(members.joined(separator: ","))}"),
    ]
    return texts.lazy.map { (name: $0.name, model: Indexed($0.text).model) }
  }

  @Test(arguments: [
    "score > 25", "raven", "Rook", "rémi", "\"crow\"", "\"\"crow\"\"", "jay,", "name ~ '^r'",
    "score == 3 || id < 10", "!(score > 0)", "score < 0", "id:7", "\\^r.ven$", "",
  ])
  func filtersFindWhatEachRowSays(text: String) throws {
    let filter = try RowFilter(parsing: text)
    for (name, model) in Self.feeds(count: 250) {
      let query = FeedQuery()
      query.run(RowQuery(filters: [filter]), over: model)
      query.wait()
      let expected = (0..<model.numberOfRows).filter { filter.matches(model.row($0).json) }
      #expect(Array(query.rows) == expected, "\(name)")
      #expect(query.status.scannedRowCount == model.numberOfRows)
      #expect(!query.status.isRunning)
      var found: [Int] = []
      try model.forEachRow(matching: [filter]) {
        found.append($0)
        return found.count < 20
      }
      #expect(found == Array(expected.prefix(20)), "\(name)")
    }
  }

  @Test func filtersStack() throws {
    let filters = try ["score > 10", "raven"].map { try RowFilter(parsing: $0) }
    let model = Self.feeds(count: 500)[0].model
    let query = FeedQuery()
    query.run(RowQuery(filters: filters), over: model)
    query.wait()
    let expected = (0..<500).filter { row in filters.allSatisfy { $0.matches(model.row(row).json) }
    }
    #expect(Array(query.rows) == expected)
    #expect(!expected.isEmpty)
  }

  @Test(.parity("ten.10")) func theNewestRequestWins() async throws {
    let model = Self.feeds(count: 20_000)[0].model
    let query = FeedQuery()
    var changes: [FeedQuery.Change] = []
    query.onChange = { changes.append($0) }
    for limit in 0..<20 {
      query.run(RowQuery(filters: [try RowFilter(parsing: "id < \(limit)")]), over: model)
    }
    for _ in 0..<2_000 where query.status.isRunning { try await Task.sleep(for: .milliseconds(5)) }
    #expect(Array(query.rows) == Array(0..<19))
    #expect(changes.first == .replaced)
    query.run(RowQuery(), over: model)
    query.cancel()
    #expect(Array(query.rows) == Array(0..<19))
    #expect(!query.status.isRunning)
  }

  @Test func rowsThatComeAreLookedAt() async throws {
    let pipe = TestPipe()
    let feed = Feed(source: try ByteSources.descriptor(pipe.reader, name: "pipe"))
    try pipe.write((0..<100).map { "{\"id\":\($0)}\n" }.joined())
    #expect(feed.wait(forRows: 100, timeout: .seconds(10)))
    let query = FeedQuery()
    var shown: [Int] = []
    query.onChange = { change in
      switch change {
      case .replaced: shown = Array(query.rows)
      case .appended(let positions): shown += positions.map { query.rows[$0] }
      case .status: break
      }
    }
    query.run(RowQuery(filters: [try RowFilter(parsing: "id >= 90")]), over: feed.listModel)
    query.wait()
    #expect(shown == Array(90..<100))
    try pipe.write((100..<200).map { "{\"id\":\($0)}\n" }.joined())
    #expect(feed.wait(forRows: 200, timeout: .seconds(10)))
    query.grow(to: feed.listModel)
    query.wait()
    #expect(shown == Array(90..<200))
    try pipe.close()
    feed.stop()
  }

  /// Of 60 rows that came one by one, 57 were sorted.
  @Test func rowsThatComeAreSortedIn() async throws {
    let pipe = TestPipe()
    let feed = Feed(source: try ByteSources.descriptor(pipe.reader, name: "pipe"))
    let query = FeedQuery()
    for count in [100, 101, 110, 111] {
      let known = feed.listModel.numberOfRows
      try pipe.write((known..<count).map { "{\"id\":\($0)}\n" }.joined())
      #expect(feed.wait(forRows: count, timeout: .seconds(10)))
      if known == 0 {
        query.run(RowQuery(sortKeys: try SortKey.keys(parsing: "-id")), over: feed.listModel)
      } else {
        query.grow(to: feed.listModel)
      }
    }
    for _ in 0..<2_000 where query.rows.count < 111 { try await Task.sleep(for: .milliseconds(5)) }
    #expect(Array(query.rows) == Array((0..<111).reversed()))
    try pipe.close()
    feed.stop()
  }

  @Test("34: the last rows of a feed are sorted at once, and are missing until then")
  func theLastRowsAreSortedAtOnce() throws {
    let pipe = TestPipe()
    let feed = Feed(source: try ByteSources.descriptor(pipe.reader, name: "pipe"))
    let query = FeedQuery()
    for count in [2_000, 2_001] {
      let known = feed.listModel.numberOfRows
      try pipe.write((known..<count).map { "{\"id\":\($0)}\n" }.joined())
      #expect(feed.wait(forRows: count, timeout: .seconds(10)))
      if known > 0 { break }
      query.run(RowQuery(sortKeys: try SortKey.keys(parsing: "-id")), over: feed.listModel)
      query.wait()
      #expect(!query.isBehind && !query.status.isRunning)
    }
    query.grow(to: feed.listModel)
    #expect(query.isBehind || query.status.isRunning)
    query.isFeedAtRest = true
    #expect(query.status.isRunning && !query.isBehind)
    query.wait()
    #expect(query.rows.count == 2_001 && query.rows.first == 2_000)
    try pipe.close()
    feed.stop()
  }

  /// Ranking needs all matches: those of a large feed come in its order, as soon as they are found.
  @Test func fuzzyMatchesOfALargeFeedAreNotRanked() throws {
    let query = FeedQuery()
    query.run(
      RowQuery(filters: [try RowFilter(parsing: "~ab")]), over: Indexed("\"axb\"\n\"ab\"\n").model)
    query.wait()
    #expect(Array(query.rows) == [1, 0])
    let rows = "\"axb\"\n\"ab\"\n" + String(repeating: "1\n", count: FeedQuery.rankLimit)
    query.run(RowQuery(filters: [try RowFilter(parsing: "~ab")]), over: Indexed(rows).model)
    query.wait()
    #expect(Array(query.rows) == [0, 1])
  }

  @Test func aQueryIsAList() throws {
    let model = Self.feeds(count: 200)[2].model
    let query = FeedQuery()
    query.run(
      RowQuery(filters: [try RowFilter(parsing: "id < 5 || id >= 100 && id < 125")]), over: model)
    query.wait()
    let list = try #require(query.listModel)
    #expect(list.numberOfSections == 3)
    #expect((0..<3).map { list.section(at: $0).numberOfItems } == [5, 20, 5])
    let header = list.section(at: 1).supplementaryModel(of: .header, at: 0) as? Row
    #expect(header?.json.text == "80")
    #expect(list.rowNumber(at: ListIndexPath(section: 1, item: 3)) == 103)
    #expect(list.rowNumber(at: ListIndexPath(section: 2, item: 0)) == 120)
    #expect(list.indexPath(ofRow: 103) == ListIndexPath(section: 1, item: 3))
    #expect(list.indexPath(ofRow: 50) == nil)
    query.run(
      RowQuery(filters: query.query.filters, sortKeys: try SortKey.keys(parsing: "-id")),
      over: model)
    query.wait()
    let sorted = try #require(query.listModel)
    #expect(sorted.numberOfSections == 1)
    #expect(sorted.rowNumber(at: ListIndexPath(section: 0, item: 0)) == 124)
    #expect(sorted.indexPath(ofRow: 4) == ListIndexPath(section: 0, item: 25))
    #expect(sorted.indexPath(ofRow: 50) == nil)
    #expect(sorted.indexPath(ofRow: 5_000) == nil)
  }

  @Test func aFeedWithoutRowsHasNone() throws {
    let query = FeedQuery()
    #expect(query.listModel == nil)
    query.run(RowQuery(sortKeys: [SortKey("a")]), over: Indexed("[]").model)
    query.wait()
    #expect(query.rows.isEmpty)
    query.run(RowQuery(filters: [try RowFilter(parsing: "x")]), over: Indexed("[]").model)
    query.wait()
    #expect(query.rows.isEmpty)
    #expect(query.listModel?.numberOfSections == query.listModel?.base.numberOfSections)
  }

  @Test(arguments: [0, 1, 100, 249, 250])
  func searchesAnswerAtOnce(start: Int) throws {
    let search = try RowSearch(parsing: "raven")
    for (name, model) in Self.feeds(count: 250) {
      let finder = FeedSearch()
      finder.run(search, over: model, from: start)
      let early = finder.next(after: start)
      #expect(early == .unknown)
      finder.wait()
      let expected = (0..<250).filter { search.matches(model.row($0).json) }
      #expect(finder.matches.count == expected.count, "\(name)")
      for row in stride(from: 0, to: 250, by: 37) {
        let next = expected.first { $0 > row }
        let previous = expected.last { $0 < row }
        #expect(finder.next(after: row) == .row(next ?? expected[0], isWrapped: next == nil))
        #expect(
          finder.previous(before: row)
            == .row(previous ?? expected[expected.count - 1], isWrapped: previous == nil))
        #expect(finder.ordinal(of: row) == expected.firstIndex(of: row).map { $0 + 1 })
      }
    }
  }

  @Test func aSearchWithoutMatchesIsReported() throws {
    let finder = FeedSearch()
    finder.run(try RowSearch(parsing: "zebra"), over: Self.feeds(count: 300)[1].model, from: 200)
    finder.wait()
    #expect(finder.next(after: 10) == .none)
    #expect(finder.previous(before: 10) == .none)
    #expect(finder.matches.isEmpty)
    finder.cancel()
    #expect(finder.search == nil)
  }
}

@Suite struct RowSetTests {
  @Test func agreesWithASetOfIntegers() {
    var random = SeededGenerator(seed: 9)
    var (rows, model) = (RowSet(), Set<Int>())
    for _ in 0..<400 {
      let row = Int.random(in: 0..<500, using: &random)
      if Bool.random(using: &random) {
        rows.insert(row); model.insert(row)
      } else {
        rows.remove(row); model.remove(row)
      }
      let place = Int.random(in: -2..<600, using: &random)
      #expect(rows.count == model.count)
      #expect(rows.contains(place) == model.contains(place))
      #expect(rows.first(from: place) == model.filter { $0 >= place }.min())
      #expect(rows.last(below: place) == model.filter { $0 < place }.max())
      #expect(rows.count(below: place) == model.count { $0 < place })
    }
  }

  @Test func numbersKeepTheirOrder() {
    let ascending = RowNumbers((0..<50_000).map { $0 * 3 })
    #expect(ascending.isAscending)
    #expect(ascending.count == 50_000)
    #expect(ascending.position(ofAscending: 149_997) == 49_999)
    #expect(ascending.position(ofAscending: 4) == nil)
    #expect(ascending.firstPosition(notBelow: 4) == 2)
    #expect(ascending.firstPosition(notBelow: 1_000_000) == 50_000)
    #expect(!RowNumbers([1, 0]).isAscending)
    #expect(Array(RowNumbers([5, 2, 9])) == [5, 2, 9])
  }
}
