/// Sorts the rows of a feed by members, in twelve to sixteen bytes a row.
///
/// A first pass over the feed takes eight bytes of each row's key, which is all there is of
/// numbers; longer keys are made shorter before (see ``SortKeyCode``). Rows that these bytes do not
/// tell apart, such as texts that begin alike, are looked at again in further passes for the bytes
/// behind. Rows of equal keys stay in the order of the feed.
struct RowSorter: ~Copyable {
  private let model: FeedListModel
  private let condition: Condition
  private var encoder: SortKeyEncoder
  private var entries: [SortEntry] = []

  /// Whether the code of the encoder fits all rows.
  private var isCodeFitting = true

  /// The rows whose keys go on behind the bytes that have been looked at.
  private var open = RowSet()

  /// Where groups of rows begin that have not been told apart; the others are groups of one.
  private var groupStarts = RowSet()

  /// Sorts rows.
  ///
  /// - Complexity: O(n) for n bytes of the feed and each pass; one pass for numbers, times and
  ///   short texts.
  /// - Parameters:
  ///   - model: The feed.
  ///   - query: Which rows to sort, and by which keys.
  ///   - step: Is given the number of rows that have been looked at; returns whether to go on.
  /// - Returns: The rows in order, or nil where it did not go on.
  /// - Throws: A `FeedError` where the source cannot be read any more.
  static func sort(
    _ model: FeedListModel, _ query: RowQuery, step: (Int) -> Bool
  ) throws -> RowNumbers? {
    var sorter = RowSorter(model, query)
    try sorter.chooseCode(leavingPrefix: true)
    guard try sorter.collect(step) else { return nil }
    if !sorter.isCodeFitting {
      // Some row does not begin as those of the sample do.
      try sorter.chooseCode(leavingPrefix: false)
      guard try sorter.collect(step) else { return nil }
    }
    sorter.sortGroup(0..<sorter.entries.count)
    var offset = 8
    while sorter.findGroups() {
      guard let common = try sorter.refine(at: offset, step) else { return nil }
      offset += max(8, common)
    }
    var rows = RowNumbers()
    for entry in sorter.entries { rows.append(Int(entry.row)) }
    return rows
  }

  private init(_ model: FeedListModel, _ query: RowQuery) {
    self.model = model
    condition = query.condition
    encoder = SortKeyEncoder(query.sortKeys)
    entries.reserveCapacity(model.numberOfRows)
  }

  /// What is made of the keys of a stretch of rows.
  private struct EncodedKeys: Sendable {
    var encoder: SortKeyEncoder
    var entries: [SortEntry] = []
    /// The rows whose keys go on behind these bytes.
    var open: [UInt32] = []
  }

  /// How many stretches of rows are looked at to choose a code, and how many rows of each.
  private static let (sampleCount, sampleLength) = (8, 64)

  /// Chooses the code for keys of rows like some that are spread over the feed.
  private mutating func chooseCode(leavingPrefix: Bool) throws {
    var (plain, sample) = (SortKeyEncoder(encoder.keys), [[UInt8]]())
    var pass = ScanWorker(over: model, condition: condition) { false }
    var start = 0
    while start < model.numberOfRows {
      let end = min(model.numberOfRows, start + Self.sampleLength)
      try pass.scan(start..<end) { _, row in
        plain.encode(row)
        sample.append(plain.bytes)
      }
      start += max(Self.sampleLength, model.numberOfRows / Self.sampleCount)
    }
    let code = SortKeyCode(sample: sample, leavingPrefix: leavingPrefix)
    encoder = SortKeyEncoder(encoder.keys, code: code)
  }

  /// Takes the first bytes of the keys of all rows, as long as the code fits them.
  private mutating func collect(_ step: (Int) -> Bool) throws -> Bool {
    entries.removeAll(keepingCapacity: true)
    open = RowSet()
    isCodeFitting = true
    let pass = RowScan(over: model, condition: condition)
    let isDone = try pass.run(0..<model.numberOfRows, empty: EncodedKeys(encoder: encoder)) {
      number, row, keys in
      keys.encoder.encode(row)
      keys.entries.append(SortEntry(window: keys.encoder.window(at: 0), row: UInt32(number)))
      if keys.encoder.bytes.count > 8 { keys.open.append(UInt32(number)) }
    } step: { rows, keys in
      entries += keys.entries
      for row in keys.open { open.insert(Int(row)) }
      isCodeFitting = keys.encoder.isCodeFitting
      return isCodeFitting && step(rows.upperBound)
    }
    return isDone || !isCodeFitting
  }

