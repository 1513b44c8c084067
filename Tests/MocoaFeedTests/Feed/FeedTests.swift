import Foundation
import MocoaCore
import MocoaTestSupport
import Testing

@testable import MocoaFeed

@MainActor
@Suite struct FeedTests {
  private func rowCount(_ feed: Feed) -> Int {
    (0..<feed.listModel.numberOfSections)
      .map { feed.listModel.section(at: $0).numberOfItems }.reduce(0, +)
  }

  @Test func growsFromNothingToAllRows() async throws {
    let rows = (0..<50_000).map { "{\"id\":\($0)}" }
    let feed = Feed(source: MemorySource("[\(rows.joined(separator: ","))]", chunk: 10_000))
    #expect(feed.status == .notStarted)
    #expect(feed.listModel.numberOfSections == 0)
    var seen = 0
    var sections = 0
    let observation = feed.observeChanges { change in
      guard case .grew(let growth) = change else { return }
      sections += growth.sections.count
      for section in growth.sections {
        #expect(section == 0)
        seen += feed.listModel.section(at: section).numberOfItems
      }
      if let (section, items) = growth.appended {
        #expect(section == 0)
        #expect(items.lowerBound == seen)
        seen = items.upperBound
      }
      #expect(seen == feed.listModel.numberOfRows)
    }
    feed.start()
    try await wait { feed.status == .loaded(feed.status.progress) }
    #expect(seen == 50_000)
    #expect(sections == 1)
    #expect(rowCount(feed) == 50_000)
    #expect(feed.status.progress.fraction == 1)
    #expect(feed.listModel.row(49_999).json.text == rows[49_999])
    observation.cancel()
  }

  /// Returns a feed of what is written into a pipe, which may be text.
  private func textFeed(of pipe: TestPipe) throws -> Feed {
    var options = FeedOptions()
    options.acceptsText = true
    return Feed(source: try ByteSources.descriptor(pipe.reader, name: "pipe"), options: options)
  }

  @Test("38: a stream that has ended is read in another way from its copy, one that goes on is not")
  func anotherReading() async throws {
    let pipe = TestPipe()
    let feed = try textFeed(of: pipe)
    try pipe.write("a;b\n1;2\n")
    #expect(feed.wait(forRows: 2, timeout: .seconds(10)))
    let early = try #require(try await feed.explanation(ofSourceAt: 0))
    let table = try #require(early.others.first { $0.format == .csv })
    #expect(!early.isWhole && !feed.read(sourceAt: 0, as: table))
    try pipe.write("3;4\n")
    try pipe.close()
    #expect(feed.wait(forRows: .max, timeout: .seconds(10)))
    for _ in 0..<2 {
      let whole = try #require(try await feed.explanation(ofSourceAt: 0))
      #expect(whole.isWhole && whole.chosen.format == .text && whole.chosen.rowCount == 3)
      #expect(feed.read(sourceAt: 0, as: table))
      #expect(feed.wait(forRows: .max, timeout: .seconds(10)))
      #expect(feed.listModel.numberOfRows == 2)
      #expect(feed.listModel.row(1).json.text == #"{"a":3,"b":4}"#)
      let again = try #require(try await feed.explanation(ofSourceAt: 0))
      let lines = try #require(again.others.first { $0.choice.format == nil })
      #expect(feed.read(sourceAt: 0, as: lines))
      #expect(feed.wait(forRows: .max, timeout: .seconds(10)))
      #expect(feed.listModel.row(2).json.text == #"{"line":"3;4"}"#)
    }
  }

  @Test("38: read in another way, a stream goes on behind an error, and fails where it failed")
  func anotherReadingBehindAnError() async throws {
    var options = FeedOptions()
    options.acceptsText = true
    let script = "printf '[1,\n2}\n'; sleep 0.3; printf 'x\n'; exit 4"
    let feed = try Feed(.command(["sh", "-c", script]), options: options)
    #expect(feed.wait(forRows: .max, timeout: .seconds(10)))
    let rows = try #require(try await feed.explanation(ofSourceAt: 0))
    let text = try #require(([rows.chosen] + rows.others).first { $0.format == .text })
    for _ in 0..<2 {
      #expect(feed.read(sourceAt: 0, as: text))
      #expect(feed.wait(forRows: .max, timeout: .seconds(10)))
      #expect(feed.listModel.numberOfRows == 3)
      #expect(feed.sources[0].status.error?.description.contains("status 4") == true)
    }
  }

