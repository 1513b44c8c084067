import ArgumentParser
import MocoaTUI

/// The options that say which manifest is used.
struct ManifestOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A manifest: how rows look, keys, colours and actions.", valueName: "file"),
    completion: .file(extensions: ["yaml", "yml", "json"]))
  var modules: String?

  /// The manifest for a feed: the one that is named, or else the user's own for feeds of that name;
  /// nil where there is none.
  ///
  /// - Throws: ``ManifestFileError``.
  @MainActor func manifest(forFeed name: String) throws -> Manifest? {
    if let modules { return try ManifestFile(path: modules).read() }
    return try ManifestFile.ofUser(forFeed: name)?.read()
  }
}
