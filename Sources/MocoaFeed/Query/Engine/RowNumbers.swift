/// The numbers of rows in display order, in four bytes each; eight from the four billionth row on.
///
/// Appending to a copy costs as much as copying one chunk, so that a result can be displayed while
/// it grows.
package struct RowNumbers: Sendable {
  private static let chunkShift = 14
  private static let chunkLength = 1 << chunkShift

  /// Numbers of 32 bits, or wider ones if needed.
  private enum Chunk: Sendable {
    case narrow([UInt32])
    case wide([Int])
  }

  /// All chunks except the last are full.
  private var chunks: [Chunk] = []

  /// The number of rows.
  package private(set) var count = 0

  private(set) var last: Int?

  /// A Boolean value that indicates whether the numbers are ascending, as in a filtered feed.
  package private(set) var isAscending = true

  /// Creates an empty collection.
  package init() {}

  /// Creates a collection from a sequence.
  package init(_ numbers: some Sequence<Int>) {
    for number in numbers { append(number) }
  }

  mutating func append(_ number: Int) {
    if let last, last >= number { isAscending = false }
    last = number
    if count & (Self.chunkLength - 1) == 0 { chunks.append(.narrow([])) }
    count += 1
    switch chunks.removeLast() {
    case .narrow(var numbers):
      if let number = UInt32(exactly: number) {
        numbers.append(number)
        chunks.append(.narrow(numbers))
      } else {
        chunks.append(.wide(numbers.map { Int($0) } + [number]))
      }
    case .wide(var numbers):
      numbers.append(number)
      chunks.append(.wide(numbers))
    }
  }

  mutating func append(contentsOf numbers: [Int]) {
    for number in numbers { append(number) }
  }

  /// Returns the position of a row, or nil if it is not included.
  ///
  /// - Complexity: O(log n).
  /// - Precondition: The numbers are ascending.
  func position(ofAscending row: Int) -> Int? {
    let position = firstPosition(notBelow: row)
    return position < count && self[position] == row ? position : nil
  }

  /// Returns the position of the first number that is not less than another.
  ///
  /// - Complexity: O(log n).
  /// - Precondition: The numbers are ascending.
  package func firstPosition(notBelow row: Int) -> Int {
    precondition(isAscending, "Only numbers in order can be searched.")
    var lower = 0
    var upper = count
    while lower < upper {
      let middle = lower + (upper - lower) / 2
      if self[middle] < row { lower = middle + 1 } else { upper = middle }
    }
    return lower
  }
}

extension RowNumbers: RandomAccessCollection, Equatable {
  /// Returns whether both have the same rows in the same order.
  package static func == (left: RowNumbers, right: RowNumbers) -> Bool {
    left.elementsEqual(right)
  }

  /// The position of the first row: 0.
  package var startIndex: Int { 0 }

  /// The number of rows.
  package var endIndex: Int { count }

  /// The number of the row at a position.
  ///
  /// - Complexity: O(1).
  package subscript(position: Int) -> Int {
    let place = position & (Self.chunkLength - 1)
    return switch chunks[position >> Self.chunkShift] {
    case .narrow(let numbers): Int(numbers[place])
    case .wide(let numbers): numbers[place]
    }
  }
}
