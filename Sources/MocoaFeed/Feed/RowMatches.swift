/// The earlier rows of rows that were read again, between equal rows before and after them.
struct RowMatches {
  private let old: Range<Int>
  private let new: Range<Int>

  /// The position of the earlier row of each row; -1 without one.
  private var positions: [Int]

  /// A Boolean value for each earlier row that indicates whether it has a match.
  private var isMatched: [Bool]

  /// Creates matches of ranges of rows, none of which is matched.
  init(old: Range<Int>, new: Range<Int>) {
    (self.old, self.new) = (old, new)
    positions = Array(repeating: -1, count: new.count)
    isMatched = Array(repeating: false, count: old.count)
  }

  /// The position of the earlier row of a row, or nil.
  subscript(number: Int) -> Int? {
    let position = positions[number - new.lowerBound]
    return position < 0 ? nil : position
  }

  /// The positions of earlier rows without a match, ascending.
  var unmatchedOld: [Int] { old.filter { !isMatched[$0 - old.lowerBound] } }

  /// The numbers of rows without a match, ascending.
  var unmatchedNew: [Int] { new.filter { positions[$0 - new.lowerBound] < 0 } }

  /// Matches rows that have no match yet by their keys; those with equal keys in their order.
  ///
  /// - Complexity: O(n) for n rows.
  mutating func match<Key: Hashable>(old oldKey: (Int) -> Key, new newKey: (Int) -> Key) {
    var first: [Key: Int] = [:]
    // The next earlier row with the same key; -1 for the last one.
    var next = [Int](repeating: -1, count: old.count)
    for position in old.reversed() where !isMatched[position - old.lowerBound] {
      let key = oldKey(position)
      next[position - old.lowerBound] = first[key] ?? -1
      first[key] = position
    }
    for number in new where positions[number - new.lowerBound] < 0 {
      let key = newKey(number)
      guard let position = first[key] else { continue }
      positions[number - new.lowerBound] = position
      isMatched[position - old.lowerBound] = true
      let following = next[position - old.lowerBound]
      first[key] = following < 0 ? nil : following
    }
  }

  /// Returns the rows that replace earlier ones in place, with the positions of these.
  ///
  /// They are as many as were there between two matched rows, or the ends of the list.
  ///
  /// - Returns: The rows, ascending.
  func replaced() -> [(number: Int, position: Int)] {
    var replaced: [(number: Int, position: Int)] = []
    var gap = (old: old.lowerBound, new: new.lowerBound)
    func addGap(to end: (old: Int, new: Int)) {
      let count = end.new - gap.new
      guard count > 0, end.old - gap.old == count,
        (gap.old..<end.old).allSatisfy({ !isMatched[$0 - old.lowerBound] })
      else { return }
      for offset in 0..<count { replaced.append((gap.new + offset, gap.old + offset)) }
    }
    for number in new {
      guard let position = self[number] else { continue }
      addGap(to: (position, number))
      gap = (position + 1, number + 1)
    }
    addGap(to: (old.upperBound, new.upperBound))
    return replaced
  }
}
