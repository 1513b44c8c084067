import ArgumentParser
import MocoaTUI

/// How rows are printed where they are printed.
struct OutputOptions: ParsableArguments {
  /// What the printed rows look like.
  enum Format: String, EnumerableFlag {
    case plain, csv, tsv, markdown, json

    static func help(for value: Format) -> ArgumentHelp? {
      switch value {
      case .plain: "Print the rows as a table and end; done by itself where there is no terminal."
      case .csv: "Print comma-separated values."
      case .tsv: "Print tab-separated values; tabs and line ends in values as \\t and \\n."
      case .markdown: "Print a table of Markdown."
      case .json: "Print each row as one line of JSON; with --columns only these members."
      }
    }
  }

  /// Whether printed rows have colours.
  enum Coloring: String, ExpressibleByArgument, CaseIterable {
    case auto, always, never
  }

  @Flag var format: Format?

  @Option(help: "How wide printed rows may be, in columns.")
  var width: Int?

  @Option(name: .customLong("color"), help: "Whether printed rows have colours.")
  var coloring = Coloring.auto

  func validate() throws {
    if let width, width < 1 { throw ValidationError("--width must be at least 1.") }
  }

  /// Whether rows are printed in colours here.
  var isColored: Bool {
    switch coloring {
    case .always: true
    case .never: false
    case .auto: Output.standard.isTerminal && !Output.isColorRefused
    }
  }
}
