/// The rows of a feed grouped by the values of members, with aggregates of each group.
///
/// Equal numbers are one group, regardless of their notation, and so are equal strings; rows
/// without the member are in the group of null. Groups are in the order of their first appearance,
/// unless they are sorted. Memory grows with the number of groups, not of rows, except for
/// percentiles.
package struct RowGroups: Sendable {
  /// The members by which rows are grouped.
  package let keys: [OutputColumn]

  private(set) var aggregates: [Aggregate]

  private(set) var groups: GroupTable

  package var groupCount: Int { groups.endIndex }

  /// The number of rows in all groups.
  package private(set) var rowCount = 0

  /// The rows that were skipped because they are not JSON.
  package private(set) var brokenRows = RowTally()

  /// The values that each aggregate left out while rows were read, by its index.
  private var unread: [Int: UnreadValues] = [:]

  /// The placeholders that the aggregates of a member skip, by the index of the first of these.
  private var placeholders: [Int: Placeholders] = [:]

  /// A text that may be a code, such as `"01234"`, of those that an aggregate reads as numbers.
  private var codes: [Int: [UInt8]] = [:]

  /// The rows that have a member of a group more than once.
  private var repeatedMembers = RepeatedMembers()

  /// The first rows of the groups whose values have invalid Unicode.
  package private(set) var repairedRows = RowTally()

  /// Creates a grouping without rows.
  package init(by keys: [OutputColumn], _ aggregates: [Aggregate]) {
    (self.keys, self.aggregates) = (keys, aggregates)
    groups = GroupTable(keyCount: keys.count, aggregates)
    for index in aggregates.indices {
      self.aggregates[index].title = unused(aggregates[index].title)
    }
  }

  /// Adds rows of a feed.
  ///
  /// - Complexity: O(n) for n bytes of the rows.
  /// - Parameters:
  ///   - model: The feed.
  ///   - rows: The numbers of the rows; nil means all, including rows found meanwhile, so that rows
  ///     can be grouped while they are found.
  ///   - filters: The filters that rows must match.
  ///   - jobs: The number of threads; nil means one per processor.
  ///   - isCancelled: Called at least every 64 KiB of rows, on any thread.
  ///   - progress: Receives the groups so far and the number of rows scanned; returns whether to
  ///     continue.
  /// - Returns: `true` if it was completed.
  /// - Throws: A `FeedError` if the source cannot be read.
  @discardableResult
  package mutating func add(
    rowsOf model: FeedListModel, in rows: Range<Int>? = nil, filters: [RowFilter] = [],
    jobs: Int? = nil, isCancelled: @escaping @Sendable () -> Bool = { false },
    progress: (RowGroups, Int) -> Bool = { _, _ in true }
  ) throws -> Bool {
    let condition = RowQuery(filters: filters).condition
    let values = aggregates.filter { $0.function != .count }
    let members = keys.map(\.path) + values.map(\.path)
    if rows ?? 0..<model.numberOfRows == 0..<model.numberOfRows {
      // Combinations of all values, if an engine cannot compute exact sums.
      let areSums = values.allSatisfy { [.sum, .mean].contains($0.function) }
      for isSummed in values.isEmpty || !areSums ? [false] : [true, false] {
        var found = GroupReader(keys, aggregates)
        let isDone = try model.forEachGroup(
          of: isSummed ? keys.map(\.path) : members, summing: isSummed ? values.map(\.path) : [],
          where: condition, isCancelled: isCancelled
        ) {
          found.add($1, number: 0, count: $0, isSummed: isSummed)
        }
        guard isDone else { continue }
        merge(found, from: nil)
        return progress(self, model.numberOfRows) && !isCancelled()
      }
    }
    let scan = RowScan(
      over: model, condition: condition, takesBroken: true, members: members, jobs: jobs,
      isReduced: true)
    return try scan.run(
      rows ?? 0..<model.numberOfRows, empty: GroupReader(keys, aggregates), isCancelled: isCancelled
    ) {
      $2.add($1, number: $0)
    } step: { rows, found in
      merge(found, from: rows.lowerBound)
      return progress(self, rows.upperBound)
    }
  }

  /// Adds the groups of a block; its first number is nil if rows have no numbers.
  private mutating func merge(_ found: GroupReader, from number: Int?) {
    let first = number ?? 0
    brokenRows.add(found.reader.broken, from: first)
    repeatedMembers.add(found.reader.repeated, from: first)
    for (index, values) in found.placeholders {
      placeholders[index, default: Placeholders()].add(values, from: number)
    }
    codes.merge(found.codes) { first, _ in first }
    for (index, values) in found.unread {
      unread[index, default: UnreadValues(values.noun)].add(values)
    }
    rowCount += found.rowCount
    for row in groups.merge(found.groups) { repairedRows.add(first + row) }
  }

  /// What each aggregate left out, as it is not of its kind:
  /// `sum(pts): 1 value of 3 is no number: "1,200"`.
  ///
  /// - Complexity: O(n) for n groups.
  package var faults: [String] {
    aggregates.indices.flatMap { index in
      guard aggregates[index].function != .count else { return [String]() }
      var left: [UnreadValues] = unread[index].map { [$0] } ?? []
      var mixed = 0
      var isUncertain = false
      for state in groups.states(ofAggregate: index) {
        if state.isMixed { mixed += 1 }
        isUncertain = isUncertain || state.dimensions.areUncertain
        let values = state.unread
        if let place = left.firstIndex(where: { $0.noun == values.noun }) {
          left[place].add(values)
        } else {
          left.append(values)
        }
      }
      let units =
        mixed == 0 ? [] : ["the units of \(mixed == 1 ? "a group" : "\(mixed) groups") differ"]
      let clocks = isUncertain ? [Measure.clockFault(aggregates[index].path.filterText)] : []
      return (left.compactMap(\.description) + units + clocks).map {
        "\(aggregates[index].title): \($0)"
      }
    }
  }

  /// The repeated members of rows, the placeholders that aggregates skip, the bounds that are those
  /// of texts, the numbers that may be codes, and levels in different spellings: `pts: 2 values are
  /// placeholders and count as missing: "N/A" (row 3)`.
  ///
  /// - Complexity: O(n) for n groups.
  package var notes: [String] {
    let doubts = aggregates.indices.compactMap { index in
      groups.states(ofAggregate: index).lazy.compactMap(\.doubt).first.map {
        "\(aggregates[index].title): \($0)"
      }
    }
    let codes = codes.sorted { $0.key < $1.key }.map { index, example in
      "\(aggregates[index].title): texts such as \(JSONBytes(example).text) are read as numbers"
    }
    let grouped = keys.indices.compactMap { noteOnLevels(ofKey: $0) }
    let counted = aggregates.indices.compactMap { noteOnLevels(ofAggregate: $0) }
    let levels = grouped + counted.filter { !grouped.contains($0) }
    return doubts + codes + levels
      + placeholders.sorted { $0.key < $1.key }.map { index, values in
        "\(aggregates[index].path.title): \(values.description)"
      } + [repeatedMembers.note].compactMap(\.self)
  }

  /// Returns a note on groups that are one level of a log in different spellings.
  private func noteOnLevels(ofKey index: Int) -> String? {
    guard keys[index].path.hasLevel else { return nil }
    var spellings = LevelSpellings()
    for group in groups { group.values[index].withBytes { spellings.add($0) } }
    return spellings.note(on: keys[index].path)
  }

  /// Returns a note on values that an aggregate counts, and that are one level of a log.
  private func noteOnLevels(ofAggregate index: Int) -> String? {
    for state in groups.states(ofAggregate: index) {
      if let note = state.levelNote(on: aggregates[index].path) { return note }
    }
    return nil
  }

  /// A Boolean value that indicates whether different groups may have the same text: a key is a
  /// text in some, and none in others.
  ///
  /// - Complexity: O(n) for n groups.
  package var mayBeSimilar: Bool { groups.mixesTexts }

  /// Extends the trends of all groups to the same ranges, and gives their results the same units.
  mutating func align() {
    groups.alignUnits()
    for index in aggregates.indices where aggregates[index].function == .trend {
      let all = groups.states(ofAggregate: index).reduce(into: Trend()) { all, state in
        if case .trend(let trend) = state { all.add(trend) }
      }
      for group in groups.indices { groups.withAggregate(index, of: group) { $0.cover(all) } }
    }
  }

  /// Returns a group as an object with its number of rows and their share of all rows.
  func json(of group: GroupTable.Group, share: Double) -> [UInt8] {
    let figures = [String(group.rowCount), share.description].map { JSONBytes(Array($0.utf8)) }
    let others = aggregates.lazy.filter { $0.function != .count }.map(\.title)
    let titles = keys.map(\.title) + ["count", "share"].map(unused) + others
    let values = group.values + figures + group.results
    return zip(JSONText.starts(ofMembers: titles), values).flatMap { $0 + $1.slice }
      + [UInt8(ascii: "}")]
  }

  /// Returns a title that no member has: `count()` next to a member `count`.
  func unused(_ title: String) -> String {
    keys.contains { $0.title == title } ? unused(title + "()") : title
  }

  /// The columns of the groups; nil if there are none, or some values may be objects, whose members
  /// are columns.
  package var columns: [OutputColumn]? {
    let titles = keys.map(\.title) + aggregates.map(\.title)
    let mayHaveObjects =
      groups.hasObjects || aggregates.contains { [.min, .max].contains($0.function) }
    guard groups.isEmpty || !mayHaveObjects, Set(titles).count == titles.count else { return nil }
    return titles.map { title in
      var column = OutputColumn(title: title, path: MemberPath(keys: [title]))
      column.isLeaf = true
      return column
    }
  }

  /// The groups as an array of objects of their keys and aggregates.
  package var json: [UInt8] {
    var result = [UInt8(ascii: "[")]
    let starts = JSONText.starts(ofMembers: keys.map(\.title) + aggregates.map(\.title))
    var groups = groups
    groups.alignUnits()
    // Aggregates of no rows are a line, too, as in SQL.
    if keys.isEmpty && groups.isEmpty { _ = groups.group(withHash: 0) }
    result.reserveCapacity(groups.expectedSize(starts))
    for group in groups.indices {
      if group > 0 { result += ",\n".utf8 }
      groups.append(group, starts, to: &result)
      result.append(UInt8(ascii: "}"))
    }
    return result + [UInt8(ascii: "]")]
  }
}