  @Test("38: a stream with comments that has ended is read in another way, and back")
  func anotherReadingOfComments() async throws {
    let pipe = TestPipe()
    var options = FeedOptions()
    options.acceptsText = true
    let feed = Feed(
      source: try ByteSources.descriptor(pipe.reader, name: "a.jsonc"), options: options)
    try pipe.write("// none\n[1,\n2]\n")
    try pipe.close()
    #expect(feed.wait(forRows: .max, timeout: .seconds(10)))
    let rows = try #require(try await feed.explanation(ofSourceAt: 0))
    let text = try #require(rows.others.first { $0.format == .text })
    for (reading, count) in [(text, 3), (rows.chosen, 2)] {
      #expect(feed.read(sourceAt: 0, as: reading))
      #expect(feed.wait(forRows: .max, timeout: .seconds(10)))
      #expect(feed.listModel.numberOfRows == count)
    }
  }

  // They were those of the JSON to which the YAML was converted.
  @Test("39: the readings of a file that is read as YAML are those of its bytes")
  func readingsOfAConvertedFile() async throws {
    let text = "- name: v0\n  age: 0\n- name: v1\n  age: 1\n"
    let origin = FeedOrigin(name: "r.yaml") { MemorySource(text, name: "r.yaml") }
    let feed = try Feed(origin)
    #expect(feed.wait(forRows: .max, timeout: .seconds(10)))
    let shown = try #require(try await feed.explanation(ofSourceAt: 0))
    let printed = try FeedExplanation(origin, options: FeedOptions())
    #expect(shown.isWhole && shown.byteCount == text.utf8.count)
    #expect(shown.others.map(\.options) == printed.others.map(\.options))
    #expect(shown.others.map(\.firstRows) == printed.others.map(\.firstRows))
    #expect(shown.others.first { $0.format == .text }?.rowCount == 4)
  }

  // Only readings of the converted JSON were offered.
  @Test("39: a log, also of a stream, that is read as YAML is read as a log again")
  func wayBackFromYAML() async throws {
    let pipe = TestPipe()
    let feed = try textFeed(of: pipe)
    let lines = (0..<9).map { "2026-11-30 10:00:0\($0).752 INFO [main] com.x.A: message \($0)" }
    try pipe.write(lines.joined(separator: "\n") + "\n")
    try pipe.close()
    #expect(feed.wait(forRows: .max, timeout: .seconds(10)))
    for _ in 0..<2 {
      let log = try #require(try await feed.explanation(ofSourceAt: 0))
      #expect(log.chosen.format == .log && log.chosen.rowCount == 9)
      let yaml = try #require(log.others.first { $0.options == "--format yaml" })
      #expect(feed.read(sourceAt: 0, as: yaml))
      #expect(feed.wait(forRows: .max, timeout: .seconds(10)))
      let members = try #require(try await feed.explanation(ofSourceAt: 0))
      #expect(members.chosen.choice.format == .yaml)
      let back = try #require(members.others.first { $0.choice.isEmpty })
      #expect(back.format == .log && feed.read(sourceAt: 0, as: back))
      #expect(feed.wait(forRows: .max, timeout: .seconds(10)))
      #expect(feed.listModel.numberOfRows == 9)
    }
  }

