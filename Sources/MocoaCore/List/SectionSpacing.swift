/// The margins and gaps of a section of a collection, in columns and rows; nil for the layout's.
public struct SectionSpacing: Hashable, Sendable {
  /// The margin above the items.
  public var top: Int?
  /// The margin at the left.
  public var left: Int?
  /// The margin below the items.
  public var bottom: Int?
  /// The margin at the right.
  public var right: Int?
  /// The number of columns between two items of a line.
  public var itemSpacing: Int?
  /// The number of rows between two lines.
  public var lineSpacing: Int?

  /// Creates a spacing; omitted values are those of the layout.
  public init(
    top: Int? = nil, left: Int? = nil, bottom: Int? = nil, right: Int? = nil,
    itemSpacing: Int? = nil, lineSpacing: Int? = nil
  ) {
    (self.top, self.left, self.bottom, self.right, self.itemSpacing, self.lineSpacing) =
      (top, left, bottom, right, itemSpacing, lineSpacing)
  }
}
