/// A set of row numbers, one bit each.
package struct RowSet: Hashable, Sendable {
  private var words: [UInt64] = []

  /// The number of rows that are in the set.
  package private(set) var count = 0

  /// Creates an empty set.
  package init() {}

  package var isEmpty: Bool { count == 0 }

  package mutating func insert(_ row: Int) {
    precondition(row >= 0, "Rows are counted from 0.")
    if row >> 6 >= words.count {
      words.append(contentsOf: repeatElement(0, count: (row >> 6) + 1 - words.count))
    }
    let bit: UInt64 = 1 << UInt64(row & 63)
    guard words[row >> 6] & bit == 0 else { return }
    words[row >> 6] |= bit
    count += 1
  }

  /// Returns the rows in either set; O(n) for n rows, 64 at a time.
  package func union(_ other: RowSet) -> RowSet {
    var union = words.count < other.words.count ? other : self
    for (index, word) in (words.count < other.words.count ? words : other.words).enumerated() {
      union.words[index] |= word
    }
    union.count = union.words.reduce(0) { $0 + $1.nonzeroBitCount }
    return union
  }

  /// The rows, ascending.
  package var rows: some Sequence<Int> {
    sequence(state: 0) { next in
      let row = first(from: next)
      if let row { next = row + 1 }
      return row
    }
  }

  package mutating func remove(_ row: Int) {
    guard contains(row) else { return }
    words[row >> 6] &= ~(1 << UInt64(row & 63))
    count -= 1
  }

  package func contains(_ row: Int) -> Bool {
    row >= 0 && row >> 6 < words.count && words[row >> 6] & (1 << UInt64(row & 63)) != 0
  }

  /// Returns the first row in the set that is not less than another.
  ///
  /// - Complexity: O(n) for n rows, 64 at a time: some microseconds for a million.
  func first(from row: Int) -> Int? {
    var index = max(0, row) >> 6
    guard index < words.count else { return nil }
    var word = words[index] & ~0 << UInt64(max(0, row) & 63)
    while word == 0 {
      index += 1
      guard index < words.count else { return nil }
      word = words[index]
    }
    return index << 6 + word.trailingZeroBitCount
  }

  /// Returns the last row in the set that is less than another.
  ///
  /// - Complexity: O(n) for n rows, 64 at a time.
  func last(below row: Int) -> Int? {
    guard row > 0, !words.isEmpty else { return nil }
    var index = min((row - 1) >> 6, words.count - 1)
    var word = words[index]
    if index == (row - 1) >> 6 { word &= .bits(from: 0, to: ((row - 1) & 63) + 1) }
    while word == 0 {
      guard index > 0 else { return nil }
      index -= 1
      word = words[index]
    }
    return index << 6 + 63 - word.leadingZeroBitCount
  }

  /// Returns the number of rows in the set that are less than another.
  ///
  /// - Complexity: O(n) for n rows, 64 at a time.
  func count(below row: Int) -> Int {
    guard row > 0 else { return 0 }
    let full = min(row >> 6, words.count)
    var result = 0
    for index in 0..<full { result += words[index].nonzeroBitCount }
    if full < words.count {
      result += (words[full] & .bits(from: 0, to: row & 63)).nonzeroBitCount
    }
    return result
  }
}