  @Test func countsOfAListModelDoNotChange() async throws {
    let pipe = TestPipe()
    let feed = Feed(source: try ByteSources.descriptor(pipe.reader, name: "pipe"))
    try pipe.write("{\"id\":1}\n{\"id\":2}\n")
    #expect(feed.wait(forRows: 2, timeout: .seconds(10)))
    let early = feed.listModel
    #expect(early.feedSection(at: 0).numberOfItems == 2)
    #expect(feed.status.isLoading)
    try pipe.write("{\"id\":3}\n")
    #expect(feed.wait(forRows: 3, timeout: .seconds(10)))
    try pipe.close()
    #expect(feed.wait(forRows: .max, timeout: .seconds(60)))
    #expect(early.feedSection(at: 0).numberOfItems == 2)
    #expect(early.row(1).json.text == "{\"id\":2}")
    #expect(feed.listModel.feedSection(at: 0).numberOfItems == 3)
    #expect(feed.status == .loaded(FeedProgress(byteCount: 27, rowCount: 3)))
  }

  @Test func rowsOfAnArrayAreThereWhileItIsWritten() throws {
    let pipe = TestPipe()
    let feed = Feed(source: try ByteSources.descriptor(pipe.reader, name: "pipe"))
    try pipe.write("[{\"id\":1},{\"id\":2},{\"i")
    #expect(feed.wait(forRows: 2, timeout: .seconds(10)))
    #expect(feed.listModel.numberOfRows == 2)
    try pipe.write("d\":3}")
    try pipe.close()
    #expect(feed.wait(forRows: .max, timeout: .seconds(10)))
    #expect(feed.listModel.numberOfRows == 3)
    #expect(feed.listModel.row(2).json.text == "{\"id\":3}")
    #expect(feed.status.error?.reason == .truncated)
  }

  @Test func anArrayIsShownWhileThePipeStaysOpen() throws {
    let pipe = TestPipe()
    let feed = Feed(source: try ByteSources.descriptor(pipe.reader, name: "pipe"))
    try pipe.write("[{\"id\":1},{\"id\":2}]\n")
    #expect(feed.wait(forRows: 2, timeout: .seconds(10)))
    #expect(feed.listModel.format == .array)
    #expect(feed.status.isLoading)
    try pipe.close()
    #expect(feed.wait(forRows: .max, timeout: .seconds(10)))
    #expect(feed.listModel.numberOfRows == 2)
  }

  @Test func waitingEndsWithTheTimeout() throws {
    let pipe = TestPipe()
    let feed = Feed(source: try ByteSources.descriptor(pipe.reader, name: "pipe"))
    #expect(!feed.wait(forRows: 1, timeout: .milliseconds(20)))
    feed.stop()
    #expect(feed.wait(forRows: 1, timeout: .seconds(10)))
    #expect(feed.listModel.numberOfRows == 0)
  }

  @Test(.timeLimit(.minutes(10)))
  func readingPausesUntilTheMainActorIsFree() async throws {
    let rows = (0..<200_000).map { "{\"id\":\($0)}" }
    let feed = Feed(source: MemorySource(rows.joined(separator: "\n"), name: "rows"))
    #expect(feed.wait(forRows: 100, timeout: .seconds(10), headStart: .seconds(3600)))
    let index = feed.readers[0].current.index
    // What was in flight has arrived by now.
    usleep(50_000)
    let early = index.progress
    usleep(50_000)
    #expect(!early.isFinished && early.rowCount < rows.count)
    #expect(index.progress.rowCount == early.rowCount)
    while feed.status.isLoading { try await Task.sleep(for: .milliseconds(5)) }
    #expect(feed.listModel.numberOfRows == rows.count)
  }

