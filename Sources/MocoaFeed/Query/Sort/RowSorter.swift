import MocoaSystem

/// Sorts the rows of a feed by members, in memory up to a limit and then on disk.
///
/// One scan of the feed reads eight bytes of each row's key, in sixteen bytes per row: that is the
/// whole key of most numbers and times. The rest of longer keys, and the formatted rows if they are
/// brief, are stored separately. Beyond the limit, sorted runs are written to an unnamed file and
/// merged. The sort is stable. Where only the first rows are needed, those behind them are dropped.
package struct RowSorter: ~Copyable {
  private let condition: Condition
  private let takesBroken: Bool
  private let findsBroken: Bool
  private let jobs: Int?
  private let isCancelled: @Sendable () -> Bool
  private let empty: SortBlock
  private var kinds: [TextKinds]

  /// A Boolean value that indicates whether the rows are in the order of an engine, and no values
  /// are seen.
  private var isOrdered = false
  private let memoryLimit: Int

  /// The maximum number of rows, and what later ones must not exceed.
  private let limit: Int?
  private let bound = SortBound()

  /// A Boolean value that indicates whether the formatted rows are stored while rows are read.
  let isWriting: Bool

  /// The members that are formatted.
  private let paths: [MemberPath]?

  private var run = SortRun()
  private var spill: SortSpill?

  /// The number of rows sorted.
  private(set) var count = 0

  /// The rows that are skipped because they are not JSON, if these are found.
  package private(set) var broken = RowTally()

  /// The rows in which invalid Unicode was replaced.
  private(set) var repaired = RowTally()

  /// The rows that have a member more than once.
  private(set) var repeated = RepeatedMembers()

  /// A quarter of the machine's memory.
  static var defaultMemoryLimit: Int {
    max(64 << 20, Int(sysconf(CInt(_SC_PHYS_PAGES))) * Int(sysconf(CInt(_SC_PAGESIZE))) / 4)
  }

  /// Creates a sorter without rows.
  ///
  /// - Parameters:
  ///   - query: The filters and sort keys.
  ///   - format: The output format, if brief rows are to be formatted at once; nil if they are read
  ///     again.
  ///   - takesBroken: A Boolean value that indicates whether rows that are not JSON match every
  ///     filter, so that they can be reported.
  ///   - findsBroken: A Boolean value that indicates whether such rows are skipped and recorded, as
  ///     they would take the places of others; always so if rows are formatted at once.
  ///   - limit: The number of first rows that are needed; nil means all.
  ///   - memoryLimit: The maximum number of bytes in memory; nil means `defaultMemoryLimit`.
  ///   - jobs: The number of threads; nil means one per processor.
  ///   - isCancelled: Called at least every 64 KiB of rows, on any thread.
  package init(
    _ query: RowQuery, writing format: RowFormat? = nil, takesBroken: Bool = false,
    findsBroken: Bool = false, limit: Int? = nil, memoryLimit: Int? = nil, jobs: Int? = nil,
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) {
    self.limit = limit
    self.takesBroken = takesBroken
    self.findsBroken = findsBroken
    self.isCancelled = isCancelled
    self.memoryLimit = memoryLimit ?? Self.defaultMemoryLimit
    self.jobs = jobs
    query.forgetFailures()
    condition = query.condition
    isWriting = format?.isBrief == true
    paths = format?.paths
    empty = SortBlock(
      keys: query.order, encoder: SortKeyEncoder(query.order), isWriting: isWriting,
      formatter: RowFormatter(format ?? .json(nil), keys: query.order))
    kinds = empty.encoder.kinds
  }

  /// The keys by which the rows must be sorted once more, as strings behind the sample that the
  /// keys were fitted to show that all of them are numbers or levels, or not all; nil if none do.
  package var refittedKeys: [SortKey]? {
    let keys = zip(empty.keys, kinds).map { key, kinds in
      var key = key
      // Rows in the order of an engine have no strings here.
      guard kinds.haveTexts, !key.isRefitted, key.interpretation != kinds.interpretation else {
        return key
      }
      key.isRefitted = true
      key.interpretation = kinds.interpretation
      return key
    }
    return keys == empty.keys ? nil : keys
  }

  /// Why rows are not sorted as most values of a key look: `lvl: 1 value of 9 is no level: "X"`.
  package var notes: [String] {
    let isOrdered = isOrdered
    return zip(empty.keys, kinds).compactMap { key, kinds in
      isOrdered ? key.sampledDoubt : kinds.doubt(of: key)
    }
  }

  /// Reads rows; those of a growing feed can be read while they are found.
  ///
  /// - Complexity: O(n) for n bytes of the rows.
  /// - Parameters:
  ///   - rows: The numbers of the rows, after those of the previous call.
  ///   - model: The feed.
  ///   - step: Receives the number of rows scanned; returns whether to continue.
  /// - Returns: `true` if these rows were completed.
  /// - Throws: A `FeedError` if the source cannot be read, or the disk cannot be written.
  package mutating func add(
    _ rows: Range<Int>, of model: FeedListModel, step: (Int) -> Bool = { _ in true }
  ) throws -> Bool {
    // Rows in the order of an engine are sorted by their positions.
    let order =
      rows == 0..<model.numberOfRows
      ? try model.providedOrder(empty.keys, isCancelled: isCancelled) : nil
    var empty = empty
    if limit != nil { empty.bound = bound }
    isOrdered = order != nil
    empty.isOrdered = isOrdered
    // An engine has no such rows.
    empty.findsBroken = findsBroken && model.provider == nil
    let scan = RowScan(
      over: model, condition: condition, takesBroken: takesBroken,
      members: (isWriting ? paths : []).flatMap { paths in
        empty.encoder.members.map { paths + $0 }
      }, order: order ?? [], limit: order == nil ? nil : limit, jobs: jobs,
      expressions: empty.keys.compactMap(\.expression))
    return try scan.run(rows, empty: empty, isCancelled: isCancelled) {
      $2.add($1, number: $0)
    } step: { rows, block in
      count += block.entries.count + block.droppedCount
      broken.add(block.broken, from: rows.lowerBound)
      repaired.add(block.repaired, from: rows.lowerBound)
      repeated.add(block.repeated, from: rows.lowerBound)
      for index in kinds.indices { kinds[index].add(block.encoder.kinds[index]) }
      run.append(block, from: rows.lowerBound)
      if let limit, let last = run.drop(behind: limit) { bound.lower(to: last) }
      // Growing arrays take up to twice their length.
      if run.byteCount > memoryLimit / 2 { try spillRun() }
      return step(rows.upperBound)
    }
  }

  /// Sorts the rows that were read; call it after the last of them.
  ///
  /// - Complexity: O(n) for n rows, plus the bytes of keys with common prefixes.
  /// - Throws: A `FeedError` if the disk cannot be written.
  package mutating func sort() throws {
    if spill != nil {
      try spillRun()
      run = SortRun()
    } else {
      run.sort()
    }
  }

  /// Returns the numbers of the rows in order; nil if it was cancelled.
  package func rowNumbers() throws -> RowNumbers? {
    var rows = RowNumbers()
    try forEach { number, _ in
      rows.append(number)
      return !isCancelled()
    }
    return isCancelled() ? nil : rows
  }

  private mutating func spillRun() throws {
    run.sort()
    var spill = try self.spill ?? SortSpill()
    try spill.write(run.forEach)
    self.spill = spill
    run.removeAll()
  }

  /// Calls a closure with each row in order and its formatted text, until it returns `false`.
  func forEach(_ body: (Int, UnsafeRawBufferPointer) throws -> Bool) throws {
    if let spill {
      try spill.merge(bufferLength: memoryLimit / 2, body)
    } else {
      try run.forEach { _, row, _, text in try body(row, text) }
    }
  }
}

