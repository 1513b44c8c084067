/// A question of the matcher about the rows of two lists.
///
/// The matcher is compiled once and does not know the type of the rows. Its questions are answered
/// by one closure that the compiler specializes at the call site, so that a loop over rows in step
/// has neither witness tables nor reference counting. Positions are not verified.
@usableFromInline
enum RowQuestion {
  /// Compares rows pairwise from two positions on, by a step of 1 or -1, up to a limit.
  ///
  /// The answer is twice the number of equal rows, plus one if the row after them has the same
  /// identity and different content.
  case equalRows(old: Int, new: Int, step: Int, limit: Int)
  /// Compares the identities of an old and a new row; the answer is 1 if they are equal, else 0.
  case isSame(old: Int, new: Int)
  /// Compares an old row with a new one; the answer is a `RowLikeness`.
  case likeness(old: Int, new: Int)
  /// Writes the hashes of the identities of rows of one of the lists; the answer has no meaning.
  case hashes(Side, from: Int, into: UnsafeMutableBufferPointer<UInt32>)
}

/// Answers questions about the rows of two lists.
@usableFromInline
typealias RowAnswers = (RowQuestion) -> Int

/// The likeness of an old row and a new row.
@usableFromInline
enum RowLikeness: Int {
  /// Their identities differ.
  case different = 0
  /// Their identities are equal, and their contents differ.
  case changed = 1
  /// Their identities and contents are equal.
  case equal = 2
}

/// A type that reads the identity and the content of a row.
@usableFromInline
protocol RowReading {
  associatedtype Row
  associatedtype Identity: Hashable
  func identity(of row: Row) -> Identity
  func isEqualContent(_ old: Row, _ new: Row) -> Bool
}

/// Reads rows that are `Identifiable` and `Equatable`.
@usableFromInline
struct IdentifiableReading<Row: Identifiable & Equatable>: RowReading {
  @inlinable init() {}
  @inlinable func identity(of row: Row) -> Row.ID { row.id }
  @inlinable func isEqualContent(_ old: Row, _ new: Row) -> Bool { old == new }
}

/// Reads sections as rows.
@usableFromInline
struct SectionReading<Row: DifferenceSection>: RowReading {
  @inlinable init() {}
  @inlinable func identity(of row: Row) -> Row.ID { row.id }
  @inlinable func isEqualContent(_ old: Row, _ new: Row) -> Bool { old.hasEqualContent(as: new) }
}

/// Reads rows with two closures.
@usableFromInline
struct ClosureReading<Row, Identity: Hashable>: RowReading {
  @usableFromInline let identity: (Row) -> Identity
  @usableFromInline let content: (Row, Row) -> Bool

  @inlinable
  init(identity: @escaping (Row) -> Identity, content: @escaping (Row, Row) -> Bool) {
    self.identity = identity
    self.content = content
  }

  @inlinable func identity(of row: Row) -> Identity { identity(row) }
  @inlinable func isEqualContent(_ old: Row, _ new: Row) -> Bool { content(old, new) }
}

/// The rows of two lists in memory.
@usableFromInline
struct RowPair<Reading: RowReading> {
  @usableFromInline typealias Rows = UnsafeBufferPointer<Reading.Row>

  @usableFromInline let old: Rows
  @usableFromInline let new: Rows
  @usableFromInline let reading: Reading

  @inlinable
  init(old: Rows, new: Rows, reading: Reading) {
    (self.old, self.new, self.reading) = (old, new, reading)
  }

  @inlinable
  func answer(_ question: RowQuestion) -> Int {
    switch question {
    case .equalRows(let i, let j, let step, let limit):
      equalRows(from: i, j, step: step, limit: limit)
    case .isSame(let i, let j): isSame(i, j) ? 1 : 0
    case .likeness(let i, let j): likeness(i, j).rawValue
    case .hashes(let side, let start, let hashes):
      hash(side == .old ? old : new, from: start, into: hashes)
    }
  }

  // A separate function, so that the loop has all registers.
  @inlinable @inline(never)
  func equalRows(from i: Int, _ j: Int, step: Int, limit: Int) -> Int {
    var (first, second, count) = (i, j, 0)
    while count < limit, isSame(first, second) {
      guard reading.isEqualContent(old[first], new[second]) else { return count * 2 + 1 }
      (first, second, count) = (first + step, second + step, count + 1)
    }
    return count * 2
  }

  @inlinable
  func isSame(_ i: Int, _ j: Int) -> Bool {
    reading.identity(of: old[i]) == reading.identity(of: new[j])
  }

  @inlinable
  func likeness(_ i: Int, _ j: Int) -> RowLikeness {
    guard isSame(i, j) else { return .different }
    return reading.isEqualContent(old[i], new[j]) ? .equal : .changed
  }

  @inlinable @inline(never)
  func hash(_ rows: Rows, from start: Int, into hashes: UnsafeMutableBufferPointer<UInt32>) -> Int {
    for index in hashes.indices {
      var hasher = Hasher()
      hasher.combine(reading.identity(of: rows[start + index]))
      hashes[index] = UInt32(truncatingIfNeeded: hasher.finalize())
    }
    return 0
  }
}
