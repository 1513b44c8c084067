import Foundation
import Testing

@testable import MocoaFeed

@MainActor
@Suite struct FeedFollowTests {
  private func append(_ text: String, to file: TemporaryFile) throws {
    let handle = try #require(FileHandle(forWritingAtPath: file.path))
    try handle.seekToEnd()
    try handle.write(contentsOf: Data(text.utf8))
    try handle.close()
  }

  @Test func whatIsAppendedBelongsToTheFeed() async throws {
    let file = try TemporaryFile("{\"id\":1}\n{\"id\":2}\n")
    let feed = try Feed(.followedFile(file.path))
    feed.wait(forRows: 2, timeout: .seconds(10))
    #expect(texts(feed).count == 2)
    try await wait { feed.status.isFollowing }
    #expect(feed.status.progress.rowCount == 2)
    try append("{\"id\":3", to: file)
    try append("}\n{\"id\":4}\n", to: file)
    try await wait { feed.listModel.numberOfRows == 4 }
    #expect(texts(feed).last == "{\"id\":4}")
    #expect(texts(feed)[2] == "{\"id\":3}")
    feed.stop()
    try await wait { !feed.status.isLoading && !feed.status.isFollowing }
  }

  @Test("34: a whole value at the end of a followed file is a row without its line end")
  func valueWithoutALineEnd() async throws {
    let file = try TemporaryFile("{\"id\":1}\n{\"id\":2}")
    let feed = try Feed(.followedFile(file.path))
    feed.start()
    try await wait { feed.listModel.numberOfRows == 2 }
    try await wait { feed.status.isFollowing && !feed.status.progress.endsInLine }
    try append("\n{\"id\":3}\n\n{\"id\":4}", to: file)
    try await wait { feed.listModel.numberOfRows == 4 }
    try append("{\"id\":5}\n{\"id\":", to: file)
    try await wait { feed.status.isFollowing && feed.status.progress.endsInLine }
    #expect(feed.listModel.numberOfRows == 5)
    try append("6}\n", to: file)
    try await wait { feed.listModel.numberOfRows == 6 }
    try await wait { feed.status.isFollowing && !feed.status.progress.endsInLine }
    #expect(texts(feed) == (1...6).map { "{\"id\":\($0)}" })
  }

  private static func textOptions() -> FeedOptions {
    var options = FeedOptions()
    options.acceptsPlainText = true
    return options
  }