/// The key of the last row that is needed, among those that were read so far.
private final class SortBound: Sendable {
  private let window = Monitor<UInt64>(.max)

  var value: UInt64 { window.withLock { $0 } }

  func lower(to value: UInt64) { window.withLock { $0 = min($0, value) } }
}

/// The result of the rows of a block.
private struct SortBlock: Sendable {
  let keys: [SortKey]
  var encoder: SortKeyEncoder
  /// A Boolean value that indicates whether the text of a row is stored with its key.
  let isWriting: Bool
  var formatter: RowFormatter
  /// A Boolean value that indicates whether the rows are supplied in sort order.
  var isOrdered = false
  /// A Boolean value that indicates whether rows that are not JSON are skipped.
  var findsBroken = false
  var position = 0
  var entries: [SortEntry] = []

  /// What the keys of rows must not exceed; nil if all rows are needed.
  var bound: SortBound?

  /// The bound when the block was begun.
  fileprivate var greatest: UInt64?
  private(set) var droppedCount = 0

  var broken = RowTally()
  var repaired = RowTally()
  var repeated = RepeatedMembers()

  /// Records of rows that exceed an entry: row number, lengths of key and text, and these two.
  var records: [UInt8] = []

  mutating func add(_ row: UnsafeRawBufferPointer, number: Int) {
    if isWriting {
      // In the same scan of the row as its text.
      guard formatter.read(row) else { return broken.add(number) }
      repeated.add(number, readBy: formatter.tree)
    } else if findsBroken, !CheckedScanner.isValid(row) {
      return broken.add(number)
    }
    position += 1
    if isOrdered {
      encoder.encode(position: position)
    } else if isWriting {
      encoder.encode(row, formatter.tree, formatter.keySlots)
    } else {
      encoder.encode(row)
    }
    let window = encoder.bytes.withUnsafeBytes { $0.window(at: 0) }
    if let bound {
      let greatest = greatest ?? bound.value
      self.greatest = greatest
      guard window <= greatest else { return droppedCount += 1 }
    }
    guard isWriting || encoder.bytes.count > 8 else {
      return entries.append(SortEntry(window: window, row: number))
    }
    entries.append(SortEntry(window: window, row: SortRun.isRecord | records.count))
    withUnsafeBytes(of: number) { records.append(contentsOf: $0) }
    let lengths = records.count
    let rest = encoder.bytes.dropFirst(8)
    records.append(contentsOf: repeatElement(0, count: 8))
    records.append(contentsOf: rest)
    let start = records.count
    if isWriting {
      formatter.appendRead(row, to: &records)
      // Only the output is validated, not the whole row.
      let isValid = records.withUnsafeBytes { UTF8Sequence.isValid($0[rebased: start..<$0.count]) }
      if !isValid {
        let text = records.withUnsafeBytes { JSONText.repaired($0[rebased: start..<$0.count]) }
        records.replaceSubrange(start..., with: text)
      }
      if !isValid || formatter.isRepaired { repaired.add(number) }
    }
    records.withUnsafeMutableBytes {
      $0.storeBytes(of: UInt32(rest.count), toByteOffset: lengths, as: UInt32.self)
      $0.storeBytes(
        of: UInt32($0.count - start), toByteOffset: lengths + 4, as: UInt32.self)
    }
  }
}

