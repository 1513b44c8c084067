/// The position of a row in a list: a section, and an item in that section.
///
/// The name differs from Foundation's, so that a file that imports both needs no prefix.
public struct ListIndexPath: Hashable, Sendable, Codable {
  /// The position of the section in the list, from 0.
  public var section: Int

  /// The position of the item in its section, from 0.
  public var item: Int

  /// Creates a path from a section and an item, both from 0.
  @inlinable
  public init(section: Int, item: Int) {
    self.section = section
    self.item = item
  }
}

extension ListIndexPath: Comparable {
  /// Orders paths as the list shows them: by section, then by item.
  @inlinable
  public static func < (first: ListIndexPath, second: ListIndexPath) -> Bool {
    (first.section, first.item) < (second.section, second.item)
  }
}

extension ListIndexPath: CustomStringConvertible {
  /// The section and the item, separated by a dot: `0.12`.
  public var description: String { "\(section).\(item)" }
}
