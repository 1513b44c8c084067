/// A place on the screen or in a view: a column and a row, both from 0.
public struct Point: Hashable, Sendable {
  /// The column, from 0 at the left edge.
  public var column: Int

  /// The row, from 0 at the top edge.
  public var row: Int

  /// Creates a point from a column and a row, both from 0.
  public init(column: Int, row: Int) {
    self.column = column
    self.row = row
  }

  /// The top left corner.
  public static let zero = Point(column: 0, row: 0)
}
