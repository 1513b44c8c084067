import ArgumentParser
import MocoaTUI

/// How options of printing are typed.
struct OutputArguments: ParsableArguments {
  @Flag var format: OutputOptions.Format?

  @Option(help: "How wide printed rows may be, in columns.")
  var width: Int?

  @Option(name: .customLong("color"), help: "Whether printed rows have colours.")
  var coloring = OutputOptions.Coloring.auto

  /// What was typed.
  var options: OutputOptions {
    OutputOptions(
      format: format, width: width, coloring: coloring)
  }

  func validate() throws {
    if let width, width < 1 { throw ValidationError("--width must be at least 1.") }
  }
}

extension OutputOptions.Format: EnumerableFlag {
  static func help(for value: Self) -> ArgumentHelp? {
    switch value {
    case .plain: "Print the rows as a table and end; done by itself where there is no terminal."
    case .csv: "Print comma-separated values."
    case .tsv: "Print tab-separated values; tabs and line ends in values as \\t and \\n."
    case .markdown: "Print a table of Markdown."
    case .json: "Print each row as one line of JSON; with --columns only these members."
    }
  }
}

extension OutputOptions.Coloring: ExpressibleByArgument {}
