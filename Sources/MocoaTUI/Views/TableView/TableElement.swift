import MocoaCore

/// One thing in the column of a table: a header, a row or a footer.
public enum TableElement: Hashable, Sendable {
  /// The header of a section.
  case header(Int)
  /// A row.
  case item(ListIndexPath)
  /// The footer of a section.
  case footer(Int)

  /// The section that the element belongs to.
  public var section: Int {
    switch self {
    case .header(let section), .footer(let section): section
    case .item(let path): path.section
    }
  }

  /// The position of the row, or nil for a header or footer.
  public var indexPath: ListIndexPath? {
    if case .item(let path) = self { return path }
    return nil
  }
}

extension TableElement: Comparable {
  /// Orders elements as the table shows them.
  public static func < (first: TableElement, second: TableElement) -> Bool {
    first.order < second.order
  }

  private var order: (Int, Int, Int) {
    switch self {
    case .header(let section): (section, 0, 0)
    case .item(let path): (path.section, 1, path.item)
    case .footer(let section): (section, 2, 0)
    }
  }
}
