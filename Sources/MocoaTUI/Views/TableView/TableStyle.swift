/// The separators, section gaps and mark column of a table.
public struct TableStyle: Hashable, Sendable {
  /// A Boolean value that indicates whether there are lines between the rows of a section.
  public var hasSeparators: Bool

  /// A Boolean value that indicates whether a blank row precedes each section but the first.
  ///
  /// If so, headers are not sticky.
  public var isGrouped: Bool

  /// A Boolean value that indicates whether there is a column of marks, in multiple selection mode.
  public var hasMarkColumn: Bool

  /// Creates a style; by default without separators and gaps.
  public init(hasSeparators: Bool = false, isGrouped: Bool = false, hasMarkColumn: Bool = true) {
    self.hasSeparators = hasSeparators
    (self.isGrouped, self.hasMarkColumn) = (isGrouped, hasMarkColumn)
  }

  /// Rows without separators and gaps.
  public static let plain = TableStyle()

  /// Sections with a blank row between them.
  public static let grouped = TableStyle(isGrouped: true)

  var hasMargins: Bool { hasSeparators || isGrouped }
}
