/// Where the columns of a table lie in a pane.
public struct ColumnLayout: Hashable, Sendable {
  /// A column and its place.
  public struct Entry: Hashable, Sendable {
    /// The column.
    public var column: TableColumn
    /// The first character column; may be negative, or beyond the pane.
    public var left: Int
    /// How many character columns it has.
    public var columns: Int
    /// Whether it stays in its place when the table is scrolled sideways.
    public var isPinned: Bool
  }

  /// The columns, from left to right.
  public private(set) var entries: [Entry]

  /// How far the table can be scrolled sideways, in character columns.
  public private(set) var maximumOffset: Int

  /// No columns at all.
  public static let empty = ColumnLayout(columns: [], contentWidths: [], paneColumns: 0)

  /// The blank character columns between two columns.
  public static let gap = 2

  /// Lays columns out.
  ///
  /// Columns get what their content needs. Where that is too much, the widest give way first, down
  /// to their minima; what still does not fit lies beyond the right edge. Where something is left,
  /// columns that take a share get it, and without any, those that were cut to their maximum.
  /// Columns at the left that are pinned stay in their places as long as they leave half of the
  /// pane to the others.
  ///
  /// - Parameters:
  ///   - columns: the columns, from left to right.
  ///   - contentWidths: how wide the content of each is, in character columns; 0 where not given.
  ///   - paneColumns: how wide the pane is.
  ///   - offset: how far the table is scrolled sideways.
  public init(
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
      let wishes = columns.indices.map { index in
        guard case .content(_, 1...) = columns[index].width else { return widths[index] }
        return max(widths[index], min(contents[index], paneColumns))
      }
      widths = LinearLayout.level(wishes, above: widths, to: paneColumns - gaps)
    }
    maximumOffset = max(0, widths.reduce(gaps, +) - paneColumns)
    let offset = min(max(0, offset), maximumOffset)
    entries = []
    pinnedEnd = 0
    var left = 0
    for (column, width) in zip(columns, widths) {
      let end = left + width + Self.gap
      let isPinned = column.isPinned && left == pinnedEnd && end <= paneColumns / 2
      entries.append(
        Entry(
          column: column, left: isPinned ? left : left - offset, columns: width,
          isPinned: isPinned))
      if isPinned { pinnedEnd = end }
      left = end
    }
  }

  /// The character column after the columns that stay in their place, with the gap.
  public private(set) var pinnedEnd: Int

  /// The part of a column that can be seen in a pane, or nil where none can.
  public func visibleRange(of entry: Entry, paneColumns: Int) -> Range<Int>? {
    let start = entry.isPinned ? entry.left : max(entry.left, pinnedEnd)
    let end = min(entry.left + entry.columns, paneColumns)
    return start < end ? start..<end : nil
  }

  /// The column at a character column of a pane, or nil where there is none.
  public func column(at place: Int, paneColumns: Int) -> TableColumn? {
    entries.first { visibleRange(of: $0, paneColumns: paneColumns)?.contains(place) ?? false }?
      .column
  }
}
