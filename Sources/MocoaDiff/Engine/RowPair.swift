/// How to read a row: its identity and its content.
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
  @inlinable @inline(__always) func identity(of row: Row) -> Row.ID { row.id }
  @inlinable @inline(__always)
  func isEqualContent(_ old: Row, _ new: Row) -> Bool { old == new }
}

/// Reads rows by two closures.
@usableFromInline
struct ClosureReading<Row, Identity: Hashable>: RowReading {
  @usableFromInline let identity: (Row) -> Identity
  @usableFromInline let content: (Row, Row) -> Bool

  @inlinable
  init(identity: @escaping (Row) -> Identity, content: @escaping (Row, Row) -> Bool) {
    self.identity = identity
    self.content = content
  }

  @inlinable @inline(__always) func identity(of row: Row) -> Identity { identity(row) }
  @inlinable @inline(__always)
  func isEqualContent(_ old: Row, _ new: Row) -> Bool { content(old, new) }
}

/// Two lists in memory, and how to read their rows.
@usableFromInline
struct RowPair<Reading: RowReading> {
  @usableFromInline typealias Rows = UnsafePointer<Reading.Row>

  @usableFromInline let old: Rows
  @usableFromInline let new: Rows
  @usableFromInline let reading: Reading

  @inlinable
  init(old: Rows, new: Rows, reading: Reading) {
    self.old = old
    self.new = new
    self.reading = reading
  }

  @inlinable @inline(__always)
  func isSameRow(_ first: Rows, _ i: Int, _ second: Rows, _ j: Int) -> Bool {
    reading.identity(of: first[i]) == reading.identity(of: second[j])
  }

  // Apart from the others, so that the loop has the registers for itself.
  @inlinable @inline(never)
  func rowsInStep(old i: Int, new j: Int, limit: Int, step: Int) -> Int {
    var (first, second, count) = (i, j, 0)
    while count < limit, isSameRow(old, first, new, second) {
      guard reading.isEqualContent(old[first], new[second]) else { return count * 2 + 1 }
      first += step
      second += step
      count += 1
    }
    return count * 2
  }

  @inlinable @inline(__always)
  func likeness(old i: Int, new j: Int) -> RowLikeness {
    guard isSameRow(old, i, new, j) else { return .different }
    return reading.isEqualContent(old[i], new[j]) ? .equal : .changed
  }

  @inlinable @inline(never)
  func hashRows(_ rows: Rows, _ start: Int, _ count: Int, _ into: UnsafeMutablePointer<UInt32>) {
    for index in 0..<count {
      var hasher = Hasher()
      hasher.combine(reading.identity(of: rows[start + index]))
      into[index] = UInt32(truncatingIfNeeded: hasher.finalize())
    }
  }

  @inlinable
  func answer(_ question: RowQuestion) -> Int {
    switch question {
    case .walk(let i, let j, let oldEnd, let newEnd, let limit, let strides):
      return Stride.walk(from: (i, j), to: (oldEnd, newEnd), limit: limit, into: strides) {
        rowsInStep(old: $0, new: $1, limit: $2, step: 1)
      } agree: {
        isSameRow(old, $0, new, $1)
      }
    case .rowsInStepBefore(let i, let j, let limit):
      return rowsInStep(old: i - 1, new: j - 1, limit: limit, step: -1)
    case .likeness(let i, let j): return likeness(old: i, new: j).rawValue
    case .isSameOldRow(let i, let k): return isSameRow(old, i, old, k) ? 1 : 0
    case .isSameNewRow(let j, let k): return isSameRow(new, j, new, k) ? 1 : 0
    case .hashOldRows(let i, let count, let hashes): hashRows(old, i, count, hashes)
    case .hashNewRows(let j, let count, let hashes): hashRows(new, j, count, hashes)
    }
    return 0
  }
}
