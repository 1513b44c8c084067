import MocoaFeedUI

/// The options of printing rows: ``CommandOption/output`` describes those without a comment.
struct OutputOptions {
  /// A format of printed rows.
  enum Format: String, CaseIterable {
    case plain, csv, tsv, markdown, html
    /// Lines, or an array in a file `.json`.
    case json
    case jsonl
    case jsonArray = "json-array"

    /// Creates the format for the extension of a file name; nil for other names.
    init?(ofFile name: String) {
      switch name.split(separator: "/").last?.split(separator: ".").dropFirst().last?.lowercased() {
      case "txt", "log": self = .plain
      case "csv": self = .csv
      case "tsv": self = .tsv
      case "md": self = .markdown
      case "html", "htm": self = .html
      case "json": self = .json
      case "jsonl", "ndjson": self = .jsonl
      default: return nil
      }
    }

    /// A Boolean value that indicates whether it has a column for each member.
    var isTable: Bool { [.csv, .tsv, .markdown, .html].contains(self) }

    /// A Boolean value that indicates whether it is JSON, in any form.
    var isJSON: Bool { [.json, .jsonl, .jsonArray].contains(self) }
  }

  /// The coloring of printed rows.
  enum Coloring: String, CaseIterable {
    case auto, always, never
  }

  var format: Format?
  var files: [String] = []

  /// The file that rows are printed to; nil for standard output.
  var file: String? { files.first.map { $0 == "-" ? "/dev/stdout" : $0 } }

  /// A Boolean value that indicates whether rows of JSON are the elements of an array.
  var isArray: Bool {
    format == .jsonArray
      || format == .json && file?.lowercased().hasSuffix(".json") == true
  }

  /// Returns the format of rows with columns, or of whole rows as JSON.
  func rowFormat(_ columns: [OutputColumn]?) -> RowFormat {
    switch format {
    case .csv: .csv(columns ?? [.ofValue])
    case .tsv: .tsv(columns ?? [.ofValue])
    case .markdown: .markdown(columns ?? [.ofValue])
    case .html: .html(columns ?? [.ofValue])
    case .plain, .json, .jsonl, .jsonArray, nil: isArray ? .array(columns) : .json(columns)
    }
  }

  /// A Boolean value that indicates whether records of a log are written as they are in the log.
  var writesLog: Bool { file?.lowercased().hasSuffix(".log") == true }

  /// Redirects standard output to the file while a closure prints.
  ///
  /// The file is created or replaced when everything has been printed. If a source fails, or rows
  /// are left out or changed, the rows are in `NAME.partial`, or `NAME.partial.1` if that exists.
  ///
  /// - Parameters:
  ///   - inputs: The files that are read, none of which is replaced.
  ///   - body: The closure, which returns the exit status of a whole result, and what is missing.
  /// - Returns: The exit status.
  /// - Throws: The error of the closure, the `ResultFaults` if the result is not whole, or a
  ///   `FeedError` if the file cannot be written.
  func printing(
    rowsOf inputs: [InputFile], _ body: () throws -> (status: Int32, faults: ResultFaults)
  ) throws -> Int32 {
    let (status, faults) = try file.map { try write($0, rowsOf: inputs, body) } ?? body()
    try faults.check()
    return status
  }

  private func write(
    _ file: String, rowsOf inputs: [InputFile],
    _ body: () throws -> (status: Int32, faults: ResultFaults)
  ) throws -> (status: Int32, faults: ResultFaults) {
    if let input = inputs.first(where: { OutputFile.isFile(file, input: $0.name) }) {
      throw UsageError("--output: \(file) is \(input.role); write to another file.")
    }
    let output = try OutputFile(file, isReplacing: true)
    output.redirect(Output.standard.rawValue)
    let result: (status: Int32, faults: ResultFaults)
    do { result = try body() } catch {
      if var error = error as? OutputError {
        error.file = file
        throw error
      }
      if !(error is UsageError) {
        Output.note("mocoa-tui: \(file): not written, because not all rows could be read")
      }
      throw error
    }
    // What is missing is reported, and does not prevent the rest from being written.
    if let partial = try output.close(faults: result.faults) {
      let state =
        partial.name.map { "\(partial.state); the rows that could be read are in \($0)" }
        ?? "not written: there were errors, and no row to write"
      Output.note("mocoa-tui: \(file): \(state)")
    }
    return result
  }

  var width: Int?
  var coloring = Coloring.auto
  var columnLimit: Int?
  var allColumns = false

  /// A Boolean value that indicates whether a table has a column for each member unless columns are
  /// named: in a file, aligned text is as complete as the other formats.
  var hasAllColumns: Bool { allColumns || file != nil }

  var jobs: Int?

  /// The maximum of --width: columns with texts are filled with blanks up to it.
  private static let widestLine = 65_535

  /// Checks the file, and infers the format from its name.
  mutating func validate() throws(UsageError) {
    if files.count > 1 {
      throw UsageError("--output: one file is written, not \(files.joined(separator: ", ")).")
    }
    if let name = files.first {
      let own = Format(ofFile: name)
      if let format, let own, own != format, own != .plain,
        !own.isJSON || !format.isJSON
      {
        throw UsageError(
          "--output: \(name) is a name for --\(own.rawValue), not for --\(format.rawValue).")
      }
      format = format ?? own
      if format == nil {
        throw UsageError(
          "--output: cannot infer a format from \(name); names end with .csv, .tsv, .json, .jsonl, "
            + ".md, .html, .txt or .log, or add one, such as --csv.")
      }
    }
    if let width, width > Self.widestLine {
      throw UsageError(
        "--width must be at most \(Self.widestLine); without it, lines in files are not truncated.")
    }
  }

  var memoryLimit: Int?

  /// A Boolean value that indicates whether rows are printed in color.
  var isColored: Bool {
    switch coloring {
    case .always: true
    case .never: false
    case .auto: Output.standard.isTerminal && !Output.isColorRefused
    }
  }
}