/// Groups the rows of a block.
private struct GroupReader: Sendable {
  private(set) var groups: GroupTable
  private(set) var rowCount = 0
  private(set) var unread: [Int: UnreadValues] = [:]
  private(set) var placeholders: [Int: Placeholders] = [:]
  private(set) var codes: [Int: [UInt8]] = [:]
  private(set) var reader = MemberReader()
  private let keySlots: [[Int]]
  private let valueSlots: [[Int]]

  /// For each aggregate, whether it is the first of its member.
  private let isFirstOfMember: [Bool]

  /// For each aggregate, whether it reads numbers whatever the other values are.
  private let readsNumbers: [Bool]

  private var encoding = ValueEncoding()

  init(_ keys: [OutputColumn], _ aggregates: [Aggregate]) {
    var reader = MemberReader()
    keySlots = keys.map { reader.slots(of: $0.path) }
    valueSlots = aggregates.map { $0.function == .count ? [] : reader.slots(of: $0.path) }
    self.reader = reader
    isFirstOfMember = valueSlots.indices.map { [valueSlots] in
      valueSlots.firstIndex(of: valueSlots[$0]) == $0
    }
    readsNumbers = aggregates.map(\.function.readsNumbers)
    groups = GroupTable(keyCount: keys.count, aggregates)
  }

