import ArgumentParser
import MocoaTUI

/// The options that say which manifest is used.
struct ManifestOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A manifest: how rows look, keys, colours and actions.", valueName: "file"),
    completion: .file(extensions: ["yaml", "yml", "json"]))
  var modules: String?

  @Option(
    name: .customLong("bind"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      """
      What a key does with a row: 'o=open:{url}', 'ctrl-y=copy:{id}', 'd=run:COMMAND {name}', \
      'x=sh:SCRIPT'. Can be given several times.
      """, valueName: "key=verb:text"))
  var bindings: [String] = []

  @Option(
    name: .customLong("open-scheme"),
    help: ArgumentHelp(
      "Links that may be opened besides http and https, such as mailto.", valueName: "scheme"))
  var schemes: [String] = []

  func validate() throws {
    for text in bindings { _ = try command(text) }
  }

  private func command(_ text: String) throws -> RowCommand {
    do { return try RowCommand(parsing: text) } catch {
      throw ValidationError("--bind '\(text)': \(error)")
    }
  }

  /// Gives the page of a feed what the manifest and the arguments want it to have; the arguments
  /// win.
  @MainActor func configure(_ page: FeedPage, manifest: Manifest?) throws {
    manifest?.configure(page)
    for binding in try bindings.map(command) {
      let others = page.commands.filter { $0.name != binding.name }.map { command in
        var command = command
        command.keys.removeAll { binding.keys.contains($0) }
        return command
      }
      page.commands = others + [binding]
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
