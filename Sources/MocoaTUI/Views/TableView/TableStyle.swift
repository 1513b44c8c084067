/// How a table sets its rows off from one another, and what it shows beside them.
public struct TableStyle: Hashable, Sendable {
  /// Whether there is a line between two rows of a section.
  public var hasSeparators: Bool

  /// Whether there is a blank row before each section but the first; headers do not stick then.
  public var isGrouped: Bool

  /// Whether marks have a column of their own, where any number of rows can be selected.
  public var hasMarkColumn: Bool

  /// Makes a style; the default is rows without anything between them.
  public init(hasSeparators: Bool = false, isGrouped: Bool = false, hasMarkColumn: Bool = true) {
    self.hasSeparators = hasSeparators
    self.isGrouped = isGrouped
    self.hasMarkColumn = hasMarkColumn
  }

  /// Rows below one another.
  public static let plain = TableStyle()

  /// Sections with a blank row between them.
  public static let grouped = TableStyle(isGrouped: true)

  var hasMargins: Bool { hasSeparators || isGrouped }
}
