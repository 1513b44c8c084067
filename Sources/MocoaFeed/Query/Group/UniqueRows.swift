/// The first row of each value of some members.
///
/// Values are equal as those of ``RowGroups`` are; rows without a member have the value of null.
/// Rows that cannot be read are all kept, so that they are reported. Memory grows with the number
/// of values.
package struct UniqueRows: Sendable {
  private let paths: [MemberPath]
  private let null: [UInt8]
  private var known = KnownValues()
  private var levels = LevelSpellings()

  /// Creates an instance that has not seen a row; `null` is the text of a missing value and of
  /// null.
  package init(by paths: [MemberPath], null: String = "null") {
    (self.paths, self.null) = (paths, Array(null.utf8))
  }

  /// An example of different values that have the same text: `'zip', such as 12345 and "12345"`;
  /// nil if there are none.
  package var similarValues: String? {
    known.similar.map { "'\(paths[$0.member].title)', such as \($0.shown) and \"\($0.text)\"" }
  }

  /// A note on values that are one level of a log in different spellings; nil if there are none.
  package var levelNote: String? {
    paths.first { $0.hasLevel }.flatMap { levels.note(on: $0) }
  }

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
    var (known, levels) = (known, levels)
    let condition = RowQuery(filters: filters).condition
    try forEachIdentity(of: model, in: rows, condition, jobs, &levels, progress) {
      number, identity, like in
      if known.insert(identity, like) { numbers.append(number) }
    }
    (self.known, self.levels) = (known, levels)
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
    var likenesses: [Int: Likeness] = [:]
    var levels = levels
    try forEachIdentity(
      of: model, in: identities.indices, RowQuery().condition, jobs, &levels, { _ in }
    ) {
      identities[$0] = $1
      if let likeness = $2 { likenesses[$0] = likeness }
    }
    self.levels = levels
    return RowNumbers(order.filter { known.insert(identities[$0], likenesses[$0]) })
  }

  /// Calls a closure with the numbers of rows, the hashes of their values, and what these look like
  /// if that is something else; nil for a row that cannot be read.
  private func forEachIdentity(
    of model: FeedListModel, in rows: Range<Int>, _ condition: Condition, _ jobs: Int?,
    _ levels: inout LevelSpellings, _ progress: (Int) -> Void,
    _ body: (Int, UInt64?, Likeness?) -> Void
  ) throws {
    let scan = RowScan(
      over: model, condition: condition, takesBroken: true, members: paths, jobs: jobs)
    try scan.run(rows, empty: IdentityReader(paths, null: null)) { number, row, reader in
      reader.add(row, number: number)
    } step: { rows, reader in
      for (number, identity) in reader.found {
        body(rows.lowerBound + number, identity, reader.likenesses[number])
      }
      levels.add(reader.levels)
      progress(rows.upperBound)
      return true
    }
  }
}

/// What values look like that are texts such as `"1"`.
private struct Likeness: Sendable {
  /// The hash of the values, if these texts were the values that they look like.
  let hash: UInt64
  /// The first member with such a text.
  let member: Int
  let text: String

  /// The value that the text looks like.
  var shown: String { text.isEmpty ? "null" : text }
}

/// The values of the rows so far.
private struct KnownValues: Sendable {
  private var places = HashedPlaces()
  private var likePlaces = HashedPlaces()
  private var likenesses: [Likeness] = []

  /// The first values that look like other ones.
  private(set) var similar: Likeness?

  /// Inserts the values of a row; returns whether they are new, as those that cannot be read are.
  mutating func insert(_ identity: UInt64?, _ likeness: Likeness?) -> Bool {
    guard let identity else { return true }
    guard places.place(of: identity).isNew else { return false }
    guard similar == nil else { return true }
    if let likeness {
      let isLikeText = !likePlaces.place(of: likeness.hash).isNew
      if isLikeText || places.find(likeness.hash) != nil { similar = likeness }
      if !isLikeText { likenesses.append(likeness) }
    } else if let place = likePlaces.find(identity) {
      similar = likenesses[place]
    }
    return true
  }
}

/// Reads the values of a block of rows.
private struct IdentityReader: Sendable {
  private(set) var found: [(number: Int, identity: UInt64?)] = []

  /// What the values of rows look like, by their numbers.
  private(set) var likenesses: [Int: Likeness] = [:]

  /// The values of the first member that usually has the level of a log.
  private(set) var levels = LevelSpellings()
  private let levelSlots: [Int]?

  private var reader = MemberReader()
  private let slots: [[Int]]
  private let null: [UInt8]
  private var identity = ValueIdentity()

  init(_ paths: [MemberPath], null: [UInt8]) {
    var reader = MemberReader()
    slots = paths.map { reader.slots(of: $0) }
    levelSlots = paths.firstIndex(where: \.hasLevel).map { [slots] in slots[$0] }
    (self.reader, self.null) = (reader, null)
  }

  mutating func add(_ row: UnsafeRawBufferPointer, number: Int) {
    guard reader.read(row, number: number) else { return found.append((number, nil)) }
    found.append((number, identity.hash(of: slots, readBy: reader, in: row)))
    if let levelSlots { reader.value(in: levelSlots, of: row).map { levels.add($0) } }
    let member = slots.firstIndex { slots in
      reader.value(in: slots, of: row).map { likeText(in: $0) != nil } ?? false
    }
    guard let member else { return }
    var text = ""
    identity.removeAll()
    for (index, slots) in slots.enumerated() {
      let value = reader.value(in: slots, of: row)
      guard let content = value.flatMap({ likeText(in: $0) }) else {
        identity.append(value)
        continue
      }
      if index == member { text = String(decoding: content, as: UTF8.self) }
      identity.append(content.elementsEqual(null) ? nil : content)
    }
    likenesses[number] = Likeness(hash: identity.hash, member: member, text: text)
  }

  /// Returns the content of a text that is written as another value is; nil for other values.
  private func likeText(in value: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
    guard value.first == UInt8(ascii: "\"") else { return nil }
    let content = value[rebased: 1..<value.count - 1]
    if content.elementsEqual(null) { return content }
    guard let first = content.first, first.isDigit || "-tf[{".utf8.contains(first),
      CheckedScanner.isValid(content)
    else { return nil }
    // The number 1.1 has another text than "1.10".
    guard case .number(let number)? = QueryValue(content) else { return content }
    return number.json.elementsEqual(content) ? content : nil
  }
}
