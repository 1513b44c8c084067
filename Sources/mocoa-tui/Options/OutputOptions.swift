import MocoaFeedUI

/// How rows are printed where they are printed.
struct OutputOptions {
  /// What the printed rows look like.
  enum Format: String, CaseIterable {
    case plain, csv, tsv, markdown, json
  }

  /// Whether printed rows have colours.
  enum Coloring: String, CaseIterable {
    case auto, always, never
  }

  /// How rows are printed, where they are.
  var format: Format?

  /// How wide printed rows may be, in columns.
  var width: Int?

  /// Whether printed rows have colours.
  var coloring = Coloring.auto

  /// How many columns are printed at most.
  var columnLimit: Int?

  /// Whether a table has a column for each member.
  var allColumns = false

  /// The number of threads, or nil for one for each processor.
  var jobs: Int?

  /// How many bytes a sort holds in memory, or nil for a quarter of the machine's.
  var memoryLimit: Int?

  /// Whether rows are printed in colours here.
  var isColored: Bool {
    switch coloring {
    case .always: true
    case .never: false
    case .auto: Output.standard.isTerminal && !Output.isColorRefused
    }
  }
}
