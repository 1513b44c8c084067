import MocoaCore

/// The rows of a feed as a tree, in which rows refer to their parents.
///
/// It can be built off the main actor, and extended when the feed has grown. Identities are equal
/// as the values of ``RowGroups`` are; null, an empty text, and 0 where no row has it, are no
/// parent. It needs about 60 bytes per row.
package struct RowTree: Sendable {
  package typealias Rows = Outline<Int32, UInt64>

  /// The member that identifies rows, and the one that has the identity of the parent.
  package let id: MemberPath
  package let parent: MemberPath

  /// The identity of each row, and of its parent, by the number of the row.
  private var ids: [UInt64] = []
  private var parents: [UInt64] = []
  private var model: FeedListModel?

  private var all = Rows(rows: [], id: { UInt64($0) }, parent: { _ in nil })
  private var filtered: (filters: [RowFilter], rows: Rows)?

  /// A Boolean value that indicates whether rows are expanded only by the user from now on.
  private var isExpansionFinal: Bool

  /// Creates a tree without rows.
  ///
  /// - Parameters:
  ///   - id: The member that identifies rows.
  ///   - parent: The member that has the identity of the parent.
  ///   - level: The level to which rows are expanded at first; nil for all rows if they fit on the
  ///     screen, and otherwise for none.
  package init(id: MemberPath, parent: MemberPath, level: Int? = nil) {
    (self.id, self.parent) = (id, parent)
    isExpansionFinal = level != nil
    if let level { all.expand(toLevel: level) }
  }

  /// The rows, of which a filter hides some.
  package var rows: Rows {
    get { filtered?.rows ?? all }
    set {
      isExpansionFinal = true
      if filtered == nil { all = newValue } else { filtered?.rows = newValue }
    }
  }

  /// Expands all rows if they fit on the screen, and none otherwise, unless what is expanded is
  /// final.
  ///
  /// - Parameters:
  ///   - count: The number of rows that fit.
  ///   - isFinal: A Boolean value that indicates whether all rows are known.
  package mutating func expand(fitting count: Int, isFinal: Bool) {
    guard !isExpansionFinal, !all.elements.isEmpty else { return }
    isExpansionFinal = isFinal
    all.expand(toLevel: all.elements.count <= count ? .max : 1)
  }

  // MARK: Reading

  /// Adds the rows of a list that were not scanned; restarts if it does not extend the last list.
  ///
  /// - Complexity: O(n) for n bytes of these rows.
  /// - Throws: A `FeedError` if the source has become shorter or cannot be read.
  package mutating func add(rowsOf model: FeedListModel) throws {
    if let old = self.model, !model.extends(old) { restart() }
    self.model = model
    let rows = ids.count..<max(ids.count, model.numberOfRows)
    ids.reserveCapacity(rows.upperBound)
    parents.reserveCapacity(rows.upperBound)
    defer { addUnread(upTo: rows.upperBound) }
    try RowScan(over: model, members: [id, parent]).run(rows, empty: LinkReader(id, parent)) {
      $2.add($1, number: $0)
    } step: { rows, links in
      addUnread(upTo: rows.lowerBound)
      for (offset, link) in zip(links.numbers, links.links) {
        addUnread(upTo: rows.lowerBound + offset)
        ids.append(link.id ?? Self.id(ofRow: ids.count))
        parents.append(link.parent ?? 0)
      }
      return true
    }
  }

  /// Adds rows that cannot be read, which have neither a parent nor children.
  private mutating func addUnread(upTo end: Int) {
    while ids.count < end {
      ids.append(Self.id(ofRow: ids.count))
      parents.append(0)
    }
  }

  /// The identity of a row without one.
  private static func id(ofRow number: Int) -> UInt64 { ~UInt64(number) }

  /// Forgets the rows, but not what is expanded.
  package mutating func restart() { (ids, parents, model) = ([], [], nil) }

  // MARK: Arranging

  /// Arranges the rows that were added; what was expanded stays so.
  ///
  /// - Parameters:
  ///   - filters: The filters; none if all rows are included.
  ///   - matches: The rows that match the filters.
  ///   - order: The order of siblings; nil for that of the feed.
  /// - Complexity: O(n log n) for n rows.
  package mutating func arrange(
    _ filters: [RowFilter] = [], matches: RowNumbers? = nil, order: RowNumbers? = nil
  ) {
    let (ids, parents) = (ids, parents)
    let root = ids.contains(LinkReader.zero) ? 0 : LinkReader.zero
    var rows = Rows(rows: 0..<Int32(ids.count), id: { ids[Int($0)] }) { row in
      let parent = parents[Int(row)]
      return parent == 0 || parent == root ? nil : parent
    }
    rows.restoreExpansion(of: all)
    if let order {
      var ranks = [Int32](repeating: .max, count: ids.count)
      for (rank, row) in order.enumerated() where row < ranks.count { ranks[row] = Int32(rank) }
      rows = rows.sorted { ranks[Int($0)] < ranks[Int($1)] }
    }
    all = rows
    guard !filters.isEmpty else { return filtered = nil }
    var included = RowSet()
    for row in matches ?? RowNumbers() { included.insert(row) }
    rows = rows.filtered { included.contains(Int($0)) }
    if let filtered, filtered.filters == filters { rows.restoreExpansion(of: filtered.rows) }
    filtered = (filters, rows)
  }

  /// Returns the rows as a list.
  package func list(of base: FeedListModel) -> TreeListModel {
    TreeListModel(base: base, rows: rows, ids: ids)
  }
}

/// Reads the identities of the rows of a block, and of their parents.
private struct LinkReader: Sendable {
  private(set) var numbers: [Int] = []
  private(set) var links: [(id: UInt64?, parent: UInt64?)] = []
  private var reader = MemberReader()
  private let slots: (id: [[Int]], parent: [[Int]])
  private var identity = ValueIdentity()

  /// The identities of null, which is that of a missing value, of an empty text and of 0.
  private static let (null, empty) = (hash(of: "null"), hash(of: "\"\""))
  static let zero = hash(of: "0")

  private static func hash(of json: String) -> UInt64 {
    var identity = ValueIdentity()
    Array(json.utf8).withUnsafeBytes { identity.append($0) }
    return identity.hash
  }

  init(_ id: MemberPath, _ parent: MemberPath) {
    var reader = MemberReader()
    slots = ([reader.slots(of: id)], [reader.slots(of: parent)])
    self.reader = reader
  }

  mutating func add(_ row: UnsafeRawBufferPointer, number: Int) {
    guard reader.read(row, number: number) else { return }
    numbers.append(number)
    links.append((hash(of: slots.id, in: row), hash(of: slots.parent, in: row)))
  }

  private mutating func hash(of slots: [[Int]], in row: UnsafeRawBufferPointer) -> UInt64? {
    let hash = identity.hash(of: slots, readBy: reader, in: row)
    return hash == Self.null || hash == Self.empty ? nil : hash
  }
}
