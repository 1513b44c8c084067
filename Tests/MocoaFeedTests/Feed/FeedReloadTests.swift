import Foundation
import MocoaCore
import MocoaTestSupport
import Testing

@testable import MocoaFeed

@MainActor
@Suite struct FeedReloadTests {
  private func replace(_ file: TemporaryFile, by text: String) throws {
    try Data(text.utf8).write(to: URL(filePath: file.path), options: .atomic)
  }

  private func isLoaded(_ feed: Feed) -> Bool {
    if case .loaded = feed.status { true } else { false }
  }

  private func isFailed(_ feed: Feed) -> Bool {
    if case .failed = feed.status { true } else { false }
  }

  @Test func aReloadedFileReplacesTheRows() async throws {
    let file = try TemporaryFile(#"[{"id":1,"n":1},{"id":2,"n":2}]"#)
    let feed = try Feed(.file(file.path))
    feed.wait(forRows: .max, timeout: .seconds(10))
    let old = feed.listModel
    var changes: [FeedChange] = []
    let observation = feed.observeChanges { changes.append($0) }
    try replace(file, by: #"[{"id":2,"n":2},{"id":1,"n":5},{"id":3}]"#)
    feed.reload()
    #expect(feed.status == .refreshing(FeedProgress()))
    #expect(texts(feed).count == 2)
    try await wait { feed.generation == 2 }
    #expect(isLoaded(feed))
    #expect(texts(feed) == [#"{"id":2,"n":2}"#, #"{"id":1,"n":5}"#, #"{"id":3}"#])
    #expect(changes.filter { $0 == .replaced(generation: 2) }.count == 1)
    let before = try #require(old.feedSection(at: 0).rowFingerprints)
    let after = try #require(feed.listModel.feedSection(at: 0).rowFingerprints)
    #expect(before[0].id == after[1].id)
    #expect(before[0].content != after[1].content)
    #expect(before[1] == after[0])
    observation.cancel()
  }

  @Test("41: what is noted on derived members is of the reading that is shown")
  func notesOfReadings() async throws {
    let file = try TemporaryFile(#"[{"id":1,"c":5},{"id":2,"c":77}]"#)
    let others = Indexed(#"[{"id":5},{"id":6}]"#)
    let rows = JoinedRows(of: others.model, by: ["id"])
    var options = FeedOptions()
    options.derivedMembers = [
      DerivedMember("k", joining: rows, by: ["c"], text: "k = k by c = id"),
      try DerivedMember(parsing: "n = c + c"),
    ]
    let feed = try Feed(.file(file.path), options: options)
    feed.wait(forRows: .max, timeout: .seconds(10))
    #expect(texts(feed).count == 2)
    #expect(
      feed.evaluatedMembers.flatMap(\.notes) == [
        "--join: some rows have no k, such as that with c 77"
      ])
    try replace(file, by: #"[{"id":1,"c":5},{"id":2,"c":6},{"id":3,"c":[1]}]"#)
    feed.reload()
    try await wait { feed.generation == 2 }
    #expect(texts(feed).count == 3)
    #expect(
      feed.evaluatedMembers.flatMap(\.notes) == [
        "--join: some rows have no k, such as that with c [1]"
      ])
    try replace(file, by: #"[{"id":1,"c":5},{"id":2,"c":6}]"#)
    feed.reload()
    try await wait { feed.generation == 3 }
    #expect(texts(feed).count == 2)
    #expect(feed.evaluatedMembers.flatMap(\.notes).isEmpty)
    #expect(feed.evaluatedMembers.allSatisfy { $0.failure == nil })
  }

  @Test func anOverwrittenFileIsComparedWithItsFormerContent() async throws {
    let file = try TemporaryFile(#"[{"id":1,"n":1},{"id":2,"n":2}]"#)
    let feed = try Feed(.file(file.path))
    feed.wait(forRows: .max, timeout: .seconds(10))
    try await wait { feed.listModel.hasFingerprints }
    let old = feed.listModel
    #expect(old.overwriting == nil)
    try Data(#"[{"id":1,"n":1},{"id":2,"n":5}]"#.utf8).write(to: URL(filePath: file.path))
    #expect(old.overwriting != nil)
    feed.reload()
    try await wait { feed.generation == 2 }
    let before = try #require(old.feedSection(at: 0).rowFingerprints)
    let after = try #require(feed.listModel.feedSection(at: 0).rowFingerprints)
    #expect(before[0] == after[0])
    #expect(before[1].id == after[1].id && before[1].content != after[1].content)
    #expect(feed.listModel.overwriting == nil)
  }

  @Test func nothingIsReportedAboutRowsWhoseBytesAreGone() async throws {
    let rows = (0..<20_000).map { #"{"id":\#($0),"n":0}"# }
    let file = try TemporaryFile("[\(rows.joined(separator: ","))]")
    let feed = try Feed(.file(file.path))
    feed.wait(forRows: .max, timeout: .seconds(10))
    let old = feed.listModel
    let known = [0, 1, 19_999].map { old.row($0) }
    let changed = [#"{"id":-1}"#, #"{"id":1,"n":7}"#] + rows[5...]
    try Data("[\(changed.joined(separator: ","))]".utf8).write(to: URL(filePath: file.path))
    feed.reload()
    try await wait { feed.generation == 2 }
    #expect(!old.hasFingerprints)
    #expect(feed.listModel.hasFingerprints)
    #expect(feed.listModel.numbers(ofRowsLike: known) == [nil, 1, 19_996])
  }

  @Test func theRowsStayWhereReloadingFails() async throws {
    let file = try TemporaryFile("[1,2]")
    let feed = try Feed(.file(file.path))
    feed.wait(forRows: .max, timeout: .seconds(10))
    for (text, problem) in [("<html>", "found '<'"), ("[1,2", "the text ends"), (nil, "no such")] {
      try FileManager.default.removeItem(atPath: file.path)
      if let text { try replace(file, by: text) }
      feed.reload()
      try await wait { isFailed(feed) }
      #expect(texts(feed) == ["1", "2"])
      guard case .failed(let error, let progress) = feed.status else { return }
      #expect(error.description.contains(problem))
      #expect(progress.rowCount == 2)
    }
    try replace(file, by: "[3]")
    feed.reload()
    try await wait { isLoaded(feed) }
    #expect(texts(feed) == ["3"])
  }

  @Test(.parity("ten.10")) func theNewestRequestWins() async throws {
    let count = Monitor(0)
    let gate = DispatchSemaphore(value: 0)
    let origin = FeedOrigin(name: "numbers") {
      let number = count.withLock { count in
        count += 1
        return count
      }
      if number == 2 { gate.wait() }
      return MemorySource("[\(number)]")
    }
    let feed = try Feed(origin)
    feed.wait(forRows: .max, timeout: .seconds(10))
    var generations: [Int] = []
    let observation = feed.observeChanges {
      if case .replaced(let generation) = $0 { generations.append(generation) }
    }
    feed.reload()
    try await wait { count.withLock { $0 } == 2 }
    feed.reload()
    try await wait { feed.generation == 3 }
    gate.signal()
    try await Task.sleep(for: .milliseconds(50))
    #expect(generations == [3])
    #expect(texts(feed) == ["3"])
    observation.cancel()
  }

  private final class LastSource: Sendable {
    private let reference = Monitor<WeakReference?>(nil)
    private struct WeakReference { weak var source: MemorySource? }
    var isAlive: Bool { reference.withLock { $0?.source != nil } }
    func open(_ text: String) -> MemorySource {
      let source = MemorySource(text)
      reference.withLock { $0 = WeakReference(source: source) }
      return source
    }
  }

  /// It would keep its files, and its command as a dead process.
  @Test(arguments: ["[1, 2", "[1]"])
  func aReadingThatDoesNotTakeTheOthersPlaceIsReleased(text: String) async throws {
    let last = LastSource()
    let texts = Monitor(["[1]", text])
    let feed = try Feed(
      FeedOrigin(name: "numbers") { last.open(texts.withLock { $0.removeFirst() }) })
    feed.wait(forRows: .max, timeout: .seconds(10))
    feed.reload()
    if text == "[1]" { feed.stop() }
    try await wait { feed.generation == 2 || feed.status.error != nil || !feed.status.isRefreshing }
    if feed.generation == 1 { try await wait { texts.withLock { $0.isEmpty } && !last.isAlive } }
  }

  @Test func aCommandIsRunAgain() async throws {
    let file = try TemporaryFile("1")
    let feed = try Feed(.command(["cat", file.path]))
    feed.wait(forRows: .max, timeout: .seconds(10))
    try replace(file, by: "2 3")
    feed.reload()
    try await wait { feed.generation == 2 }
    #expect(texts(feed) == ["2", "3"])
  }

  @Test func aWatchedFileIsReadWhenItChanges() async throws {
    let file = try TemporaryFile("[1]")
    let feed = try Feed(.file(file.path))
    feed.wait(forRows: .max, timeout: .seconds(10))
    feed.watch(every: .milliseconds(1))
    try replace(file, by: "[1,2]")
    try await wait { texts(feed) == ["1", "2"] }
    let handle = try #require(FileHandle(forWritingAtPath: file.path))
    try handle.truncate(atOffset: 0)
    try handle.write(contentsOf: Data("[4,5,6]".utf8))
    try handle.close()
    try await wait { texts(feed) == ["4", "5", "6"] }
    feed.stopWatching()
    // A reading that was begun before is still awaited.
    try await wait { !feed.status.isRefreshing }
    let generation = feed.generation
    try replace(file, by: "[]")
    try await Task.sleep(for: .milliseconds(100))
    #expect(feed.generation == generation)
  }

  @Test func aWatchedCommandIsRunOnAndOn() async throws {
    let feed = try Feed(.command(["date", "+%s%N"]))
    feed.wait(forRows: .max, timeout: .seconds(10))
    feed.watch(every: .milliseconds(20))
    try await wait { feed.generation > 3 }
    feed.stopWatching()
  }

  @Test func aPausedFeedHoldsBack() async throws {
    let file = try TemporaryFile("[1]")
    let feed = try Feed(.file(file.path))
    feed.wait(forRows: .max, timeout: .seconds(10))
    feed.isPaused = true
    try replace(file, by: "[1,2]")
    feed.reload()
    try await wait { feed.pendingChanges.isReplaced }
    #expect(texts(feed) == ["1"])
    #expect(isLoaded(feed))
    feed.isPaused = false
    #expect(texts(feed) == ["1", "2"])
    #expect(feed.pendingChanges == PendingChanges())
  }

  @Test func rowsThatComeWhilePausedAreCounted() async throws {
    let pipe = TestPipe()
    let feed = Feed(source: try ByteSources.descriptor(pipe.reader, name: "pipe"))
    try pipe.write("1\n2\n3\n")
    feed.wait(forRows: 3, timeout: .seconds(10))
    feed.isPaused = true
    try pipe.write("4\n5\n")
    try await wait { feed.pendingChanges.rowCount == 2 }
    #expect(feed.listModel.numberOfRows == 3)
    feed.isPaused = false
    #expect(feed.listModel.numberOfRows == 5)
    try pipe.close()
  }

  @Test func anUnreferencedWatchedFeedIsReleased() async throws {
    let file = try TemporaryFile("[1]")
    weak var weakFeed: Feed?
    do {
      let feed = try Feed(.file(file.path))
      weakFeed = feed
      feed.watch(every: .milliseconds(1))
    }
    try await wait { weakFeed == nil }
  }
}