  @Test func aBrokenSourceFails() async throws {
    let feed = Feed(source: MemorySource("<html>", name: "page"))
    var notices = 0
    let observation = feed.observeChanges { _ in notices += 1 }
    feed.start()
    try await wait { notices > 0 && !feed.status.isLoading }
    guard case .failed(let error, _) = feed.status else {
      Issue.record("The feed has not failed.")
      return
    }
    #expect(
      error.description
        == "page: line 1, column 1: these are lines of text, not JSON (found '<' where a value is expected); --format text prints them as rows, --format logfmt a log of key=value pairs"
    )
    observation.cancel()
  }

  @Test func observersEndWithTheirTokens() async throws {
    let pipe = TestPipe()
    let feed = Feed(source: try ByteSources.descriptor(pipe.reader, name: "pipe"))
    var first = 0
    var second = 0
    var subscriptions: [Subscription] = []
    feed.observeChanges { _ in first += 1 }.store(in: &subscriptions)
    _ = feed.observeChanges { _ in second += 1 }
    try pipe.write("1\n2\n")
    try pipe.close()
    feed.start()
    try await wait { first > 0 && !feed.status.isLoading }
    #expect(second == 0)
    subscriptions = []
  }

  @Test func lateHeadersAreReported() async throws {
    let pipe = TestPipe()
    let feed = Feed(source: try ByteSources.descriptor(pipe.reader, name: "pipe"))
    var changes = 0
    let observation = feed.observeChanges { change in
      if case .grew(let growth) = change, growth.changesSupplementaries { changes += 1 }
    }
    try pipe.write("{\n\"sections\":[{\"items\":[1,2")
    feed.start()
    try await wait { feed.listModel.numberOfSections == 1 }
    #expect(feed.listModel.feedSection(at: 0).supplementaryKinds == [])
    try pipe.write("],\"header\":\"late\"}]}")
    try pipe.close()
    try await wait { !feed.status.isLoading }
    #expect(feed.listModel.feedSection(at: 0).supplementaryKinds == [.header])
    #expect(changes == 1)
    observation.cancel()
  }

  @Test func rowsAreNamedAndDecoded() throws {
    struct Contact: Decodable, Equatable {
      var name: String
      var phone: Int
    }
    let text = #"""
      [{"mocoaName":"contact","name":"Ada","phone":1},{"type":"x","name":"Bob"},3]
      """#
    let feed = Feed(source: MemorySource(text))
    feed.wait(forRows: 3, timeout: .seconds(10))
    let section = feed.listModel.section(at: 0)
    let first = try #require(section.item(at: 0) as? any NamedModel & EncodedModel)
    #expect(first.moduleName == "contact")
    #expect(try first.decode(Contact.self) == Contact(name: "Ada", phone: 1))
    let second = try #require(section.item(at: 1) as? Row)
    #expect(second.moduleName == "json")
    #expect(throws: DecodingError.self) { try second.decode(Contact.self) }
    let typed = Feed(source: MemorySource(text), options: FeedOptions(nameKey: "type"))
    typed.wait(forRows: 3, timeout: .seconds(10))
    #expect(typed.listModel.row(1).moduleName == "x")
    #expect(typed.listModel.row(0).moduleName == "json")
  }

  @Test func anUnreferencedFeedIsReleased() async throws {
    let pipe = TestPipe()
    weak var weakFeed: Feed?
    do {
      let feed = Feed(source: try ByteSources.descriptor(pipe.reader, name: "pipe"))
      weakFeed = feed
      feed.start()
      try pipe.write("1\n2\n")
      feed.wait(forRows: 1, timeout: .seconds(10))
    }
    try await wait { weakFeed == nil }
  }
}

/// Compiles only if what is handed between threads may be.
private func requireSendable<Value: Sendable>(_: Value.Type) {}

@Suite struct FeedConcurrencyTests {
  @Test func valuesMayBeHandedBetweenThreads() async {
    requireSendable(Row.self)
    requireSendable(FeedListModel.self)
    requireSendable(FeedSection.self)
    requireSendable(FeedStatus.self)
    requireSendable(JSONValue.self)
    let model = Indexed("[\((0..<5_000).map(String.init).joined(separator: ","))]").model
    let sums = await withTaskGroup(of: Int.self) { group in
      for seed in 0..<4 {
        group.addTask {
          var random = SeededGenerator(seed: UInt64(seed))
          return (0..<100).count { _ in
            let number = Int.random(in: 0..<5_000, using: &random)
            return model.row(number).json.text == String(number)
          }
        }
      }
      return await group.reduce(0, +)
    }
    #expect(sums == 400)
  }
}
