/// Rows with children, of which those below expanded rows are visible.
///
/// It is a collection of the visible rows. What is expanded is known by the identity of rows, so
/// that it can be restored when the rows are replaced.
///
/// ```swift
/// var outline = Outline(folders, id: \.path, children: \.folders)
/// outline.expand(at: 0)
/// for row in outline { print(String(repeating: "  ", count: row.depth) + row.element.name) }
/// ```
///
/// Rows that contradict one another are visible nevertheless, and ``faults`` counts them: rows
/// whose parent is missing are roots, and so is one row of each cycle; a row with the identity of
/// an earlier row is a leaf.
///
/// A change returns its changeset, whose positions are those in section 0. Its cost depends on the
/// rows that appear or vanish, apart from shifting the numbers of the rows below. A list with the
/// model `RowSection(outline)` applies it by its operations:
///
/// ```swift
/// let changeset = outline.expand(at: 0)
/// list.performBatchUpdates(comparingData: false) {
///   list.model = RowSection(outline)
///   list.reloadItems(at: changeset.itemReloads)
///   list.deleteItems(at: changeset.itemDeletes)
///   list.insertItems(at: changeset.itemInserts)
/// }
/// ```
public struct Outline<Element, ID: Hashable> {
  /// A visible row.
  public struct Row {
    /// The element.
    public let element: Element

    /// The number of its ancestors.
    public let depth: Int

    /// A Boolean value that indicates whether the row can be expanded.
    public let hasChildren: Bool

    /// A Boolean value that indicates whether its children are visible.
    public let isExpanded: Bool

    /// A Boolean value that indicates whether a filter includes the row itself, and not only one of
    /// its descendants.
    public let isMatch: Bool
  }

  /// The numbers of rows that contradict others.
  public struct Faults: Hashable, Sendable {
    /// The number of rows whose parent is missing.
    public var orphans = 0

    /// The number of cycles of parents, including rows that are their own parent.
    public var cycles = 0

    /// The number of rows with the identity of an earlier one.
    public var duplicates = 0
  }

  /// All elements in preorder: each before its descendants.
  public internal(set) var elements: [Element]
  var nodes: [OutlineNode]
  /// The first element of each identity.
  var places: [ID: Int32]
  var flags: [OutlineFlags]
  /// The elements of the visible rows, ascending.
  var visible: [Int32] = []
  /// The level to which new rows are expanded; 1 for roots only.
  var level = 1

  /// The numbers of rows that contradict others.
  public internal(set) var faults: Faults
}

/// The place of an element of an outline among the others.
struct OutlineNode: Sendable {
  /// The parent; -1 for a root.
  var parent: Int32
  /// The end of the descendants, which follow their ancestor.
  var end: Int32
  var depth: Int32
}

/// The state of an element of an outline.
struct OutlineFlags: OptionSet, Sendable {
  let rawValue: UInt8
  static let expanded = OutlineFlags(rawValue: 1)
  static let hasChildren = OutlineFlags(rawValue: 2)
  /// Neither the element nor a descendant is included by the filter.
  static let hidden = OutlineFlags(rawValue: 4)
  static let match = OutlineFlags(rawValue: 8)
  /// The element was collapsed when it had children, and has none now.
  static let collapsed = OutlineFlags(rawValue: 16)
}

/// The place of a row in an outline, as it is drawn.
package struct OutlinePlace: Hashable, Sendable {
  /// The number of its ancestors.
  package var depth: Int32
  package var hasChildren: Bool
  package var isExpanded: Bool
  /// A Boolean value that indicates whether a filter includes the row itself.
  package var isMatch: Bool
}

extension Outline.Row {
  package var place: OutlinePlace {
    OutlinePlace(
      depth: Int32(truncatingIfNeeded: depth), hasChildren: hasChildren, isExpanded: isExpanded,
      isMatch: isMatch)
  }
}

extension Outline: Sendable where Element: Sendable, ID: Sendable {}
extension Outline.Row: Sendable where Element: Sendable {}
extension Outline.Row: Equatable where Element: Equatable {}

extension Outline.Row: Identifiable where Element: Identifiable {
  /// The identity of the element.
  public var id: Element.ID { element.id }
}

extension Outline: RandomAccessCollection {
  public var startIndex: Int { 0 }

  /// The number of visible rows.
  public var endIndex: Int { visible.count }

  public subscript(position: Int) -> Row {
    let place = Int(visible[position])
    let flags = flags[place]
    return Row(
      element: elements[place], depth: Int(nodes[place].depth),
      hasChildren: flags.contains(.hasChildren),
      isExpanded: flags.isSuperset(of: [.expanded, .hasChildren]), isMatch: flags.contains(.match))
  }

  /// Returns the position of the parent of a visible row; nil for a root.
  ///
  /// - Complexity: O(log *rows*).
  public func parent(of position: Int) -> Int? {
    let parent = nodes[Int(visible[position])].parent
    return parent < 0 ? nil : visible.partitioningIndex { $0 >= parent }
  }

  /// Returns the position of the first row with an identity; nil if it is not visible.
  ///
  /// - Complexity: O(log *rows*).
  public func position(of id: ID) -> Int? {
    guard let place = places[id] else { return nil }
    let position = visible.partitioningIndex { $0 >= place }
    return position < visible.count && visible[position] == place ? position : nil
  }

  /// Returns whether there is an element with an identity, visible or not.
  public func containsElement(withID id: ID) -> Bool { places[id] != nil }

  /// Returns whether an element that the filter includes is below a collapsed one.
  package func isBelowCollapsed(_ id: ID) -> Bool {
    guard let place = places[id], !flags[Int(place)].contains(.hidden) else { return false }
    return position(of: id) == nil
  }

  /// The identities of the expanded rows.
  ///
  /// - Complexity: O(*elements*).
  public var expandedIDs: Set<ID> {
    Set(places.lazy.filter { flags[Int($1)].isSuperset(of: [.expanded, .hasChildren]) }.map(\.key))
  }

  /// The number of elements that a filter includes; without one, of all.
  public var matchCount: Int { flags.count { $0.contains(.match) } }

  /// The number of levels; 0 without elements.
  ///
  /// - Complexity: O(*elements*).
  package var levelCount: Int { nodes.reduce(0) { Swift.max($0, Int($1.depth) + 1) } }

  /// Calls a closure with each element and the number of its ancestors, in preorder.
  package func forEachDepth(_ body: (Element, Int32) -> Void) {
    for (element, node) in zip(elements, nodes) { body(element, node.depth) }
  }

  /// The elements that a filter includes, in preorder; without one, all.
  package var matches: some Sequence<Element> {
    zip(elements, flags).lazy.filter { $1.contains(.match) }.map(\.0)
  }

  /// Returns the visible elements among the descendants of an element.
  func visibleElements(in range: Range<Int>) -> [Int32] {
    // Buffers: a million rows are expanded in a frame.
    flags.withUnsafeBufferPointer { flags in
      nodes.withUnsafeBufferPointer { nodes in
        Array(unsafeUninitializedCapacity: range.count) { rows, count in
          var place = range.lowerBound
          while place < range.upperBound {
            let flags = flags[place]
            if !flags.contains(.hidden) {
              rows[count] = Int32(truncatingIfNeeded: place)
              count += 1
            }
            let isOpen = flags.intersection([.expanded, .hidden]) == .expanded
            place = isOpen ? place + 1 : Int(nodes[place].end)
          }
        }
      }
    }
  }

  func end(of place: Int) -> Int { Int(nodes[place].end) }
}