/// Rows that are sorted in memory.
private struct SortRun {
  var entries: [SortEntry] = []
  /// Records of rows, numbered from a first one.
  private var pieces: [(first: Int, records: [UInt8])] = []
  private var recordLength = 0

  /// The flag of an entry that contains the position of a record instead of a row number.
  static let isRecord = 1 << 62
  private static let offsetBits = 39

  var byteCount: Int { entries.count * MemoryLayout<SortEntry>.stride + recordLength }

  mutating func append(_ block: SortBlock, from first: Int) {
    let piece = pieces.count << Self.offsetBits
    entries += block.entries.lazy.map { entry in
      let isRecord = entry.row & Self.isRecord != 0
      return SortEntry(window: entry.window, row: entry.row + (isRecord ? piece : first))
    }
    guard !block.records.isEmpty else { return }
    pieces.append((first, block.records))
    recordLength += block.records.count
  }

  /// Drops all rows behind a number of first ones, if there are many more.
  ///
  /// - Complexity: O(n) on average for n rows that were appended.
  /// - Returns: The window of the last row; nil if none were dropped.
  mutating func drop(behind limit: Int) -> UInt64? {
    guard limit > 0, entries.count > 2 * limit, entries.count > 1_024 else { return nil }
    sort()
    entries.removeSubrange(limit...)
    var isNeeded = [Bool](repeating: false, count: pieces.count)
    for entry in entries where entry.row & Self.isRecord != 0 {
      isNeeded[(entry.row & ~Self.isRecord) >> Self.offsetBits] = true
    }
    for piece in pieces.indices where !isNeeded[piece] && !pieces[piece].records.isEmpty {
      recordLength -= pieces[piece].records.count
      pieces[piece].records = []
    }
    return entries.last?.window
  }

