import Foundation
import MocoaCore
import MocoaTestSupport
import Testing

@testable import MocoaFeed

/// The rows of several sources as one list by their times.
@MainActor @Suite struct MergedSourceTests {
  private func origin(_ text: String, _ name: String, chunk: Int = .max) -> FeedOrigin {
    FeedOrigin(name: name) { MemorySource(text, name: name, chunk: chunk) }
  }

  private func feed(
    _ origins: [FeedOrigin], options: FeedOptions = FeedOptions()
  ) throws -> Feed {
    try Feed(.merged(origins, options: options), options: options.ofMergedRows)
  }

  private func whole(_ origins: FeedOrigin..., options: FeedOptions = FeedOptions()) throws -> Feed
  {
    let feed = try feed(origins, options: options)
    feed.wait(forRows: .max, timeout: .seconds(10))
    return feed
  }

  private func wait(until condition: () -> Bool) async throws {
    for _ in 0..<6_000 where !condition() { try await Task.sleep(for: .milliseconds(5)) }
    try #require(condition())
  }

  private func append(_ text: String, to path: String) throws {
    let handle = try #require(FileHandle(forWritingAtPath: path))
    try handle.seekToEnd()
    try handle.write(contentsOf: Data(text.utf8))
    try handle.close()
  }

  private func time(_ seconds: Int) -> String { Timestamp(microseconds: seconds * 1_000_000).text }

  // MARK: Laws

  @Test("38: the rows are those of all sources, each in its order, and by time", arguments: 0..<24)
  func laws(_ seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    let isOrdered = seed.isMultiple(of: 2)
    let sourceCount = Int.random(in: 1...6, using: &generator)
    var expected: [[String]] = []
    let origins = (0..<sourceCount).map { source in
      var seconds = 1_764_237_600
      let rows = (0..<Int.random(in: 0...200, using: &generator)).map { number in
        seconds += Int.random(in: isOrdered ? 0...3 : -2...5, using: &generator)
        let pad = String(repeating: "x", count: Int.random(in: 0...60, using: &generator))
        return "\"time\":\"\(time(seconds))\",\"id\":\(number),\"p\":\"\(pad)\""
      }
      expected.append(rows.map { "{\"source\":\"s\(source)\",\($0)}" })
      let chunk = Int.random(in: 1...5_000, using: &generator)
      return origin(rows.map { "{\($0)}\n" }.joined(), "s\(source)", chunk: chunk)
    }
    let feed = try feed(origins, options: FeedOptions(format: .lines))
    feed.wait(forRows: .max, timeout: .seconds(10))
    let merged = texts(feed)
    for (source, rows) in expected.enumerated() {
      let own = merged.filter { $0.hasPrefix("{\"source\":\"s\(source)\"") }
      #expect(own == rows, "seed \(seed), source \(source)")
    }
    #expect(merged.count == expected.reduce(0) { $0 + $1.count }, "seed \(seed)")
    guard isOrdered else { return }
    // A stable sort gives the same.
    let sorted = expected.joined().enumerated().sorted { first, second in
      let keys = [first, second].map { row in row.element.split(separator: "\"time\":\"")[1] }
      let times = keys.map { $0.prefix { $0 != "\"" } }
      return times[0] == times[1] ? first.offset < second.offset : times[0] < times[1]
    }
    #expect(merged == sorted.map(\.element), "seed \(seed)")
    #expect(feed.diagnostics.filter { !$0.hasSuffix("is empty") }.isEmpty, "seed \(seed)")
  }

  @Test("38: rows of many batches are merged in constant parts")
  func manyRows() throws {
    let count = 30_000
    let origins = (0..<2).map { source in
      let rows = (0..<count).map { "{\"time\":\"\(time($0 * 2 + source))\",\"n\":\($0)}\n" }
      return origin(rows.joined(), "s\(source)")
    }
    let feed = try feed(origins, options: FeedOptions(format: .lines))
    feed.wait(forRows: .max, timeout: .seconds(10))
    var number = 0
    try feed.listModel.forEachRow { _, row in
      let expected = "{\"source\":\"s\(number % 2)\",\"time\":\"\(time(number))\""
      #expect(row.starts(with: expected.utf8))
      number += 1
      return row.starts(with: expected.utf8)
    }
    #expect(number == 2 * count)
  }

  // MARK: Formats and names

