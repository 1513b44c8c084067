/// Lines of a box without a first cell.
extension Rules {
  /// The smallest width of a column of texts that are wrapped at blanks.
  private static let smallestWidth = 10

  /// Returns what lines without a first cell are.
  ///
  /// The number of rows below the table decides, and marks for more lines do. Without them, such
  /// lines are the rest of the row above if all of them begin with words that do not fit there,
  /// behind several words in a wide column.
  func wrapping(
    of lines: ArraySlice<UnsafeRawBufferPointer>, _ titles: [String]
  ) -> RuledLayout.Wrapping {
    if [["Field", "Value"], ["Property", "Value"]].contains(titles) { return .certain }
    let end = lines.firstIndex { RowCount.isWritten(in: $0) }
    let rows = lines[..<(end ?? lines.endIndex)].filter { cells(of: $0) != nil }
    let marked = rowCount(of: rows)
    if let end, let count = RowCount.number(in: lines[end]) {
      if count == marked { return .never }
      let filled = rows.count { cells(of: $0)?.first?.isEmpty == false }
      return count == filled ? .certain : .doubtful
    }
    if marked < rows.count { return .never }
    var (kinds, above): (Set<Kind>, Line?) = ([], nil)
    for line in lines {
      guard Rules(line) == nil, let cells = cells(of: line) else {
        above = nil
        continue
      }
      let kind = cells[0].isEmpty ? above.map { self.kind(of: cells, below: $0) } : nil
      if let kind { kinds.insert(kind) }
      above = (cells, kind == .rest)
    }
    return kinds == [.rest] ? .likely : kinds == [.row] ? .never : .doubtful
  }

  /// Returns whether the number of rows below a table is that of its lines.
  func areCounted(_ lines: ArraySlice<UnsafeRawBufferPointer>) -> Bool {
    guard let end = lines.firstIndex(where: { RowCount.isWritten(in: $0) }) else { return false }
    return RowCount.number(in: lines[end]) == rowCount(of: lines[..<end])
  }

  /// Returns whether the number of rows below a table without bars is that of its lines, some of
  /// which have only blanks.
  func areBlanksCounted(in lines: ArraySlice<UnsafeRawBufferPointer>) -> Bool {
    let lines = lines.filter { !$0.isEmpty }[...]
    return !isBarred && areCounted(lines)
      && lines.prefix { !RowCount.isWritten(in: $0) }.contains(where: \.isBlank)
  }

  /// Returns whether a line has only a first cell whose first word does not fit into the line
  /// above, behind several words in a wide column.
  ///
  /// - Parameters:
  ///   - line: The line.
  ///   - above: The line above.
  /// - Returns: `true` if it may be the rest of the first cell of that line.
  func mayBeRest(_ line: UnsafeRawBufferPointer, of above: [UInt8]) -> Bool {
    guard columns.count > 1, isWide(0), let cells = cells(of: line), !cells[0].isEmpty,
      cells.dropFirst().allSatisfy(\.isEmpty),
      let first = above.withUnsafeBytes({ self.cells(of: $0)?[0] })
    else { return false }
    return first.contains(0x20) && !fits(cells[0], behind: first, inColumn: 0)
  }

  /// Returns whether a column is wide enough for texts that are wrapped.
  private func isWide(_ column: Int) -> Bool { columns[column].count - 2 >= Self.smallestWidth }

  /// Returns whether the first word of a cell has room behind the text of the cell above.
  private func fits(_ cell: [UInt8], behind above: [UInt8], inColumn column: Int) -> Bool {
    let word = cell.prefix { $0 != 0x20 }
    return Self.width(above) + 1 + Self.width(word) <= columns[column].count - 2
  }

  private typealias Line = (cells: [[UInt8]], isRest: Bool)

  /// What a line without a first cell is by the line above it.
  private enum Kind { case row, rest, unknown }

  private func kind(of cells: [[UInt8]], below above: Line) -> Kind {
    let filled = cells.indices.filter { !cells[$0].isEmpty }
    let areFull = filled.allSatisfy { column in
      let text = above.cells[column]
      return !text.isEmpty && !fits(cells[column], behind: text, inColumn: column)
    }
    let areTexts = filled.contains { column in
      isWide(column) && (above.isRest || above.cells[column].contains(0x20))
    }
    if areFull, areTexts { return .rest }
    return filled.count > 1 && !areFull ? .row : .unknown
  }

  private static func width(_ text: some Collection<UInt8>) -> Int {
    String(decoding: text, as: UTF8.self).unicodeScalars.reduce(0) { $0 + $1.cellCount }
  }
}
