import MocoaCore
import MocoaFeed
import MocoaTUI

/// A list of rows of a feed, in any order and sections.
private protocol FeedRowsModel: ListModel, Sendable {
  var base: FeedListModel { get }

  /// The numbers of all rows in display order; nil if that is the feed's order.
  var order: RowNumbers? { get }

  var isInFeedOrder: Bool { get }

  func rowNumber(at path: ListIndexPath) -> Int
  func indexPath(ofRow number: Int) -> ListIndexPath?

  /// Returns the position of the row that is displayed in place of one that is not.
  func indexPath(nearRow number: Int) -> ListIndexPath?

  /// Returns the numbers in the whole feed of the rows of a section; O(1) each.
  func number(inSection section: Int) -> (Int) -> Int

  /// Returns the number of displayed rows from a row of the feed on; nil if the rows are sorted.
  func count(from number: Int) -> Int?

  func isIdentical(to other: Self) -> Bool
  func makeFingerprints()
}

extension FeedRowsModel {
  fileprivate var isInFeedOrder: Bool { false }
  fileprivate func indexPath(nearRow number: Int) -> ListIndexPath? { nil }

  fileprivate func number(inSection section: Int) -> (Int) -> Int {
    { rowNumber(at: ListIndexPath(section: section, item: $0)) }
  }

  /// Returns whether both are the same list, of one type.
  fileprivate func isSame(as other: any FeedRowsModel) -> Bool {
    (other as? Self).map { isIdentical(to: $0) } ?? false
  }
}

extension FeedListModel: FeedRowsModel {
  fileprivate var base: FeedListModel { self }
  fileprivate var order: RowNumbers? { nil }
  fileprivate var isInFeedOrder: Bool { true }

  fileprivate func indexPath(nearRow number: Int) -> ListIndexPath? {
    numberOfRows > 0 ? indexPath(ofRow: min(number, numberOfRows - 1)) : nil
  }

  fileprivate func number(inSection section: Int) -> (Int) -> Int {
    let first = feedSection(at: section).rows.lowerBound
    return { first + $0 }
  }

  fileprivate func count(from number: Int) -> Int? { max(0, numberOfRows - number) }
  fileprivate func isIdentical(to other: FeedListModel) -> Bool { false }
  fileprivate func makeFingerprints() {}
}

extension GroupedListModel: FeedRowsModel {
  fileprivate var order: RowNumbers? {
    RowNumbers((0..<numberOfSections).lazy.flatMap { groupedSection(at: $0).rowNumbers })
  }

  fileprivate func number(inSection section: Int) -> (Int) -> Int {
    groupedSection(at: section).rowNumber
  }

  fileprivate func count(from number: Int) -> Int? {
    (0..<numberOfSections).reduce(0) { sum, index in
      let count = groupedSection(at: index).rowNumbers.count(from: number)
      return sum.flatMap { sum in count.map { sum + $0 } }
    }
  }
}

extension QueriedListModel: FeedRowsModel {
  fileprivate var order: RowNumbers? { rows }
  fileprivate var isInFeedOrder: Bool { rows.isAscending }

  fileprivate func indexPath(nearRow number: Int) -> ListIndexPath? {
    guard !rows.isEmpty else { return nil }
    guard rows.isAscending else { return indexPath(at: 0) }
    return indexPath(at: min(rows.firstPosition(notBelow: number), rows.count - 1))
  }

  fileprivate func count(from number: Int) -> Int? { rows.count(from: number) }
}

extension TreeListModel: FeedRowsModel {
  /// The numbers of the rows with those that are not expanded.
  fileprivate var order: RowNumbers? { matches }

  fileprivate func count(from number: Int) -> Int? { nil }
}

/// The rows of a feed that a list displays, and their positions, in any order and sections.
struct FeedRows: Sendable {
  private let model: any FeedRowsModel

  /// The sections whose rows are not displayed.
  private let collapsed: Set<Int>

  /// Creates the rows of a list model, or nil if it is not one of a feed.
  init?(_ model: any ListModel) {
    let list = model as? any CollapsedListModel
    collapsed = list?.collapsed ?? []
    guard let model = (list?.uncollapsed ?? model) as? any FeedRowsModel else { return nil }
    self.model = model
  }

  var base: FeedListModel { model.base }

  func contains(_ path: ListIndexPath) -> Bool {
    (0..<model.numberOfSections).contains(path.section) && !collapsed.contains(path.section)
      && (0..<model.section(at: path.section).numberOfItems).contains(path.item)
  }

  func row(at path: ListIndexPath) -> Row { base.row(number(at: path)) }

  /// The number in the whole feed of the row at a position; O(1).
  func number(at path: ListIndexPath) -> Int { model.rowNumber(at: path) }

