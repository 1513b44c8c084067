/// The first row of each value of some members.
///
/// Values are equal as those of ``RowGroups`` are; rows without a member have the value of null.
/// Rows that cannot be read are all kept, so that they are reported. Memory grows with the number
/// of values.
package struct UniqueRows: Sendable {
  private let paths: [MemberPath]
  private var known = HashedPlaces()

  /// Creates an instance that has not seen a row.
  package init(by paths: [MemberPath]) { self.paths = paths }

  /// Returns the matching rows of a range whose values no earlier row has, in feed order.
  ///
  /// - Complexity: O(n) for n bytes of the rows.
  /// - Parameters:
  ///   - rows: The numbers of the rows; call the method with each row at most once.
  ///   - model: The feed.
  ///   - filters: The filters that rows must match.
  ///   - jobs: The number of threads; nil means one per processor.
  ///   - progress: Called with the number of rows so far.
  /// - Returns: The numbers of the rows.
  /// - Throws: A `FeedError` if the source cannot be read.
  package mutating func rows(
    in rows: Range<Int>, of model: FeedListModel, filters: [RowFilter] = [], jobs: Int? = nil,
    progress: (Int) -> Void = { _ in }
  ) throws -> RowNumbers {
    var numbers = RowNumbers()
    var known = known
    let condition = RowQuery(filters: filters).condition
    try forEachIdentity(of: model, in: rows, condition, jobs, progress) { number, identity in
      if identity.map({ known.place(of: $0).isNew }) ?? true { numbers.append(number) }
    }
    self.known = known
    return numbers
  }

  /// Returns those of some rows whose values no earlier one of them has.
  ///
  /// - Complexity: O(n) for n bytes of all rows; memory of 8 bytes for each row.
  /// - Parameters:
  ///   - order: The rows.
  ///   - model: The feed.
  ///   - jobs: The number of threads; nil means one per processor.
  /// - Returns: The numbers of the rows.
  /// - Throws: A `FeedError` if the source cannot be read.
  package mutating func rows(
    ofOrder order: RowNumbers, of model: FeedListModel, jobs: Int? = nil
  ) throws -> RowNumbers {
    var identities = [UInt64?](repeating: nil, count: model.numberOfRows)
    try forEachIdentity(
      of: model, in: identities.indices, RowQuery().condition, jobs, { _ in }
    ) { identities[$0] = $1 }
    return RowNumbers(
      order.filter { number in
        identities[number].map { known.place(of: $0).isNew } ?? true
      })
  }

  /// Calls a closure with the numbers of rows and the hashes of their values; nil for a row that
  /// cannot be read.
  private func forEachIdentity(
    of model: FeedListModel, in rows: Range<Int>, _ condition: Condition, _ jobs: Int?,
    _ progress: (Int) -> Void, _ body: (Int, UInt64?) -> Void
  ) throws {
    let scan = RowScan(
      over: model, condition: condition, takesBroken: true, members: paths, jobs: jobs)
    try scan.run(rows, empty: IdentityReader(paths)) { number, row, reader in
      reader.add(row, number: number)
    } step: { rows, reader in
      for (number, identity) in reader.found { body(rows.lowerBound + number, identity) }
      progress(rows.upperBound)
      return true
    }
  }
}

/// Reads the values of a block of rows.
private struct IdentityReader: Sendable {
  private(set) var found: [(number: Int, identity: UInt64?)] = []
  private var reader = MemberReader()
  private let slots: [[Int]]
  private var identity = ValueIdentity()

  init(_ paths: [MemberPath]) {
    var reader = MemberReader()
    slots = paths.map { reader.slots(of: $0) }
    self.reader = reader
  }

  mutating func add(_ row: UnsafeRawBufferPointer, number: Int) {
    guard reader.read(row, number: number) else { return found.append((number, nil)) }
    found.append((number, identity.hash(of: slots, readBy: reader, in: row)))
  }
}
