import MocoaFeedUI

/// The default options of each run: those of the user's file, then those of the environment, then
/// those of the manifest.
struct DefaultOptions {
  /// Options and their location.
  private struct Line {
    let place: String
    let words: [String]
    /// The name of an option of a manifest; nil for other lines.
    var key: String?
  }

  private var lines: [Line] = []

  /// The places of options with former names that were reported.
  private var noted: Set<String> = []

  static let none = DefaultOptions()

  static let variable = "MOCOA_OPTS"

  /// The file with options; nil if the user has no home folder.
  static var path: String? { UserFolder.configuration.map { $0 + "/config" } }

  /// Returns the options as words to insert before those of the command line.
  ///
  /// Formats for printing are mutually exclusive, so only the last one is included.
  func words(before typed: [String]) -> [String] {
    let formats = Set(OutputOptions.Format.allCases.map { "--\($0.rawValue)" })
    var isChosen = typed.contains(where: formats.contains)
    var words: [String] = []
    for line in lines.reversed() {
      words = line.words.filter { !isChosen || !formats.contains($0) } + words
      isChosen = isChosen || line.words.contains(where: formats.contains)
    }
    return words
  }

  private init() {}

  /// Reads the file and the variable.
  init(ofUserFor arguments: [String]) throws(UsageError) {
    guard !arguments.contains("--no-config") else { return }
    if let path = Self.path, UserFolder.hasFile(at: path) {
      let text: String
      do { text = try TextFile.text(at: path, isRegular: true) } catch {
        throw UsageError("\(path): \(error)")
      }
      for (number, line) in text.split(
        omittingEmptySubsequences: false, whereSeparator: \.isNewline
      )
      .enumerated() where line.first(where: { !$0.isWhitespace }) != "#" {
        try add(String(line), at: "\(path):\(number + 1)")
      }
    }
    try UserFolder.value(of: Self.variable).map { text throws(UsageError) in
      try add(text, at: Self.variable)
    }
  }

  private mutating func add(_ text: String, at place: String) throws(UsageError) {
    do {
      let (words, former) = FormerOption.replacing(in: try CommandWords.words(of: text))
      for option in former { option.note(at: place) }
      if !words.isEmpty { lines.append(Line(place: place, words: words)) }
    } catch {
      throw UsageError("\(place): \(error.message)")
    }
  }

  /// Adds the options of a manifest, but those of some names, in place of those that were added
  /// before; returns whether they differ from these.
  @discardableResult
  mutating func set(
    _ manifest: LoadedManifest, without names: Set<String> = []
  ) throws(UsageError) -> Bool {
    let count = lines.count
    lines.removeAll { $0.key != nil }
    for option in manifest.content.options where !names.contains(option.name) {
      let place = "\(manifest.path ?? ""):\(option.line)"
      let former = FormerOption.named(option.name)
      if let former, noted.insert(place).inserted { former.note(at: place, isKey: true) }
      let key = former?.newName ?? option.name
      let line = Line(
        place: "\(place): \(option.name)", words: FormerOption.replacing(in: option.words).words,
        key: key)
      if ManifestOptions.refused.contains(key) {
        throw UsageError("\(line.place): a manifest cannot set this option")
      }
      // The next word would be the value of an option that has one.
      if option.isFlag, !option.words.isEmpty { try check(line) }
      lines.append(line)
    }
    return lines.count != count
  }

  /// Checks that each line is valid on its own.
  func check() throws(UsageError) {
    for line in lines { try check(line) }
  }

  private func check(_ line: Line) throws(UsageError) {
    do throws(UsageError) {
      guard !line.words.contains(where: ["--", "--command"].contains) else {
        throw UsageError("only options are allowed here")
      }
      var options = try ProgramOptions(parsing: line.words)
      guard options.request == nil, options.completions == nil else {
        throw UsageError("help and version are no options for each run")
      }
      guard options.source.sources.isEmpty, options.source.commands.isEmpty,
        !options.state.noConfig
      else { throw UsageError("only options are allowed here") }
      guard line.key != nil else { return }
      options.source.sources = ["rows"]
      try options.check()
    } catch {
      if let key = line.key, !ManifestOptions.names.contains(key) {
        throw UsageError(
          "\(line.place): unknown key"
            + NearestNames.hintOrList(for: key, among: Manifest.rootKeys + ManifestOptions.names))
      }
      throw UsageError(error, of: line.key ?? "", at: line.place)
    }
  }

  /// Writes the lines with the options that a usage error names to standard error.
  func note(about message: String) {
    let names = message.split { !($0.isLetter || $0.isNumber || $0 == "-") }
    let named = lines.filter { line in
      line.words.contains { word in
        let parts = word.split(separator: "=", maxSplits: 1)
        return parts.contains { $0.hasPrefix("-") ? names.contains($0) : message.contains($0) }
      }
    }
    for line in named.isEmpty ? lines.filter({ $0.key == nil }) : named {
      let hint = line.key == nil ? "; --no-config ignores it" : ""
      Output.note("mocoa-tui: \(line.place) has \(line.words.joined(separator: " "))\(hint)")
    }
  }
}
