import Foundation
import MocoaTestSupport
import Testing

@testable import MocoaFeed

/// Files that change under us, and commands that misbehave.
@MainActor
@Suite struct FaultySourceTests {
  private func array(_ numbers: Range<Int>) -> String {
    "[" + numbers.map { "{\"id\":\($0)}" }.joined(separator: ",\n") + "]"
  }

  private func write(_ text: String, to path: String, isNewFile: Bool = true) throws {
    let options: Data.WritingOptions = isNewFile ? .atomic : []
    try Data(text.utf8).write(to: URL(filePath: path), options: options)
  }

  /// A source that fails at once.
  private struct FailingSource: ByteSource {
    let name = "failing"
    var size: Int? { nil }
    func readNext(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
      throw FeedError.Reason.truncated
    }
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws -> Int { 0 }
    func stop() {}
  }

  @Test("A1: a source that fails is never taken for one that was read")
  func failuresAreNotMissed() {
    for _ in 0..<10_000 {
      let feed = Feed(source: FailingSource())
      feed.start()
      while feed.status.isLoading { feed.wait(forRows: 1, timeout: .zero) }
      guard feed.status.error == nil else { continue }
      Issue.record("The status is \(feed.status).")
      return
    }
  }

  // MARK: Files

  @Test func rowsOfATruncatedFileSayThatTheyAreGone() async throws {
    let file = try TemporaryFile(array(0..<5_000))
    let feed = try Feed(.file(file.path))
    feed.wait(forRows: .max, timeout: .seconds(10))
    let handle = try #require(FileHandle(forWritingAtPath: file.path))
    try handle.truncate(atOffset: 100)
    try handle.close()
    let last = feed.listModel.row(4_999)
    #expect(
      last.problem?.description
        == "\(file.path): the row is no longer there; the source has changed")
    let query = FeedQuery()
    query.run(RowQuery(filters: [try RowFilter(parsing: "id > 1")]), over: feed.listModel)
    query.wait()
    #expect(query.status.error?.reason == .rowGone)
    feed.reload()
    try await wait { feed.status.error?.reason == .truncated }
    #expect(feed.listModel.numberOfRows == 5_000)
    try write("[1]", to: file.path)
    feed.reload()
    try await wait { texts(feed) == ["1"] }
  }

  @Test func anOverwrittenFileIsNeverMisread() throws {
    let file = try TemporaryFile(array(0..<5_000))
    let feed = try Feed(.file(file.path))
    feed.wait(forRows: .max, timeout: .seconds(10))
    let length = try Data(contentsOf: URL(filePath: file.path)).count
    try write(
      String(repeating: "\u{1B}]0;x\u{7}\"", count: length / 7), to: file.path, isNewFile: false)
    for number in stride(from: 0, to: 5_000, by: 123) {
      #expect(feed.listModel.row(number).problem != nil)
    }
  }

  @Test func aReplacedFileKeepsItsRowsUntilItIsReloaded() async throws {
    let file = try TemporaryFile(array(0..<1_000))
    let feed = try Feed(.file(file.path))
    feed.wait(forRows: .max, timeout: .seconds(10))
    try write("[7]", to: file.path)
    #expect(texts(feed).last == "{\"id\":999}")
    feed.reload()
    try await wait { texts(feed) == ["7"] }
  }

  @Test func aDeletedFileStaysAndIsReported() async throws {
    let file = try TemporaryFile(array(0..<1_000))
    let feed = try Feed(.file(file.path))
    feed.wait(forRows: .max, timeout: .seconds(10))
    feed.watch(every: .milliseconds(1))
    try FileManager.default.removeItem(atPath: file.path)
    feed.reload()
    try await wait { feed.status.error?.reason == .notFound }
    #expect(texts(feed).count == 1_000)
    #expect(texts(feed).last == "{\"id\":999}")
    try write("[1]", to: file.path)
    try await wait { texts(feed) == ["1"] && feed.status.error == nil }
    feed.stopWatching()
  }

  @Test func whatGrowsWhileItIsWatchedIsWholeInTheEnd() async throws {
    let file = try TemporaryFile(array(0..<10))
    let feed = try Feed(.file(file.path))
    feed.wait(forRows: .max, timeout: .seconds(10))
    feed.watch(every: .milliseconds(1))
    for count in [100, 1_000, 5_000] {
      // Not at once: a reading may find half of it, and the rows before must stay then.
      let text = Array(array(0..<count).utf8)
      // Nor is the file empty in between, which would be a feed without rows.
      let handle = try #require(FileHandle(forWritingAtPath: file.path))
      for part in stride(from: 0, to: text.count, by: text.count / 3 + 1) {
        try handle.write(contentsOf: text[part..<min(text.count, part + text.count / 3 + 1)])
        if part == 0 { try handle.truncate(atOffset: handle.offset()) }
        #expect(feed.listModel.numberOfRows > 0)
        await Task.yield()
      }
      try handle.close()
      try await wait { feed.listModel.numberOfRows == count && feed.status.error == nil }
    }
    feed.stopWatching()
  }

  @Test func followedFileContinuesAfterItIsRecreated() async throws {
    let file = try TemporaryFile("1\n2\n")
    let feed = try Feed(.followedFile(file.path))
    feed.start()
    try await wait { feed.listModel.numberOfRows == 2 && feed.status.isFollowing }
    try FileManager.default.removeItem(atPath: file.path)
    #expect(texts(feed) == ["1", "2"])
    try write("3\n", to: file.path)
    try await wait { texts(feed) == ["1", "2", "3"] }
    feed.stop()
  }

  @Test func aPipeThatIsClosedInARowShowsWhatCame() async throws {
    for start in ["1\n2\n{\"id\":", "[1,2,{\"id\":", "{\"items\":[1,2,{\"id\":"] {
      let pipe = TestPipe()
      let feed = Feed(source: try ByteSources.descriptor(pipe.reader, name: "pipe"))
      try pipe.write(start)
      try pipe.close()
      feed.wait(forRows: .max, timeout: .seconds(10))
      // Of a document, the end is the fault; a line is a row of its own.
      let isDocument = start.first != "1"
      #expect(texts(feed) == ["1", "2"] + (isDocument ? [] : ["{\"id\":"]))
      #expect(isDocument ? feed.status.error != nil : feed.listModel.row(2).problem != nil)
      #expect(feed.listModel.row(1).problem == nil)
      #expect(!feed.canReload)
    }
  }

  // MARK: Commands

  @Test func aCommandThatFailsLeavesTheRowsAndSaysWhy() async throws {
    let file = try TemporaryFile("[1,2]")
    let script =
      "cat \(file.path) 2>/dev/null || { echo 'warming up' >&2; echo 'no host' >&2; exit 4; }"
    let feed = try Feed(.command(["/bin/sh", "-c", script], name: "script"))
    feed.wait(forRows: .max, timeout: .seconds(10))
    #expect(texts(feed) == ["1", "2"])
    try FileManager.default.removeItem(atPath: file.path)
    feed.reload()
    try await wait { feed.status.error != nil }
    #expect(feed.status.error?.description == "script: exited with status 4: no host")
    #expect(texts(feed) == ["1", "2"])
    try write("[3]", to: file.path)
    feed.reload()
    try await wait { texts(feed) == ["3"] && feed.status.error == nil }
  }

  @Test func aCommandThatHangsShowsWhatCameAndCanBeStopped() async throws {
    let feed = try Feed(.command(["/bin/sh", "-c", "echo 1; echo 2; sleep 1000"], name: "slow"))
    #expect(feed.wait(forRows: 2, timeout: .seconds(10)))
    #expect(feed.status.isLoading)
    feed.reload()
    #expect(feed.status.isRefreshing)
    #expect(texts(feed) == ["1", "2"])
    feed.stop()
    try await wait { !feed.status.isLoading && !feed.status.isRefreshing }
    #expect(texts(feed) == ["1", "2"])
  }

  @Test func whatACommandSaysBesidesIsKeptApart() async throws {
    let script =
      "printf '\\033[31mcareful\\n' >&2; echo '[1]'; exec 1>&-; printf 'late\\n' >&2; exit 1"
    let feed = try Feed(.command(["/bin/sh", "-c", script], name: "script"))
    feed.wait(forRows: .max, timeout: .seconds(10))
    #expect(texts(feed) == ["1"])
    #expect(feed.status.error?.description == "script: exited with status 1: late")
  }
}
