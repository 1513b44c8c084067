/// Sorts the rows of a feed by members, in sixteen bytes a row.
///
/// A pass over the feed takes eight bytes of each row's key, which is all there is of most numbers
/// and times. Of rows that these bytes do not tell apart, such as texts that begin alike, as much
/// of the further bytes is fetched as a fixed amount of memory holds, in the order of the file.
/// Rows of equal keys stay in the order of the feed.
struct RowSorter: ~Copyable {
  private let model: FeedListModel
  private let query: RowQuery
  private let scan: RowScan
  private let isCancelled: @Sendable () -> Bool
  private var entries: [SortEntry] = []
  private var texts: SortedTexts?

  /// Rows that have not been told apart, and how many bytes of their keys have been looked at.
  private struct Group {
    var range: Range<Int>
    var offset: Int
  }

  /// The bytes of keys that are fetched at once, over all rows.
  private static let fetchLength = 64 * 1024 * 1024

  /// The fewest bytes of a key that are fetched.
  private static let shortestFetch = 64

  /// Says in the number of a row that its key goes on behind the window.
  private static let goesOn = 1 << 62

  /// Sorts rows.
  ///
  /// - Complexity: O(n) for n bytes of the feed, and for the bytes of rows whose keys begin alike.
  /// - Parameters:
  ///   - model: The feed.
  ///   - query: Which rows to sort, and by which keys.
  ///   - jobs: The number of threads; nil for one for each processor.
  ///   - isCancelled: Is asked at least every 64 KiB of rows, on any thread.
  ///   - step: Is given the number of rows that have been looked at; returns whether to go on.
  /// - Returns: The rows in order, or nil where it did not go on.
  /// - Throws: A `FeedError` where the source cannot be read any more.
  static func sort(
    _ model: FeedListModel, _ query: RowQuery, jobs: Int? = nil,
    isCancelled: @escaping @Sendable () -> Bool = { false }, step: (Int) -> Bool
  ) throws -> RowNumbers? {
    var texts: SortedTexts?
    return try sort(model, query, &texts, jobs: jobs, isCancelled: isCancelled, step: step)
  }

  /// Sorts rows, and keeps what is to be written of them where that is short; see above.
  static func sort(
    _ model: FeedListModel, _ query: RowQuery, _ texts: inout SortedTexts?, jobs: Int? = nil,
    isCancelled: @escaping @Sendable () -> Bool = { false }, step: (Int) -> Bool
  ) throws -> RowNumbers? {
    var sorter = RowSorter(model, query, texts, jobs: jobs, isCancelled: isCancelled)
    defer { texts = sorter.texts }
    guard try sorter.collect(step) else { return nil }
    sorter.sortEntries(0..<sorter.entries.count)
    var groups = sorter.groups(in: 0..<sorter.entries.count, offset: 8)
    while !groups.isEmpty {
      guard let further = try sorter.refine(groups) else { return nil }
      groups = further
    }
    var rows = RowNumbers()
    for entry in sorter.entries { rows.append(entry.row & ~goesOn) }
    return rows
  }

  private init(
    _ model: FeedListModel, _ query: RowQuery, _ texts: SortedTexts?, jobs: Int?,
    isCancelled: @escaping @Sendable () -> Bool
  ) {
    self.texts = texts
    self.model = model
    self.query = query
    self.isCancelled = isCancelled
    scan = RowScan(over: model, condition: query.condition, jobs: jobs)
    if query.filters.isEmpty { entries.reserveCapacity(model.numberOfRows) }
  }

  /// What is made of the keys of a block of rows.
  private struct Keys: Sendable {
    var encoder: SortKeyEncoder
    var entries: [SortEntry] = []
    var texts: SortedTexts?
  }

  /// Takes the first bytes of the keys of all rows.
  private mutating func collect(_ step: (Int) -> Bool) throws -> Bool {
    try scan.run(
      0..<model.numberOfRows,
      empty: Keys(encoder: SortKeyEncoder(query.sortKeys), texts: texts),
      isCancelled: isCancelled
    ) { number, row, keys in
      keys.encoder.encode(row)
      let rest = keys.encoder.bytes.count > 8 ? Self.goesOn : 0
      keys.entries.append(
        SortEntry(window: keys.encoder.bytes.window(at: 0), row: number | rest))
      keys.texts?.add(row, number: number)
    } step: { rows, keys in
      entries += keys.entries
      texts?.append(keys.texts)
      return step(rows.upperBound)
    }
  }

  private mutating func sortEntries(_ range: Range<Int>) {
    entries.withUnsafeMutableBufferPointer { entries in
      FlagSort.sort(UnsafeMutableBufferPointer(rebasing: entries[range]))
    }
  }

  /// The rows of a range in which neighbours have equal windows and keys that go on.
  ///
  /// Keys whose bytes so far are equal all go on or all end, since none is the start of another.
  private func groups(in range: Range<Int>, offset: Int) -> [Group] {
    var groups: [Group] = []
    var start = range.lowerBound
    while start < range.upperBound {
      var end = start + 1
      while end < range.upperBound, entries[end].window == entries[start].window { end += 1 }
      if end - start > 1, entries[start].row & Self.goesOn != 0 {
        groups.append(Group(range: start..<end, offset: offset))
      }
      start = end
    }
    return groups
  }

