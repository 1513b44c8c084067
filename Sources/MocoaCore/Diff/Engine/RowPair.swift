/// How to read a row: its identity and its content.
@usableFromInline
protocol RowReading {
  associatedtype Row
  associatedtype Identity: Hashable
  func identity(of row: Row) -> Identity
  func isEqualContent(_ old: Row, _ new: Row) -> Bool
  /// Reads a byte of what the identity is kept in, so that it is in the cache.
  func touchIdentity(of row: Row) -> Int
}

extension RowReading {
  /// Reads nothing.
  @inlinable @inline(__always) func touchIdentity(of row: Row) -> Int { 0 }
}

/// Reads rows that say themselves who they are and whether they are equal.
@usableFromInline
struct IdentifiableReading<Row: Identifiable & Equatable>: RowReading {
  @inlinable init() {}
  @inlinable @inline(__always) func identity(of row: Row) -> Row.ID { row.id }
  @inlinable @inline(__always)
  func isEqualContent(_ old: Row, _ new: Row) -> Bool { old == new }
  @inlinable @inline(__always)
  func touchIdentity(of row: Row) -> Int {
    Row.ID.self == String.self ? touchStorage(of: row.id) : 0
  }
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

/// Rows by position, wherever they are.
@usableFromInline
protocol AddressableRows<Row> {
  associatedtype Row
  subscript(position: Int) -> Row { get }
}

/// Rows that follow each other in memory.
@usableFromInline
struct RowsInMemory<Row>: AddressableRows {
  @usableFromInline let start: UnsafePointer<Row>

  @inlinable init(start: UnsafePointer<Row>) { self.start = start }

  @inlinable subscript(position: Int) -> Row {
    @inline(__always) _read { yield start[position] }
  }
}

/// Rows that are scattered over sections.
@usableFromInline
struct RowsOfSections<Row>: AddressableRows {
  @usableFromInline let sections: [[Row]]
  @usableFromInline let places: [ListIndexPath]

  @inlinable init(sections: [[Row]], places: [ListIndexPath]) {
    self.sections = sections
    self.places = places
  }

  @inlinable subscript(position: Int) -> Row {
    @inline(__always) _read {
      yield sections[places[position].section][places[position].item]
    }
  }
}

/// Two lists, and how to read their rows.
@usableFromInline
struct RowPair<Rows: AddressableRows, Reading: RowReading> where Rows.Row == Reading.Row {
  @usableFromInline let old: Rows
  @usableFromInline let new: Rows
  @usableFromInline let reading: Reading
  @usableFromInline let hash: IdentityHash

  @inlinable
  init(old: Rows, new: Rows, reading: Reading, hash: IdentityHash) {
    self.old = old
    self.new = new
    self.reading = reading
    self.hash = hash
  }

  @inlinable @inline(__always)
  func isSameRow(_ first: Rows, _ i: Int, _ second: Rows, _ j: Int) -> Bool {
    isSameIdentity(reading.identity(of: first[i]), reading.identity(of: second[j]))
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
    // All of a chunk is asked for at once, so that the waits for memory overlap.
    var sum = 0
    for index in 0..<count { sum &+= reading.touchIdentity(of: rows[start + index]) }
    into[0] = UInt32(truncatingIfNeeded: sum)
    for index in 0..<count { into[index] = hash(reading.identity(of: rows[start + index])) }
  }

  /// Reads the first byte of each row and the last, which may lie in another line of the cache.
  @inlinable @inline(__always)
  func touchRows(_ rows: Rows, _ positions: UnsafePointer<UInt32>, _ count: Int) -> Int {
    guard let rows = rows as? RowsInMemory<Reading.Row>, MemoryLayout<Reading.Row>.size > 0 else {
      return 0
    }
    var sum = 0
    for index in 0..<count {
      let row = UnsafeRawPointer(rows.start + Int(positions[index]))
      sum &+= Int(row.load(as: UInt8.self))
      sum &+= Int(row.load(fromByteOffset: MemoryLayout<Reading.Row>.size - 1, as: UInt8.self))
    }
    return sum
  }

  @inlinable
  func answer(_ question: RowQuestion) -> Int {
    switch question {
    case .rowsInStep(let i, let j, let limit):
      return rowsInStep(old: i, new: j, limit: limit, step: 1)
    case .rowsInStepBefore(let i, let j, let limit):
      return rowsInStep(old: i - 1, new: j - 1, limit: limit, step: -1)
    case .lookAhead(let i, let j, let oldEnd, let newEnd):
      return Skip.find(oldRest: oldEnd - i, newRest: newEnd - j) {
        isSameRow(old, i + $0, new, j + $1)
      }.rawValue
    case .likeness(let i, let j): return likeness(old: i, new: j).rawValue
    case .isSameOldRow(let i, let k): return isSameRow(old, i, old, k) ? 1 : 0
    case .isSameNewRow(let j, let k): return isSameRow(new, j, new, k) ? 1 : 0
    case .hashOldRows(let i, let count, let hashes): hashRows(old, i, count, hashes)
    case .hashNewRows(let j, let count, let hashes): hashRows(new, j, count, hashes)
    case .touchOldRows(let positions, let count): return touchRows(old, positions, count)
    case .touchNewRows(let positions, let count): return touchRows(new, positions, count)
    }
    return 0
  }
}
