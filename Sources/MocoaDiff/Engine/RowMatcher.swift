/// Matches the rows of a new list with those of an old one.
///
/// # Algorithm
///
/// A dictionary of all rows would cost as much for one change in a million rows as for a million
/// changes. The matcher hashes only rows that are not in step:
///
/// 1. **Lockstep.** It walks the common prefix and suffix, and then both lists together while
///    identities are equal, and records where contents differ: one comparison for each row.
/// 2. **Look-ahead.** At a difference it looks a few rows ahead in either list. This finds single
///    deletes, inserts, replacements and moves. Then it tries as many rows as one list is longer
///    than the other, which finds a single block.
/// 3. **Resynchronizing.** Otherwise rows of both lists are hashed in turn, until neighbours match
///    neighbours. Rows that were read too far on one side are released, and the lockstep continues.
///    Lists that agree again at distance *d* cost *2d* hashes.
/// 4. **Skipped rows** are hashed at the end, and only if both lists have rows
///    without a partner: pure deletes or inserts are never hashed.
///
/// The result is a list of blocks: rows that are consecutive in both lists. Which of them move is
/// determined by blocks, not by rows (see `IncreasingSubsequence`).
///
/// # Bounds
///
/// Time is O(n + m) for identities that hash well, and memory O(rows that are not in step).
/// Comparisons of different identities with equal hashes are counted; beyond a budget the other
/// rows are regarded as unmatched, so that a constant hash function, or an `==` that is never true,
/// costs seconds at most. No identity is unmatched in both lists unless the budget is exceeded.
@usableFromInline
struct RowMatcher {
  /// Rows that are consecutive in both lists.
  struct Block {
    var old: Int
    var new: Int
    var count: Int

    var oldRows: Range<Int> { old..<(old + count) }
    var newRows: Range<Int> { new..<(new + count) }
  }

  /// Rows of both lists that are not in step.
  private struct Gap {
    var old: Range<Int>
    var new: Range<Int>
    /// The entries of the rows if they have been hashed, in ascending order for each list.
    var entries: Range<Int>?
  }

  /// The maximum number of rows that are hashed at once.
  private static let chunk = 64
  /// The maximum number of rows of two lists together.
  static let maximumRowCount = 1 << 29

  /// The rows that are in both lists, in old order.
  private(set) var blocks: [Block] = []
  /// Rows of the old list without a partner.
  private(set) var deleted: [Range<Int>] = []
  /// Rows of the new list without a partner.
  private(set) var inserted: [Range<Int>] = []
  /// Rows of the old list whose partners have different content.
  private(set) var reloaded: [Range<Int>] = []

  private var changed: [Int] = []
  private var gaps: [Gap] = []
  private var hashed = HashedRows()
  /// The hashes of a chunk of rows of the old list, and of one of the new list.
  private var hashes: [UInt32] = Array(repeating: 0, count: 2 * chunk)

  /// A Boolean value that indicates whether the comparison was cancelled, so there are no results.
  private(set) var isCancelled = false

  /// Returns whether the comparison is to be cancelled.
  private let cancellation: () -> Bool

  init(isCancelled: @escaping () -> Bool) { cancellation = isCancelled }

  /// Matches the rows of two lists.
  ///
  /// - Precondition: The lists have fewer than 2^29 rows together.
  mutating func match(oldCount: Int, newCount: Int, rows: RowAnswers) {
    precondition(
      oldCount + newCount < Self.maximumRowCount,
      "Lists of more than half a billion rows cannot be compared.")
    reset(rowCount: oldCount + newCount)
    var walk = Walk(oldEnd: oldCount, newEnd: newCount)
    walkInStep(&walk, step: 1, rows: rows)
    walkInStep(&walk, step: -1, rows: rows)
    while !walk.isAtEnd, !isCancelled {
      let start = walk
      if walk.skipNearby(rows: rows) {
        gaps.append(Gap(old: start.old..<walk.old, new: start.new..<walk.new))
      } else {
        resynchronize(&walk, rows: rows)
      }
      walkInStep(&walk, step: 1, rows: rows)
    }
    gaps.append(Gap(old: walk.old..<walk.oldEnd, new: walk.new..<walk.newEnd))
    hashSkippedRows(rows: rows)
    if !shouldStop() { collect(oldCount: oldCount) }
  }

  private mutating func reset(rowCount: Int) {
    changed.removeAll(keepingCapacity: true)
    gaps.removeAll(keepingCapacity: true)
    hashed.removeAll(budget: 4_000_000 + 32 * rowCount)
  }

