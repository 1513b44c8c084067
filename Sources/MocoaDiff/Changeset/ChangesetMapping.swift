/// Maps the positions of an old list to those of the new one, and back.
///
/// It is created once from a changeset and used as often as needed: for the cursor, for marks, for
/// the first row on the screen, for tables by position. It has no counts: positions beyond the end
/// of a list are mapped as if there were rows.
///
/// Creating it takes O(n log n) for n ranges and moves, regardless of the number of rows.
public struct ChangesetMapping: Sendable {
  /// A Boolean value that indicates whether everything is reloaded: all positions are unknown.
  private let isReload: Bool
  private let old: MappedPositions
  private let new: MappedPositions

  /// Creates the mapping of a changeset.
  public init(_ changeset: Changeset) {
    isReload = changeset.isReload
    let sectionMoves = changeset.sectionMoves.map {
      Changeset.Move(from: ListIndexPath.section($0.from), to: .section($0.to))
    }
    let moves =
      sectionMoves.isEmpty ? changeset.itemMoves : sectionMoves + changeset.itemMoves
    old = MappedPositions(
      sections: changeset.sectionDeletes, items: changeset.itemDeletes, moves: moves)
    new = MappedPositions(
      sections: changeset.sectionInserts, items: changeset.itemInserts, moves: moves.inverted)
  }

  /// Returns the new position of an old row, or nil if it was deleted; O(log *changes*).
  public func newPosition(of old: ListIndexPath) -> ListIndexPath? {
    isReload ? nil : self.old.map(old, to: new)
  }

  /// Returns the new positions of old rows, except deleted ones.
  ///
  /// - Complexity: O((r + m) log (r + m)) for r ranges and m changes, regardless of the number of
  ///   rows.
  package func newPositions(of old: IndexPathSet) -> IndexPathSet {
    isReload ? [] : self.old.map(old, to: new)
  }

  /// Returns the old position of a new row, or nil if it was inserted; O(log *changes*).
  public func oldPosition(of new: ListIndexPath) -> ListIndexPath? {
    isReload ? nil : self.new.map(new, to: old)
  }

  /// Returns the new position of an old section, or nil if it was deleted.
  public func newSection(of old: Int) -> Int? { newPosition(of: .section(old))?.item }

  /// Returns the old position of a new section, or nil if it was inserted.
  public func oldSection(of new: Int) -> Int? { oldPosition(of: .section(new))?.item }
}

extension Changeset {
  /// The mapping between old and new positions, created at each call; O(n log n) for n changes.
  public var mapping: ChangesetMapping { ChangesetMapping(self) }

  /// The mapping of the sections alone.
  package var sectionMapping: ChangesetMapping {
    ChangesetMapping(
      Changeset(
        sectionDeletes: sectionDeletes, sectionInserts: sectionInserts, sectionMoves: sectionMoves))
  }
}

extension ListIndexPath {
  /// The sections of a list, as if they were the items of a section.
  fileprivate static let sections = -1

  fileprivate static func section(_ position: Int) -> ListIndexPath {
    ListIndexPath(section: sections, item: position)
  }
}

/// The positions of one list without a counterpart in the other list, or with a moved one.
private struct MappedPositions: Sendable {
  private let unmatched: IndexPathSet
  /// The positions of moved rows and sections in both lists, sorted by those in this list.
  private let moves: [Changeset.Move<ListIndexPath>]
  /// The positions of both kinds, by section; all others keep their order.
  private let ranges: [Int: PositionRanges]

  /// Creates the positions of one list.
  ///
  /// - Precondition: The moves are sorted by their first positions.
  init(sections: [Int], items: IndexPathSet, moves: [Changeset.Move<ListIndexPath>]) {
    unmatched =
      sections.isEmpty ? items : IndexPathSet(sections.lazy.map { .section($0) }).union(items)
    self.moves = moves
    guard !unmatched.isEmpty || !moves.isEmpty else {
      self.ranges = [:]
      return
    }
    var ranges: [Int: [Range<Int>]] = [:]
    for range in unmatched.ranges { ranges[range.section, default: []].append(range.items) }
    // Consecutive rows are one range: of a shuffled list, that are nearly all.
    var start = 0
    for index in moves.indices {
      let (path, next) = (moves[index].from, index + 1)
      if next < moves.count, moves[next].from.section == path.section,
        moves[next].from.item == path.item + 1
      {
        continue
      }
      ranges[path.section, default: []].append(moves[start].from.item..<(path.item + 1))
      start = next
    }
    self.ranges = ranges.mapValues(PositionRanges.init)
  }

  func map(_ path: ListIndexPath, to other: MappedPositions) -> ListIndexPath? {
    let index = moves.partitioningIndex { $0.from >= path }
    if index < moves.count, moves[index].from == path { return moves[index].to }
    if unmatched.contains(path) { return nil }
    var section = path.section
    if section != ListIndexPath.sections {
      guard let mapped = map(.section(section), to: other) else { return nil }
      section = mapped.item
    }
    let rank = ranges[path.section]?.rankOutside(path.item) ?? path.item
    return ListIndexPath(section: section, item: other.ranges[section]?.selectOutside(rank) ?? rank)
  }

