import MocoaTUI

/// A line of texts in columns, without blanks at its end.
struct AlignedLine {
  struct Cell {
    /// The width in columns of the terminal.
    var columns: Int
    /// A Boolean value that indicates whether texts are at the right.
    let isTrailing: Bool
    /// A Boolean value that indicates whether texts are truncated to the width.
    let isLimited: Bool

    init(columns: Int, isTrailing: Bool, isLimited: Bool) {
      (self.columns, self.isTrailing, self.isLimited) = (columns, isTrailing, isLimited)
    }

    init(_ entry: ColumnLayout.Entry, isLimited: Bool) {
      self.init(
        columns: entry.columns, isTrailing: entry.column.alignment == .trailing,
        isLimited: isLimited)
    }
  }

  /// The number of blanks before the next text.
  private var blanks = 0

  /// The number of columns by which numbers and times have exceeded theirs, and pushed the rest.
  private var excess = 0

  /// The number of columns to which a text is truncated at most to make room for those.
  private static let shortestText = 12

  /// Begins the next column some blanks further right.
  mutating func indent(by columns: Int) { blanks += columns }

  /// Leaves a column empty.
  mutating func skip(_ columns: Int) { blanks += columns + ColumnLayout.gap }

  /// Returns the number of columns for a text of some width: a number or a time is never truncated.
  func room(for text: UnsafeRawBufferPointer, of count: Int, in cell: Cell) -> Int {
    guard cell.isLimited else { return .max }
    let room = max(min(cell.columns, Self.shortestText), cell.columns - excess)
    let isWhole =
      count <= room || JSONDisplayText.isQuantity(text, inColumnOfNumbers: cell.isTrailing)
    return isWhole ? .max : room
  }

  /// Appends the blanks before a text of some width, which is to be appended.
  mutating func begin(_ cell: Cell, _ count: Int, in output: inout [UInt8]) {
    let free = max(0, cell.columns - count)
    var lead = blanks + (cell.isTrailing ? free : 0)
    let taken = min(excess, max(0, lead - ColumnLayout.gap))
    lead -= taken
    excess -= taken
    if cell.isLimited { excess += max(0, count - cell.columns) }
    for _ in 0..<lead { output.append(0x20) }
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
    let room = room(for: text, of: count, in: cell)
    if count > room {
      let length = TextWidth.length(ofPlain: text, fitting: room - 1)
      let start = UnsafeRawBufferPointer(rebasing: text[..<length])
      begin(cell, TextWidth.columns(ofPlain: start).map { $0 + 1 } ?? room, in: &output)
      output.append(contentsOf: start)
      output.append(contentsOf: "…".utf8)
    } else {
      begin(cell, count, in: &output)
      output.append(contentsOf: text)
    }
    return true
  }
}
