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
    let wanted = zip(columns, contents).map { Self.wantedWidth(of: $0, content: $1) }
    let minima = zip(columns, wanted).map { Self.minimum(of: $0, wanted: $1) }
    var widths = Self.level(wanted, above: minima, to: paneColumns - gaps)
    if columns.contains(where: \.takesShare) {
      Self.spread(&widths, over: paneColumns - gaps, columns: columns)
    } else {
      let wishes = columns.indices.map { index in
        guard case .content(_, 1...) = columns[index].width else { return widths[index] }
        return max(widths[index], min(contents[index], paneColumns))
      }
      widths = Self.level(wishes, above: widths, to: paneColumns - gaps)
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

  private static func wantedWidth(of column: TableColumn, content: Int) -> Int {
    switch column.width {
    case .fixed(let columns): max(0, columns)
    case .content(let minimum, let maximum):
      max(0, min(max(content, minimum), max(minimum, maximum)))
    case .share(_, let minimum): max(0, minimum)
    }
  }

  private static func minimum(of column: TableColumn, wanted: Int) -> Int {
    switch column.width {
    case .fixed: wanted
    case .content(let minimum, _), .share(_, let minimum): max(0, min(minimum, wanted))
    }
  }

  /// Gives columns the widths that they want, as far as there is room above other widths of theirs:
  /// all that are cut get one width, but for the first ones, which get one column more of what is
  /// left over.
  private static func level(
    _ wanted: [Int], above floors: [Int], to available: Int
  ) -> [Int] {
    guard wanted.reduce(0, +) > available else { return wanted }
    func cut(to limit: Int) -> [Int] {
      zip(wanted, floors).map { min($0, max($1, limit)) }
    }
    var (low, high) = (0, wanted.max() ?? 0)
    while low < high {
      let middle = (low + high + 1) / 2
      if cut(to: middle).reduce(0, +) <= available { low = middle } else { high = middle - 1 }
    }
    var widths = cut(to: low)
    var rest = available - widths.reduce(0, +)
    for index in widths.indices where rest > 0 && widths[index] == low {
      guard widths[index] < wanted[index] else { continue }
      widths[index] += 1
      rest -= 1
    }
    return widths
  }

  /// Gives what is left to the columns that take a share.
  private static func spread(_ widths: inout [Int], over available: Int, columns: [TableColumn]) {
    let weights = columns.map { column -> Int in
      if case .share(let weight, _) = column.width { return min(max(0, weight), 1 << 20) }
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

extension TableColumn {
  fileprivate var takesShare: Bool {
    if case .share(let weight, _) = width { return weight > 0 }
    return false
  }
}
