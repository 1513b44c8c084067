import Foundation
import MocoaCore
import MocoaTestSupport
import Testing

@testable import MocoaFeed

/// Several sources in one feed.
@MainActor
@Suite struct JoinedFeedTests {
  /// The rows of each section as text, with the header before them.
  private func sections(_ model: FeedListModel) -> [[String]] {
    (0..<model.numberOfSections).map { index in
      let section = model.feedSection(at: index)
      let header = section.supplementaryRow(of: .header)
      let rows = (0..<section.numberOfItems).map { section.row(at: $0).json.text }
      return [header.map(Self.text) ?? "-"] + rows
    }
  }

  private static func text(_ header: Row) -> String {
    header.problem.map { "\(header.json.text) ! \($0.reason)" } ?? header.json.text
  }

  private func origin(_ name: String, _ text: String) -> FeedOrigin {
    FeedOrigin(name: name) { MemorySource(text, name: name, chunk: 16) }
  }

  private func finished(_ origins: [FeedOrigin]) async throws -> Feed {
    let feed = try Feed(joining: origins)
    feed.start()
    try await wait { !feed.status.isLoading && feed.sources.allSatisfy { !$0.status.isLoading } }
    return feed
  }

  @Test func eachSourceIsASectionWithItsName() async throws {
    let feed = try await finished([
      origin("a.json", "[1, 2]"), origin("b.ndjson", "{\"id\":3}\n{\"id\":4}\n"),
      origin("c.json", "[]"), origin("d.json", "[[5], [6, 7]]"),
    ])
    #expect(
      sections(feed.listModel) == [
        [#"{"mocoaSource":"a.json"}"#, "1", "2"],
        [#"{"mocoaSource":"b.ndjson"}"#, #"{"id":3}"#, #"{"id":4}"#],
        [#"{"mocoaSource":"c.json"}"#],
        [#"{"mocoaSource":"d.json"}"#, "5"], ["-", "6", "7"],
      ])
    #expect(feed.name == "4 sources")
    #expect(feed.listModel.numberOfRows == 7)
    #expect(feed.sources.map(\.rows) == [0..<2, 2..<4, 4..<4, 4..<7])
    #expect(feed.listModel.row(4).indexPath == ListIndexPath(section: 3, item: 0))
    #expect(feed.listModel.format == nil)
  }

  @Test func aHeaderOfTheSourceStaysBehindItsName() async throws {
    let text = #"{"sections": [{"header": {"title": "Fruit"}, "items": [1]}]}"#
    let other = #"{"sections": [{"header": "Nuts", "items": [2]}]}"#
    let feed = try await finished([origin("a", text), origin("b", other)])
    #expect(
      sections(feed.listModel) == [
        [#"{"mocoaSource":"a","title": "Fruit"}"#, "1"],
        [#"{"mocoaSource":"b","title":"Nuts"}"#, "2"],
      ])
  }

  @Test func oneSourceHasNoTitle() async throws {
    let feed = try await finished([origin("a", "[1]")])
    #expect(sections(feed.listModel) == [["-", "1"]])
    #expect(feed.name == "a")
  }

  @Test func aSourceThatFailsLeavesTheOthersAlone() async throws {
    let feed = try await finished([
      .file("/nowhere/x.json"), origin("b", "[1]"), origin("c", "[2, 3"),
    ])
    #expect(
      sections(feed.listModel) == [
        [#"{"mocoaSource":"/nowhere/x.json"} ! no such file"#],
        [#"{"mocoaSource":"b"}"#, "1"],
        [#"{"mocoaSource":"c"} ! the text ends in the middle of the document"#, "2"],
      ])
    #expect(feed.status.error == FeedError(source: "/nowhere/x.json", reason: .notFound))
    #expect(throws: FeedError.self) { try Feed(joining: [.file("/nowhere/x.json")]) }
  }

  /// What a source of many sections and rows says about itself, at every place.
  @Test func numbersPlacesAndBytesAgree() async throws {
    var random = SeededGenerator(seed: 7)
    var texts: [String] = []
    for _ in 0..<9 {
      let rows = (0..<Int.random(in: 0...200, using: &random)).map { "{\"id\":\($0)}" }
      let isArray = Bool.random(using: &random)
      texts.append(isArray ? "[\(rows.joined(separator: ", "))]" : rows.joined(separator: "\n"))
    }
    let feed = try await finished(texts.enumerated().map { origin("\($0)", $1) })
    let model = feed.listModel
    var all: [String] = []
    try model.forEachRow { number, bytes in
      #expect(number == all.count)
      all.append(String(decoding: bytes, as: UTF8.self))
      return true
    }
    #expect(all == sections(model).flatMap { $0.dropFirst() })
    for number in 0..<model.numberOfRows {
      let row = model.row(number)
      #expect(row.json.text == all[number])
      let path = try #require(row.indexPath)
      #expect(model.feedSection(at: path.section).rows.lowerBound + path.item == number)
    }
    #expect(model.byteCount == texts.joined().utf8.count)
    var middle: [Int] = []
    let range = model.numberOfRows / 4..<model.numberOfRows / 2
    try model.forEachRow(in: range) { number, _ in
      middle.append(number)
      return true
    }
    #expect(middle == Array(range))
  }

  @Test func whatIsAskedOfARowIsAskedOfAllSources() async throws {
    let feed = try await finished([
      origin("a", #"[{"n":5},{"n":1}]"#), origin("b", #"{"x":{"n":4},"y":{"n":2}}"#),
      origin("c", "{\"n\":3}\n{\"n\":9}"),
    ])
    let query = FeedQuery()
    query.run(RowQuery(filters: [try RowFilter(parsing: "n > 2")]), over: feed.listModel)
    query.wait()
    #expect(Array(query.rows) == [0, 4, 5])
    query.run(RowQuery(sortKeys: try SortKey.keys(parsing: "n")), over: feed.listModel)
    query.wait()
    #expect(Array(query.rows).prefix(4) == [1, 4, 0, 5])
    query.run(RowQuery(filters: [try RowFilter(parsing: "value.n < 3")]), over: feed.listModel)
    query.wait()
    #expect(Array(query.rows) == [3])
  }

  // MARK: Live

  @Test func laterRowsAreWithTheirSource() async throws {
    let (first, second) = (TestPipe(), TestPipe())
    let feed = try Feed(joining: [
      .once(try ByteSources.descriptor(first.reader, name: "first")),
      .once(try ByteSources.descriptor(second.reader, name: "second")),
    ])
    var growths: [String] = []
    let observation = feed.observeChanges { change in
      guard case .grew(let growth) = change, let appended = growth.appended else { return }
      growths.append("\(appended.section) \(appended.items)")
    }
    feed.start()
    let query = FeedQuery()
    let finder = FeedSearch()
    let filter = RowQuery(filters: [try RowFilter(parsing: "n > 1")])
    #expect(
      sections(feed.listModel)
        == [[#"{"mocoaSource":"first"}"#], [#"{"mocoaSource":"second"}"#]])
    try second.write("{\"n\":1}\n{\"n\":2}\n{\"n\":")
    try await wait { feed.listModel.numberOfRows == 2 }
    let before = feed.listModel
    query.run(filter, over: before)
    finder.run(try RowSearch(parsing: "\\[0-9]"), over: before, filters: filter.filters)
    try first.write("{\"n\":3}\n{\"n\":0}\n{")
    try await wait { feed.listModel.numberOfRows == 4 }
    #expect(!feed.listModel.extends(before))
    query.grow(to: feed.listModel)
    query.wait()
    #expect(Array(query.rows) == [0, 3])
    // defect S20: the filters of a search stay, although rows were inserted before others.
    finder.grow(to: feed.listModel)
    finder.wait()
    #expect((0..<4).filter { finder.matches.contains($0) } == [0, 3])
    #expect(growths == ["1 0..<2", "0 0..<2"])
    #expect(feed.status.isLoading)
    #expect(feed.generation == 1)
    let rows = sections(feed.listModel).map { Array($0.dropFirst()) }
    #expect(rows == [["{\"n\":3}", "{\"n\":0}"], ["{\"n\":1}", "{\"n\":2}"]])
    observation.cancel()
    try first.close()
    try second.close()
    try await wait { !feed.status.isLoading }
  }

  @Test func aSourceThatHasChangedIsReplacedAlone() async throws {
    let (first, second) = (try TemporaryFile("[1, 2]"), try TemporaryFile("[3]"))
    // A program that another test starts meanwhile may close the file last, and the watcher is
    // notified then. No process of the tests opens this copy for writing, and nothing was watched
    // in its folder when it was written.
    let folder = first.path + ".folder"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let copy = folder + "/copy"
    #expect(try await run("/bin/cp", [first.path, copy]).status == .exited(0))
    let feed = try Feed(joining: [.file(copy), .file(second.path)])
    feed.watch(every: .milliseconds(1))
    try await wait { feed.listModel.numberOfRows == 3 && !feed.status.isLoading }
    let old = feed.listModel
    try Data("[4, 5, 6]".utf8).write(to: URL(filePath: second.path))
    try await wait { feed.listModel.numberOfRows == 5 }
    // It may have been read while it was empty, too.
    #expect(feed.generation >= 2)
    #expect(feed.listModel.parts[0].store === old.parts[0].store)
    let rows = sections(feed.listModel).map { $0.dropFirst().joined(separator: " ") }
    #expect(rows == ["1 2", "4 5 6"])
    let identities = (0..<2).map { feed.listModel.feedSection(at: $0).sectionIdentity }
    #expect(identities == (0..<2).map { old.feedSection(at: $0).sectionIdentity })
    #expect(Set(identities).count == 2)
    feed.stopWatching()
  }

  @Test func aSourceThatWasMissingIsThereAfterAReload() async throws {
    let gone = try TemporaryFile("[1]")
    let text = try Data(contentsOf: URL(filePath: gone.path))
    try FileManager.default.removeItem(atPath: gone.path)
    let feed = try await finished([.file(gone.path), origin("b", "[2]")])
    #expect(feed.status.error?.reason == .notFound)
    try text.write(to: URL(filePath: gone.path))
    feed.reload()
    try await wait { feed.listModel.numberOfRows == 2 && feed.status.error == nil }
    #expect(feed.listModel.feedSection(at: 0).supplementaryRow(of: .header)?.problem == nil)
  }

  @Test func aPausedFeedHoldsAllSourcesBack() async throws {
    let (first, second) = (try TemporaryFile("1\n2\n"), try TemporaryFile("3\n"))
    let feed = try Feed(joining: [.followedFile(first.path), .followedFile(second.path)])
    feed.start()
    try await wait { feed.listModel.numberOfRows == 3 && feed.status.isFollowing }
    feed.isPaused = true
    for file in [first, second] {
      let handle = try #require(FileHandle(forWritingAtPath: file.path))
      try handle.seekToEnd()
      try handle.write(contentsOf: Data("9\n8\n".utf8))
      try handle.close()
    }
    try await wait { feed.pendingChanges.rowCount == 4 }
    #expect(feed.listModel.numberOfRows == 3)
    feed.isPaused = false
    #expect(feed.listModel.numberOfRows == 7)
    #expect(feed.pendingChanges == PendingChanges())
    feed.stop()
  }
}
