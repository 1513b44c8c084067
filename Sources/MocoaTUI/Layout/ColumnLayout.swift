/// The layout of the columns of a table in a pane.
package struct ColumnLayout: Hashable, Sendable {
  package struct Entry: Hashable, Sendable {
    package var column: TableColumn
    /// The first character column; may be negative, or beyond the pane.
    package var left: Int
    /// The width in character columns.
    package var columns: Int
    /// A Boolean value that indicates whether it is not scrolled horizontally.
    var isPinned: Bool
    /// A Boolean value that indicates whether it is not displayed, as the right edge would cut it.
    var isBehindEdge: Bool
  }

  /// The columns, from left to right.
  package private(set) var entries: [Entry]

  /// The maximum horizontal scroll offset, in character columns.
  private(set) var maximumOffset: Int
  static let empty = ColumnLayout(columns: [], contentWidths: [], paneColumns: 0)

  /// The number of character columns to which a column of texts may be cut at the right edge.
  private static let shortestText = 12

  /// The blank character columns between two columns.
  package static let gap = 2

  /// Lays out columns from left to right; the width of unknown content is 0.
  ///
  /// Columns get the width of their content. If that is too much, the widest are reduced first,
  /// down to their minimum; the rest lies beyond the right edge. Remaining space is distributed to
  /// columns with a share, and if there are none, to those limited by their maximum; what is left
  /// then goes to a last column of texts, since later rows may have longer ones. Pinned columns at
  /// the left stay in place as long as they leave half of the pane to the others.
  ///
  /// A column that the right edge would cut is not displayed if its cells are numbers or times, or
  /// if little would be left, unless it is the first one in the pane.
  package init(
    columns: [TableColumn], contentWidths: [Int], paneColumns: Int, offset: Int = 0
  ) {
    let gaps = Self.gap * max(0, columns.count - 1)
    let contents = columns.indices.map { $0 < contentWidths.count ? contentWidths[$0] : 0 }
    let wanted = zip(columns, contents).map { $0.width.wanted(for: $1) }
    let minima = zip(columns, contents).map { $0.width.minimum(for: $1) }
    var widths = LinearLayout.level(wanted, above: minima, to: paneColumns - gaps)
    let weights = columns.map(\.width.weight)
    if weights.contains(where: { $0 > 0 }) {
      LinearLayout.spread(&widths, over: paneColumns - gaps, weights: weights)
    } else {
      let wanted = columns.indices.map { index in
        guard case .content(_, 1...) = columns[index].width else { return widths[index] }
        return max(widths[index], min(contents[index], paneColumns))
      }
      widths = LinearLayout.level(wanted, above: widths, to: paneColumns - gaps)
      if let last = columns.last, last.alignment == .leading, case .content(_, 1...) = last.width {
        widths[columns.count - 1] += max(0, paneColumns - widths.reduce(gaps, +))
      }
    }
    maximumOffset = max(0, widths.reduce(gaps, +) - paneColumns)
    let offset = min(max(0, offset), maximumOffset)
    entries = []
    pinnedEnd = 0
    var left = 0
    for (column, width) in zip(columns, widths) {
      let end = left + width + Self.gap
      let isPinned = column.isPinned && left == pinnedEnd && end <= paneColumns / 2
      if isPinned { pinnedEnd = end }
      let start = isPinned ? left : left - offset
      let room = paneColumns - start
      // Something of another one is in front.
      let isCut = start - Self.gap > pinnedEnd && room < width
      entries.append(
        Entry(
          column: column, left: start, columns: width, isPinned: isPinned,
          isBehindEdge: isCut && (column.isQuantity || room < Self.shortestText)))
      left = end
    }
  }

  /// The character column after the pinned columns, including the gap.
  private(set) var pinnedEnd: Int

  /// Returns the visible part of a column in a pane, or nil.
  func visibleRange(of entry: Entry, paneColumns: Int) -> Range<Int>? {
    guard !entry.isBehindEdge else { return nil }
    let start = entry.isPinned ? entry.left : max(entry.left, pinnedEnd)
    let end = min(entry.left + entry.columns, paneColumns)
    return start < end ? start..<end : nil
  }

  /// Returns the column at a character column of a pane, or nil.
  func column(at place: Int, paneColumns: Int) -> TableColumn? {
    entries.first { visibleRange(of: $0, paneColumns: paneColumns)?.contains(place) ?? false }?
      .column
  }
}
