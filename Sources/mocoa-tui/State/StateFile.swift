import MocoaFeed
import MocoaFeedUI
import MocoaSystem

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The file with the saved state of a feed.
struct StateFile {
  let path: String

  /// Returns the file for a feed, or for a recipe with the feed, which has filters of its own.
  ///
  /// nil if the user has no folder.
  init?(ofFeed name: String, isFile: Bool, recipe: String?) {
    guard let folder = UserFolder.state else { return nil }
    var place = name
    if isFile, !name.hasPrefix("/") {
      place = UserFolder.current + "/" + name
    }
    if let recipe { place = "\(recipe) \(place)" }
    let stem = ManifestFile.stems(ofFeed: name).last ?? "feed"
    let plain = stem.unicodeScalars.filter {
      $0.properties.isAlphabetic || "-_.".contains(Character($0))
    }
    let digits = String(Self.hash(place), radix: 16)
    path = "\(folder)/feeds/\(String(String.UnicodeScalarView(plain)).prefix(40))-\(digits).json"
  }

  /// The path of a file that cannot be read, once there is another state.
  var oldPath: String { path + ".old" }

  /// Reads the state; nil if there is none.
  func read() throws -> FeedPageState? {
    guard UserFolder.hasFile(at: path) else { return nil }
    return try FeedPageState(parsing: TextFile.text(at: path, isRegular: true))
  }

  /// Writes the state atomically; an empty state deletes the file.
  ///
  /// - Throws: A system error, or a `TextFileError` if the state could not be read again.
  func write(_ state: FeedPageState) throws {
    guard state != FeedPageState() else {
      unlink(path)
      return
    }
    guard let text = state.text(ofAtMost: TextFile.byteLimit) else {
      throw TextFileError(description: "it is larger than 1 MB")
    }
    let url = URL(filePath: path)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    // A shell that loses its terminal sends SIGHUP a second time.
    let previous = signal(SIGHUP, SIG_IGN)
    defer { _ = signal(SIGHUP, previous) }
    let file = try OutputFile(path, isReplacing: true, isPrivate: true)
    try file.write(Array(text.utf8))
    // The text is all of the state.
    try file.close(faults: ResultFaults())
  }

  /// FNV-1a (Fowler, Noll and Vo) with 64 bits, which is the same in every run.
  private static func hash(_ text: String) -> UInt64 {
    text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
  }
}