  /// Returns the position of a row of the feed, or nil if it is not displayed.
  func indexPath(ofRow number: Int) -> ListIndexPath? {
    model.indexPath(ofRow: number).flatMap { collapsed.contains($0.section) ? nil : $0 }
  }

  /// Returns the collapsed section of a row of the feed; nil if it is in none.
  func collapsedSection(ofRow number: Int) -> Int? {
    guard !collapsed.isEmpty, let path = model.indexPath(ofRow: number) else { return nil }
    return collapsed.contains(path.section) ? path.section : nil
  }

  /// Returns the numbers in the whole feed of the rows at some positions.
  ///
  /// - Complexity: O(rows); some milliseconds for a million.
  func numbers(at paths: IndexPathSet) -> RowSet {
    var numbers = RowSet()
    for range in paths.ranges {
      let number = model.number(inSection: range.section)
      for item in range.items { numbers.insert(number(item)) }
    }
    return numbers
  }

  /// The tree; nil for other rows.
  var tree: TreeListModel? { model as? TreeListModel }

  /// Returns the positions of rows of the feed, and those that are not displayed.
  ///
  /// - Complexity: O(rows of the set) for a few of them, else O(rows displayed): some milliseconds
  ///   for a million.
  func indexPaths(ofRows numbers: RowSet) -> (shown: IndexPathSet, hidden: RowSet) {
    var paths: [ListIndexPath] = []
    var hidden = numbers
    if numbers.count < 1_000 {
      for number in numbers.rows {
        guard let path = indexPath(ofRow: number) else { continue }
        paths.append(path)
        hidden.remove(number)
      }
      return (IndexPathSet(paths), hidden)
    }
    var shown = IndexPathSet()
    for (section, rows) in sections.enumerated() where !collapsed.contains(section) {
      for item in 0..<rows.count where numbers.contains(rows.number(item)) {
        shown.insert(ListIndexPath(section: section, item: item))
        hidden.remove(rows.number(item))
      }
    }
    return (shown, hidden)
  }

  /// Returns the position of a row, or of the nearest displayed one.
  ///
  /// In the order of the feed that is the next one, else the last; in another order the first.
  func indexPath(nearRow number: Int) -> ListIndexPath? {
    if let path = indexPath(ofRow: number) { return path }
    return collapsed.isEmpty ? model.indexPath(nearRow: number) : nil
  }

  /// The numbers of the rows that are displayed; O(rows).
  private var displayed: RowSet {
    var numbers = RowSet()
    for (section, rows) in sections.enumerated() where !collapsed.contains(section) {
      for item in 0..<rows.count { numbers.insert(rows.number(item)) }
    }
    return numbers
  }

  /// Returns a row of another list of the feed, or the one to display in place of one that it does
  /// not display: the next one of the section in the order of this list, else the last one before;
  /// without one, that of the next section, else of the last one before.
  ///
  /// The number of the row is that in the other list.
  ///
  /// - Complexity: O(rows).
  func row(of other: FeedRows, inPlaceOf number: Int) -> Int? {
    if other.indexPath(ofRow: number) != nil { return number }
    guard let own = other.base.number(ofRow: number, in: base),
      let path = model.indexPath(ofRow: own)
    else { return nil }
    let displayed = other.displayed
    func shown(_ items: some Collection<Int>, of section: Int) -> Int? {
      let row = model.number(inSection: section)
      return items.lazy.compactMap { base.number(ofRow: row($0), in: other.base) }
        .first { displayed.contains($0) }
    }
    func count(of section: Int) -> Int { model.section(at: section).numberOfItems }
    if let row = shown(path.item + 1..<count(of: path.section), of: path.section)
      ?? shown((0..<path.item).reversed(), of: path.section)
    {
      return row
    }
    for section in path.section + 1..<model.numberOfSections {
      if let row = shown(0..<count(of: section), of: section) { return row }
    }
    for section in (0..<path.section).reversed() {
      if let row = shown((0..<count(of: section)).reversed(), of: section) { return row }
    }
    return nil
  }

  /// Returns the number of displayed rows from a row of the feed on; nil if the rows are sorted.
  ///
  /// - Complexity: O(log n) for n rows, in each section.
  func count(from number: Int) -> Int? { model.count(from: number) }

  /// The numbers of all rows in display order, of a tree with those that are not expanded; nil if
  /// that is the feed's order.
  var order: RowNumbers? { model.order }

  /// Returns the numbers of the rows at some positions, in display order.
  func order(of paths: IndexPathSet) -> [Int] {
    paths.ranges.flatMap { $0.items.map(model.number(inSection: $0.section)) }
  }

  var isInFeedOrder: Bool { model.isInFeedOrder }

  /// A Boolean value that indicates whether the list can be compared without reading rows.
  var hasFingerprints: Bool { base.hasFingerprints }

