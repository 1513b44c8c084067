import CPrefetch

/// Rows by position, wherever they are.
@usableFromInline
protocol AddressableRows<Row> {
  associatedtype Row
  var isEmpty: Bool { get }
  subscript(position: Int) -> Row { get }
  /// A word of a row's own memory.
  func word(at offset: Int, ofRow position: Int) -> UInt
  /// Where a row's own memory is, to prefetch it.
  func address(of position: Int) -> UInt
}

/// Rows that follow each other in memory.
@usableFromInline
struct RowsInMemory<Row>: AddressableRows {
  @usableFromInline let start: UnsafePointer<Row>
  @usableFromInline let isEmpty: Bool

  @inlinable
  init(start: UnsafePointer<Row>, count: Int) {
    self.start = start
    isEmpty = count == 0
  }

  @inlinable subscript(position: Int) -> Row {
    @inline(__always) _read { yield start[position] }
  }

  @inlinable @inline(__always)
  func word(at offset: Int, ofRow position: Int) -> UInt {
    UnsafeRawPointer(start + position).load(fromByteOffset: offset, as: UInt.self)
  }

  @inlinable @inline(__always)
  func address(of position: Int) -> UInt { UInt(bitPattern: start + position) }
}

/// Rows that are scattered over sections.
@usableFromInline
struct RowsOfSections<Row>: AddressableRows {
  @usableFromInline let sections: [[Row]]
  @usableFromInline let places: [ListIndexPath]

  @inlinable
  init(sections: [[Row]], places: [ListIndexPath]) {
    self.sections = sections
    self.places = places
  }

  @inlinable var isEmpty: Bool { places.isEmpty }

  @inlinable subscript(position: Int) -> Row {
    @inline(__always) _read {
      yield sections[places[position].section][places[position].item]
    }
  }

  @inlinable @inline(__always)
  func word(at offset: Int, ofRow position: Int) -> UInt {
    sections[places[position].section].withUnsafeBufferPointer { rows in
      guard let start = rows.baseAddress else { return 0 }
      return UnsafeRawPointer(start + places[position].item)
        .load(fromByteOffset: offset, as: UInt.self)
    }
  }

  @inlinable @inline(__always)
  func address(of position: Int) -> UInt {
    sections[places[position].section].withUnsafeBufferPointer { rows in
      guard let start = rows.baseAddress else { return 0 }
      return UInt(bitPattern: start + places[position].item)
    }
  }
}

/// Begins to bring the characters of a string into the cache, the first 48 at least.
///
/// - Parameter word: The second word of the string. Where its characters have storage of their own,
///   all but its highest bits are the address of an object, in which they follow a header of 32
///   bytes (the standard library's StringObject.swift); where not, nothing useful is brought.
@inlinable @inline(__always)
func prefetchCharacters(ofStringWithWord word: UInt) {
  let address = word & (.max >> 4) &+ 32
  mocoa_prefetch(address)
  mocoa_prefetch(address &+ 32)
}