  @Test("38: each source has a format of its own")
  func formats() throws {
    let feed = try whole(
      origin("[{\"time\":\"2026-11-27T10:00:02Z\",\"a\":1},{\"b\":\n2},[3]]", "/x/a.json"),
      origin("id,at\n1,2026-11-27 10:00:01\n2,2026-11-27 10:00:03\n", "/x/b.csv"),
      origin("10.0.0.1 - - [27/Nov/2026:10:00:00 +0000] \"GET / HTTP/1.1\" 200 5\n", "/x/c.log"))
    #expect(
      texts(feed) == [
        "{\"source\":\"c.log\",\"host\":\"10.0.0.1\",\"time\":\"2026-11-27T10:00:00Z\","
          + "\"method\":\"GET\",\"path\":\"/\",\"protocol\":\"HTTP/1.1\",\"status\":200,"
          + "\"bytes\":5}",
        "{\"source\":\"b.csv\",\"id\":1,\"at\":\"2026-11-27 10:00:01\"}",
        "{\"source\":\"a.json\",\"time\":\"2026-11-27T10:00:02Z\",\"a\":1}",
        "{\"source\":\"a.json\",\"b\": 2}", "{\"source\":\"a.json\",\"value\":[3]}",
        "{\"source\":\"b.csv\",\"id\":2,\"at\":\"2026-11-27 10:00:03\"}",
      ])
    #expect(feed.status.error == nil && feed.name == "a.json, b.csv, c.log")
    let sources = try #require(feed.mergedSources)
    #expect(sources.member == "source" && sources.names == ["a.json", "b.csv", "c.log"])
  }

  // They were ordered by the date alone: all rows of a day of one source, then those of the other.
  @Test(
    "38: rows with a date and a time of day apart are ordered by both",
    arguments: [
      ("Date,Time,n\n2026-11-30,08:00:00,1\n2026-11-30,12:00:00,3\n", "a.csv"),
      ("date=2026-11-30 time=08:00:00 n=1\ndate=2026-11-30 time=12:00:00 n=3\n", "a"),
      (
        #"{"start_date":"2026-11-30","start_time":"8:00 AM","time":"23:00","n":1}"# + "\n"
          + #"{"start_date":"2026-11-30","start_time":"12:00 PM","n":3}"# + "\n", "a"
      ),
      (
        #"{"date":"2026-11-30","time":"13:00","eventtime":1796025600000000000,"n":1}"# + "\n"
          + #"{"date":"2026-11-30","time":"17:00","eventtime":1796040000000000000,"n":3}"# + "\n",
        "a"
      ),
    ])
  func datesAndTimesOfDay(_ text: String, _ name: String) throws {
    for other in [
      "Date,Time,n\n2026-11-30,9:00,2\n2026-12-01,07:00,4\n",
      "Date,n\n2026-11-30T09:00:00Z,2\n2026-12-01T07:00:00Z,4\n",
    ] {
      let feed = try whole(origin(text, name), origin(other, "b.csv"))
      let numbers = (0..<4).map { feed.listModel.row($0).json.member("n")?.text }
      #expect(numbers == ["1", "2", "3", "4"], "\(text)")
      #expect(feed.diagnostics.isEmpty, "\(feed.diagnostics)")
    }
  }

  // Their times were those of UTC.
  @Test(
    "38: rows with a date and a time of day apart are ordered by the offset beside them",
    arguments: [
      (#"date=2026-11-30 time=17:00:00 tz="+0100" n=1"# + "\n", "a"),
      ("Date,Time,TimeZone,n\n2026-11-30,17:00:00,+01:00,1\n", "a.csv"),
      (#"{"date":"2026-11-30","time":"5:00 PM","zone":"+0100","n":1}"# + "\n", "a"),
      (#"{"date":"2026-11-30","time":"16:00:00Z","tz":"+0100","n":1}"# + "\n", "a"),
      (#"{"date":"2026-11-30","time":"16:00:00","tz":"CET","n":1}"# + "\n", "a"),
    ])
  func offsetsOfTimesOfDay(_ text: String, _ name: String) throws {
    let other = "Date,n\n2026-11-30T15:30:00Z,0\n2026-11-30T16:30:00Z,2\n"
    let feed = try whole(origin(text, name), origin(other, "b.csv"))
    let numbers = (0..<3).map { feed.listModel.row($0).json.member("n")?.text }
    #expect(numbers == ["0", "1", "2"], "\(text)")
  }

  @Test("38: rows that are ordered by a date alone beside times of day are said")
  func datesAlone() throws {
    func notes(_ first: String, _ second: String) throws -> [String] {
      try whole(origin(first, "a.csv"), origin(second, "b.csv")).diagnostics
    }
    let days = "Date,n\n2026-11-30,1\n2026-12-01,2\n"
    let note = "a.csv: 2 rows are ordered by Date, which has no time of day"
    #expect(try notes(days, "at,n\n2026-11-30 09:00:00,3\n") == [note])
    #expect(try notes("Date,Hour,n\n2026-11-30,7:15,1\n2026-12-01,8:15,2\n", days) == [note])
    #expect(try notes("Date,Time,n\n2026-11-30,noon,1\n2026-12-01,noon,2\n", days) == [note])
    #expect(try notes(days, days).isEmpty)
  }

  @Test("38: the names of the sources are short, and different")
  func shortNames() {
    let origins: [FeedOrigin] = [
      .file("/var/log/a/app.log"), .file("/var/log/b/app.log"), .file("web.log"),
      .file("web.log"), .command(["journalctl", "-f"]), .command(["kubectl", "logs", "a"]),
      .command(["kubectl", "logs", "b"]), .url("https://host/feed.json"),
    ]
    #expect(
      FeedOrigin.shortNames(of: origins) == [
        "a/app.log", "b/app.log", "web.log", "web.log_2", "journalctl", "kubectl logs a",
        "kubectl logs b", "feed.json",
      ])
  }

  @Test("38: members source of rows are kept, and the name of ours is said")
  func ownMembers() throws {
    let feed = try whole(
      origin("{\"time\":1764237600,\"source\":\"x\",\"source_3\":1}\n", "a"),
      origin("{\"time\":1764237601}\n{}\n", "b"))
    #expect(
      texts(feed) == [
        "{\"source_2\":\"a\",\"time\":1764237600,\"source\":\"x\",\"source_3\":1}",
        "{\"source_2\":\"b\",\"time\":1764237601}", "{\"source_2\":\"b\"}",
      ])
    #expect(feed.mergedSources?.member == "source_2")
    #expect(
      feed.diagnostics == [
        "rows have a member source of their own; the name of the source is source_2"
      ])
  }

  // MARK: Faults

  @Test("38: rows that are not JSON stay in their places, and are said")
  func brokenRows() throws {
    let text = "id,at\n1,2026-11-27 10:00:00\n2\n3,2026-11-27 10:00:02\n"
    let feed = try whole(
      origin(text, "a.csv"), origin("{\"time\":\"2026-11-27T10:00:01Z\"}\n", "b"))
    let rows = (0..<4).map { feed.listModel.row($0) }
    #expect(rows.map { $0.problem == nil } == [true, false, true, true])
    #expect(rows[3].json.text == "{\"source\":\"a.csv\",\"id\":3,\"at\":\"2026-11-27 10:00:02\"}")
    #expect(
      feed.diagnostics == [
        "a.csv: 1 row cannot be read, the first is a.csv: line 3, column 1: the row has 1 field, "
          + "the header 2"
      ])
  }

  @Test("38: that the rows of a folder are its files is said")
  func folders() throws {
    let feed = try whole(.file("/usr"), origin("{\"time\":1764237600}\n", "b"))
    let note = "usr: is a folder; its rows are its files, not what is in them"
    #expect(feed.diagnostics.contains(note), "\(feed.diagnostics)")
  }

  @Test("38: a source that fails does not affect the others")
  func failures() throws {
    let feed = try whole(
      .file("/no/such/a"), origin("{\"time\":1764237600}\n", "b"), .file("/no/such/c"))
    #expect(texts(feed) == ["{\"source\":\"b\",\"time\":1764237600}"])
    #expect(feed.status.error?.description == "/no/such/a: no such file")
    #expect(feed.diagnostics == ["/no/such/c: no such file"])
  }

  // MARK: Following

  @Test("38: what is added to files is merged, and files are truncated and reloaded")
  func following() async throws {
    func row(_ id: Int) -> String { "{\"time\":\(1_764_237_600 + id),\"id\":\(id)}\n" }
    let files = try [TemporaryFile(row(1) + row(4)), TemporaryFile(row(2) + row(3))]
    let feed = try feed(files.map { .followedFile($0.path) })
    feed.start()
    func ids() -> [Int] {
      texts(feed).compactMap { Int($0.split(separator: "\"id\":")[1].dropLast()) }
    }
    try await wait { feed.status.isFollowing }
    #expect(ids() == [1, 2, 3, 4])
    try append(row(5), to: files[0].path)
    try await wait { ids() == [1, 2, 3, 4, 5] }
    try append(row(7) + row(8), to: files[0].path)
    try await wait { feed.listModel.numberOfRows == 7 }
    // It comes later than those of the other file, which are shown.
    try append(row(6), to: files[1].path)
    try await wait { ids() == [1, 2, 3, 4, 5, 7, 8, 6] }
    let name = URL(filePath: files[1].path).lastPathComponent
    #expect(feed.diagnostics == ["\(name): 1 row came after a later one of another source"])
    try Data(row(9).utf8).write(to: URL(filePath: files[1].path))
    try await wait { ids().last == 9 }
    #expect(feed.restarts.count == 1)
    #expect(feed.restarts[0].contains("reading it from its start"))
    #expect(!feed.diagnostics.contains { $0.contains("reading it from its start") })
    feed.reload()
    try await wait { ids() == [1, 4, 5, 7, 8, 9] && feed.status.isFollowing }
    feed.stop()
    try await wait { !feed.status.isLoading && !feed.status.isFollowing }
  }

  @Test("37: a thousand followed files are merged by a few threads beside those that read")
  func manyFiles() async throws {
    func row(_ id: Int) -> String { "{\"time\":\(1_764_237_600 + id),\"id\":\(id)}\n" }
    let count = 1_000
    let files = try (0..<count).map { try TemporaryFile(row($0) + row(count + $0)) }
    let feed = try feed(files.map { .followedFile($0.path) })
    feed.start()
    func ids() -> [Int] {
      texts(feed).compactMap { Int($0.split(separator: "\"id\":")[1].dropLast()) }
    }
    try await wait { feed.status.isFollowing && feed.listModel.numberOfRows == 2 * count }
    #expect(ids() == Array(0..<2 * count))
    #expect(feed.diagnostics.isEmpty)
    for number in stride(from: 0, to: count, by: 100) {
      try append(row(3 * count + number), to: files[number].path)
    }
    try await wait { feed.listModel.numberOfRows == 2 * count + 10 }
    feed.stop()
  }

  /// Each round is ten milliseconds, in which each writer writes a hundred lines.
  @Test("38: of ten writers no line is lost, and the order is right within 100 ms")
  func writers() async throws {
    let pipes = (0..<10).map { _ in TestPipe() }
    let origins: [FeedOrigin] = try pipes.enumerated().map {
      .once(try ByteSources.descriptor($1.reader, name: "w\($0)"))
    }
    let feed = try feed(origins)
    feed.start()
    let (rounds, lines) = (40, 100)
    for round in 0..<rounds {
      for pipe in pipes.shuffled() {
        let text = (round * lines..<(round + 1) * lines).map { line in
          let time = Timestamp(microseconds: 1_764_237_600_000_000 + line * 100)
          return "{\"time\":\"\(time.text)\",\"n\":\(line)}\n"
        }
        try pipe.write(text.joined())
      }
      try await Task.sleep(for: .milliseconds(10))
    }
    for pipe in pipes { try pipe.close() }
    feed.wait(forRows: .max, timeout: .seconds(10))
    var next: [String: Int] = [:]
    var (latest, delay) = (0, 0)
    for number in 0..<feed.listModel.numberOfRows {
      let row = feed.listModel.row(number).json
      let writer = try #require(row.member("source")?.string)
      let count = try #require(row.member("n").flatMap { Int($0.text) })
      #expect(count == next[writer, default: 0])
      next[writer] = count + 1
      latest = max(latest, count)
      delay = max(delay, latest - count)
    }
    #expect(next.count == 10 && next.values.allSatisfy { $0 == rounds * lines }, "\(next)")
    // A line is a tenth of a millisecond.
    #expect(delay <= 1_000)
  }

  @Test("38: pipes go on, and one that is silent does not hold up the others")
  func pipes() async throws {
    let pipes = [TestPipe(), TestPipe()]
    let origins: [FeedOrigin] = try pipes.enumerated().map {
      .once(try ByteSources.descriptor($1.reader, name: "p\($0)"))
    }
    let feed = try feed(origins)
    feed.start()
    try pipes[0].write("{\"time\":1764237601}\n{\"time\":1764237602}\n")
    try await wait { feed.listModel.numberOfRows == 2 }
    try pipes[1].write("{\"time\":1764237603}\n{\"time\":1764237604}\n")
    try await wait { feed.listModel.numberOfRows == 4 }
    try pipes[0].close()
    try pipes[1].write("{\"time\":1764237605}\n")
    try await wait { feed.listModel.numberOfRows == 5 && feed.status.isLoading }
    try pipes[1].close()
    try await wait { !feed.status.isLoading }
    #expect(feed.status.error == nil && texts(feed).last?.contains("\"p1\"") == true)
  }
}
