/// The room that a section of a collection leaves around and between its items, in columns and
/// rows; what is nil is up to the layout.
public struct SectionSpacing: Hashable, Sendable {
  /// The margin above the items.
  public var top: Int?
  /// The margin at the left.
  public var left: Int?
  /// The margin below the items.
  public var bottom: Int?
  /// The margin at the right.
  public var right: Int?
  /// The columns between two items of a line.
  public var itemSpacing: Int?
  /// The rows between two lines.
  public var lineSpacing: Int?

  /// Creates a spacing that leaves everything to the layout but what is given.
  public init(
    top: Int? = nil, left: Int? = nil, bottom: Int? = nil, right: Int? = nil,
    itemSpacing: Int? = nil, lineSpacing: Int? = nil
  ) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
    self.itemSpacing = itemSpacing
    self.lineSpacing = lineSpacing
  }
}
