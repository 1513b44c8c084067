import MocoaFeedUI

/// The options of printing rows.
struct OutputOptions {
  /// A format of printed rows.
  enum Format: String, CaseIterable {
    case plain, csv, tsv, markdown, json
  }

  /// Whether printed rows are colored.
  enum Coloring: String, CaseIterable {
    case auto, always, never
  }

  /// The format, if rows are printed.
  var format: Format?

  /// The maximum width of printed rows, in columns.
  var width: Int?

  /// A Boolean value that indicates whether printed rows are colored.
  var coloring = Coloring.auto

  /// The maximum number of columns.
  var columnLimit: Int?

  /// A Boolean value that indicates whether a table has a column for each member.
  var allColumns = false

  /// The number of threads; nil means one per processor.
  var jobs: Int?

  /// The maximum number of bytes in memory for sorting; nil means a quarter of the machine's.
  var memoryLimit: Int?

  /// A Boolean value that indicates whether rows are printed in color here.
  var isColored: Bool {
    switch coloring {
    case .always: true
    case .never: false
    case .auto: Output.standard.isTerminal && !Output.isColorRefused
    }
  }
}
