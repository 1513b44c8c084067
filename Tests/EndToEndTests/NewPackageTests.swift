import Foundation
import MocoaTestSupport
import Testing

/// `mocoa-tui new`; the package that it writes is an example, which is built and tested as such.
@Suite struct NewPackageTests {
  private func new(_ arguments: [String], in folder: String) async throws -> ProgramResult {
    try await run(builtProgram("mocoa-tui"), ["new"] + arguments, directory: folder)
  }

  /// The files of a folder with their texts, but for what was built there.
  private func files(of folder: URL) throws -> [String: String] {
    let paths = FileManager.default.enumerator(atPath: folder.path)?.allObjects as? [String] ?? []
    var files: [String: String] = [:]
    for path in paths where !path.hasPrefix(".build/") && !path.hasPrefix(".swiftpm/") {
      let url = folder.appending(path: path)
      guard path != "Package.resolved", !url.hasDirectoryPath,
        let text = try? String(contentsOf: url, encoding: .utf8)
      else { continue }
      files[path] = text
    }
    return files
  }

  @Test func theExampleIsWhatTheProgramWrites() async throws {
    let place = try TemporaryFile("", named: "empty")
    let result = try await new(["Starter", "--package", "../.."], in: place.folder)
    #expect(result.status == .exited(0) && result.outputText == "cd Starter && swift run\n")
    let written = try files(of: URL(filePath: place.folder + "/Starter"))
    let example = try files(of: Package.folder.appending(path: "Examples/Starter"))
    #expect(written.keys.sorted() == example.keys.sorted())
    for (path, text) in written { #expect(example[path] == text, "\(path)") }
  }

  @Test func aFeedGivesTheModelAndTheFirstRows() async throws {
    let feed = try TemporaryFile("[{\"title\":\"a\"},{\"title\":\"b\"}]", named: "news.json")
    let result = try await new(
      ["News", "--feed", feed.path, "--package", "https://example.com/a/mocoa.git"],
      in: feed.folder)
    #expect(result.status == .exited(0), "\(result.errorText)")
    let files = try files(of: URL(filePath: feed.folder + "/News"))
    #expect(files["news.json"] == "[\n  {\"title\":\"a\"},\n  {\"title\":\"b\"}\n]\n")
    let manifest = try #require(files["Package.swift"])
    #expect(manifest.contains(".package(url: \"https://example.com/a/mocoa.git\", from: \""))
    #expect(manifest.contains("package: \"mocoa\""))
  }

  @Test func aFolderIsWrittenWholeOrNotAtAll() async throws {
    let place = try TemporaryFile("", named: "empty")
    // A limit of file sizes ends the program while it writes.
    let result = try await run(
      "/bin/sh",
      ["-c", "ulimit -f 1; exec \(builtProgram("mocoa-tui")) new Half --package ../.."],
      directory: place.folder)
    #expect(result.status != .exited(0))
    #expect(!FileManager.default.fileExists(atPath: place.folder + "/Half"))
  }

  @Test(arguments: [
    ("1st", "is not a name of a package"), ("a b", "is not a name"), ("../up", "is not a name"),
    ("taken", "taken exists already"),
  ])
  func aNameThatCannotBeUsedIsRefused(_ name: String, _ message: String) async throws {
    let file = try TemporaryFile("", named: "taken")
    let result = try await new([name, "--package", ".."], in: file.folder)
    #expect(result.status == .exited(2) && result.errorText.contains(message))
  }
}
