import MocoaFeedUI

extension SourceOptions {
  /// The name of the feed by which its manifest is found.
  var feedName: String {
    if let name = names.first, names.count == 1, commands.isEmpty { return name }
    return commands.count == 1 && sources.isEmpty ? commands[0].joined(separator: " ") : ""
  }

  /// The recipe that the first source names; nil if it names none.
  var recipe: Recipe? {
    get throws(UsageError) {
      guard let name = sources.first, Recipe.isName(name) else { return nil }
      return try Recipe(named: name)
    }
  }

  /// Sets the sources to those of a manifest, unless others were typed.
  mutating func use(_ manifest: LoadedManifest) throws {
    knownPatterns = manifest.content.formats.map(\.pattern)
    let header = manifest.content.header
    let path = manifest.path ?? ""
    var values: [String] = []
    if let recipe = manifest.recipe {
      values = Array(sources.dropFirst())
      sources = []
      if header.source == nil {
        throw ManifestFileError(
          description: "\(path): 'source' is missing: a command, a file or an address")
      }
      if header.source?.arguments.isEmpty ?? true || !commands.isEmpty {
        (sources, values) = (values, [])
      }
      title = ([recipe] + values).joined(separator: " ")
    }
    if let other = sources.first(where: Recipe.isName) {
      throw UsageError("\(other): a recipe is the first source; a file is opened as ./\(other)")
    }
    guard let source = header.source, sources.isEmpty, commands.isEmpty else { return }
    let place = "\(path):\(source.line): source"
    guard let content = source.content(values) else {
      let usage = "mocoa-tui \(manifest.recipe ?? "--manifest \(path)") \(source.usage)"
      throw UsageError(
        "\(place): expected \(usage), found "
          + (values.isEmpty ? "no argument" : values.joined(separator: " ")))
    }
    try Programs.check(header.programs, of: place)
    switch content {
    case .command(let words, let text):
      commands = [words]
      command = "\(place): \(text)"
    case .name(let name):
      let file = name.expandingHome
      // Others are addresses and patterns.
      if !file.contains(where: { ":*?[".contains($0) }), file != "-",
        SourceOptions.isMissingFile(file)
      {
        throw ManifestFileError(
          description: "\(place): \(file): no such file; a command has several words or is a list")
      }
      sources = [file]
    }
  }
}
