/// A column of a table: its content, title and width.
public struct TableColumn: Hashable, Sendable, Identifiable {
  /// The identifier of the content, such as the path of a member.
  public var id: String

  /// The text in the table's header.
  public var title: String

  /// The preferred width.
  ///
  /// The maximum is exceeded if the pane has space left and no column takes a share.
  public var width: Extent

  /// The alignment of its text.
  public var alignment: TextAlignment

  /// The style of its text.
  public var style: StyleName

  /// The styles of texts that differ from the others, by text.
  package var textStyles: [String: StyleName] = [:]

  /// A Boolean value that indicates whether the column is not scrolled horizontally.
  public var isPinned: Bool

  /// The order of the rows by this column, shown by an arrow after the title; nil for none.
  package var order: Order?

  /// A Boolean value that indicates whether its cells are numbers or times: the start of one is
  /// another one.
  var isQuantity: Bool { alignment == .trailing || style == .date }

  /// Creates a column.
  public init(
    id: String, title: String? = nil, width: Extent = .content(minimum: 4, maximum: 40),
    alignment: TextAlignment = .leading, style: StyleName = .body, isPinned: Bool = false,
    order: Order? = nil
  ) {
    self.id = id
    self.title = title ?? id
    (self.width, self.alignment, self.style) = (width, alignment, style)
    (self.isPinned, self.order) = (isPinned, order)
  }

  /// Returns the title for a number of columns; of a path such as `author.name`, the end is kept.
  package func title(fitting columns: Int) -> String {
    let isPath = title.contains(".") && !title.contains(" ")
    return TextWidth.truncated(title, to: columns, at: isPath ? .start : .end)
  }

  /// A sort direction.
  public enum Order: Hashable, Sendable {
    /// In ascending order.
    case ascending
    /// In descending order.
    case descending

    var arrow: String { self == .ascending ? "▲" : "▼" }
  }
}
