/// The numbers of rows in the order in which they are shown, four bytes each.
///
/// Appending to a copy costs as much as one piece of it, so that a result can be shown while it
/// grows.
public struct RowNumbers: Sendable {
  private static let chunkShift = 14
  private static let chunkLength = 1 << chunkShift

  /// All but the last have the full length.
  private var chunks: [[UInt32]] = []

  /// Whether each number is greater than the one before it, as in a feed that is only filtered.
  public private(set) var isAscending = true

  /// No rows.
  public init() {}

  /// Makes numbers of a sequence.
  ///
  /// - Precondition: All are in `0..<UInt32.max`.
  public init(_ numbers: some Sequence<Int>) {
    for number in numbers { append(number) }
  }

  /// Adds a row at the end.
  mutating func append(_ number: Int) {
    precondition(0..<Int(UInt32.max) ~= number, "A feed has less than four billion rows.")
    if let last, last >= number { isAscending = false }
    if chunks.last.map({ $0.count == Self.chunkLength }) ?? true { chunks.append([]) }
    chunks[chunks.count - 1].append(UInt32(number))
  }

  /// Adds rows at the end.
  mutating func append(contentsOf numbers: [UInt32]) {
    for number in numbers { append(Int(number)) }
  }

  /// Where a row is, or nil where it is not among them.
  ///
  /// - Complexity: O(log n).
  /// - Precondition: The numbers are ascending.
  public func position(ofAscending row: Int) -> Int? {
    let position = firstPosition(notBelow: row)
    return position < count && self[position] == row ? position : nil
  }

  /// The position of the first number that is not less than another.
  ///
  /// - Complexity: O(log n).
  /// - Precondition: The numbers are ascending.
  public func firstPosition(notBelow row: Int) -> Int {
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
  /// 0.
  public var startIndex: Int { 0 }

  /// How many rows there are.
  public var endIndex: Int {
    chunks.isEmpty ? 0 : (chunks.count - 1) << Self.chunkShift + chunks[chunks.count - 1].count
  }

  /// The number of the row at a position.
  ///
  /// - Complexity: O(1).
  public subscript(position: Int) -> Int {
    Int(chunks[position >> Self.chunkShift][position & (Self.chunkLength - 1)])
  }
}
