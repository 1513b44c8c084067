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
      match(position, with: number)
      let following = next[position - old.lowerBound]
      first[key] = following < 0 ? nil : following
    }
  }

  /// The maximum number of pairs of rows of one key that are compared.
  private static let pairLimit = 10_000

  /// Matches rows that have no match yet by their keys, which should be those of one row; of
  /// several, only those that are more alike than either is to any other one.
  ///
  /// - Complexity: O(n) for n rows, and for the pairs of rows of one key.
  /// - Parameters:
  ///   - oldKey: Returns the key of an earlier row; nil if it matches none.
  ///   - newKey: Returns the key of a row; nil if it matches none.
  ///   - likeness: Returns how much an earlier row and a row are alike.
  mutating func matchAlike<Key: Hashable>(
    old oldKey: (Int) -> Key?, new newKey: (Int) -> Key?, likeness: (Int, Int) -> Int
  ) {
    let old = Dictionary(grouping: unmatchedOld, by: oldKey)
    for (key, numbers) in Dictionary(grouping: unmatchedNew, by: newKey) {
      guard key != nil, let positions = old[key] else { continue }
      if numbers.count == 1, positions.count == 1 {
        match(positions[0], with: numbers[0])
      } else if numbers.count * positions.count <= Self.pairLimit {
        let rows = positions.map { position in numbers.map { likeness(position, $0) } }
        let columns = numbers.indices.map { column in rows.map { $0[column] } }
        for (row, position) in positions.enumerated() {
          guard let column = Self.onlyMaximum(of: rows[row]),
            Self.onlyMaximum(of: columns[column]) == row
          else { continue }
          match(position, with: numbers[column])
        }
      }
    }
  }

  /// Returns the index of the greatest value; nil if there are several.
  private static func onlyMaximum(of values: [Int]) -> Int? {
    guard let greatest = values.max(), values.count(where: { $0 == greatest }) == 1 else {
      return nil
    }
    return values.firstIndex(of: greatest)
  }

  private mutating func match(_ position: Int, with number: Int) {
    positions[number - new.lowerBound] = position
    isMatched[position - old.lowerBound] = true
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