  mutating func add(
    _ row: UnsafeRawBufferPointer, number: Int, count: Int = 1, isSummed: Bool = false
  ) {
    guard reader.read(row, number: number) else { return }
    let hash = encoding.identity.hash(of: keySlots, readBy: reader, in: row)
    let (group, isNew) = groups.group(withHash: hash)
    if isNew {
      for slots in keySlots {
        groups.append(key: reader.value(in: slots, of: row), ofRow: number)
      }
    }
    groups.add(rows: count, to: group)
    rowCount += count
    for index in valueSlots.indices where !valueSlots[index].isEmpty {
      let value = reader.value(in: valueSlots[index], of: row)
      if isSummed {
        groups.withAggregate(index, of: group) { $0.add(sumOfEngine: value) }
      } else {
        if let value, value.first == UInt8(ascii: "\"") {
          addText(value, ofAggregate: index, rows: count, firstRow: number)
        }
        let (isRead, noun) = groups.withAggregate(index, of: group) {
          ($0.add(value, &encoding, rows: count), $0.noun)
        }
        if !isRead, let value {
          unread[index, default: UnreadValues(noun)].add(value, rows: count)
        }
      }
    }
  }

  private mutating func addText(
    _ value: UnsafeRawBufferPointer, ofAggregate index: Int, rows: Int, firstRow number: Int
  ) {
    if isFirstOfMember[index], QueryValue(value)?.isPlaceholder == true {
      placeholders[index, default: Placeholders()].add(value, rows: rows, firstRow: number)
    }
    guard readsNumbers[index], codes[index] == nil, value.count > 3 else { return }
    let text = value.dropFirst().dropLast()
    if text.first == UInt8(ascii: "0"), text.allSatisfy(\.isDigit) { codes[index] = Array(value) }
  }
}
