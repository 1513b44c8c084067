import Foundation
import Testing

@testable import MocoaFeed

@Suite struct ByteSourceTests {
  private func readAll(_ source: any ByteSource, piece: Int) throws -> [UInt8] {
    var result: [UInt8] = []
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: piece, alignment: 1)
    defer { buffer.deallocate() }
    while true {
      let count = try source.readNext(into: buffer)
      if count == 0 { return result }
      result += buffer[..<count]
    }
  }

  @Test(arguments: [1, 7, 4096, 1 << 20]) func filesAreReadInOrderAndAgain(_ piece: Int) throws {
    let bytes = (0..<10_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let file = try TemporaryFile(bytes)
    let source = try ByteSources.file(file.path)
    #expect(source.size == bytes.count)
    #expect(try readAll(source, piece: piece) == bytes)
    #expect(try source.bytes(in: 100..<200) == Array(bytes[100..<200]))
    #expect(try source.bytes(in: 9_990..<10_100) == Array(bytes[9_990...]))
    #expect(try source.bytes(in: 20_000..<20_001).isEmpty)
  }

  @Test func pipesCanBeReadAgain() throws {
    let pipe = TestPipe()
    let source = try ByteSources.descriptor(pipe.reader, name: "pipe")
    try pipe.write("one two")
    try pipe.close()
    #expect(source.size == nil)
    #expect(try source.bytes(in: 0..<3).isEmpty)
    #expect(try readAll(source, piece: 2) == Array("one two".utf8))
    #expect(try source.bytes(in: 4..<100) == Array("two".utf8))
  }

  @Test func stoppingEndsAWait() throws {
    let pipe = TestPipe()
    let source = try ByteSources.descriptor(pipe.reader, name: "pipe")
    source.stop()
    #expect(try readAll(source, piece: 10).isEmpty)
  }

  @Test func aFileThatShrinksGivesFewerBytes() throws {
    let file = try TemporaryFile("0123456789")
    let source = try ByteSources.file(file.path)
    try FileHandle(forWritingTo: URL(filePath: file.path)).truncate(atOffset: 4)
    #expect(try source.bytes(in: 2..<8) == Array("23".utf8))
  }

  @Test func aStreamIsReadFromItsPosition() throws {
    let file = try TemporaryFile("skip[1]")
    let handle = try #require(FileHandle(forReadingAtPath: file.path))
    try handle.seek(toOffset: 4)
    let source = try ByteSources.descriptor(handle.fileDescriptor, name: "standard input")
    #expect(source.size == 3)
    #expect(Indexed(source).sections == [["1"]])
  }

  @Test func unreadableSourcesAreReportedInOneLine() throws {
    let missing = "/nowhere/feed.json"
    let error = #expect(throws: FeedError.self) { try ByteSources.file(missing) }
    #expect(error?.description == "/nowhere/feed.json: no such file")
    let directory = #expect(throws: FeedError.self) { try ByteSources.followedFile("/") }
    #expect(directory?.description == "/: is a directory")
  }

  @Test("38: the files of a folder are rows")
  func folders() throws {
    let files = FileManager.default
    let folder = files.temporaryDirectory.appending(path: "mocoa-\(UUID())").path
    try files.createDirectory(atPath: "\(folder)/a", withIntermediateDirectories: true)
    defer { try? files.removeItem(atPath: folder) }
    #expect(Indexed(try ByteSources.file(folder)).rows.count == 1)
    #expect(files.createFile(atPath: "\(folder)/b c", contents: nil))
    try files.createSymbolicLink(atPath: "\(folder)/.l", withDestinationPath: "nowhere")
    #expect(files.createFile(atPath: "\(folder)/\"n\"", contents: Data([1, 2, 3])))
    for path in [folder, "\(folder)/"] {
      let indexed = Indexed(try ByteSources.file(path))
      func members(_ key: String) -> [String?] { indexed.rows.map { $0.json.member(key)?.text } }
      #expect(members("name") == [#""\"n\"""#, #"".l""#, #""a""#, #""b c""#])
      #expect(members("kind") == [#""file""#, #""link""#, #""folder""#, #""file""#])
      #expect(members("size")[0] == "3" && members("size")[3] == "0")
      #expect(indexed.rows[2].json.member("path")?.string == "\(folder)/a")
      #expect(indexed.rows[2].json.member("modified")?.string?.hasSuffix("Z") == true)
    }
    #expect(Indexed(try ByteSources.file("\(folder)/a")).rows.isEmpty)
  }

  @Test(.enabled(if: getuid() != 0)) func aForbiddenFileIsReported() throws {
    let file = try TemporaryFile("[]")
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: file.path)
    let error = #expect(throws: FeedError.self) { try ByteSources.file(file.path) }
    #expect(error?.reason == .notPermitted)
  }

  @Test func errorNumbersHaveReasons() {
    #expect(SystemError(number: EACCES).reason == .notPermitted)
    #expect(SystemError(number: ENOTDIR).reason == .notFound)
    #expect(SystemError(number: EIO).reason == .unreadable("Input/output error"))
  }

  @Test func emptyFilesAndDevicesAreEmptyFeeds() throws {
    let file = try TemporaryFile("")
    for path in [file.path, "/dev/null"] {
      let indexed = Indexed(try ByteSources.file(path))
      #expect(indexed.progress.format == .empty)
      #expect(indexed.error == nil)
    }
  }
}

/// Changes of files that are open.
@Suite struct OverwrittenFileTests {
  @Test(
    "A5: bytes that were overwritten differ from those that were appended",
    arguments: [
      ("append", false), ("mode", false), ("name", false), ("overwrite", true),
      ("overwrite and append", true), ("overwrite and restore the time", true),
    ], [2, 20_000])
  func overwritingIsNotAppending(
    _ change: (name: String, isOverwritten: Bool), count: Int
  ) throws {
    let (change, isOverwritten) = change
    let file = try TemporaryFile(String(repeating: "0123456789", count: count))
    let source = try ByteSources.file(file.path)
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while try buffer.withUnsafeMutableBytes({ try source.readNext(into: $0) }) > 0 {}
    #expect(!source.isOverwritten)
    var old = stat()
    #expect(stat(file.path, &old) == 0)
    // The times of a file are those of the last tick of the kernel.
    usleep(20_000)
    let number = open(file.path, O_WRONLY)
    defer { close(number) }
    if change.contains("append") { #expect(pwrite(number, "x", 1, off_t(count * 10)) == 1) }
    if change.contains("overwrite") {
      let bytes = [UInt8](repeating: 0x78, count: count * 2)
      #expect(pwrite(number, bytes, bytes.count, 0) == bytes.count)
    }
    if change.contains("restore") { #expect(futimens(number, [old.st_atim, old.st_mtim]) == 0) }
    if change == "mode" { #expect(fchmod(number, 0o600) == 0) }
    if change == "name" {
      #expect(link(file.path, file.path + "2") == 0 && unlink(file.path + "2") == 0)
    }
    #expect(source.isOverwritten == isOverwritten)
  }
}
