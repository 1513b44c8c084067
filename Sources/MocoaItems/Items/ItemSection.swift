import MocoaCore
import MocoaFeed

/// A section of items, with header, footer, and members common to all of its items.
///
/// It is a collection: items are appended, inserted, exchanged, mapped and filtered as in an array.
public struct ItemSection: Hashable, Sendable {
  /// The name of the section's module.
  public var name: ModuleName
  /// The item of the header; nil means none.
  public var header: JSONItem?
  /// The item of the footer; nil means none.
  public var footer: JSONItem?
  /// Members of the section as a whole.
  public var common: JSONObject
  /// Default members of packaged items.
  public var itemDefaults: JSONObject
  /// The items.
  public var items: [JSONItem]

  /// Creates a section.
  public init(
    _ items: [JSONItem] = [], name: ModuleName = .default, header: JSONItem? = nil,
    footer: JSONItem? = nil, common: JSONObject = [:], itemDefaults: JSONObject = [:]
  ) {
    self.items = items
    self.name = name
    self.header = header
    self.footer = footer
    self.common = common
    self.itemDefaults = itemDefaults
  }

  /// Appends an item for each row that the packager does not skip.
  ///
  /// - Returns: The items that were appended.
  /// - Throws: The error of the packager; the section is then unchanged.
  @discardableResult
  public mutating func append(
    packaging rows: some Sequence<JSONValue>, by packager: ItemPackager = .plain
  ) throws -> [JSONItem] {
    let defaults = itemDefaults
    let packaged = try rows.compactMap { row -> JSONItem? in
      guard let item = try packager.item(of: row) else { return nil }
      guard !defaults.isEmpty else { return item }
      var members = defaults
      members.merge(item.members)
      return JSONItem(members, name: item.moduleName)
    }
    items += packaged
    return packaged
  }

  /// Inserts an item.
  ///
  /// - Throws: An `ItemListError` if there is no such position.
  public mutating func insert(
    _ item: JSONItem, checkingAt index: Int
  ) throws(ItemListError) {
    guard (0...items.count).contains(index) else {
      throw .noItem(index: index, count: items.count)
    }
    items.insert(item, at: index)
  }

  /// Merges the members of an object into each item.
  public mutating func mergeIntoItems(
    _ members: JSONObject, keys: [String]? = nil, missing: JSONObject.MissingMembers = .keep
  ) {
    items = items.map { item in
      var merged = item.members
      merged.merge(members, keys: keys, missing: missing)
      return JSONItem(merged, name: item.moduleName)
    }
  }

  /// Merges another section: header, footer and common members are merged, and items appended.
  public mutating func merge(_ other: ItemSection) {
    header = Self.merged(header, other.header)
    footer = Self.merged(footer, other.footer)
    common.merge(other.common)
    items += other.items
  }

  private static func merged(_ first: JSONItem?, _ second: JSONItem?) -> JSONItem? {
    guard let first, let second else { return first ?? second }
    var members = first.members
    members.merge(second.members)
    return JSONItem(members, name: first.moduleName)
  }

  /// The item at a position, or nil if there is none.
  public subscript(checked index: Int) -> JSONItem? {
    items.indices.contains(index) ? items[index] : nil
  }
}

extension ItemSection: RandomAccessCollection, MutableCollection, RangeReplaceableCollection {
  /// Creates a section without items.
  public init() { self.init([]) }
  /// The position of the first item: 0.
  public var startIndex: Int { items.startIndex }
  /// The number of items.
  public var endIndex: Int { items.endIndex }
  /// The item at a position.
  public subscript(position: Int) -> JSONItem {
    get { items[position] }
    set { items[position] = newValue }
  }

  /// Replaces a range of items; header and footer remain.
  public mutating func replaceSubrange(
    _ range: Range<Int>, with items: some Collection<JSONItem>
  ) {
    self.items.replaceSubrange(range, with: items)
  }
}

extension ItemSection: SectionModel {
  public var moduleName: ModuleName { name }
  public var numberOfItems: Int { items.count }
  public func item(at index: Int) -> Any { items[index] }

  public var supplementaryKinds: [ModuleKind] {
    (header == nil ? [] : [.header]) + (footer == nil ? [] : [.footer])
  }

  public func numberOfSupplementaryModels(of kind: ModuleKind) -> Int {
    supplementaryKinds.contains(kind) ? 1 : 0
  }

  public func supplementaryModel(of kind: ModuleKind, at index: Int) -> Any? {
    guard index == 0 else { return nil }
    return switch kind {
    case .header: header
    case .footer: footer
    default: nil
    }
  }
}

/// An invalid position in a list of items.
public enum ItemListError: Error, Hashable, Sendable {
  /// There is no such item.
  case noItem(index: Int, count: Int)
  /// There is no such section.
  case noSection(index: Int, count: Int)
}
