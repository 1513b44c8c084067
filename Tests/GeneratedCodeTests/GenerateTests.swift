import Foundation
import MocoaFeedUI
import MocoaItems
import MocoaTestSupport
import Testing

/// Holds the generated code in this target against what the program writes today.
///
/// What `mocoa-tui generate` writes for five differing feeds is compiled, and its tests run, with
/// everything else.
@Suite struct GenerateTests {
  /// The feeds, and the type that each of them is shown by.
  static let feeds = [
    ("events", "Event"), ("nested", "Nested"), ("mixed", "Mixed"), ("odd-names", "OddName"),
    ("empty", "Empty"),
  ]

  static let folder = URL(filePath: #filePath).deletingLastPathComponent()

  /// What keeps the formatter from changing what it has not written.
  static let heading = "// swift-format-ignore-file: written by mocoa-tui generate.\n\n"

  @Test(arguments: feeds) func theProgramWritesTheCodeThatIsTestedHere(
    feed: String, type: String
  ) async throws {
    for (kind, suffix) in [("--swift", ""), ("--test", "Tests"), ("--keys", "Keys")] {
      let path = Self.folder.appending(path: "Feeds/\(feed).json").path(percentEncoded: false)
      let result = try await run(try builtProgram("mocoa-tui"), ["generate", kind, path])
      #expect(result.error.isEmpty && result.status == .exited(0), "\(feed) \(kind)")
      try expect(
        Self.heading + result.outputText, isIn: "Generated/\(type)\(suffix).swift")
    }
  }

  /// Compares with a file; `make record` stores what differs, and fails nevertheless.
  private func expect(_ text: String, isIn path: String) throws {
    let file = Self.folder.appending(path: path)
    guard (try? String(contentsOf: file, encoding: .utf8)) != text else { return }
    if ProcessInfo.processInfo.environment["RECORD_SCREENS"] == "1" {
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
    Issue.record("\(path) is not what the program writes; to accept what it does: make record")
  }

  @Test(arguments: feeds) func theManifestNamesTheFeed(feed: String, type: String) async throws {
    let path = Self.folder.appending(path: "Feeds/\(feed).json").path(percentEncoded: false)
    let result = try await run(
      try builtProgram("mocoa-tui"), ["generate", "--manifest", path])
    #expect(result.outputText.contains("- url: mocoa://\(feed.filter(\.isLetter))/"))
  }

  @Test func rowsOfTheFeedsAreDecodedByTheirModels() throws {
    try #expect(rows(of: "events", as: Event.self) == 3)
    try #expect(rows(of: "nested", as: Nested.self) == 2)
    try #expect(rows(of: "mixed", as: Mixed.self) == 4, "what is no object is no such row")
    try #expect(rows(of: "odd-names", as: OddName.self) == 1)
    try #expect(rows(of: "empty", as: Empty.self) == 0)
  }

  /// How many rows of a feed are decoded as a type; those that are objects all have to be.
  private func rows<Model: Decodable>(of feed: String, as type: Model.Type) throws -> Int {
    let bytes = try Data(contentsOf: Self.folder.appending(path: "Feeds/\(feed).json"))
    let json = try JSONValue(parsing: String(decoding: bytes, as: UTF8.self))
    let rows = json.array ?? json["orders"]?.array ?? []
    return try rows.count { row in
      guard row.object != nil else { return false }
      _ = try Row(indexPath: nil, json: JSONBytes(Array(row.description.utf8))).decode(Model.self)
      return true
    }
  }

  @MainActor @Test func keysReadWhatTheyAreNamedFor() throws {
    let item = JSONItem(["title": "a", "attempts": 2, "is_public": true])
    #expect(item.members[.eventTitle] == "a")
    #expect(item.members[.eventAttempts] == 2)
    #expect(item.members[.eventIsPublic] == true)
    #expect(item.members[.eventActor] == nil)
  }
}