  func map(_ paths: IndexPathSet, to other: MappedPositions) -> IndexPathSet {
    var mapped =
      moves.lazy.filter { paths.contains($0.from) }.map { move in
        IndexPathSet.ItemRange(section: move.to.section, items: move.to.item..<move.to.item + 1)
      } as [IndexPathSet.ItemRange]
    for range in paths.ranges {
      guard let section = map(.section(range.section), to: other)?.item else { continue }
      let own = ranges[range.section]
      let ranks = own.map {
        $0.rankOutside(range.items.lowerBound)..<$0.rankOutside(range.items.upperBound)
      }
      let places = other.ranges[section]?.selectOutside(ranks ?? range.items)
      mapped += (places ?? [ranks ?? range.items]).map { .init(section: section, items: $0) }
    }
    mapped.sort { ($0.section, $0.items.lowerBound) < ($1.section, $1.items.lowerBound) }
    return mapped.reduce(into: []) { $0.insert($1.items, inSection: $1.section) }
  }
}

extension [Changeset.Move<ListIndexPath>] {
  /// The moves from the new list to the old one, by their positions in the new list.
  ///
  /// - Complexity: O(n) if they are in one section, and most rows of it move; else O(n log n).
  fileprivate var inverted: Self {
    guard let first, count > 1 else { return map { .init(from: $0.to, to: $0.from) } }
    var (low, high) = (first.to.item, first.to.item)
    var isOneSection = true
    for move in self {
      (low, high) = (Swift.min(low, move.to.item), Swift.max(high, move.to.item))
      isOneSection = isOneSection && move.to.section == first.to.section
    }
    guard isOneSection, high - low < 16 * count else {
      return map { .init(from: $0.to, to: $0.from) }.sorted { $0.from < $1.from }
    }
    var line = [Int](repeating: -1, count: high - low + 1)
    for index in indices { line[self[index].to.item - low] = index }
    var inverted: Self = []
    inverted.reserveCapacity(count)
    for index in line where index >= 0 {
      inverted.append(.init(from: self[index].to, to: self[index].from))
    }
    return inverted
  }

  /// The moves in runs, each of rows that move between the same sections.
  package var runs: [(source: Int, target: Int, moves: SubSequence)] {
    var runs: [(source: Int, target: Int, moves: SubSequence)] = []
    var start = startIndex
    for index in indices {
      let (move, next) = (self[index], index + 1)
      if next < count, self[next].from.section == move.from.section,
        self[next].to.section == move.to.section
      {
        continue
      }
      runs.append((move.from.section, move.to.section, self[start..<next]))
      start = next
    }
    return runs
  }
}

/// Sorted ranges of positions, with the number of positions outside of them before each.
struct PositionRanges: Sendable {
  private var ranges: [(outsideBefore: Int, positions: Range<Int>)] = []

  /// Creates ranges from unsorted ones; they may touch, but must not overlap.
  init(_ unsorted: [Range<Int>]) {
    var covered = 0
    for range in unsorted.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = ranges.last?.positions, last.upperBound == range.lowerBound {
        ranges[ranges.count - 1].positions = last.lowerBound..<range.upperBound
      } else {
        ranges.append((range.lowerBound - covered, range))
      }
      covered += range.count
    }
  }

  /// Returns the number of positions outside the ranges before a position.
  func rankOutside(_ position: Int) -> Int {
    let index = ranges.partitioningIndex { $0.positions.lowerBound > position }
    guard index > 0 else { return position }
    let last = ranges[index - 1]
    return last.outsideBefore + max(0, position - last.positions.upperBound)
  }

  /// Returns the position outside the ranges that has a number of such positions before it.
  func selectOutside(_ rank: Int) -> Int {
    let index = ranges.partitioningIndex { $0.outsideBefore > rank }
    guard index > 0 else { return rank }
    return ranges[index - 1].positions.upperBound + (rank - ranges[index - 1].outsideBefore)
  }

  /// Returns the positions outside the ranges that have numbers of such positions before them.
  func selectOutside(_ ranks: Range<Int>) -> [Range<Int>] {
    var positions: [Range<Int>] = []
    var rank = ranks.lowerBound
    var next = ranges.partitioningIndex { $0.outsideBefore > rank }
    while rank < ranks.upperBound {
      let start = selectOutside(rank)
      let end =
        next < ranges.count ? min(ranges[next].outsideBefore, ranks.upperBound) : ranks.upperBound
      positions.append(start..<start + (end - rank))
      (rank, next) = (end, next + 1)
    }
    return positions
  }
}

extension Array {
  /// Returns the index of the first element that satisfies a condition, or the end index.
  ///
  /// A name of its own, since a trailing closure leaves its label out: an overload of `firstIndex`
  /// would be called where the condition is not monotonic.
  ///
  /// - Complexity: O(log n).
  /// - Precondition: All elements after one that satisfies the condition satisfy it, too.
  @inlinable package func partitioningIndex(where condition: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = low + (high - low) / 2
      if condition(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
