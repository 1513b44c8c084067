import ArgumentParser
import MocoaTUI

/// Where the rows come from, and how they are understood.
struct SourceOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      """
      A file, an address with http:// or https://, or - for standard input. Each of several is a \
      section.
      """, valueName: "source"), completion: .file())
  var sources: [String] = []

  @Option(
    parsing: .remaining,
    help: ArgumentHelp(
      "A command and its arguments, up to the end of the line: its output is read. -- is the same.",
      valueName: "word"))
  var command: [String] = []

  @Option(
    help: ArgumentHelp("Where the rows are inside the document: /data/items.", valueName: "pointer")
  )
  var at: JSONPointer?

  @Option(help: ArgumentHelp("The member by which a row is known again.", valueName: "member"))
  var id: String?

  @Option(help: ArgumentHelp("The member that names a row's module.", valueName: "member"))
  var nameKey = "mocoaName"

  @Option(
    help: ArgumentHelp("Puts rows with the same value into a section.", valueName: "member"))
  var sectionBy: String?

  @Option(help: "What the source holds, where that is not seen from its bytes.")
  var format: FeedFormat?

  @Option(help: ArgumentHelp("Reads the source anew so often.", valueName: "seconds"))
  var watch: Double?

  @Flag(help: "Go on reading what others append to the files.")
  var follow = false

  /// How the source is understood.
  var feedOptions: FeedOptions {
    FeedOptions(format: format, pointer: at, identityKey: id, nameKey: nameKey)
  }

  /// The sources, of which there is one at least unless there is a command.
  var names: [String] { sources.isEmpty && command.isEmpty ? ["-"] : sources }

  /// Whether a name is an address that is fetched.
  static func isURL(_ name: String) -> Bool {
    ["http://", "https://"].contains { name.lowercased().hasPrefix($0) }
  }

  /// Checks that the options go together.
  ///
  /// - Throws: A `UsageError` that says what does not.
  func check() throws(UsageError) {
    let inputs = names.filter { $0 == "-" }
    if !command.isEmpty, !sources.isEmpty {
      throw UsageError("Name sources, or a command behind --, but not both.")
    }
    if !inputs.isEmpty, isStandardInputTerminal {
      throw UsageError("There is nothing to read: name a file, or pipe a feed in.")
    }
    if inputs.count > 1 { throw UsageError("Standard input can be read only once.") }
    if names.contains("") { throw UsageError("The name of a source is empty.") }
    if let watch, !(watch > 0 && watch < 1e6) {
      throw UsageError("--watch must be a number of seconds greater than 0.")
    }
    if watch != nil, !inputs.isEmpty {
      throw UsageError("--watch: standard input cannot be read anew.")
    }
    guard follow else { return }
    if watch != nil { throw UsageError("--follow and --watch do not go together.") }
    if !command.isEmpty || names.contains(where: { Self.isURL($0) || $0 == "-" }) {
      throw UsageError("--follow is for files.")
    }
  }

  /// Opens the feed; nothing is read yet.
  ///
  /// - Throws: A `FeedError` where a source cannot be opened.
  @MainActor func makeFeed(_ fetching: FetchingOptions) throws -> Feed {
    guard command.isEmpty else { return try Feed(.command(command), options: feedOptions) }
    let origins = try names.map { try origin(of: $0, fetching) }
    return try Feed(joining: origins, options: feedOptions)
  }

  private func origin(of name: String, _ fetching: FetchingOptions) throws -> FeedOrigin {
    if name == "-" { return .once(try ByteSources.standardInput()) }
    guard Self.isURL(name) else { return follow ? .followedFile(name) : .file(name) }
    let fetch = fetching.fetchOptions
    return fetching.paging.map { .pages(name, paging: $0, options: feedOptions, fetch: fetch) }
      ?? .url(name, options: fetch)
  }
}

extension FeedFormat: ExpressibleByArgument {
  /// The format of a name; that of an empty source cannot be asked for.
  public init?(argument: String) {
    guard let format = Self(rawValue: argument), format != .empty else { return nil }
    self = format
  }

  /// The names that there are.
  public static var allValueStrings: [String] {
    allCases.filter { $0 != .empty }.map(\.rawValue)
  }
}

extension JSONPointer: ExpressibleByArgument {
  /// The pointer that a text is.
  public init?(argument: String) { self.init(argument) }
}