  mutating func removeAll() {
    entries.removeAll(keepingCapacity: true)
    pieces = []
    recordLength = 0
  }

  /// Calls a closure with the record of an entry: row number, rest of the key, and text.
  private func withRecord<Result>(
    _ entry: SortEntry,
    _ body: (Int, UnsafeRawBufferPointer, UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result {
    let none = UnsafeRawBufferPointer(start: nil, count: 0)
    guard entry.row & Self.isRecord != 0 else { return try body(entry.row, none, none) }
    let place = entry.row & ~Self.isRecord
    let number = place >> Self.offsetBits
    let first = pieces[number].first
    return try pieces[number].records.withUnsafeBytes { piece in
      let record = piece[rebased: place & (1 << Self.offsetBits - 1)..<piece.count]
      let length = Int(record.loadUnaligned(fromByteOffset: 8, as: UInt32.self))
      let textLength = Int(record.loadUnaligned(fromByteOffset: 12, as: UInt32.self))
      return try body(
        first + record.loadUnaligned(as: Int.self), record[rebased: 16..<16 + length],
        record[rebased: 16 + length..<16 + length + textLength])
    }
  }

  /// Calls a closure with the window, number, rest of the key and text of each row in order.
  func forEach(
    _ body: (UInt64, Int, UnsafeRawBufferPointer, UnsafeRawBufferPointer) throws -> Bool
  ) rethrows {
    for entry in entries {
      let goesOn = try withRecord(entry) { try body(entry.window, $0, $1, $2) }
      guard goesOn else { return }
    }
  }

  /// Sorts the entries: by their windows, then by successive eight-byte windows of the rest.
  mutating func sort() {
    sort(0..<entries.count)
    for group in groups(in: 0..<entries.count, offset: 0) {
      let window = entries[group.range.lowerBound].window
      var open = [group]
      while let next = open.popLast() {
        var isSame = true
        for index in next.range {
          entries[index].window = withRecord(entries[index]) { _, rest, _ in
            rest.window(at: next.offset)
          }
          isSame = isSame && entries[index].window == entries[next.range.lowerBound].window
        }
        if !isSame { sort(next.range) }
        open += groups(in: next.range, offset: next.offset + 8)
      }
      for index in group.range { entries[index].window = window }
    }
  }

  private mutating func sort(_ range: Range<Int>) {
    entries.withUnsafeMutableBufferPointer { entries in
      FlagSort.sort(UnsafeMutableBufferPointer(rebasing: entries[range]))
    }
  }

  /// Returns the runs of rows with equal windows whose keys continue after an offset.
  ///
  /// Keys with equal bytes so far all continue or all end, since none is a prefix of another.
  private func groups(
    in range: Range<Int>, offset: Int
  ) -> [(range: Range<Int>, offset: Int)] {
    var groups: [(range: Range<Int>, offset: Int)] = []
    var start = range.lowerBound
    while start < range.upperBound {
      var end = start + 1
      while end < range.upperBound, entries[end].window == entries[start].window { end += 1 }
      if end - start > 1, withRecord(entries[start], { _, rest, _ in rest.count > offset }) {
        groups.append((start..<end, offset))
      }
      start = end
    }
    return groups
  }
}

extension UnsafeRawBufferPointer {
  /// Returns eight bytes as a big-endian number, padded with zeros.
  @inline(__always)
  fileprivate func window(at offset: Int) -> UInt64 {
    if offset + 8 <= count {
      return UInt64(bigEndian: loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
    var result: UInt64 = 0
    for index in offset..<offset + 8 {
      result = result << 8 | UInt64(index < count ? self[index] : 0)
    }
    return result
  }
}
