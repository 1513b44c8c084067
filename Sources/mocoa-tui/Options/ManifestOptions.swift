import MocoaFeedUI

/// The options that say which manifest is used.
struct ManifestOptions {
  /// The file of the manifest.
  var modules: String?

  /// What keys do with a row, as it was typed.
  var bindings: [String] = []

  /// The schemes of links that may be opened besides `http` and `https`.
  var schemes: [String] = []

  /// What the bindings mean.
  ///
  /// - Throws: A `UsageError` that says what is wrong.
  @MainActor func keyBindings() throws(UsageError) -> [KeyBinding] {
    try bindings.map { text throws(UsageError) in
      do { return try KeyBinding(parsing: text) } catch {
        throw UsageError("--bind '\(text)': \(error)")
      }
    }
  }

  /// Gives the page of a feed what the manifest and the arguments want it to have; the arguments
  /// win.
  @MainActor func configure(_ page: FeedPage, manifest: Manifest?) throws {
    manifest?.configure(page)
    for binding in try keyBindings() {
      switch binding {
      case .command(let command): page.bind(command)
      case .action(let action, let key): page.bind(key, to: action)
      }
    }
    page.linkPolicy.schemes.formUnion(schemes.map { $0.lowercased() })
  }

  /// The manifest for a feed: the one that is named, or else the user's own for feeds of that name;
  /// nil where there is none.
  ///
  /// - Throws: ``ManifestFileError``.
  @MainActor func manifest(forFeed name: String) throws -> Manifest? {
    if let modules { return try ManifestFile(path: modules).read() }
    return try ManifestFile.ofUser(forFeed: name)?.read()
  }
}
