import MocoaFeedUI

/// The options of manifests and key bindings.
///
/// Those without a comment are described in ``CommandOption/manifest``.
struct ManifestOptions {
  /// The manifest that is used, once it has been read.
  var loaded: LoadedManifest?

  var file: String?
  var bindings: [String] = []
  var preview: String?
  var schemes: [String] = []

  var inputs: [InputFile] {
    if let file { return [InputFile(name: file, option: "--manifest")] }
    return [loaded?.path].compactMap(\.self).map {
      InputFile(name: $0, role: "the manifest of the feed")
    }
  }

  /// Checks the key bindings and the preview.
  func validate() throws(UsageError) {
    do { try MainActor.assumeIsolated { _ = try keyBindings() } } catch {
      throw (error as? UsageError) ?? UsageError("\(error)")
    }
    _ = try previewScript()
  }

  /// Parses the key bindings.
  @MainActor func keyBindings() throws(UsageError) -> [KeyAssignment] {
    try bindings.map { text throws(UsageError) in
      do { return try KeyAssignment(parsing: text) } catch {
        throw UsageError("--bind '\(text)': \(error)")
      }
    }
  }

  /// Parses the script of the preview.
  func previewScript() throws(UsageError) -> ShellTemplate? {
    try UsageError.value(of: "--preview", preview, ShellTemplate.init(parsing:))
  }

  /// Configures the page of a feed by the manifest and the arguments, which take precedence.
  @MainActor func configure(_ page: FeedPage) throws {
    loaded?.content.configure(page)
    for binding in try keyBindings() {
      switch binding {
      case .command(let command): page.actions.bind(command)
      case .action(let action, let key): page.actions.bind(key, to: action)
      }
    }
    if let script = try previewScript() { page.detail.showPreview(of: script) }
    page.actions.linkPolicy.schemes.formUnion(schemes.map { $0.lowercased() })
  }

  /// Returns the file of the manifest for a feed: the specified one, else the user's own, else nil.
  func file(forFeed name: String) -> ManifestFile? {
    file.map { ManifestFile(path: $0) } ?? ManifestFile.ofUser(forFeed: name)
  }

  /// Reads the manifest of a recipe, or the one for a source; nil if there is none.
  @MainActor func load(for source: SourceOptions) throws -> LoadedManifest? {
    if let recipe = try source.recipe { return try recipe.load() }
    if source.names == [RecipeList.name], source.commands.isEmpty {
      return LoadedManifest(content: try RecipeList.manifest())
    }
    guard let file = file(forFeed: source.feedName) else { return nil }
    return LoadedManifest(content: try file.read(), path: file.path)
  }

  // MARK: The options of a manifest

  /// The options that no manifest sets: those of one run, and of the manifest itself.
  static let refused = Set(CommandOption.all.filter { $0.traits.contains(.run) }.map(\.name))

  /// The names of the options that a manifest can set, in the order of the help.
  static var names: [String] { schemas.map(\.name) }

  /// The options that a manifest can set, with the JSON Schemas of their values.
  static var schemas: [(name: String, schema: JSONValue)] {
    CommandOption.all.filter {
      !refused.contains($0.name) && !Manifest.rootKeys.contains($0.name)
    }.map { option in
      let schema = MainActor.assumeIsolated {
        ManifestSchema.value(
          option.help, isFlag: option.argument == nil, words: option.values)
      }
      return (option.name, schema)
    }
  }

  /// The number of filters that the manifest sets.
  var filterCount: Int { words(of: "filter").count }

  /// The sort order that the manifest sets.
  var sortText: String? { words(of: "sort").last.map { String($0.dropFirst("--sort=".count)) } }

  /// Returns whether the manifest sets a derived member.
  func derives(_ text: String) -> Bool { words(of: "derive").contains("--derive=\(text)") }

  private func words(of name: String) -> [String] {
    loaded?.content.options.last { $0.name == name }?.words ?? []
  }
}
