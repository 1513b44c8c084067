import MocoaCore

/// The rows of a feed that a query has found, as a list.
///
/// A feed that is only filtered keeps its sections, headers and footers, except for sections
/// without rows; a sorted one is one section. It is a value whose counts do not change.
package struct QueriedListModel: ListModel, Sendable {
  package let base: FeedListModel

  /// The numbers of the rows in the feed, in display order.
  package let rows: RowNumbers

  /// The sections: the section of the feed, nil for all, and the positions of its rows.
  private let sections: [(number: Int?, positions: Range<Int>)]

  private let places = RowPlaces()
  private let fingerprints = ArrangedFingerprints()

  /// Creates a list of rows of a feed.
  ///
  /// - Parameters:
  ///   - base: The feed.
  ///   - rows: The numbers of the rows.
  ///   - isSorted: A Boolean value that indicates whether the rows are displayed as one section.
  /// - Complexity: O(m log n) for n rows and m non-empty sections.
  init(base: FeedListModel, rows: RowNumbers, isSorted: Bool) {
    (self.base, self.rows) = (base, rows)
    if isSorted || !rows.isAscending || base.numberOfSections <= 1 {
      let only = base.numberOfSections == 1 ? 0 : nil
      sections = base.numberOfSections == 0 ? [] : [(only, 0..<rows.count)]
    } else {
      sections = Self.sections(of: base, rows)
    }
  }

  private static func sections(
    of base: FeedListModel, _ rows: RowNumbers
  ) -> [(number: Int?, positions: Range<Int>)] {
    var result: [(number: Int?, positions: Range<Int>)] = []
    var start = 0
    while start < rows.count {
      let section = base.section(ofRow: rows[start])
      let end = rows.firstPosition(notBelow: base.feedSection(at: section).rows.upperBound)
      result.append((section, start..<end))
      start = end
    }
    return result
  }

  /// Returns whether both are copies of one list, and not only equal.
  package func isIdentical(to other: QueriedListModel) -> Bool {
    fingerprints === other.fingerprints
  }

  package var numberOfSections: Int { sections.count }

  /// The section at a position; O(1).
  package func section(at index: Int) -> any SectionModel {
    let (number, positions) = sections[index]
    return QueriedSection(
      base: base, section: number.map(base.feedSection), rows: rows, positions: positions,
      rowFingerprints: fingerprints[index])
  }

  /// Assembles the fingerprints of the rows, so that the list can be compared with another.
  ///
  /// Any thread may call it; it does nothing if the feed has none.
  ///
  /// - Complexity: O(n) for n rows.
  package func makeFingerprints() {
    fingerprints.make(for: base) {
      sections.map { section in section.positions.map { rows[$0] } }
    }
  }

  /// The number in the feed of the row at a position.
  ///
  /// - Complexity: O(1).
  package func rowNumber(at path: ListIndexPath) -> Int {
    rows[sections[path.section].positions.lowerBound + path.item]
  }

  /// Returns the position of a row of the feed, or nil if it is not displayed.
  ///
  /// - Complexity: O(log n) for rows that are only filtered. For sorted ones O(n) the first time,
  ///   with eight bytes per row of the feed, and O(1) from then on.
  package func indexPath(ofRow number: Int) -> ListIndexPath? {
    let position =
      rows.isAscending
      ? rows.position(ofAscending: number) : places.position(of: number, in: rows)
    return position.flatMap(indexPath(at:))
  }

  /// Converts a position in the whole list to a position in a section.
  ///
  /// - Complexity: O(log n) for n sections.
  package func indexPath(at position: Int) -> ListIndexPath? {
    let section = sections.partitioningIndex { $0.positions.upperBound > position }
    guard section < sections.count else { return nil }
    return ListIndexPath(
      section: section, item: position - sections[section].positions.lowerBound)
  }
}

/// A section of the rows that a query has found.
private struct QueriedSection: SectionModel, Sendable {
  let base: FeedListModel
  let section: FeedSection?
  let rows: RowNumbers
  let positions: Range<Int>

  /// The identities and contents of the rows, once they have been assembled.
  let rowFingerprints: [RowFingerprint]?

  /// The position of the section in the feed; a common value for rows of several sections.
  var sectionIdentity: AnyHashable? { AnyHashable(section?.index) }

  /// The name of the section of the feed; `""` for rows of several sections.
  var moduleName: ModuleName { section?.moduleName ?? .default }

  var numberOfItems: Int { positions.count }

  /// The row at a position, as a `Row`.
  func item(at index: Int) -> Any {
    let position = positions.lowerBound + index
    return base.shownRow(rows[position]) { offset in
      positions.contains(position + offset) ? rows[position + offset] : nil
    }
  }

  /// Header and footer of the section of the feed.
  var supplementaryKinds: [ModuleKind] { section?.supplementaryKinds ?? [] }

  /// The number of headers or footers: 1 if the section of the feed has one, otherwise 0.
  func numberOfSupplementaryModels(of kind: ModuleKind) -> Int {
    section?.numberOfSupplementaryModels(of: kind) ?? 0
  }

  /// The header or footer as a `Row`.
  func supplementaryModel(of kind: ModuleKind, at index: Int) -> Any? {
    section?.supplementaryModel(of: kind, at: index)
  }
}

/// The positions of rows in any order; computed when first needed.
private final class RowPlaces: Sendable {
  private let places = Monitor<[Int]?>(nil)

  func position(of row: Int, in rows: RowNumbers) -> Int? {
    places.withLock { places in
      let table = places ?? Self.table(of: rows)
      places = table
      return table.indices.contains(row) && table[row] >= 0 ? table[row] : nil
    }
  }

  private static func table(of rows: RowNumbers) -> [Int] {
    var table = [Int](repeating: -1, count: (rows.max() ?? -1) + 1)
    for (position, row) in rows.enumerated() { table[row] = position }
    return table
  }
}
