import MocoaCore

/// The rows of a feed as a tree.
///
/// It can be built off the main actor, and extended when the feed has grown. Identities are equal
/// as the values of ``RowGroups`` are; null, an empty text, and 0 where no row has it, are no
/// parent. It needs about 60 bytes per row.
package struct RowTree: Sendable {
  package typealias Rows = Outline<Int32, UInt64>

  /// How rows refer to their parents.
  package let links: TreeLinks

  /// The identity of each row, and of its parent, by the number of the row.
  private var ids: [UInt64] = []
  private var parents: [UInt64] = []
  /// The next shorter path of each path, by their hashes.
  private var shorter: [UInt64: UInt64] = [:]
  /// The last row of each level, and the number of its siblings so far, if rows were elements.
  private var trail: [(id: UInt64, count: UInt64)] = []
  private var model: FeedListModel?

  private var all = Rows(rows: [], id: { UInt64($0) }, parent: { _ in nil })
  private var filtered: (filters: [RowFilter], rows: Rows)?

  /// A Boolean value that indicates whether rows are expanded only by the user from now on.
  private var isExpansionFinal: Bool

  /// Creates a tree without rows, which is expanded to a level at first; nil for all rows if they
  /// fit on the screen, and otherwise for none.
  package init(_ links: TreeLinks, level: Int? = nil) {
    self.links = links
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
  package mutating func expand(fitting count: Int, isFinal: Bool) {
    guard !isExpansionFinal, !all.elements.isEmpty else { return }
    isExpansionFinal = isFinal
    all.expand(toLevel: all.elements.count <= count ? .max : 1)
  }

  // MARK: Reading

  /// Adds the rows of a list that were not scanned; restarts if it does not extend the last list.
  ///
  /// - Complexity: O(n) for n bytes of these rows.
  /// - Parameters:
  ///   - model: The list.
  ///   - isCancelled: Called at least every 64 KiB of rows, on any thread; rows that were not
  ///     scanned then are the first ones of the next call.
  /// - Throws: A `FeedError` if the source has become shorter or cannot be read.
  package mutating func add(
    rowsOf model: FeedListModel, isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws {
    if let old = self.model, !model.extends(old) { restart() }
    self.model = model
    let rows = ids.count..<max(ids.count, model.numberOfRows)
    ids.reserveCapacity(rows.upperBound)
    parents.reserveCapacity(rows.upperBound)
    var isComplete = true
    defer { if isComplete { addUnread(upTo: rows.upperBound) } }
    let first = rows.lowerBound
    let depths = if case .nested = links { model.nestedDepths(ofRows: rows) } else { [UInt16]() }
    let scan = RowScan(over: model, members: links.members)
    isComplete = try scan.run(rows, empty: LinkReader(links), isCancelled: isCancelled) {
      $2.add($1, number: $0)
    } step: { rows, block in
      shorter.merge(block.shorter) { path, _ in path }
      for (offset, link) in zip(block.numbers, block.links) {
        let number = rows.lowerBound + offset
        addUnread(upTo: number)
        add(link, depth: depths.isEmpty ? nil : Int(depths[number - first]))
      }
      return true
    }
  }

  /// Adds a row; its depth is nil if the link has the parent.
  private mutating func add(_ link: LinkReader.Link, depth: Int?) {
    guard let depth else {
      ids.append(link.id ?? Self.id(ofRow: ids.count))
      parents.append(link.parent ?? 0)
      return
    }
    trail.removeLast(max(0, trail.count - depth - 1))
    if trail.count == depth { trail.append((0, 0)) }
    let parent = depth == 0 ? 0 : trail[depth - 1].id
    trail[depth].id = LinkReader.mixed(parent, link.id ?? trail[depth].count)
    trail[depth].count += 1
    ids.append(trail[depth].id)
    parents.append(parent)
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
  package mutating func restart() { (ids, parents, shorter, trail, model) = ([], [], [:], [], nil) }

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
    let (ids, parent) = (ids, parents(of: links))
    var rows = Rows(rows: 0..<Int32(ids.count), id: { ids[Int($0)] }) { parent(Int($0)) }
    rows.restoreExpansion(of: all)
    if let order {
      var ranks = [Int32](repeating: .max, count: ids.count)
      for (rank, row) in order.enumerated() where row < ranks.count { ranks[row] = Int32(rank) }
      rows = rows.sorted(by: { ranks[Int($0)] < ranks[Int($1)] })
    }
    all = rows
    guard !filters.isEmpty else { return filtered = nil }
    var included = RowSet()
    for row in matches ?? RowNumbers() { included.insert(row) }
    rows = rows.filtered { included.contains(Int($0)) }
    if let filtered, filtered.filters == filters { rows.restoreExpansion(of: filtered.rows) }
    filtered = (filters, rows)
  }

  /// Returns a closure for the identity of the parent of a row; nil for none.
  private func parents(of links: TreeLinks) -> (Int) -> UInt64? {
    let parents = parents
    switch links {
    case .parent:
      let root = ids.contains(LinkReader.zero) ? 0 : LinkReader.zero
      return { parents[$0] == 0 || parents[$0] == root ? nil : parents[$0] }
    case .nested: return { parents[$0] == 0 ? nil : parents[$0] }
    case .path:
      let (known, shorter) = (Set(ids), shorter)
      return { row in
        var parent = parents[row]
        while parent != 0, !known.contains(parent) { parent = shorter[parent] ?? 0 }
        return parent == 0 ? nil : parent
      }
    }
  }

  package func list(of base: FeedListModel) -> TreeListModel {
    TreeListModel(base: base, rows: rows, ids: ids)
  }
}
