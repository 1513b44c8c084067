import MocoaCore

/// The rows of a feed as a tree: one section of the rows whose ancestors are expanded.
package struct TreeListModel: ListModel, Sendable {
  package let base: FeedListModel

  /// The rows, of which those below expanded ones are displayed.
  package let rows: RowTree.Rows

  private let ids: [UInt64]
  private let fingerprints = ArrangedFingerprints()

  init(base: FeedListModel, rows: RowTree.Rows, ids: [UInt64]) {
    (self.base, self.rows, self.ids) = (base, rows, ids)
  }

  /// Returns the same tree with other rows expanded.
  package func replacing(_ rows: RowTree.Rows) -> TreeListModel {
    TreeListModel(base: base, rows: rows, ids: ids)
  }

  /// Returns whether both are copies of one list, and not only equal.
  package func isIdentical(to other: TreeListModel) -> Bool {
    fingerprints === other.fingerprints
  }

  package var numberOfSections: Int { 1 }

  package func section(at index: Int) -> any SectionModel {
    TreeSection(
      base: base, section: base.numberOfSections == 1 ? base.feedSection(at: 0) : nil, rows: rows,
      rowFingerprints: fingerprints[0])
  }

  /// Assembles the fingerprints of the rows, so that the list can be compared with another.
  ///
  /// A row whose place has changed is another one to look at.
  package func makeFingerprints() {
    fingerprints.make(for: base) {
      [rows.map { Int($0.element) }]
    } mixing: { [rows] in
      rows[$0].place.hashValue
    }
  }

  /// The number in the feed of the row at a position; O(1).
  package func rowNumber(at path: ListIndexPath) -> Int { Int(rows[path.item].element) }

  /// Returns the position of a row of the feed, or nil if it is not displayed.
  ///
  /// - Complexity: O(log n) for n rows; O(n) for one with the identity of an earlier row.
  package func indexPath(ofRow number: Int) -> ListIndexPath? {
    guard ids.indices.contains(number) else { return nil }
    var item = rows.position(of: ids[number])
    if rows.faults.duplicates > 0, item.map({ Int(rows[$0].element) }) != number {
      item = rows.firstIndex { Int($0.element) == number }
    }
    return item.map { ListIndexPath(section: 0, item: $0) }
  }

  /// Returns the rows with the ancestors of a row expanded; nil if it is displayed, or hidden by a
  /// filter.
  package func revealing(_ number: Int) -> (rows: RowTree.Rows, changeset: Changeset)? {
    guard ids.indices.contains(number) else { return nil }
    var rows = rows
    let changeset = rows.reveal(ids[number])
    return rows.count == self.rows.count ? nil : (rows, changeset)
  }

  /// Returns whether a row of the feed is below a collapsed one.
  package func isBelowCollapsed(_ number: Int) -> Bool {
    ids.indices.contains(number) && rows.isBelowCollapsed(ids[number])
  }

  /// The number of ancestors of each row of the feed.
  package var depths: [Int32] {
    var depths = [Int32](repeating: 0, count: ids.count)
    rows.forEachDepth { depths[Int($0)] = $1 }
    return depths
  }

  /// The numbers of the rows that the filters include, displayed or not, in the order of the tree.
  package var matches: RowNumbers { RowNumbers(rows.matches.lazy.map { Int($0) }) }
}

/// The displayed rows of a tree.
private struct TreeSection: SectionModel, Sendable {
  let base: FeedListModel
  let section: FeedSection?
  let rows: RowTree.Rows
  let rowFingerprints: [RowFingerprint]?

  var sectionIdentity: AnyHashable? { AnyHashable(section?.index) }
  var moduleName: ModuleName { section?.moduleName ?? .default }
  var numberOfItems: Int { rows.count }

  func item(at index: Int) -> Any {
    let row = rows[index]
    return base.shownRow(Int(row.element)) { offset in
      rows.indices.contains(index + offset) ? Int(rows[index + offset].element) : nil
    }.placed(at: row.place)
  }
}
