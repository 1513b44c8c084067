import ArgumentParser
import MocoaFeedUI
import MocoaSystem

/// Runs the program with the arguments of the process.
package func runProgram() { Program.main() }

/// Parses the arguments, opens the feed, and exits with a status for scripts.
enum Program {
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
      if let text = MainActor.assumeIsolated({ HelpTopic.text(on: topic) }) {
        Output.exit(write(text))
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
        let words = TypedWords(arguments)
        for option in words.formerOptions { option.note() }
        // Help is available even if the file with options is invalid.
        if let text = information(words.others) { Output.exit(write(text)) }
        let defaults = try DefaultOptions(ofUserFor: words.others)
        try defaults.check()
        runList(words, defaults)
      } catch { Output.exit(Output.report(error)) }
    }
  }

  /// The arguments; file names in them need not be UTF-8.
  private static var arguments: [String] {
    (1..<max(1, Int(CommandLine.argc))).compactMap { CommandLine.unsafeArgv[$0] }.map { argument in
      String(systemName: UnsafeRawBufferPointer(start: argument, count: strlen(argument)))
    }
  }

  /// Returns the requested help topic: the word after `--help`, unless it is a source.
  private static func helpTopic(_ arguments: [String]) -> String? {
    guard arguments.count == 2, ["--help", "-h", "help"].contains(arguments[0]),
      access(arguments[1].shownName, F_OK) != 0
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

  /// Returns the text that a command line requests in place of a feed; nil to read one.
  private static func information(_ typed: [String]) -> String? {
    let options = try? ProgramOptions(parsing: typed)
    if let shell = options?.completions { return Completions.script(for: shell) }
    let asksForHelp = options == nil && typed.contains { ["-h", "--help"].contains($0) }
    return MainActor.assumeIsolated {
      switch asksForHelp ? .help : options?.request {
      case .help: Help.short
      case .version: Version.current
      case .manual: Manual().text
      case .spec: Specification.text
      case nil: nil
      }
    }
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
      exit(type, error)
    }
  }

  /// Shows or prints the rows, and exits.
  private static func runList(_ typed: TypedWords, _ defaults: DefaultOptions) {
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
      let failure = error as? SessionFailure
      let status = Output.report(failure?.error ?? error)
      if status == 2, failure != nil || error is ManifestFileError {
        defaults.note(about: "\(failure?.error ?? error)")
      }
      Output.exit(status)
    }
  }

  /// Returns the options of a command line behind the default options and those of the manifest.
  @MainActor private static func options(
    _ typed: TypedWords, _ defaults: inout DefaultOptions
  ) throws -> ProgramOptions {
    var loaded: LoadedManifest?
    // A recipe is mostly the first word: then the words are parsed once.
    if let name = typed.others.first, Recipe.isName(name) {
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
    _ typed: TypedWords, _ defaults: DefaultOptions, _ loaded: LoadedManifest?
  ) throws -> ProgramOptions {
    do {
      var options = try ProgramOptions(
        parsing: typed.others, after: defaults.words(before: typed.others))
      options.source.commands = typed.commands
      return options
    } catch {
      if loaded != nil { try defaults.check() }
      throw SessionFailure(error: error)
    }
  }

  /// Reports an error of a subcommand, and exits.
  private static func exit<Command: ParsableCommand>(
    _ type: Command.Type, _ error: any Error
  ) -> Never {
    if let code = error as? ExitCode { Output.exit(code.rawValue) }
    if error is UsageError || error is ManifestFileError { Output.exit(Output.report(error)) }
    // The status of wrong usage is 2, as with other tools.
    let status = type.exitCode(for: error)
    var message = type.fullMessage(for: error)
    if message.hasPrefix("Error: ") { message = "mocoa-tui: " + message.dropFirst(7) }
    guard status == .success else {
      Output.note(message)
      Output.exit(2)
    }
    Output.exit(write(message))
  }
}

/// An error that ended a session.
private struct SessionFailure: Error {
  let error: any Error
}
