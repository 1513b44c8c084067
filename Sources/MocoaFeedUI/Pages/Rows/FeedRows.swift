import MocoaCore
import MocoaFeed
import MocoaTUI

/// Which rows of a feed a list shows, and where each of them is, whatever their order and sections.
struct FeedRows: Sendable {
  private enum Arrangement: Sendable {
    case all(FeedListModel)
    case grouped(GroupedListModel)
    case queried(QueriedListModel)
  }

  private let arrangement: Arrangement

  /// Makes the rows of a list model, or nil where it is none of a feed.
  init?(_ model: any ListModel) {
    switch model {
    case let model as FeedListModel: arrangement = .all(model)
    case let model as GroupedListModel: arrangement = .grouped(model)
    case let model as QueriedListModel: arrangement = .queried(model)
    default: return nil
    }
  }

  /// The feed that the rows are of.
  var base: FeedListModel {
    switch arrangement {
    case .all(let model): model
    case .grouped(let model): model.base
    case .queried(let model): model.base
    }
  }

  /// The row at a position.
  func row(at path: ListIndexPath) -> Row { base.row(number(at: path)) }

  /// The number in the whole feed of the row at a position; O(1).
  func number(at path: ListIndexPath) -> Int {
    switch arrangement {
    case .all(let model): model.rowNumber(at: path)
    case .grouped(let model): model.rowNumber(at: path)
    case .queried(let model): model.rowNumber(at: path)
    }
  }

  /// Where a row of the feed is, or nil where it is not shown.
  func indexPath(ofRow number: Int) -> ListIndexPath? {
    switch arrangement {
    case .all(let model): model.indexPath(ofRow: number)
    case .grouped(let model): model.indexPath(ofRow: number)
    case .queried(let model): model.indexPath(ofRow: number)
    }
  }

  /// The numbers in the whole feed of the rows at some positions.
  ///
  /// - Complexity: O(rows); some milliseconds for a million.
  func numbers(at paths: IndexPathSet) -> RowSet {
    var numbers = RowSet()
    for range in paths.ranges {
      let number = self.number(inSection: range.section)
      for item in range.items { numbers.insert(number(item)) }
    }
    return numbers
  }

  /// Where rows of the feed are, and which of them are not shown.
  ///
  /// - Complexity: O(rows of the set) for a few of them, else O(rows shown): some milliseconds
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
    for (section, rows) in sections.enumerated() {
      for item in 0..<rows.count where numbers.contains(rows.number(item)) {
        shown.insert(ListIndexPath(section: section, item: item))
        hidden.remove(rows.number(item))
      }
    }
    return (shown, hidden)
  }

  /// Where a row is, or the next one of the feed that is shown, or the last one.
  func indexPath(nearRow number: Int) -> ListIndexPath? {
    if let path = indexPath(ofRow: number) { return path }
    guard case .queried(let model) = arrangement, model.rows.isAscending, !model.rows.isEmpty else {
      return nil
    }
    let position = min(model.rows.firstPosition(notBelow: number), model.rows.count - 1)
    return model.indexPath(at: position)
  }

  /// The numbers of all rows in the order in which they are shown; nil where that is the feed's.
  var order: RowNumbers? {
    switch arrangement {
    case .all: nil
    case .queried(let model): model.rows
    case .grouped:
      RowNumbers(sections.lazy.flatMap { section in (0..<section.count).map(section.number) })
    }
  }

  /// The numbers of the rows at some positions, in the order in which they are shown.
  func order(of paths: IndexPathSet) -> [Int] {
    paths.ranges.flatMap { $0.items.map(number(inSection: $0.section)) }
  }

  /// Whether rows are in the order of the feed.
  var isInFeedOrder: Bool {
    switch arrangement {
    case .all: true
    case .grouped: false
    case .queried(let model): model.rows.isAscending
    }
  }

  /// Whether the list can be compared with another one without reading rows.
  var hasFingerprints: Bool { base.hasFingerprints }

  /// Makes ready what the list is compared by; any thread may do so.
  func makeFingerprints() {
    switch arrangement {
    case .all: break
    case .grouped(let model): model.makeFingerprints()
    case .queried(let model): model.makeFingerprints()
    }
  }

  /// The rows by section, in the order in which they are shown, by their numbers; O(1) each.
  private var sections: some Sequence<(count: Int, number: (Int) -> Int)> {
    let model: any ListModel =
      switch arrangement {
      case .all(let model): model
      case .queried(let model): model
      case .grouped(let model): model
      }
    return (0..<model.numberOfSections).lazy.map { index in
      (model.section(at: index).numberOfItems, number(inSection: index))
    }
  }

  /// Returns the numbers in the whole feed of the rows of a section; O(1) each.
  private func number(inSection section: Int) -> (Int) -> Int {
    switch arrangement {
    case .all(let model):
      let first = model.feedSection(at: section).rows.lowerBound
      return { first + $0 }
    case .queried(let model):
      return { model.rowNumber(at: ListIndexPath(section: section, item: $0)) }
    case .grouped(let model): return model.groupedSection(at: section).rowNumber
    }
  }

  /// Which of the matches a row is, from 1, in the order in which rows are shown.
  ///
  /// - Complexity: O(n) for n rows; some milliseconds for a million.
  func ordinal(ofRow number: Int, in matches: RowSet) -> Int? {
    guard matches.contains(number) else { return nil }
    var ordinal = 0
    for section in sections {
      for item in 0..<section.count {
        let row = section.number(item)
        if matches.contains(row) { ordinal += 1 }
        if row == number { return ordinal }
      }
    }
    return nil
  }

  /// The match that comes next after a row in the order in which rows are shown, or before it, from
  /// an end to the other; nil where no match is shown.
  ///
  /// - Complexity: O(n) for n rows; some milliseconds for a million.
  func match(in matches: RowSet, after number: Int, isForward: Bool) -> (row: Int, wraps: Bool)? {
    var first: Int?
    var last: Int?
    var before: Int?
    var isBehind = false
    for section in sections {
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
    // Over the end, or back to the only one there is.
    let found = isForward ? first : last
    return found.map { ($0, true) } ?? (matches.contains(number) ? (number, true) : nil)
  }
}
