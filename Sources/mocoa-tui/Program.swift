import ArgumentParser
import Glibc
import MocoaFeedUI

/// Runs the program with the arguments of the process.
package func runProgram() { Program.main() }

/// Parses the arguments, opens the feed, and exits with a status for scripts.
struct Program: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mocoa-tui",
    abstract: "Shows a JSON feed as a list: any size, at once, with the keyboard.",
    discussion: """
      SOURCE contains a JSON array, one value per line (NDJSON), a table (CSV, TSV), or an object \
      whose largest array of objects, or else of other values, has the rows. What is not certainly \
      one of these is lines of text. Without SOURCE, or with -, standard input is read. A \
      command after -- is run, and its output is the feed: mocoa-tui -- kubectl get pods -o json

      Enter opens a row; with --print, or if standard output is a pipe or a file, Enter quits and \
      writes the marked rows, or the current one, to standard output. q quits.

      mocoa-tui @pods runs a recipe: a command with columns, actions and a detail. mocoa-tui @ \
      lists all recipes.

      mocoa-tui --help filter describes filters, --help manifest the manifests of --manifest, and \
      --help keys, like the key ?, lists the keys.

      Default options are read from ~/.config/mocoa/config, one per line, and from MOCOA_OPTS; a \
      line that begins with # is a comment. Options on the command line take precedence.

      NO_COLOR=1 disables colours, --theme high-contrast or monochrome changes them. For screen \
      readers and terminals without cursor addressing (TERM=dumb), --plain prints the rows as \
      lines of text; --json, --csv and --print write them for programs.

      Exit status: 0 for success; 1 if no row matches, none was selected, or a source could not \
      be read completely; 2 for wrong usage; 128 plus the number of a signal, such as 130 for \
      Ctrl-C.

      mocoa-tui generate FEED writes Swift code for the rows of a feed; see its own --help. \
      mocoa-tui new NAME writes a Swift package around it. mocoa-tui modules FEED lists which \
      module shows which rows. A file with such a name is opened as ./generate, or ./@pods.
      """,
    version: "0.2.0")

  @OptionGroup(title: "Source")
  var source: SourceArguments

  @OptionGroup(title: "Addresses")
  var fetching: FetchingArguments

  @OptionGroup(title: "Rows and columns")
  var query: QueryArguments

  @OptionGroup(title: "Choosing rows")
  var selection: SelectionArguments

  @OptionGroup(title: "Printing all rows")
  var output: OutputArguments

  @OptionGroup(title: "Manifests and actions")
  var manifest: ManifestArguments

  @OptionGroup var state: StateArguments

  @OptionGroup(title: "Screen")
  var screen: ScreenArguments

  @Flag(help: .private)
  var manual = false

  /// The parsed options, without the manifest.
  var options: ProgramOptions {
    ProgramOptions(
      source: source.options, fetching: fetching.options, query: query.options,
      selection: selection.options, output: output.options, manifest: manifest.options,
      state: state.options, screen: screen.options)
  }

  static func main() {
    Output.openClosedDescriptors()
    Output.prepareSignals()
    DescriptorLimit.raise()
    guard DescriptorLimit.current >= DescriptorLimit.minimum else {
      Output.note(
        "mocoa-tui: too many open files: \(DescriptorLimit.minimum) must be allowed, not "
          + "\(DescriptorLimit.current); ulimit -n sets how many")
      Output.exit(1)
    }
    _ = FetchingOptions.environmentHeaders
    guard CommandLine.argc > 0 else {
      Output.note("mocoa-tui: the arguments cannot be read; /proc must be mounted")
      Output.exit(2)
    }
    let arguments = arguments
    if let topic = helpTopic(arguments) {
      if let topic = HelpTopic(topic) {
        Output.exit(write(MainActor.assumeIsolated { topic.text }))
      }
      Output.note(
        "mocoa-tui: there is no help on '\(TextWidth.sanitized(topic))'; "
          + "the topics are: \(HelpTopic.names)")
      Output.exit(2)
    } else if arguments.first == "generate" {
      run(Generate.self, with: Array(arguments.dropFirst()))
    } else if arguments.first == "modules" {
      let words = FormerOption.replacing(in: Array(arguments.dropFirst()))
      for option in words.options { option.note() }
      run(Modules.self, with: words.words)
    } else if arguments.first == "new" {
      run(New.self, with: Array(arguments.dropFirst()))
    } else {
      do {
        let defaults = try DefaultOptions(ofUserFor: arguments)
        if defaults.isEmpty, let options = try optionsOfName(arguments) {
          Output.exit(try MainActor.assumeIsolated { try runSession(options) })
        }
        try defaults.check()
        let words = TypedWords(arguments)
        for option in words.formerOptions { option.note() }
        runList(words.arranged, defaults)
      } catch { Output.exit(Output.report(error)) }
    }
  }

  /// The arguments; file names in them need not be UTF-8.
  private static var arguments: [String] {
    (1..<max(1, Int(CommandLine.argc))).compactMap { CommandLine.unsafeArgv[$0] }.map { argument in
      String(systemName: UnsafeRawBufferPointer(start: argument, count: strlen(argument)))
    }
  }

  /// Returns the requested help topic: the word after `--help`, unless it is a source or an option.
  private static func helpTopic(_ arguments: [String]) -> String? {
    guard arguments.count == 2, ["--help", "-h", "help"].contains(arguments[0]),
      !arguments[1].hasPrefix("-"), access(arguments[1].shownName, F_OK) != 0
    else { return nil }
    return arguments[1]
  }

  /// Runs a session, which is retained until its end: its closures refer to it weakly.
  @MainActor private static func runSession(_ options: ProgramOptions) throws -> Int32 {
    var options = options
    options.arguments = arguments
    let session = Session(options)
    return try withExtendedLifetime(session) { try session.run() }
  }

  /// Writes a text to standard output, and returns the exit status.
  private static func write(_ text: String) -> Int32 {
    do { try Output.standard.write(text + "\n") } catch { return Output.report(error) }
    return 0
  }

  /// Returns the options for a single source or none, without starting the slower parser.
  ///
  /// - Returns: nil if there are other options, or some in the manifest of the source.
  /// - Throws: A ``ManifestFileError``.
  private static func optionsOfName(_ arguments: [String]) throws -> ProgramOptions? {
    guard arguments.count <= 1,
      arguments.allSatisfy({ $0 == "-" || !$0.hasPrefix("-") && $0.first != Recipe.sign })
    else { return nil }
    var options = ProgramOptions(source: SourceOptions(sources: arguments))
    let (source, manifest) = (options.source, options.manifest)
    let loaded = try MainActor.assumeIsolated { try manifest.load(for: source) }
    guard let loaded else { return options }
    options.manifest.loaded = loaded
    return loaded.content.options.isEmpty && loaded.content.header.source == nil ? options : nil
  }

  /// Returns a message about an unknown option with `--help` or `--version` in place of another
  /// suggestion, if that is nearer: the parser does not consider these.
  private static func suggestingHelp(in message: String) -> String {
    guard let match = message.firstMatch(of: /Unknown option '--([^']+)'(\. Did you mean [^?]*\?)?/)
    else { return message }
    let names = ["help", "version"]
    guard let name = NearestNames.nearest(to: String(match.1), among: names).first else {
      return message
    }
    let option = "Unknown option '--\(match.1)'. Did you mean '--\(name)'?"
    return message[..<match.range.lowerBound] + option + message[match.range.upperBound...]
  }

  /// Runs a subcommand to its end; its errors determine the exit status.
  private static func run<Command: ParsableCommand>(
    _ type: Command.Type, with arguments: [String]
  ) {
    do {
      var command = try type.parseAsRoot(arguments)
      try command.run()
      Output.exit(0)
    } catch {
      exit(type, error, .none)
    }
  }

  /// Shows or prints the rows, and exits.
  ///
  /// - Parameters:
  ///   - typed: The words of the command line.
  ///   - defaults: The options that come before them.
  private static func runList(_ typed: [String], _ defaults: DefaultOptions) {
    var defaults = defaults
    do {
      let options = try MainActor.assumeIsolated { try Self.options(typed, &defaults) }
      do {
        Output.exit(try MainActor.assumeIsolated { try runSession(options) })
      } catch {
        // An option of the manifest is reported with its place.
        if error is UsageError, options.manifest.loaded != nil { try defaults.check() }
        throw SessionFailure(error: error)
      }
    } catch {
      exit(Program.self, error, defaults)
    }
  }

  /// Returns the options of a command line behind the default options and those of the manifest.
  @MainActor private static func options(
    _ typed: [String], _ defaults: inout DefaultOptions
  ) throws -> ProgramOptions {
    var loaded: LoadedManifest?
    // A recipe is mostly the first word: then the words are parsed once.
    if let name = typed.first, Recipe.isName(name) {
      loaded = try Recipe(named: name).load()
      if let loaded { try defaults.set(loaded) }
    }
    var options = try self.options(typed, defaults, loaded)
    if loaded == nil {
      loaded = try options.manifest.load(for: options.source)
      if let loaded, !loaded.content.options.isEmpty {
        try defaults.set(loaded)
        options = try self.options(typed, defaults, loaded)
      }
    }
    guard let loaded else { return options }
    if try defaults.set(loaded, without: options.namesWithoutMeaning) {
      options = try self.options(typed, defaults, loaded)
    }
    options.manifest.loaded = loaded
    try options.source.use(loaded)
    return options
  }

  private static func options(
    _ typed: [String], _ defaults: DefaultOptions, _ loaded: LoadedManifest?
  ) throws -> ProgramOptions {
    do {
      var command = try parseAsRoot(defaults.words(before: typed) + typed)
      guard let program = command as? Program else {
        try command.run()
        Output.exit(0)
      }
      guard !program.manual else { Output.exit(write(MainActor.assumeIsolated { Manual().text })) }
      let query = program.query
      if query.sortTexts.count > 1 || query.columnTexts.count > 1 {
        try (parseAsRoot(typed) as? Program)?.query.checkRepeats()
      }
      return program.options
    } catch {
      if loaded != nil { try defaults.check() }
      throw error
    }
  }

  /// Reports an error of a command, and exits.
  private static func exit<Command: ParsableCommand>(
    _ type: Command.Type, _ error: any Error, _ defaults: DefaultOptions
  ) -> Never {
    switch error {
    case let code as ExitCode: Output.exit(code.rawValue)
    case let failure as SessionFailure:
      let status = Output.report(failure.error)
      if status == 2 { defaults.note(about: "\(failure.error)") }
      Output.exit(status)
    case is UsageError, is ManifestFileError, is MissingProgramError:
      let status = Output.report(error)
      if error is ManifestFileError { defaults.note(about: "\(error)") }
      Output.exit(status)
    default:
      // The status of wrong usage is 2, as with other tools.
      let status = type.exitCode(for: error)
      var message = type.fullMessage(for: error)
      if message.hasPrefix("Error: ") { message = "mocoa-tui: " + message.dropFirst(7) }
      message = suggestingHelp(in: message)
      guard status == .success else {
        Output.note(message)
        defaults.note(about: type.message(for: error))
        Output.exit(2)
      }
      Output.exit(write(message))
    }
  }
}

/// An error that ended a session.
private struct SessionFailure: Error {
  let error: any Error
}
