import MocoaCore
import MocoaFeed

/// A list of sections of items: a list model that can be built and edited row by row.
public struct ItemList: Hashable, Sendable {
  /// Members of the list as a whole.
  public var common: JSONObject
  /// The sections.
  public var sections: [ItemSection]

  /// Creates a list.
  public init(_ sections: [ItemSection] = [], common: JSONObject = [:]) {
    self.sections = sections
    self.common = common
  }

  /// The number of items of all sections.
  public var itemCount: Int { sections.reduce(0) { $0 + $1.count } }

  /// The item at a position, or nil if there is none.
  public subscript(path: ListIndexPath) -> JSONItem? {
    guard sections.indices.contains(path.section) else { return nil }
    return sections[path.section][checked: path.item]
  }

  /// Returns the first position of an item that is equal to another, or nil.
  ///
  /// - Complexity: O(n) for n items.
  public func indexPath(of item: JSONItem) -> ListIndexPath? {
    for (section, items) in sections.enumerated() {
      if let index = items.firstIndex(of: item) {
        return ListIndexPath(section: section, item: index)
      }
    }
    return nil
  }

  /// Inserts a section.
  ///
  /// - Throws: An `ItemListError` if there is no such position.
  public mutating func insert(
    _ section: ItemSection, checkingAt index: Int
  ) throws(ItemListError) {
    guard (0...sections.count).contains(index) else {
      throw .noSection(index: index, count: sections.count)
    }
    sections.insert(section, at: index)
  }

  /// Merges the members of an object into each item of each section.
  public mutating func mergeIntoItems(
    _ members: JSONObject, keys: [String]? = nil, missing: JSONObject.MissingMembers = .keep
  ) {
    for index in sections.indices {
      sections[index].mergeIntoItems(members, keys: keys, missing: missing)
    }
  }

  /// Removes the items of all sections that match a predicate.
  public mutating func removeItems(where isRemoved: (JSONItem) throws -> Bool) rethrows {
    for index in sections.indices { try sections[index].items.removeAll(where: isRemoved) }
  }
}

extension ItemList: ListModel {
  public var numberOfSections: Int { sections.count }
  public func section(at index: Int) -> any SectionModel { sections[index] }
}
