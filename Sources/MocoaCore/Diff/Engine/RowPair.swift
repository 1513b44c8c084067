import CPrefetch

/// How to read a row: its identity and its content.
@usableFromInline
protocol RowReading {
  associatedtype Row
  associatedtype Identity: Hashable
  func identity(of row: Row) -> Identity
  func isEqualContent(_ old: Row, _ new: Row) -> Bool
}

/// Reads rows that say themselves who they are and whether they are equal.
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

/// Two lists, and how to read their rows.
@usableFromInline
struct RowPair<Rows: AddressableRows, Reading: RowReading> where Rows.Row == Reading.Row {
  @usableFromInline let old: Rows
  @usableFromInline let new: Rows
  @usableFromInline let reading: Reading
  @usableFromInline let hash: IdentityHash
  /// Where in a row the word stands that leads to the characters of its identity, or -1.
  @usableFromInline let characters: Int

  @inlinable
  init(old: Rows, new: Rows, reading: Reading, hash: IdentityHash) {
    self.old = old
    self.new = new
    self.reading = reading
    self.hash = hash
    characters = Self.placeOfCharacters(in: old, reading)
  }

  /// How many rows ahead of those that are compared identities are brought into the cache.
  @inlinable static var distance: Int { 8 }

  /// The same for rows whose identities share their storage: the processor reads ahead by itself
  /// there, but not from page to page.
  @inlinable static var rowDistance: Int { 32 }

  /// Looks into the first row for the string that is its identity.
  ///
  /// The answer serves to prefetch alone, so it may be wrong about other rows. An identity that is
  /// made when it is asked for is not found, and so it is not made for nothing either.
  @inlinable
  static func placeOfCharacters(in rows: Rows, _ reading: Reading) -> Int {
    guard Reading.Identity.self == String.self, MemoryLayout<String>.size == 16, !rows.isEmpty
    else { return -1 }
    let text = unsafeBitCast(reading.identity(of: rows[0]), to: String.self)
    let words = unsafeBitCast(text, to: (UInt, UInt).self)
    for offset in stride(from: 0, through: MemoryLayout<Reading.Row>.size - 16, by: 8)
    where rows.word(at: offset, ofRow: 0) == words.0
      && rows.word(at: offset + 8, ofRow: 0) == words.1
    {
      return offset + 8
    }
    return -1
  }

  @inlinable @inline(__always)
  func isSameRow(_ first: Rows, _ i: Int, _ second: Rows, _ j: Int) -> Bool {
    isSameIdentity(reading.identity(of: first[i]), reading.identity(of: second[j]))
  }

  // Apart from the others, so that the loop has the registers for itself.
  @inlinable @inline(never)
  func rowsInStep(old i: Int, new j: Int, limit: Int, step: Int) -> Int {
    if limit > 0, haveIdentitiesApart(old: i, new: j) {
      rowsInStep(old: i, new: j, limit: limit, step: step, distance: Self.distance) {
        prefetchIdentity(in: old, $0)
        prefetchIdentity(in: new, $1)
      }
    } else {
      rowsInStep(old: i, new: j, limit: limit, step: step, distance: Self.rowDistance) {
        mocoa_prefetch(old.address(of: $0))
        mocoa_prefetch(new.address(of: $1))
      }
    }
  }

  @inlinable @inline(__always)
  func rowsInStep(
    old i: Int, new j: Int, limit: Int, step: Int, distance: Int,
    prefetch: (_ old: Int, _ new: Int) -> Void
  ) -> Int {
    var (first, second, count) = (i, j, 0)
    let ahead = distance * step
    while count < limit, isSameRow(old, first, new, second) {
      // Between rows that changed the processor looks ahead too short a way to do this by itself.
      if count < limit &- distance { prefetch(first &+ ahead, second &+ ahead) }
      guard reading.isEqualContent(old[first], new[second]) else { return count * 2 + 1 }
      first += step
      second += step
      count += 1
    }
    return count * 2
  }

  /// Whether the identities of two rows are kept in different memory.
  @inlinable @inline(__always)
  func haveIdentitiesApart(old i: Int, new j: Int) -> Bool {
    characters >= 0 && old.word(at: characters, ofRow: i) != new.word(at: characters, ofRow: j)
  }

  /// Begins to bring the identity of a row into the cache.
  @inlinable @inline(__always)
  func prefetchIdentity(in rows: Rows, _ position: Int) {
    prefetchCharacters(ofStringWithWord: rows.word(at: characters, ofRow: position))
  }

  @inlinable @inline(__always)
  func likeness(old i: Int, new j: Int) -> RowLikeness {
    guard isSameRow(old, i, new, j) else { return .different }
    return reading.isEqualContent(old[i], new[j]) ? .equal : .changed
  }

  @inlinable @inline(never)
  func hashRows(_ rows: Rows, _ start: Int, _ count: Int, _ into: UnsafeMutablePointer<UInt32>) {
    if characters >= 0 {
      // All of a chunk is asked for at once, so that the waits for memory overlap.
      for row in start..<(start + count) { prefetchIdentity(in: rows, row) }
    }
    for index in 0..<count { into[index] = hash(reading.identity(of: rows[start + index])) }
  }

  @inlinable @inline(never)
  func prefetchRows(_ rows: Rows, _ positions: UnsafePointer<UInt32>, _ count: Int) {
    for index in 0..<count {
      let address = rows.address(of: Int(positions[index]))
      mocoa_prefetch(address)
      // The end may lie in another line.
      mocoa_prefetch(address &+ UInt(max(MemoryLayout<Reading.Row>.size, 1) - 1))
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
    case .prefetchOldRows(let positions, let count): prefetchRows(old, positions, count)
    case .prefetchNewRows(let positions, let count): prefetchRows(new, positions, count)
    }
    return 0
  }
}
