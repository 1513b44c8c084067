import ArgumentParser
import MocoaFeedUI

/// Lists the registered modules, and the module of each row: `mocoa-tui modules feed.json`.
struct Modules: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mocoa-tui modules",
    abstract: "Lists the modules that show the rows of a feed, and why.",
    discussion: """
      Without a feed, the modules of the manifest are listed. With one, each kind of row is listed \
      with the module that shows it and the addresses that were tried before.
      """)

  @Argument(help: "A file, or - for standard input.", completion: .file())
  var source: String?

  @Option(help: ArgumentHelp("A manifest with templates.", valueName: "file"))
  var manifest: String?

  @Option(help: ArgumentHelp("The member that names a row's module.", valueName: "member"))
  var nameKey = "mocoaName"

  func validate() throws {
    if let source { try WholeSource(name: source).check() }
  }

  func run() throws {
    try print {
      let (text, faults) = try text()
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      return (lines.map { TextWidth.sanitized(String($0)) + "\n" }.joined(), faults)
    }
  }

  /// Reads the manifest, and checks the options in it.
  @MainActor private func read(forFeed name: String) throws -> Manifest? {
    guard let file = ManifestOptions(file: manifest).file(forFeed: name) else { return nil }
    let manifest = try file.read()
    var options = DefaultOptions.none
    try options.set(LoadedManifest(content: manifest, path: file.path))
    try options.check()
    return manifest
  }

  @MainActor private func text() throws -> (String, ResultFaults) {
    let registry = ModuleRegistry()
    guard let source else {
      try read(forFeed: "")?.register(in: registry, forFeed: "")
      return (registry.domains.isEmpty ? "no modules" : registry.debugTree(), ResultFaults())
    }
    let feed = try WholeSource(name: source).feed(FeedOptions(nameKey: nameKey))
    let name = feed.name
    let manifest = try read(forFeed: name)
    let rules = manifest?.register(in: registry, forFeed: name) ?? [:]
    let faults = ResultFaults(of: feed)
    if feed.listModel.numberOfRows == 0 { try faults.check() }
    let module = registry.listModule(forFeed: name)
    module.registerPlainJSON()
    let report = ModuleReport(feed.listModel, module: module, rules: rules)
    return (registry.debugTree() + "\n\n" + report.text, faults)
  }
}
