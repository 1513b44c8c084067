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
    try file.close()
    #expect(try names() == ["o.csv"])
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "new")
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(isReplacing || mode == 0o600)
  }

  /// Beside this one nobody can make a file.
  @Test func theReasonIsThatOfTheFirstFailure() throws {
    #expect {
      _ = try OutputFile("/proc/version", isReplacing: true)
    } throws: { "\($0)".contains("/proc/version: No such file or directory") }
  }
}
