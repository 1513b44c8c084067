import ArgumentParser
import MocoaTUI

/// Reads the arguments, opens the feed, and ends with an exit status that scripts can rely on.
@main struct Program: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mocoa-tui",
    abstract: "Shows a JSON feed as a list: any size, at once, with the keyboard.",
    discussion: """
      SOURCE holds a JSON array, one value a line (NDJSON), or an object whose largest array has \
      the rows. Without SOURCE, or with -, standard input is read.

      Enter opens a row; when standard output is a pipe or a file, Enter ends the program and \
      writes the row there instead. q leaves.

      mocoa-tui generate FEED writes Swift code for the rows of a feed; see its own --help. A file \
      of that name is opened as ./generate.
      """,
    version: "0.1.0")

  @Argument(help: "A file, or - for standard input.", completion: .file())
  var source = "-"

  @Flag(help: "Write the row that Enter selects to standard output, and end.")
  var print = false

  @OptionGroup(title: "Rows and columns")
  var query: QueryOptions

  @OptionGroup(title: "Printing")
  var output: OutputOptions

  @Option(help: "Whether rows that have a name but no module are seen: show or hide.")
  var placeholders: PlaceholderVisibility = .default

  @Option(help: ArgumentHelp("The member that names a row's module.", valueName: "member"))
  var nameKey = "mocoaName"

  @Option(help: "The colours: dark, light, high-contrast or monochrome.")
  var theme: ThemeName = .dark

  @Flag(help: "Leave the mouse to the terminal, for selecting text.")
  var noMouse = false

  @Flag(help: .private)
  var manual = false

  func validate() throws {
    if manual { return }
    if source == "-" && isStandardInputTerminal {
      throw ValidationError("There is nothing to read: name a file, or pipe a feed in.")
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
    } else {
      run(Program.self, with: arguments)
    }
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
