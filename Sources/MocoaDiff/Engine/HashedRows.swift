/// One of two lists.
@usableFromInline
enum Side: Int, BitwiseCopyable {
  case old = 0
  case new = 1

  var other: Side { self == .old ? .new : .old }
}

/// The rows of both lists that were hashed, and a hash table of those without a partner.
///
/// The table has two queues of rows for each bucket, one for each list. Rows with equal identities
/// keep their order there, so that duplicates are matched by occurrence. A released row stays in
/// its queue until a search reaches it.
struct HashedRows {
  struct Entry: BitwiseCopyable {
    /// The position of the row in its list, and the list in the lowest bit.
    private let rowAndSide: UInt32
    fileprivate let hash: UInt32
    /// The next entry of the queue; the first entry after the last one.
    fileprivate var next = none
    /// Twice the index of the partner, plus one if its content differs; or `none`, or `released`.
    fileprivate var link = none

    fileprivate init(row: Int, side: Side, hash: UInt32) {
      rowAndSide = UInt32(row << 1 | side.rawValue)
      self.hash = hash
    }

    var row: Int { Int(rowAndSide >> 1) }
    var side: Side { rowAndSide & 1 == 0 ? .old : .new }
    var partner: Int? { link < 0 ? nil : Int(link >> 1) }
    var isChanged: Bool { link & 1 == 1 }
    var isReleased: Bool { link == released }
  }

  private static let none: Int32 = -1
  private static let released: Int32 = -2

  /// The rows, in the order in which they were hashed.
  private(set) var entries: [Entry] = []
  /// The last entry of each queue, which is followed by the first.
  private var queues: [Int32] = []
  /// The number of further comparisons of different identities with equal hashes.
  private var budget = 0

  mutating func removeAll(budget: Int) {
    entries.removeAll(keepingCapacity: true)
    queues.removeAll(keepingCapacity: true)
    self.budget = budget
  }

  /// The number of rows of each list without a partner.
  var unmatchedCounts: (old: Int, new: Int) {
    entries.reduce(into: (0, 0)) { counts, entry in
      guard entry.link == Self.none else { return }
      if entry.side == .old { counts.0 += 1 } else { counts.1 += 1 }
    }
  }

  /// Adds a row, and matches it with the first row of the other list that has its identity.
  ///
  /// - Returns: The row's partner in the other list, or nil.
  mutating func append(
    row: Int, side: Side, hash: UInt32, likeness: (Int) -> RowLikeness
  ) -> Int? {
    if entries.count == queues.count { grow() }
    let index = entries.count
    entries.append(Entry(row: row, side: side, hash: hash))
    guard let (partner, likeness) = take(like: index, likeness: likeness) else {
      enqueue(index)
      return nil
    }
    let change: Int32 = likeness == .changed ? 1 : 0
    entries[index].link = Int32(partner) << 1 | change
    entries[partner].link = Int32(index) << 1 | change
    return entries[partner].row
  }

  /// Releases the rows of a list after a row; their partners become unmatched.
  mutating func release(_ side: Side, after row: Int) {
    var index = entries.count - 1
    while index >= 0, entries[index].side != side || entries[index].row > row {
      if entries[index].side == side {
        if let partner = entries[index].partner {
          entries[partner].link = Self.none
          enqueue(partner)
        }
        entries[index].link = Self.released
      }
      index -= 1
    }
  }

  /// Removes and returns the first entry of the other list's queue with an entry's identity.
  private mutating func take(
    like index: Int, likeness: (Int) -> RowLikeness
  ) -> (partner: Int, likeness: RowLikeness)? {
    let hash = entries[index].hash
    let queue = queue(for: hash, entries[index].side.other)
    guard queues[queue] != Self.none else { return nil }
    var previous = Int(queues[queue])
    while true {
      let current = Int(entries[previous].next)
      let entry = entries[current]
      let isLast = current == Int(queues[queue])
      var answer = RowLikeness.different
      if entry.hash == hash, entry.link == Self.none, budget > 0 {
        answer = likeness(entry.row)
        if answer == .different { budget -= 1 }
      }
      if answer == .different, entry.link == Self.none {
        previous = current
      } else {
        entries[previous].next = entry.next
        if isLast { queues[queue] = previous == current ? Self.none : Int32(previous) }
      }
      if answer != .different { return (current, answer) }
      if isLast { return nil }
    }
  }

  private mutating func enqueue(_ index: Int) {
    let queue = queue(for: entries[index].hash, entries[index].side)
    let last = queues[queue]
    if last == Self.none {
      entries[index].next = Int32(index)
    } else {
      entries[index].next = entries[Int(last)].next
      entries[Int(last)].next = Int32(index)
    }
    queues[queue] = Int32(index)
  }

  private func queue(for hash: UInt32, _ side: Side) -> Int {
    (Int(hash) << 1 | side.rawValue) & (queues.count - 1)
  }

  private mutating func grow() {
    let count = max(64, queues.count * 4)
    entries.reserveCapacity(count)
    queues.removeAll(keepingCapacity: true)
    queues.append(contentsOf: repeatElement(Self.none, count: count))
    for index in entries.indices where entries[index].link == Self.none { enqueue(index) }
  }
}
