import ArgumentParser
import MocoaFeedUI

/// The command-line options of printing.
struct OutputArguments: ParsableArguments {
  @Flag var format: OutputOptions.Format?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      """
      Print the rows to a file, in the format that its name ends with: rows.csv, .tsv, .md, \
      .json (an array), .jsonl (lines), .txt (aligned text, with all columns). The file is \
      written or replaced when all rows have been read; if a source fails, or rows are left out or \
      changed, it is not, and the others are in rows.csv.partial, or rows.csv.partial.1. A \
      pipe or device, and - or /dev/stdout for standard output, are written directly. A \
      followed file has no end: with --follow, redirect --json or --csv.
      """, valueName: "file"))
  var output: [String] = []

  @Option(
    help: ArgumentHelp(
      "Print only the first columns, and report the others.", valueName: "number"))
  var limitColumns: Int?

  @Flag(help: "Print a column for each member, even with --plain.")
  var allColumns = false

  @Option(
    help: ArgumentHelp(
      "The number of threads (default: one per processor).", valueName: "number"))
  var jobs: Int?

  @Option(
    help: ArgumentHelp(
      """
      Sort in so much memory, such as 500M (default: a quarter of the machine's); what is more is \
      sorted on the disk, in $TMPDIR.
      """,
      valueName: "size"))
  var memory: String?

  @Option(help: "The maximum width of printed rows, in columns.")
  var width: Int?

  @Option(name: .customLong("color"), help: "Whether printed rows have colours.")
  var coloring = OutputOptions.Coloring.auto

  /// The parsed options.
  var options: OutputOptions {
    OutputOptions(
      format: format ?? output.first.flatMap { .init(ofFile: $0) },
      file: output.first.map { $0 == "-" ? "/dev/stdout" : $0 }, width: width,
      coloring: coloring, columnLimit: limitColumns,
      allColumns: allColumns, jobs: jobs, memoryLimit: memory.flatMap(RowQuery.byteCount))
  }

  /// The maximum of --width: columns with texts are filled with blanks up to it.
  private static let widestLine = 65_535

  func validate() throws {
    if output.count > 1 {
      throw ValidationError("--output: one file is written, not \(output.joined(separator: ", ")).")
    }
    if let name = output.first {
      let own = OutputOptions.Format(ofFile: name)
      if format == nil, own == nil {
        throw ValidationError(
          "--output: no format is known by the name \(name); add one, such as --csv.")
      }
      if let format, let own, own != format, own != .plain {
        throw ValidationError(
          "--output: \(name) is a name for --\(own.rawValue), not for --\(format.rawValue).")
      }
    }
    for (option, value) in [
      ("--width", width), ("--limit-columns", limitColumns), ("--jobs", jobs),
    ] {
      if let value, value < 1 { throw ValidationError("\(option) must be at least 1.") }
    }
    if let width, width > Self.widestLine {
      throw ValidationError(
        "--width must be at most \(Self.widestLine); without it, lines in files are not truncated.")
    }
    if let memory, RowQuery.byteCount(memory) ?? 0 < 1 {
      throw ValidationError("--memory must be a size, such as 500M or 2Gi.")
    }
  }
}

extension OutputOptions.Format: EnumerableFlag {
  static func help(for value: Self) -> ArgumentHelp? {
    switch value {
    case .plain: "Print the rows as a table and end; automatic without a terminal."
    case .csv: "Print comma-separated values, a column for each member of any row."
    case .tsv:
      """
      Print tab-separated values; tabs and line ends in values as \\t and \\n, which --format tsv \
      reads.
      """
    case .markdown: "Print a table of Markdown."
    case .json: "Print each row as one line of JSON; with --columns only these members."
    }
  }
}

extension OutputOptions.Coloring: ExpressibleByArgument {}
