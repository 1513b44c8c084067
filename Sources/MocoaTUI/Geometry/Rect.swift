/// A rectangle of character cells.
public struct Rect: Hashable, Sendable {
  /// The top left corner; may lie outside the screen.
  public var origin: Point

  /// The size.
  public var size: Size

  /// Creates a rectangle from its corner and its size.
  public init(origin: Point, size: Size) {
    self.origin = origin
    self.size = size
  }

  /// Creates a rectangle from four numbers; negative sizes become 0.
  public init(column: Int, row: Int, columns: Int, rows: Int) {
    self.init(
      origin: Point(column: column, row: row), size: Size(columns: columns, rows: rows))
  }

  /// The empty rectangle at the top left corner.
  public static let zero = Rect(origin: .zero, size: .zero)
}

extension Rect {
  /// The number of columns.
  public var columns: Int { size.columns }

  /// The number of rows.
  public var rows: Int { size.rows }

  /// The number of columns, by another name, which the compiler corrects.
  @available(*, unavailable, renamed: "columns") public var width: Int { columns }

  /// The number of rows, by another name, which the compiler corrects.
  @available(*, unavailable, renamed: "rows") public var height: Int { rows }

  /// The first column.
  public var left: Int { origin.column }

  /// The first row.
  public var top: Int { origin.row }

  /// The column after the last one.
  public var right: Int { origin.column.adding(clamping: size.columns) }

  /// The row after the last one.
  public var bottom: Int { origin.row.adding(clamping: size.rows) }

  /// A Boolean value that indicates whether the rectangle has no cells.
  public var isEmpty: Bool { size.isEmpty }

  /// Returns whether a point lies in the rectangle.
  public func contains(_ point: Point) -> Bool {
    point.column >= left && point.column < right && point.row >= top && point.row < bottom
  }

  /// Returns the cells common to both rectangles.
  public func intersection(_ other: Rect) -> Rect {
    let column = max(left, other.left)
    let row = max(top, other.top)
    return Rect(
      column: column, row: row,
      columns: min(right, other.right).subtracting(clamping: column),
      rows: min(bottom, other.bottom).subtracting(clamping: row))
  }

  /// Returns the smallest rectangle that contains both; empty ones are ignored.
  public func union(_ other: Rect) -> Rect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    let column = min(left, other.left)
    let row = min(top, other.top)
    return Rect(
      column: column, row: row,
      columns: max(right, other.right).subtracting(clamping: column),
      rows: max(bottom, other.bottom).subtracting(clamping: row))
  }

  /// Returns whether both rectangles have a cell in common.
  public func intersects(_ other: Rect) -> Bool {
    !intersection(other).isEmpty
  }

  /// Returns the rectangle, moved.
  public func offsetBy(columns: Int, rows: Int) -> Rect {
    Rect(
      origin: Point(
        column: origin.column.adding(clamping: columns),
        row: origin.row.adding(clamping: rows)),
      size: size)
  }

  /// Returns the rectangle without a margin.
  public func inset(by insets: Insets) -> Rect {
    Rect(
      column: left + insets.left, row: top + insets.top,
      columns: columns - insets.left - insets.right, rows: rows - insets.top - insets.bottom)
  }

  /// Returns a centered rectangle of a size, which is at most that of this one.
  public func centered(_ size: Size) -> Rect {
    let columns = min(max(0, size.columns), self.columns)
    let rows = min(max(0, size.rows), self.rows)
    return Rect(
      column: left + (self.columns - columns) / 2, row: top + (self.rows - rows) / 2,
      columns: columns, rows: rows)
  }

  /// Splits a strip off one side, at most as large as the rectangle.
  public func split(_ extent: Int, from edge: Edge) -> (strip: Rect, rest: Rect) {
    let isAcross = edge == .left || edge == .right
    let length = isAcross ? columns : rows
    let count = min(max(0, extent), length)
    func part(_ start: Int, _ count: Int) -> Rect {
      isAcross
        ? Rect(column: left.adding(clamping: start), row: top, columns: count, rows: rows)
        : Rect(column: left, row: top.adding(clamping: start), columns: columns, rows: count)
    }
    return edge == .top || edge == .left
      ? (part(0, count), part(count, length - count))
      : (part(length - count, count), part(0, length - count))
  }
}

/// A side of a rectangle.
public enum Edge: Hashable, Sendable {
  case top, bottom, left, right
}

/// A margin on the four sides of a rectangle, in columns and rows.
public struct Insets: Hashable, Sendable {
  /// Rows above.
  public var top: Int
  /// Columns at the left.
  public var left: Int
  /// Rows below.
  public var bottom: Int
  /// Columns at the right.
  public var right: Int

  /// Creates a margin; omitted sides are 0.
  public init(top: Int = 0, left: Int = 0, bottom: Int = 0, right: Int = 0) {
    (self.top, self.left, self.bottom, self.right) = (top, left, bottom, right)
  }

  /// No margin.
  public static let zero = Insets()
}
