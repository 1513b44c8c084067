/// A column of a table: which part of a row it shows, under which title, and how wide.
public struct TableColumn: Hashable, Sendable, Identifiable {
  /// What the column shows, such as the path of a member.
  public var id: String

  /// The text in the table's header.
  public var title: String

  /// How wide the column wants to be.
  ///
  /// A maximum is exceeded where the pane has room to spare and no column takes a share.
  public var width: Extent

  /// The side that its text keeps to.
  public var alignment: TextAlignment

  /// The style of its text.
  public var style: Style

  /// Whether the column stays in its place when the table is scrolled sideways.
  public var isPinned: Bool

  /// The order that the rows are in by this column, shown by an arrow after the title; nil for
  /// none.
  public var order: Order?

  /// Makes a column.
  public init(
    id: String, title: String? = nil, width: Extent = .content(minimum: 4, maximum: 40),
    alignment: TextAlignment = .leading, style: Style = .body, isPinned: Bool = false,
    order: Order? = nil
  ) {
    self.id = id
    self.title = title ?? id
    self.width = width
    self.alignment = alignment
    self.style = style
    self.isPinned = isPinned
    self.order = order
  }

  /// An order that rows can be in.
  public enum Order: Hashable, Sendable {
    /// From the least to the greatest.
    case ascending
    /// From the greatest to the least.
    case descending

    var arrow: String { self == .ascending ? "▲" : "▼" }
  }
}
