/// An extent in character cells: columns and rows, never negative.
public struct Size: Hashable, Sendable {
  /// The number of columns.
  public var columns: Int

  /// The number of rows.
  public var rows: Int

  /// Creates a size; negative extents become 0.
  public init(columns: Int, rows: Int) {
    self.columns = max(0, columns)
    self.rows = max(0, rows)
  }

  /// The number of columns, by another name, which the compiler corrects.
  @available(*, unavailable, renamed: "columns") public var width: Int { columns }

  /// The number of rows, by another name, which the compiler corrects.
  @available(*, unavailable, renamed: "rows") public var height: Int { rows }

  /// No columns and no rows.
  public static let zero = Size(columns: 0, rows: 0)

  /// A Boolean value that indicates whether nothing can be drawn in this size.
  public var isEmpty: Bool { columns == 0 || rows == 0 }
}
