import MocoaFeedUI

/// The options of manifests and key bindings.
struct ManifestOptions {
  /// The file of the manifest.
  var modules: String?

  /// The key bindings, as they were typed.
  var bindings: [String] = []

  /// The script whose output is shown beside the list, as it was typed.
  var preview: String?

  /// The schemes of links that may be opened in addition to `http` and `https`.
  var schemes: [String] = []

  /// The files that are read for a feed whose sources have these names.
  func inputs(_ sources: [String]) -> [InputFile] {
    if let modules { return [InputFile(name: modules, option: "--modules")] }
    return sources.compactMap { ManifestFile.ofUser(forFeed: $0) }.map {
      InputFile(name: $0.path, role: "the manifest of the feed")
    }
  }

  /// Parses the key bindings.
  ///
  /// - Throws: A `UsageError` for an invalid binding.
  @MainActor func keyBindings() throws(UsageError) -> [KeyBinding] {
    try bindings.map { text throws(UsageError) in
      do { return try KeyBinding(parsing: text) } catch {
        throw UsageError("--bind '\(text)': \(error)")
      }
    }
  }

  /// Parses the script of the preview.
  ///
  /// - Throws: A `UsageError` that marks the error.
  func previewScript() throws(UsageError) -> ShellTemplate? {
    try UsageError.value(of: "--preview", preview, ShellTemplate.init(parsing:))
  }

  /// Configures the page of a feed by the manifest and the arguments, which take precedence.
  @MainActor func configure(_ page: FeedPage, manifest: Manifest?) throws {
    manifest?.configure(page)
    for binding in try keyBindings() {
      switch binding {
      case .command(let command): page.bind(command)
      case .action(let action, let key): page.bind(key, to: action)
      }
    }
    if let script = try previewScript() { page.showPreview(of: script) }
    page.linkSchemes.formUnion(schemes.map { $0.lowercased() })
  }

  /// Returns the manifest for a feed: the specified one, else the user's own, else nil.
  ///
  /// - Throws: ``ManifestFileError``.
  @MainActor func manifest(forFeed name: String) throws -> Manifest? {
    if let modules { return try ManifestFile(path: modules).read() }
    return try ManifestFile.ofUser(forFeed: name)?.read()
  }
}