  /// Checks for cancellation.
  private mutating func shouldStop() -> Bool {
    if !isCancelled { isCancelled = cancellation() }
    return isCancelled
  }
}

/// Positions in both lists, and the start of their common suffix.
private struct Walk {
  /// The number of rows of look-ahead.
  private static let window = 8

  var old = 0
  var new = 0
  var oldEnd: Int
  var newEnd: Int

  var isAtEnd: Bool { old == oldEnd || new == newEnd }
  var shorterRest: Int { min(oldEnd - old, newEnd - new) }

  /// Skips rows so that the next ones are the same, if a look-ahead finds such rows.
  mutating func skipNearby(rows: RowAnswers) -> Bool {
    for distance in 1...Self.window {
      if skip(distance, 0, rows: rows) || skip(0, distance, rows: rows)
        || skip(distance, distance, rows: rows)
      {
        return true
      }
    }
    let excess = (oldEnd - old) - (newEnd - new)
    return abs(excess) > Self.window
      && skip(max(excess, 0), max(-excess, 0), neighbours: 2, rows: rows)
  }

  /// Skips rows if the next ones are the same.
  private mutating func skip(
    _ inOld: Int, _ inNew: Int, neighbours: Int = 1, rows: RowAnswers
  ) -> Bool {
    let (first, second) = (old + inOld, new + inNew)
    guard first + neighbours <= oldEnd, second + neighbours <= newEnd else { return false }
    for offset in 0..<neighbours
    where rows(.isSame(old: first + offset, new: second + offset)) == 0 { return false }
    (old, new) = (first, second)
    return true
  }
}

extension RowMatcher {
  /// The number of rows in step after which cancellation is checked.
  private static var checkInterval: Int { 1 << 16 }

  /// Walks forwards, or backwards from the ends, while identities are equal.
  private mutating func walkInStep(_ walk: inout Walk, step: Int, rows: RowAnswers) {
    while !walk.isAtEnd, !shouldStop() {
      let limit = min(walk.shorterRest, Self.checkInterval)
      let (first, second) =
        step > 0 ? (walk.old, walk.new) : (walk.oldEnd - 1, walk.newEnd - 1)
      let (equal, isChanged) = rows(
        .equalRows(old: first, new: second, step: step, limit: limit)
      ).quotientAndRemainder(dividingBy: 2)
      if isChanged == 1 { changed.append(first + step * equal) }
      let count = equal + isChanged
      if step > 0 {
        (walk.old, walk.new) = (walk.old + count, walk.new + count)
      } else {
        (walk.oldEnd, walk.newEnd) = (walk.oldEnd - count, walk.newEnd - count)
      }
      if isChanged == 0, equal < limit { break }
    }
  }

  /// Hashes rows of both lists in turn until the lists are in step again, or one of them ends.
  private mutating func resynchronize(_ walk: inout Walk, rows: RowAnswers) {
    let start = walk
    let first = hashed.entries.count
    var streaks = (old: Streak(from: start.new), new: Streak(from: start.old))
    var chunk = 16
    search: while !walk.isAtEnd, !shouldStop() {
      let count = min(chunk, walk.shorterRest)
      hash(.old, from: walk.old, count, rows: rows)
      hash(.new, from: walk.new, count, rows: rows)
      for index in 0..<count {
        walk.old += 1
        streaks.old.extend(with: append(.old, walk.old - 1, index, rows: rows))
        if let last = streaks.old.end(readTo: walk.new) {
          hashed.release(.new, after: last)
          walk.new = last + 1
          break search
        }
        walk.new += 1
        streaks.new.extend(with: append(.new, walk.new - 1, index, rows: rows))
        if let last = streaks.new.end(readTo: walk.old) {
          hashed.release(.old, after: last)
          walk.old = last + 1
          break search
        }
      }
      chunk = Self.chunk
    }
    gaps.append(
      Gap(
        old: start.old..<walk.old, new: start.new..<walk.new,
        entries: first..<hashed.entries.count))
  }

  /// Hashes the rows of all skipped gaps, unless all rows of a list have partners.
  private mutating func hashSkippedRows(rows: RowAnswers) {
    var unmatched = hashed.unmatchedCounts
    for gap in gaps where gap.entries == nil {
      unmatched.old += gap.old.count
      unmatched.new += gap.new.count
    }
    guard unmatched.old > 0, unmatched.new > 0 else { return }
    for index in gaps.indices where gaps[index].entries == nil {
      let first = hashed.entries.count
      append(.old, gaps[index].old, rows: rows)
      append(.new, gaps[index].new, rows: rows)
      gaps[index].entries = first..<hashed.entries.count
    }
  }

