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
  /// columns that take a share get it.
  ///
  /// - Parameters:
  ///   - columns: the columns, from left to right.
  ///   - contentWidths: how wide the content of each is, in character columns.
  ///   - paneColumns: how wide the pane is.
  ///   - offset: how far the table is scrolled sideways.
  public init(
    columns: [TableColumn], contentWidths: [Int], paneColumns: Int, offset: Int = 0
  ) {
    let gaps = Self.gap * max(0, columns.count - 1)
    var widths = zip(columns, contentWidths).map { Self.wantedWidth(of: $0, content: $1) }
    Self.shrink(&widths, to: paneColumns - gaps, columns: columns)
    Self.spread(&widths, over: paneColumns - gaps, columns: columns)
    maximumOffset = max(0, widths.reduce(gaps, +) - paneColumns)
    let offset = min(max(0, offset), maximumOffset)
    entries = []
    var left = 0
    var pinnedEnd = 0
    for (column, width) in zip(columns, widths) {
      let isPinned = column.isPinned && left == pinnedEnd
      entries.append(
        Entry(column: column, left: isPinned ? left : left - offset, columns: width))
      left += width + Self.gap
      if isPinned { pinnedEnd = left }
    }
    self.pinnedEnd = pinnedEnd
  }

  /// The character column after the columns that stay in their place, with the gap.
  public private(set) var pinnedEnd: Int

  /// The part of a column that can be seen in a pane, or nil where none can.
  public func visibleRange(of entry: Entry, paneColumns: Int) -> Range<Int>? {
    let isPinned = entry.column.isPinned && entry.left < pinnedEnd
    let start = isPinned ? entry.left : max(entry.left, pinnedEnd)
    let end = min(entry.left + entry.columns, paneColumns)
    return start < end ? start..<end : nil
  }

  private static func wantedWidth(of column: TableColumn, content: Int) -> Int {
    switch column.width {
    case .fixed(let columns): columns
    case .content(let minimum, let maximum): min(max(content, minimum), max(minimum, maximum))
    case .share(_, let minimum): minimum
    }
  }

  private static func minimum(of column: TableColumn, wanted: Int) -> Int {
    switch column.width {
    case .fixed(let columns): columns
    case .content(let minimum, _), .share(_, let minimum): min(minimum, wanted)
    }
  }

  /// Takes from the widest columns first until the rest fits or every column is at its minimum.
  private static func shrink(_ widths: inout [Int], to available: Int, columns: [TableColumn]) {
    let minima = zip(columns, widths).map { minimum(of: $0, wanted: $1) }
    var excess = widths.reduce(0, +) - available
    while excess > 0 {
      let shrinkable = widths.indices.filter { widths[$0] > minima[$0] }
      guard let widest = shrinkable.max(by: { widths[$0] < widths[$1] }) else { return }
      // Down to the next widest at once, so that long texts do not cost a step a column.
      let next = shrinkable.filter { widths[$0] < widths[widest] }.map { widths[$0] }.max() ?? 0
      let step = max(1, widths[widest] - max(next, minima[widest]))
      let taken = min(step, excess, widths[widest] - minima[widest])
      widths[widest] -= taken
      excess -= taken
    }
  }

  /// Gives what is left to the columns that take a share.
  private static func spread(_ widths: inout [Int], over available: Int, columns: [TableColumn]) {
    let weights = columns.map { column -> Int in
      if case .share(let weight, _) = column.width { return max(0, weight) }
      return 0
    }
    var total = weights.reduce(0, +)
    var rest = available - widths.reduce(0, +)
    guard rest > 0, total > 0 else { return }
    for index in widths.indices where weights[index] > 0 {
      let part = rest * weights[index] / total
      widths[index] += part
      rest -= part
      total -= weights[index]
    }
  }
}
