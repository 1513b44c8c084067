import MocoaCore

/// The rows of a feed in sections, one per value of a member.
///
/// The header of a section is an object with the member and the number of rows, `count`.
package struct GroupedListModel: ListModel, Sendable {
  /// The ungrouped rows.
  package let base: FeedListModel

  private let grouping: RowGrouping
  private let fingerprints = ArrangedFingerprints()

  /// Groups the rows of a list into sections.
  package init(_ base: FeedListModel, grouping: RowGrouping) {
    (self.base, self.grouping) = (base, grouping)
  }

  /// Returns whether both are copies of one list, and not only equal.
  package func isIdentical(to other: GroupedListModel) -> Bool {
    fingerprints === other.fingerprints
  }

  /// The number of different values.
  package var numberOfSections: Int { grouping.groups.count }

  package func section(at index: Int) -> any SectionModel { groupedSection(at: index) }

  /// The section of a value.
  ///
  /// - Complexity: O(1).
  /// - Precondition: `index` is in `0..<numberOfSections`.
  package func groupedSection(at index: Int) -> GroupedSection {
    GroupedSection(
      base: base, key: grouping.key, group: grouping.groups[index], index: index,
      rowFingerprints: fingerprints[index])
  }

  /// Assembles the fingerprints of the rows, so that the list can be compared with another.
  ///
  /// Any thread may call it; it does nothing if the feed has none.
  ///
  /// - Complexity: O(n) for n rows.
  package func makeFingerprints() {
    fingerprints.make(for: base) { grouping.groups.map { Array($0.rows) } }
  }

  /// The number in the whole feed of the row at a position; O(1).
  ///
  /// - Precondition: The position exists.
  package func rowNumber(at path: ListIndexPath) -> Int {
    grouping.groups[path.section].rows[path.item]
  }

  /// Returns the position of a row of the feed, or nil if it is not displayed.
  ///
  /// - Complexity: O(n) for n groups, plus the rows of a sorted group.
  package func indexPath(ofRow number: Int) -> ListIndexPath? {
    for (section, group) in grouping.groups.enumerated() {
      if let item = group.position(ofRow: number) {
        return ListIndexPath(section: section, item: item)
      }
    }
    return nil
  }
}

/// The rows of a feed that have one value of a member.
package struct GroupedSection: SectionModel, Sendable {
  let base: FeedListModel
  let key: String
  let group: RowGrouping.Group

  /// The position of the section in the list.
  let index: Int

  /// The identities and contents of the rows, if the feed has them.
  package let rowFingerprints: [RowFingerprint]?

  /// The value: the section remains the same while rows have it.
  package var sectionIdentity: AnyHashable? { AnyHashable(group.identity) }

  package var numberOfItems: Int { group.rows.count }

  /// The row at a position, as a `Row`.
  package func item(at index: Int) -> Any {
    base.shownRow(group.rows[index]) { offset in
      (0..<group.rows.count).contains(index + offset) ? group.rows[index + offset] : nil
    }.moved(to: ListIndexPath(section: self.index, item: index))
  }

  /// The number in the whole feed of the row at a position.
  package func rowNumber(at position: Int) -> Int { group.rows[position] }

  /// The numbers in the whole feed of the rows, in display order.
  package var rowNumbers: RowNumbers { group.rows }

  package var supplementaryKinds: [ModuleKind] { [.header] }

  /// The header as a `Row`.
  package func supplementaryModel(of kind: ModuleKind, at index: Int) -> Any? {
    kind == .header && index == 0 ? header : nil
  }

  /// An object with the member and the number of rows.
  package var header: Row {
    var text = [UInt8(ascii: "{")] + JSONText.quoted(key) + [UInt8(ascii: ":")]
    text += group.value.isEmpty ? Array("null".utf8) : group.value
    text += Array(",\"count\":\(group.rows.count)}".utf8)
    return Row(indexPath: nil, json: JSONBytes(text))
  }
}