  /// Hashes and adds rows of a list.
  private mutating func append(_ side: Side, _ added: Range<Int>, rows: RowAnswers) {
    for row in stride(from: added.lowerBound, to: added.upperBound, by: Self.chunk) {
      if shouldStop() { return }
      let count = min(Self.chunk, added.upperBound - row)
      hash(side, from: row, count, rows: rows)
      for index in 0..<count { _ = append(side, row + index, index, rows: rows) }
    }
  }

  /// Hashes consecutive rows together, so that memory accesses overlap.
  private mutating func hash(_ side: Side, from row: Int, _ count: Int, rows: RowAnswers) {
    let start = side.rawValue * Self.chunk
    hashes.withUnsafeMutableBufferPointer {
      let part = UnsafeMutableBufferPointer(rebasing: $0[start..<(start + count)])
      _ = rows(.hashes(side, from: row, into: part))
    }
  }

  /// Adds a hashed row, and returns its partner if that was added before.
  private mutating func append(
    _ side: Side, _ row: Int, _ index: Int, rows: RowAnswers
  ) -> Int? {
    let hash = hashes[side.rawValue * Self.chunk + index]
    return hashed.append(row: row, side: side, hash: hash) { other in
      let (old, new) = side == .old ? (row, other) : (other, row)
      return RowLikeness(rawValue: rows(.likeness(old: old, new: new))) ?? .different
    }
  }

  /// The blocks, each with whether it is kept in place, so that as few rows as possible move.
  var blocksAndWhetherTheyStay: some Sequence<(Block, Bool)> {
    zip(blocks, IncreasingSubsequence.find(in: blocks.map(\.newRows)))
  }

  /// Collects the results from the gaps and the rows in step between them.
  private mutating func collect(oldCount: Int) {
    blocks.removeAll(keepingCapacity: true)
    deleted.removeAll(keepingCapacity: true)
    inserted.removeAll(keepingCapacity: true)
    reloaded.removeAll(keepingCapacity: true)
    var end = (old: 0, new: 0)
    for gap in gaps {
      blocks.append(old: end.old, new: end.new, count: gap.old.lowerBound - end.old)
      end = (gap.old.upperBound, gap.new.upperBound)
      guard let entries = gap.entries else {
        deleted.append(rows: gap.old)
        inserted.append(rows: gap.new)
        continue
      }
      for entry in hashed.entries[entries] where !entry.isReleased {
        let rows = entry.row..<(entry.row + 1)
        if let partner = entry.partner {
          guard entry.side == .old else { continue }
          blocks.append(old: entry.row, new: hashed.entries[partner].row, count: 1)
          if entry.isChanged { changed.append(entry.row) }
        } else if entry.side == .old {
          deleted.append(rows: rows)
        } else {
          inserted.append(rows: rows)
        }
      }
    }
    blocks.append(old: end.old, new: end.new, count: oldCount - end.old)
    changed.sort()
    for row in changed { reloaded.append(rows: row..<(row + 1)) }
  }
}

/// Consecutive matches of rows of one list with consecutive rows of the other list.
private struct Streak {
  /// The first row of the other list that counts.
  private let first: Int
  private var last = -2
  private var count = 0

  init(from first: Int) { self.first = first }

  mutating func extend(with partner: Int?) {
    guard let partner, partner >= first else { return self = Streak(from: first) }
    count = partner == last + 1 ? count + 1 : 1
    last = partner
  }

  /// Returns the last partner if the streak is long enough for the lists to be in step again.
  ///
  /// Two neighbours are enough nearby, four if many rows of the other list have been read since,
  /// because those are read again.
  func end(readTo end: Int) -> Int? { count >= (end - last <= 64 ? 2 : 4) ? last : nil }
}

extension [RowMatcher.Block] {
  /// Adds rows at the end, to the last block if they follow it in both lists.
  fileprivate mutating func append(old: Int, new: Int, count added: Int) {
    guard added > 0 else { return }
    if let last, last.oldRows.upperBound == old, last.newRows.upperBound == new {
      self[count - 1].count += added
    } else {
      append(RowMatcher.Block(old: old, new: new, count: added))
    }
  }
}

extension [Range<Int>] {
  /// Adds rows at the end, to the last range if they follow it.
  fileprivate mutating func append(rows: Range<Int>) {
    guard !rows.isEmpty else { return }
    if let last, last.upperBound == rows.lowerBound {
      self[count - 1] = last.lowerBound..<rows.upperBound
    } else {
      append(rows)
    }
  }
}