  @Test(
    "34: one line of a followed file is a row before another one is there",
    arguments: [
      ("word R1 x\n", #"{"line":"word R1 x"}"#), ("one\n", #"{"line":"one"}"#),
      ("level=info msg=R1\n", #"{"level":"info","msg":"R1"}"#),
    ])
  func oneLineIsARow(text: String, row: String) async throws {
    let file = try TemporaryFile(text)
    let feed = try Feed(.followedFile(file.path), options: Self.textOptions())
    feed.start()
    try await wait { texts(feed) == [row] }
    try await wait { feed.status.isFollowing }
    try Data("word R30 xx\n".utf8).write(to: URL(filePath: file.path))
    try await wait { texts(feed) == [#"{"line":"word R30 xx"}"#] }
    feed.stop()
  }

  @Test(
    "34: a line of a followed file that is overwritten before it is a row is not mixed with others",
    arguments: ["word R30 xx\n", "word R3 x\n", "word\n"])
  func aLineIsNotMixedWithOthers(later: String) async throws {
    let file = try TemporaryFile("word R1 x\n")
    let feed = try Feed(.followedFile(file.path), options: Self.textOptions())
    var seen: Set<String> = []
    let observation = feed.observeChanges { _ in seen.formUnion(texts(feed)) }
    feed.start()
    try await Task.sleep(for: .milliseconds(200))
    try Data(later.utf8).write(to: URL(filePath: file.path))
    let row = "{\"line\":\"\(later.dropLast())\"}"
    try await wait { texts(feed) == [row] }
    // A row of the old bytes has no text when these are gone.
    #expect(seen.isSubset(of: [row, #"{"line":"word R1 x"}"#, ""]), "\(seen)")
    observation.cancel()
    feed.stop()
  }

  @Test("34: that the last line of a followed file has no end yet is part of the status")
  func lineWithoutAnEnd() async throws {
    let file = try TemporaryFile("a line\nand a part")
    var options = FeedOptions(format: .text)
    options.acceptsText = true
    let feed = try Feed(.followedFile(file.path), options: options)
    feed.start()
    try await wait { feed.status.isFollowing && feed.status.progress.endsInLine }
    #expect(feed.listModel.numberOfRows == 1)
    try append(" of one\n", to: file)
    try await wait { feed.status.isFollowing && !feed.status.progress.endsInLine }
    #expect(texts(feed) == [#"{"line":"a line"}"#, #"{"line":"and a part of one"}"#])
  }

  /// A followed file that may rest, and what reads its next bytes and returns their number.
  private func reader(of file: TemporaryFile) throws -> (FollowedFileSource, () throws -> Int) {
    let source = FollowedFileSource(
      try FileDescriptor.open(readOnly: file.path), path: file.path)
    source.mayRest = true
    var buffer = [UInt8](repeating: 0, count: 100)
    return (source, { try buffer.withUnsafeMutableBytes { try source.readNext(into: $0) } })
  }

  @Test("34: a line without an end is said once the rows before it have been found")
  func unfinishedLinesAreReportedAtRest() async throws {
    let file = try TemporaryFile("one\ntwo")
    let (source, read) = try reader(of: file)
    #expect(try read() == 7)
    #expect(!source.endsInLine)
    #expect(try read() == 0)
    #expect(source.isWaiting && source.endsInLine)
    try append("\nthree\n", to: file)
    #expect(try read() == 7)
    #expect(try read() == 0)
    #expect(source.isWaiting && !source.endsInLine)
  }

  @Test("34: the last bytes of a followed file are those that were read, although it has others")
  func lastBytesOfAnOverwrittenFile() throws {
    let file = try TemporaryFile("one\ntwo")
    let (source, read) = try reader(of: file)
    #expect(try read() == 7)
    try Data("other lines\n".utf8).write(to: URL(filePath: file.path))
    #expect(try read() == 0)
    #expect(source.hasChanged && source.hasBytes(from: 0))
    #expect(try source.bytes(in: 2..<7) == Array("e\ntwo".utf8))
  }

  @Test func rotatedFileIsStillFollowed() async throws {
    let file = try TemporaryFile("{\"id\":1}\n{\"id\":2}\n{\"id\":3}")
    let feed = try Feed(.followedFile(file.path))
    feed.wait(forRows: 2, timeout: .seconds(10))
    let old = file.path + ".1"
    try FileManager.default.moveItem(atPath: file.path, toPath: old)
    defer { try? FileManager.default.removeItem(atPath: old) }
    try Data("{\"id\":4}\n{\"id\":5}\n".utf8).write(to: URL(filePath: file.path))
    try await wait { feed.listModel.numberOfRows == 5 }
    #expect(texts(feed) == (1...5).map { "{\"id\":\($0)}" })
    #expect(feed.generation == 1)
  }

  /// Programs that have a log open write to it until they open its successor.
  @Test("A16: lines added to a file after it was renamed are shown")
  func linesAfterTheRenamingAreShown() async throws {
    let file = try TemporaryFile("{\"id\":1}\n")
    let writer = try #require(FileHandle(forWritingAtPath: file.path))
    try writer.seekToEnd()
    let feed = try Feed(.followedFile(file.path))
    feed.wait(forRows: 1, timeout: .seconds(10))
    let old = file.path + ".1"
    try FileManager.default.moveItem(atPath: file.path, toPath: old)
    defer { try? FileManager.default.removeItem(atPath: old) }
    try Data("{\"id\":2}\n".utf8).write(to: URL(filePath: file.path))
    try await wait { feed.listModel.numberOfRows == 2 }
    for id in [3, 4] {
      try writer.write(contentsOf: Data("{\"id\":\(id)}\n{\"part\"".utf8))
      try await wait { feed.listModel.numberOfRows == 3 * id - 6 }
      // Of two files, no line is in the middle of another.
      try append("{\"name\":\(id)}\n", to: file)
      try await wait { feed.listModel.numberOfRows == 3 * id - 5 }
      try writer.write(contentsOf: Data(":\(id)}\n".utf8))
    }
    try await wait { feed.listModel.numberOfRows == 8 }
    #expect(
      texts(feed).sorted() == [
        "{\"id\":1}", "{\"id\":2}", "{\"id\":3}", "{\"id\":4}", "{\"name\":3}", "{\"name\":4}",
        "{\"part\":3}", "{\"part\":4}",
      ])
    #expect(feed.generation == 1)
  }

  @Test("F3: files that were renamed are closed, and their rows stay")
  func renamedFilesAreClosed() async throws {
    let file = try TemporaryFile("{\"id\":0}\n")
    let source = FollowedFileSource(
      try FileDescriptor.open(readOnly: file.path), path: file.path, patience: .milliseconds(100))
    let feed = Feed(source: source)
    feed.wait(forRows: 1, timeout: .seconds(10))
    for id in 1...5 {
      try FileManager.default.removeItem(atPath: file.path)
      try Data("{\"id\":\(id)}\n".utf8).write(to: URL(filePath: file.path))
      try await wait { feed.listModel.numberOfRows == id + 1 }
    }
    try await wait { source.openFileCount == 1 }
    #expect(texts(feed) == (0...5).map { "{\"id\":\($0)}" })
  }

  @Test("F1: more files are followed than libdispatch has threads")
  func manyFilesAreFollowed() async throws {
    let files = try (0..<400).map { try TemporaryFile("{\"id\":\($0)}\n{\"id\":\(-$0)}\n") }
    let feed = try Feed(joining: files.map { .followedFile($0.path) })
    feed.start()
    try await wait { feed.listModel.numberOfRows == 800 }
    feed.watch(every: .seconds(1))
    let model = feed.listModel
    let filter = try RowFilter(parsing: "id > 200")
    let found = Monitor<Int?>(nil)
    DispatchQueue.global().async {
      let rows = try? model.rows(for: RowQuery(filters: [filter]))
      found.withLock { $0 = rows?.count ?? -1 }
    }
    try await wait { found.withLock { $0 != nil } }
    #expect(found.withLock { $0 } == 199)
    feed.stopWatching()
    feed.stop()
  }

  @Test func aTruncatedFileRestarts() async throws {
    let file = try TemporaryFile("{\"id\":1}\n{\"id\":2}\n{\"id\":3}\n")
    let feed = try Feed(.followedFile(file.path))
    feed.wait(forRows: 3, timeout: .seconds(10))
    var generations: [Int] = []
    let observation = feed.observeChanges {
      if case .replaced(let generation) = $0 { generations.append(generation) }
    }
    let handle = try #require(FileHandle(forWritingAtPath: file.path))
    try handle.truncate(atOffset: 0)
    try handle.close()
    try await wait { feed.generation == 2 }
    try append("{\"id\":9}\n{\"id\":10}\n", to: file)
    try await wait { feed.listModel.numberOfRows == 2 }
    #expect(texts(feed) == ["{\"id\":9}", "{\"id\":10}"])
    #expect(generations == [2])
    observation.cancel()
  }

  /// Other contents may be longer than those that were read, or as long.
  @Test(
    "A followed file that is overwritten in place is read from its start",
    arguments: [1, 2, 3, 2_000], [true, false])
  func anOverwrittenFileRestarts(count: Int, startsAlike: Bool) async throws {
    let rows = (0..<count).map { "{\"id\":\($0),\"pad\":\"\(count)\"}\n" }
    let file = try TemporaryFile(rows.joined())
    let feed = try Feed(.followedFile(file.path))
    feed.wait(forRows: count, timeout: .seconds(10))
    try await wait { feed.status.isFollowing }
    // One by one, as a log grows.
    for id in count..<count + 3 { try append("{\"id\":\(id)}\n", to: file) }
    try await wait { feed.listModel.numberOfRows == count + 3 }
    let bytes = try Data(contentsOf: URL(filePath: file.path))
    let start = startsAlike ? rows[0] : ""
    let more = startsAlike ? 12 : 0
    let new =
      Data(start.utf8) + Data(repeating: 0x39, count: bytes.count - start.utf8.count - 1)
      + Data(repeating: 0x38, count: more) + [0x0A]
    let handle = try #require(FileHandle(forWritingAtPath: file.path))
    try handle.write(contentsOf: new)
    try handle.close()
    try await wait { feed.generation == 2 && feed.status.isFollowing }
    #expect(texts(feed).joined(separator: "\n") + "\n" == String(decoding: new, as: UTF8.self))
    feed.stop()
  }

  // defect S20
  @Test func noLineIsLostWhenTheFileIsRotated() async throws {
    let file = try TemporaryFile("0\n")
    let old = file.path + ".1"
    defer { try? FileManager.default.removeItem(atPath: old) }
    let feed = try Feed(.followedFile(file.path))
    feed.wait(forRows: 1, timeout: .seconds(10))
    for round in 0..<50 {
      let handle = try #require(FileHandle(forWritingAtPath: file.path))
      try handle.seekToEnd()
      #expect(rename(file.path, old) == 0)
      try handle.write(contentsOf: Data("\(2 * round + 1)\n".utf8))
      try handle.close()
      try Data("\(2 * round + 2)\n".utf8).write(to: URL(filePath: file.path))
      try await wait { feed.listModel.numberOfRows == 2 * round + 3 }
    }
    #expect(texts(feed) == (0...100).map(String.init))
    feed.stop()
  }

  // defect S20
  @Test func pausingHoldsThroughATruncation() async throws {
    let file = try TemporaryFile("1\n2\n3\n")
    let feed = try Feed(.followedFile(file.path))
    feed.wait(forRows: 3, timeout: .seconds(10))
    feed.isPaused = true
    try Data("4\n".utf8).write(to: URL(filePath: file.path))
    try await wait { feed.pendingChanges.isReplaced }
    #expect(feed.generation == 1)
    #expect(feed.listModel.numberOfRows == 3)
    feed.isPaused = false
    try await wait { texts(feed) == ["4"] }
    #expect(feed.generation == 2)
    feed.stop()
  }

  @Test func aFollowedFileIsReloadedFromItsStart() async throws {
    let file = try TemporaryFile("1\n2\n")
    let feed = try Feed(.followedFile(file.path))
    feed.wait(forRows: 2, timeout: .seconds(10))
    feed.reload()
    #expect(feed.generation == 2)
    try await wait { feed.listModel.numberOfRows == 2 }
    try append("3\n", to: file)
    try await wait { feed.listModel.numberOfRows == 3 }
    #expect(texts(feed) == ["1", "2", "3"])
  }

  @Test func noRowIsLostWhileManyCome() async throws {
    let file = try TemporaryFile("0\n1\n")
    let feed = try Feed(.followedFile(file.path))
    feed.start()
    for part in 0..<50 {
      let numbers = (2 + part * 1_000..<2 + (part + 1) * 1_000).map { "\($0)\n" }
      try append(numbers.joined(), to: file)
    }
    try await wait { feed.listModel.numberOfRows == 50_002 }
    var expected = 0
    try feed.listModel.forEachRow { number, bytes in
      guard String(decoding: bytes, as: UTF8.self) == "\(number)" else { return false }
      expected += 1
      return true
    }
    #expect(expected == 50_002)
  }

  @Test func whatIsNotThereIsAnError() {
    #expect(throws: FeedError(source: "/nowhere/x", reason: .notFound)) {
      try Feed(.followedFile("/nowhere/x"))
    }
    #expect(throws: FeedError(source: "/", reason: .isDirectory)) { try Feed(.followedFile("/")) }
  }
}
