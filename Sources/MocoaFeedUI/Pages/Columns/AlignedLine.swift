import MocoaTUI

/// A line of texts in columns, without blanks at its end.
struct AlignedLine {
  /// A column of the line.
  struct Cell {
    /// The width in columns of the terminal.
    let columns: Int
    /// A Boolean value that indicates whether texts are at the right.
    let isTrailing: Bool
    /// A Boolean value that indicates whether texts are truncated to the width.
    let isLimited: Bool

    init(columns: Int, isTrailing: Bool, isLimited: Bool) {
      (self.columns, self.isTrailing, self.isLimited) = (columns, isTrailing, isLimited)
    }

    /// The column of a layout.
    init(_ entry: ColumnLayout.Entry, isLimited: Bool) {
      self.init(
        columns: entry.columns, isTrailing: entry.column.alignment == .trailing,
        isLimited: isLimited)
    }
  }

  /// The number of blanks before the next text.
  private var blanks = 0

  /// Begins the next column some blanks further right.
  mutating func indent(by columns: Int) { blanks += columns }

  /// Leaves a column empty.
  mutating func skip(_ columns: Int) { blanks += columns + ColumnLayout.gap }

  /// Appends the blanks before a text.
  ///
  /// - Parameters:
  ///   - cell: The column.
  ///   - count: The width of the text, which is to be appended.
  ///   - output: The text so far.
  mutating func begin(_ cell: Cell, _ count: Int, in output: inout [UInt8]) {
    let free = max(0, cell.columns - count)
    for _ in 0..<blanks + (cell.isTrailing ? free : 0) { output.append(0x20) }
    blanks = (cell.isTrailing ? 0 : free) + ColumnLayout.gap
  }

  /// Appends a text, truncated to its column, if it has nothing that a terminal would execute.
  ///
  /// - Returns: `false`, with nothing appended, if it has.
  mutating func append(
    _ text: UnsafeRawBufferPointer, in cell: Cell, to output: inout [UInt8]
  ) -> Bool {
    guard let count = TextWidth.columns(ofPlain: text) else { return false }
    guard !text.isEmpty, !cell.isLimited || cell.columns > 0 else {
      skip(cell.columns)
      return true
    }
    if cell.isLimited, count > cell.columns {
      let length = TextWidth.length(ofPlain: text, fitting: cell.columns - 1)
      let start = UnsafeRawBufferPointer(rebasing: text[..<length])
      begin(cell, TextWidth.columns(ofPlain: start).map { $0 + 1 } ?? cell.columns, in: &output)
      output.append(contentsOf: start)
      output.append(contentsOf: "…".utf8)
    } else {
      begin(cell, count, in: &output)
      output.append(contentsOf: text)
    }
    return true
  }
}
