import ArgumentParser
import MocoaTUI

/// Tells what is registered, and for a feed which module shows which rows and why:
/// `mocoa-tui modules feed.json`.
struct Modules: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mocoa-tui modules",
    abstract: "Tells which module shows which rows of a feed, and why.",
    discussion: """
      Without a feed, the modules of the manifest are listed. With one, each kind of row is listed \
      with the module that shows it and the addresses that were tried before.
      """)

  @Argument(help: "A file, or - for standard input.", completion: .file())
  var source: String?

  @OptionGroup var manifest: ManifestOptions

  @Option(help: ArgumentHelp("The member that names a row's module.", valueName: "member"))
  var nameKey = "mocoaName"

  func validate() throws {
    if source == "-" && isStandardInputTerminal {
      throw ValidationError("There is nothing to read: name a file, or pipe a feed in.")
    }
  }

  func run() throws {
    let result = MainActor.assumeIsolated { () -> Result<String, any Error> in
      Result { try text() }
    }
    switch result {
    case .success(let text):
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      Output.standard.write(
        lines.map { TextWidth.sanitized(String($0)) + "\n" }.joined())
    case .failure(let error):
      Output.error.write("mocoa-tui: \(TextWidth.sanitized("\(error)"))\n")
      throw ExitCode(error is ManifestFileError ? 2 : 1)
    }
  }

  @MainActor private func text() throws -> String {
    let registry = ModuleRegistry()
    guard let source else {
      try manifest.manifest(forFeed: "")?.register(in: registry, forFeed: "")
      return registry.domains.isEmpty ? "no modules" : registry.debugTree()
    }
    let bytes = try source == "-" ? ByteSources.standardInput() : ByteSources.file(source)
    let feed = Feed(source: bytes, options: FeedOptions(nameKey: nameKey))
    let name = feed.name
    let rules = try manifest.manifest(forFeed: name)?.register(in: registry, forFeed: name) ?? [:]
    while !feed.wait(forRows: .max, timeout: .seconds(3600)) {}
    if case .failed(let error, let progress) = feed.status, progress.rowCount == 0 { throw error }
    let module = registry.listModule(forFeed: name)
    module.registerPlainJSON()
    let report = ModuleReport(feed.listModel, module: module, rules: rules)
    return registry.debugTree() + "\n\n" + report.text
  }
}