  // MARK: Rows whose keys begin alike

  /// Sorts groups by further bytes of their keys.
  ///
  /// - Returns: The groups that have not been told apart yet; nil where it was cancelled.
  private mutating func refine(_ groups: [Group]) throws -> [Group]? {
    var further: [Group] = []
    var start = 0
    while start < groups.count {
      var (end, count) = (start, 0)
      while end < groups.count,
        end == start || count + groups[end].range.count <= Self.fetchLength / Self.shortestFetch
      {
        count += groups[end].range.count
        end += 1
      }
      let length = max(Self.shortestFetch, Self.fetchLength / count)
      guard let rest = try refine(groups[start..<end], length: length) else { return nil }
      further += rest
      start = end
    }
    return further
  }

  private mutating func refine(_ groups: ArraySlice<Group>, length: Int) throws -> [Group]? {
    // The rows in the order of the file; an entry has its place among them until it is sorted.
    var places: [SortEntry] = []
    for group in groups {
      for index in group.range {
        places.append(
          SortEntry(window: UInt64(entries[index].row & ~Self.goesOn), row: index))
      }
    }
    places.withUnsafeMutableBufferPointer { FlagSort.sort($0) }
    var offsets = [Int](repeating: 0, count: places.count)
    for group in groups {
      for index in group.range { entries[index].window = UInt64(group.offset) }
    }
    for place in places.indices {
      offsets[place] = Int(entries[places[place].row].window)
      entries[places[place].row].row = place
    }
    let rows = places.map { Int($0.window) }
    guard let bytes = try fetch(rows, offsets, length: length) else { return nil }
    var further: [Group] = []
    for group in groups { sort(group, by: bytes, &further, length: length) }
    for group in groups {
      for index in group.range {
        let place = entries[index].row & ~Self.goesOn
        entries[index].row = rows[place] | entries[index].row & Self.goesOn
      }
    }
    return further
  }

  /// Further bytes of the keys of rows.
  private struct Rests: Sendable {
    var encoder: SortKeyEncoder
    var bytes: [UInt8] = []
    /// Where the bytes of each key end, and whether the key goes on behind them.
    var ends: [(end: Int, goesOn: Bool)] = []

    mutating func add(_ row: UnsafeRawBufferPointer, from offset: Int, length: Int) {
      encoder.encode(row)
      let end = min(encoder.bytes.count, offset + length)
      bytes += encoder.bytes[min(offset, end)..<end]
      ends.append((bytes.count, end < encoder.bytes.count))
    }

    mutating func append(_ other: Rests) {
      let start = bytes.count
      bytes += other.bytes
      ends += other.ends.map { (start + $0.end, $0.goesOn) }
    }

    /// Eight bytes of a key, and whether there are more.
    func window(of place: Int, at offset: Int) -> (UInt64, goesOn: Bool) {
      let start = (place == 0 ? 0 : ends[place - 1].end) + offset
      let (end, goesOn) = ends[place]
      return (bytes[min(start, end)..<end].window(at: 0), start + 8 < end || goesOn)
    }
  }

  private func fetch(_ rows: [Int], _ offsets: [Int], length: Int) throws -> Rests? {
    let empty = Rests(encoder: SortKeyEncoder(query.sortKeys))
    var result = empty
    let isDone = try scan.run(over: rows, empty: empty, isCancelled: isCancelled) {
      place, row, rests in
      rests.add(row, from: offsets[place], length: length)
    } step: { rests in
      result.append(rests)
      return true
    }
    return isDone ? result : nil
  }

  /// Sorts a group, eight bytes after eight bytes, by what has been fetched of its keys.
  private mutating func sort(
    _ group: Group, by rests: Rests, _ further: inout [Group], length: Int
  ) {
    var open = [Group(range: group.range, offset: 0)]
    while let next = open.popLast() {
      for index in next.range {
        let place = entries[index].row & ~Self.goesOn
        let (window, goesOn) = rests.window(of: place, at: next.offset)
        entries[index] = SortEntry(window: window, row: place | (goesOn ? Self.goesOn : 0))
      }
      sortEntries(next.range)
      for group in groups(in: next.range, offset: next.offset + 8) {
        if group.offset < length { open.append(group) } else { further.append(group) }
      }
    }
    for index in further.indices where group.range.contains(further[index].range.lowerBound) {
      further[index].offset = group.offset + length
    }
  }
}

extension Collection<UInt8> where Index == Int {
  /// Eight bytes as a number, the first in the highest bits, with zeros behind the last.
  fileprivate func window(at offset: Int) -> UInt64 {
    var result: UInt64 = 0
    for index in startIndex + offset..<startIndex + offset + 8 {
      result = result << 8 | UInt64(index < endIndex ? self[index] : 0)
    }
    return result
  }
}
