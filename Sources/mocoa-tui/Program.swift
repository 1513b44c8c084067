import ArgumentParser
import MocoaTUI

/// Reads the arguments, opens the feed, and ends with an exit status that scripts can rely on.
@main struct Program: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mocoa-tui",
    abstract: "Shows a JSON feed as a list: any size, at once, with the keyboard.",
    discussion: """
      SOURCE holds a JSON array, one value a line (NDJSON), or an object whose largest array has \
      the rows. Without SOURCE, or with -, standard input is read. Behind -- comes a command whose \
      output is the feed: mocoa-tui -- kubectl get pods -o json

      Enter opens a row; with --print, or when standard output is a pipe or a file, Enter ends the \
      program and writes the marked rows, or the current one, to standard output. q leaves.

      mocoa-tui generate FEED writes Swift code for the rows of a feed; see its own --help. \
      mocoa-tui modules FEED tells which module shows which rows. A file of such a name is opened \
      as ./generate.
      """,
    version: "0.1.0")

  @OptionGroup(title: "Source")
  var source: SourceOptions

  @OptionGroup(title: "Addresses")
  var fetching: FetchingOptions

  @OptionGroup(title: "Rows and columns")
  var query: QueryOptions

  @OptionGroup(title: "Choosing rows")
  var selection: SelectionOptions

  @OptionGroup(title: "Printing all rows")
  var output: OutputOptions

  @OptionGroup(title: "Manifests and actions")
  var manifest: ManifestOptions

  @OptionGroup var state: StateOptions

  @OptionGroup(title: "Screen")
  var screen: ScreenOptions

  @Flag(help: .private)
  var manual = false

  /// Checks that what was asked for goes together, before anything is opened.
  ///
  /// - Throws: A `UsageError` that says what does not.
  func check() throws(UsageError) {
    try source.check()
    try fetching.check(source.names)
    try query.check()
    try selection.check()
    guard let format = output.format else { return }
    let choosing = selection.isAsked ? "--print and its like are" : nil
    let searching = selection.searchText == nil ? nil : "--search is"
    let watching = source.watch == nil ? nil : "--watch is"
    if let option = choosing ?? searching ?? watching {
      throw UsageError("\(option) for the list, not for --\(format.rawValue).")
    }
    if source.sectionBy != nil, format != .plain {
      throw UsageError("--section-by is for the list and for --plain.")
    }
  }

  func run() throws {
    let status = MainActor.assumeIsolated {
      if manual {
        Output.standard.write(Manual().text + "\n")
        return Int32(0)
      }
      let session = Session(self)
      return session.run()
    }
    guard status == 0 else { throw ExitCode(status) }
  }

  static func main() {
    Output.ignoreBrokenPipes()
    let arguments = Array(CommandLine.arguments.dropFirst())
    if arguments.first == "generate" {
      run(Generate.self, with: Array(arguments.dropFirst()))
    } else if arguments.first == "modules" {
      run(Modules.self, with: Array(arguments.dropFirst()))
    } else {
      run(Program.self, with: withCommand(arguments))
    }
  }

  /// Arguments with `--command` where the first `--` was.
  private static func withCommand(_ arguments: [String]) -> [String] {
    guard let terminator = arguments.firstIndex(of: "--") else { return arguments }
    return arguments[..<terminator] + ["--command"] + arguments[(terminator + 1)...]
  }
  /// Runs a command to its end; what it throws decides about the exit status.
  private static func run<Command: ParsableCommand>(
    _ type: Command.Type, with arguments: [String]
  ) {
    do {
      var command = try type.parseAsRoot(arguments)
      try command.run()
    } catch let error as ExitCode {
      Output.exit(error.rawValue)
    } catch {
      // Wrong usage is 2, as with other tools.
      let status = type.exitCode(for: error)
      let message = type.fullMessage(for: error)
      (status == .success ? Output.standard : .error).write(message.isEmpty ? "" : message + "\n")
      Output.exit(status == .success ? 0 : 2)
    }
  }
}

/// The themes by the names that the command line knows.
enum ThemeName: String, ExpressibleByArgument, CaseIterable {
  case dark, light
  case highContrast = "high-contrast"
  case monochrome

  var theme: Theme {
    switch self {
    case .dark: .dark
    case .light: .light
    case .highContrast: .highContrast
    case .monochrome: .monochrome
    }
  }
}

extension PlaceholderVisibility: ExpressibleByArgument {}