  /// Prepares two lists for comparison, unless it is cancelled; any thread may call it.
  static func makeFingerprints(
    of old: FeedRows?, _ new: FeedRows?, isCancelled: @escaping @Sendable () -> Bool
  ) {
    if let old, let new {
      old.base.makeFingerprints(comparableWith: new.base, isCancelled: isCancelled)
      new.base.makeFingerprints(comparableWith: old.base, isCancelled: isCancelled)
    }
    guard !isCancelled() else { return }
    old?.model.makeFingerprints()
    new?.model.makeFingerprints()
  }

  /// Returns the numbers of rows by which later ones differ, displayed or not; nil if the displayed
  /// rows are all, in one section, if the numbers are not known, or if it is cancelled.
  ///
  /// Any thread may call it.
  ///
  /// - Complexity: O(n) for n rows, most of which have not changed.
  static func difference(
    from old: FeedRows?, to new: FeedRows?, isCancelled: () -> Bool
  ) -> RowDifference? {
    guard let old, let new, old.isDivided || new.isDivided, !isCancelled() else { return nil }
    return old.base.difference(
      of: old.comparedRows, to: new.base, new.comparedRows, isCancelled: isCancelled)
  }

  /// The numbers of all rows; nil if those are all rows of the feed, in any order.
  private var comparedRows: RowNumbers? {
    // Those of sections are copied only if some are left out.
    let isWhole = tree == nil && sections.reduce(0) { $0 + $1.count } == base.numberOfRows
    return isWhole ? nil : order
  }

  /// A Boolean value that indicates whether rows are in sections, or below others.
  private var isDivided: Bool { tree != nil || model.numberOfSections > 1 }

  /// A Boolean value that indicates whether rows may be below collapsed ones, or in such sections.
  var areCollapsible: Bool { tree != nil || !collapsed.isEmpty }

  /// The number of rows in collapsed sections; O(sections).
  var collapsedRowCount: Int {
    collapsed.reduce(0) { $0 + model.section(at: $1).numberOfItems }
  }

  /// Returns whether a row of the feed is below a collapsed row, or in a collapsed section.
  func isCollapsed(_ number: Int) -> Bool {
    collapsedSection(ofRow: number) != nil || tree?.isBelowCollapsed(number) == true
  }

  /// The numbers of the rows by section, in display order; O(1) each.
  private var sections: some Sequence<(count: Int, number: (Int) -> Int)> {
    let model = self.model
    return (0..<model.numberOfSections).lazy.map { index in
      (model.section(at: index).numberOfItems, model.number(inSection: index))
    }
  }

  /// The numbers of the rows that are searched, in display order; O(1) each.
  ///
  /// Those of a tree include rows that are not expanded.
  private var searched: [(count: Int, number: (Int) -> Int)] {
    guard let rows = tree?.matches else { return Array(sections) }
    return [(rows.count, { rows[$0] })]
  }

  /// Returns whether both are the same list, and not only equal ones; a feed's own list never is.
  func isIdentical(to other: FeedRows) -> Bool { model.isSame(as: other.model) }

  /// Returns the numbers of matches, from 1, in display order, by their rows; 0 for other rows.
  ///
  /// - Complexity: O(n) for n rows; some milliseconds, and four megabytes, for a million.
  func ordinals(of matches: RowSet) -> [UInt32] {
    var ordinals = [UInt32](repeating: 0, count: base.numberOfRows)
    var ordinal: UInt32 = 0
    for section in searched {
      for item in 0..<section.count {
        let row = section.number(item)
        guard matches.contains(row), row < ordinals.count else { continue }
        ordinal += 1
        ordinals[row] = ordinal
      }
    }
    return ordinals
  }

  /// Returns the next or previous match in display order, wrapping around; nil if there is none.
  ///
  /// - Complexity: O(n) for n rows; some milliseconds for a million.
  func match(in matches: RowSet, after number: Int, isForward: Bool) -> (row: Int, wraps: Bool)? {
    var first: Int?
    var last: Int?
    var before: Int?
    var isBehind = false
    for section in searched {
      for item in 0..<section.count {
        let row = section.number(item)
        if row == number {
          isBehind = true
          before = last
          if !isForward, let before { return (before, false) }
          continue
        }
        guard matches.contains(row) else { continue }
        if isForward, isBehind { return (row, false) }
        if first == nil { first = row }
        last = row
      }
    }
    if !isForward, !isBehind { return last.map { ($0, false) } }
    // Wrapping around, or back to the only one.
    let found = isForward ? first : last
    return found.map { ($0, true) } ?? (matches.contains(number) ? (number, true) : nil)
  }
}

extension RowNumbers {
  /// Returns the number of rows from a row of the feed on; nil if they are not in its order.
  fileprivate func count(from number: Int) -> Int? {
    isAscending ? count - firstPosition(notBelow: number) : nil
  }
}