  private mutating func sortGroup(_ range: Range<Int>) {
    entries.withUnsafeMutableBufferPointer { entries in
      FlagSort.sort(UnsafeMutableBufferPointer(rebasing: entries[range]))
    }
  }

  /// Finds the rows that have not been told apart; whether there are any.
  ///
  /// Keys whose bytes so far are equal all go on or all end, since none is the start of another.
  private mutating func findGroups() -> Bool {
    var (starts, found) = (RowSet(), false)
    var start = 0
    for index in entries.indices.dropFirst() {
      let isNewGroup = groupStarts.contains(index)
      if isNewGroup || entries[index].window != entries[index - 1].window { start = index }
      if start < index, open.contains(Int(entries[index].row)) {
        starts.insert(start)
        found = true
      }
      if start == index { starts.insert(index) }
    }
    groupStarts = starts
    groupStarts.insert(0)
    return found
  }

  /// Looks at the next bytes of the rows that have not been told apart, and sorts by them.
  ///
  /// - Returns: How many bytes from the offset on all of them have in common, so that the next
  ///   look can be behind these; nil where it did not go on.
  private mutating func refine(at offset: Int, _ step: (Int) -> Bool) throws -> Int? {
    var places = [UInt32](repeating: .max, count: model.numberOfRows)
    Self.forEachGroup(in: groupStarts, count: entries.count) { group in
      guard open.contains(Int(entries[group.lowerBound].row)) else { return }
      for index in group { places[Int(entries[index].row)] = UInt32(index) }
    }
    var common: [UInt8]?
    let pass = RowScan(over: model)
    let isDone = try pass.run(0..<model.numberOfRows, empty: FurtherKeys(encoder: encoder)) {
      [places] number, row, keys in
      if places[number] != .max { keys.add(row, number: number, at: offset) }
    } step: { rows, keys in
      for entry in keys.entries {
        entries[Int(places[Int(entry.row)])].window = entry.window
      }
      for row in keys.ended { open.remove(Int(row)) }
      if let other = keys.common {
        let length = common?.sharedPrefixLength(with: other[...]) ?? other.count
        common = Array(other.prefix(length))
      }
      return step(rows.upperBound)
    }
    Self.forEachGroup(in: groupStarts, count: entries.count) { sortGroup($0) }
    return isDone ? common?.count ?? 0 : nil
  }

  /// What is made of the further bytes of the keys of a stretch of rows.
  private struct FurtherKeys: Sendable {
    var encoder: SortKeyEncoder
    var entries: [SortEntry] = []
    /// The rows whose keys end within these bytes.
    var ended: [UInt32] = []
    /// What all the keys have in common from the offset on.
    var common: [UInt8]?

    init(encoder: SortKeyEncoder) { self.encoder = encoder }

    mutating func add(_ row: UnsafeRawBufferPointer, number: Int, at offset: Int) {
      encoder.encode(row)
      entries.append(SortEntry(window: encoder.window(at: offset), row: UInt32(number)))
      if encoder.bytes.count <= offset + 8 { ended.append(UInt32(number)) }
      let rest = encoder.bytes[min(offset, encoder.bytes.count)...]
      let length = common?.sharedPrefixLength(with: rest) ?? rest.count
      if length != common?.count { common = Array(rest.prefix(length)) }
    }
  }

  /// Goes through the groups of more than one row.
  private static func forEachGroup(
    in starts: RowSet, count: Int, _ body: (Range<Int>) -> Void
  ) {
    var start = 0
    while start < count {
      let end = starts.first(from: start + 1) ?? count
      if end - start > 1 { body(start..<end) }
      start = end
    }
  }
}

extension [UInt8] {
  /// How many bytes at the start are the same as those of others.
  fileprivate func sharedPrefixLength(with other: ArraySlice<UInt8>) -> Int {
    zip(self, other).prefix { $0 == $1 }.count
  }
}
