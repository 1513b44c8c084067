import Foundation
import Testing

@testable import MocoaFeed

/// Files that are written beside their places.
@Suite struct OutputFileTests {
  @Test(arguments: [false, true])
  func nothingIsThereUntilTheFileIsComplete(isReplacing: Bool) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func names() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: folder.path)
    }
    let path = folder.path + "/o.csv"
    if isReplacing { try Data("old".utf8).write(to: URL(filePath: path)) }
    let before = try names()
    let file = try OutputFile(path, isReplacing: isReplacing, isPrivate: true)
    try file.write(Array("new".utf8))
    // Not even a file without a name of its own, which a program that is killed would leave.
    #expect(try names() == before)
    try file.close(faults: ResultFaults())
    #expect(try names() == ["o.csv"])
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "new")
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(isReplacing || mode == 0o600)
  }

  @Test("4: a file beside the new one is not replaced", arguments: [false, true])
  func filesBesideAreKept(isLinked: Bool) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.path + "/o.csv"
    for name in [path, path + ".partial", path + ".new"] {
      try Data("old".utf8).write(to: URL(filePath: name))
    }
    #expect(!isLinked || link(path, folder.path + "/link") == 0)
    var faults = ResultFaults()
    faults.add("a row is left out")
    for number in 1...2 {
      let file = try OutputFile(path, isReplacing: true)
      try file.write(Array("new \(number)".utf8))
      #expect(try file.close(faults: faults)?.name == "\(path).partial.\(number)")
    }
    let file = try OutputFile(path, isReplacing: true)
    try file.write(Array("whole".utf8))
    try file.close(faults: ResultFaults())
    var contents = [
      "o.csv": "whole", "o.csv.partial": "old", "o.csv.new": "old", "o.csv.partial.1": "new 1",
      "o.csv.partial.2": "new 2",
    ]
    if isLinked { contents["link"] = "whole" }
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      let content = try String(contentsOfFile: folder.path + "/" + name, encoding: .utf8)
      #expect(content == contents.removeValue(forKey: name), "\(name)")
    }
    #expect(contents.isEmpty)
  }

  @Test func aFileThatIsReplacedKeepsItsOwnerItsModeAndItsLinks() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.path + "/o.csv"
    try Data("a longer text".utf8).write(to: URL(filePath: path))
    // Only root can give files away.
    let owner: uid_t = getuid() == 0 ? 12_345 : getuid()
    #expect(chmod(path, 0o640) == 0 && chown(path, owner, owner == 12_345 ? 54_321 : getgid()) == 0)
    var before = stat()
    stat(path, &before)
    func replace(_ text: String) throws {
      let file = try OutputFile(path, isReplacing: true)
      try file.write(Array(text.utf8))
      try file.close(faults: ResultFaults())
      var after = stat()
      stat(path, &after)
      #expect(after.st_uid == before.st_uid && after.st_gid == before.st_gid)
      #expect(after.st_mode == before.st_mode)
      #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
    }
    try replace("new")
    let other = folder.path + "/link"
    #expect(link(path, other) == 0)
    try replace("newer")
    #expect(try String(contentsOfFile: other, encoding: .utf8) == "newer")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 2)
  }

  @Test func aLinkToAFileThatDoesNotExistIsKept() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(
      at: folder.appending(path: "sub"), withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let link = folder.path + "/o.csv"
    #expect(symlink("sub/new.csv", link) == 0)
    try OutputFile.check(link)
    // It is asked about, as the file is written somewhere else.
    #expect(OutputFile.exists(link))
    let file = try OutputFile(link, isReplacing: true)
    try file.write(Array("new".utf8))
    try file.close(faults: ResultFaults())
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "sub/new.csv")
    #expect(try String(contentsOfFile: folder.path + "/sub/new.csv", encoding: .utf8) == "new")
    #expect(throws: FeedError.self) { try OutputFile.check(folder.path + "/none/o.csv") }
    #expect(throws: FeedError.self) { try OutputFile.check(folder.path) }
    #expect(symlink("loop", folder.path + "/loop") == 0)
    #expect(throws: FeedError.self) { try OutputFile(folder.path + "/loop", isReplacing: true) }
  }

  /// No file can be created beside this one.
  @Test func aReadOnlyFileIsNotReplaced() throws {
    let file = try TemporaryFile("old")
    chmod(file.path, 0o444)
    #expect(throws: FeedError.self) { try OutputFile(file.path, isReplacing: true) }
    #expect(try String(contentsOfFile: file.path, encoding: .utf8) == "old")
  }

  @Test func reasonIsTheFirstFailure() throws {
    #expect {
      _ = try OutputFile("/proc/version", isReplacing: true)
    } throws: { "\($0)".contains("/proc/version: No such file or directory") }
  }
}

extension OutputFileTests {
  @Test(
    "3: journals of a database are inputs",
    arguments: ["app.db-wal", "app.db-shm", "app.db-journal", "app.db.wal"],
    ["app.db", "link.db#t"])
  func journalsAreInputs(_ name: String, _ input: String) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for file in ["app.db", name, "app.db-other"] {
      try Data("x".utf8).write(to: folder.appending(path: file))
    }
    #expect(symlink("app.db", folder.path + "/link.db") == 0)
    #expect(OutputFile.isFile(folder.path + "/" + name, input: folder.path + "/" + input))
    #expect(!OutputFile.isFile(folder.path + "/app.db-other", input: folder.path + "/" + input))
  }
}
