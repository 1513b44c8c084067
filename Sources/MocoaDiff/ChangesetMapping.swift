/// Where each position of the old list is in the new one, and back.
///
/// It is made once from a changeset and then asked as often as need be: for the cursor, for marks,
/// for the first row on the screen, for tables by position. It knows no counts: positions beyond
/// the end of a list are mapped as if rows stood there.
///
/// Making it takes O(n log n) for n ranges and moves, whatever the number of rows.
public struct ChangesetMapping: Sendable {
  /// Whether everything is loaded anew, so that no position is known to be anywhere.
  private let isReload: Bool
  private let sections: PositionMapping
  private let deletes: IndexPathSet
  private let inserts: IndexPathSet
  private let movesByOld: [ItemMove]
  private let movesByNew: [ItemMove]
  /// The rows that leave their place, by old section; those that stay are between them.
  private let leavers: [Int: PositionRanges]
  /// The rows that come to their place, by new section.
  private let comers: [Int: PositionRanges]

  /// Prepares the mapping of a changeset.
  public init(_ changeset: Changeset) {
    isReload = changeset.isReload
    sections = PositionMapping(
      deletes: changeset.sectionDeletes, inserts: changeset.sectionInserts,
      moves: changeset.sectionMoves)
    deletes = changeset.itemDeletes
    inserts = changeset.itemInserts
    movesByOld = changeset.itemMoves
    movesByNew = changeset.itemMoves.sorted { $0.to < $1.to }
    leavers = Self.rangesBySection(deletes, movesByOld.lazy.map(\.from))
    comers = Self.rangesBySection(inserts, movesByNew.lazy.map(\.to))
  }

  /// Where a row of the old list is in the new one, or nil if it was deleted; O(log *changes*).
  public func newPosition(of old: ListIndexPath) -> ListIndexPath? {
    if isReload { return nil }
    if let move = Self.find(old, in: movesByOld, by: \.from) { return move.to }
    guard !deletes.contains(old), let section = sections.newPosition(of: old.section) else {
      return nil
    }
    let rank = leavers[old.section]?.rankOutside(old.item) ?? old.item
    return ListIndexPath(section: section, item: comers[section]?.selectOutside(rank) ?? rank)
  }

  /// Where a row of the new list was in the old one, or nil if it was inserted; O(log *changes*).
  public func oldPosition(of new: ListIndexPath) -> ListIndexPath? {
    if isReload { return nil }
    if let move = Self.find(new, in: movesByNew, by: \.to) { return move.from }
    guard !inserts.contains(new), let section = sections.oldPosition(of: new.section) else {
      return nil
    }
    let rank = comers[new.section]?.rankOutside(new.item) ?? new.item
    return ListIndexPath(section: section, item: leavers[section]?.selectOutside(rank) ?? rank)
  }

  /// Where a section of the old list is in the new one, or nil if it was deleted.
  public func newSection(of old: Int) -> Int? {
    isReload ? nil : sections.newPosition(of: old)
  }

  /// Where a section of the new list was in the old one, or nil if it was inserted.
  public func oldSection(of new: Int) -> Int? {
    isReload ? nil : sections.oldPosition(of: new)
  }

  private static func rangesBySection(
    _ set: IndexPathSet, _ paths: some Sequence<ListIndexPath>
  ) -> [Int: PositionRanges] {
    var ranges: [Int: [Range<Int>]] = [:]
    for range in set.ranges { ranges[range.section, default: []].append(range.items) }
    for path in paths { ranges[path.section, default: []].append(path.item..<(path.item + 1)) }
    return ranges.mapValues(PositionRanges.init)
  }

  private static func find(
    _ path: ListIndexPath, in moves: [ItemMove], by key: KeyPath<ItemMove, ListIndexPath>
  ) -> ItemMove? {
    var (low, high) = (0, moves.count)
    while low < high {
      let middle = low + (high - low) / 2
      if moves[middle][keyPath: key] < path { low = middle + 1 } else { high = middle }
    }
    return low < moves.count && moves[low][keyPath: key] == path ? moves[low] : nil
  }
}

extension Changeset {
  /// The mapping between old and new positions, made anew at each call; O(n log n) for n changes.
  public var mapping: ChangesetMapping { ChangesetMapping(self) }
}

/// The mapping of one line of positions: deletes, inserts and moves without sections.
package struct PositionMapping: Sendable {
  private let deletes: Set<Int>
  private let inserts: Set<Int>
  private let newByOld: [Int: Int]
  private let oldByNew: [Int: Int]
  private let leavers: PositionRanges
  private let comers: PositionRanges

  package init(deletes: [Int], inserts: [Int], moves: [SectionMove]) {
    self.deletes = Set(deletes)
    self.inserts = Set(inserts)
    newByOld = Dictionary(moves.map { ($0.from, $0.to) }) { first, _ in first }
    oldByNew = Dictionary(moves.map { ($0.to, $0.from) }) { first, _ in first }
    leavers = PositionRanges((deletes + moves.map(\.from)).map { $0..<($0 + 1) })
    comers = PositionRanges((inserts + moves.map(\.to)).map { $0..<($0 + 1) })
  }

  package func newPosition(of old: Int) -> Int? {
    if let new = newByOld[old] { return new }
    return deletes.contains(old) ? nil : comers.selectOutside(leavers.rankOutside(old))
  }

  package func oldPosition(of new: Int) -> Int? {
    if let old = oldByNew[new] { return old }
    return inserts.contains(new) ? nil : leavers.selectOutside(comers.rankOutside(new))
  }
}

/// Sorted ranges of positions that can say how many positions outside of them stand before one.
struct PositionRanges: Sendable {
  private var lowers: [Int] = []
  /// How many positions outside stand before each range.
  private var outside: [Int] = []
  /// The end of each range.
  private var uppers: [Int] = []

  /// Takes ranges in any order; they may touch, and must not overlap.
  init(_ ranges: [Range<Int>]) {
    var covered = 0
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if uppers.last == range.lowerBound {
        uppers[uppers.count - 1] = range.upperBound
      } else {
        lowers.append(range.lowerBound)
        outside.append(range.lowerBound - covered)
        uppers.append(range.upperBound)
      }
      covered += range.count
    }
  }

  /// How many positions outside the ranges stand before one that is outside too.
  func rankOutside(_ position: Int) -> Int {
    let index = Self.count(in: lowers, upTo: position)
    guard index > 0 else { return position }
    return outside[index - 1] + (position - uppers[index - 1])
  }

  /// The position outside the ranges before which so many others stand.
  func selectOutside(_ rank: Int) -> Int {
    let index = Self.count(in: outside, upTo: rank)
    guard index > 0 else { return rank }
    return uppers[index - 1] + (rank - outside[index - 1])
  }

  private static func count(in values: [Int], upTo limit: Int) -> Int {
    var (low, high) = (0, values.count)
    while low < high {
      let middle = low + (high - low) / 2
      if values[middle] <= limit { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
