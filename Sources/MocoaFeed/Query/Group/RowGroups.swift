/// The rows of a feed grouped by the values of members, with aggregates of each group.
///
/// Numbers that are equal are one group, however they are written, and so are texts. Groups are in
/// the order of their first appearance. Memory grows with the groups, and not with the rows but for
/// percentiles.
public struct RowGroups: Sendable {
  /// The members that rows are grouped by.
  public let keys: [OutputColumn]

  /// What is worked out of each group.
  public let aggregates: [Aggregate]

  /// How many rows were left out because they are not JSON.
  public private(set) var brokenRowCount = 0

  /// The number of the first of them.
  public private(set) var firstBrokenRow: Int?

  private var table: Table

  /// Makes a grouping without rows.
  ///
  /// - Parameters:
  ///   - keys: The members that rows are grouped by.
  ///   - aggregates: What is worked out of each group.
  public init(by keys: [OutputColumn], _ aggregates: [Aggregate]) {
    self.keys = keys
    self.aggregates = aggregates
    table = Table(keys, aggregates)
  }

  /// Takes in rows of a feed.
  ///
  /// - Complexity: O(n) for n bytes of the rows.
  /// - Parameters:
  ///   - model: The feed.
  ///   - filters: What rows must match.
  ///   - jobs: The number of threads; nil for one for each processor.
  ///   - progress: Is given the number of rows so far.
  /// - Throws: A `FeedError` where the source cannot be read.
  public mutating func add(
    rowsOf model: FeedListModel, filters: [RowFilter] = [], jobs: Int? = nil,
    progress: (Int) -> Void = { _ in }
  ) throws {
    let scan = RowScan(over: model, condition: RowQuery(filters: filters).condition, jobs: jobs)
    try scan.run(0..<model.numberOfRows, empty: Table(keys, aggregates)) {
      $2.add($1, number: $0)
    } step: { rows, found in
      brokenRowCount += found.broken.count
      firstBrokenRow = firstBrokenRow ?? found.broken.first
      table.merge(found)
      progress(rows.upperBound)
      return true
    }
  }

  /// The groups as an array of JSON objects, each with the members and the aggregates by their
  /// names.
  public var json: [UInt8] {
    var result: [UInt8] = [UInt8(ascii: "[")]
    for (index, group) in table.groups.enumerated() {
      result += (index == 0 ? "{" : ",\n{").utf8
      for (place, key) in keys.enumerated() {
        if place > 0 { result.append(UInt8(ascii: ",")) }
        JSONText.quote(key.title, to: &result)
        result.append(UInt8(ascii: ":"))
        result += group.values[place].isEmpty ? Array("null".utf8) : group.values[place]
      }
      for (aggregate, accumulator) in zip(aggregates, group.accumulators) {
        result.append(UInt8(ascii: ","))
        JSONText.quote(aggregate.title, to: &result)
        result.append(UInt8(ascii: ":"))
        result += accumulator.json
      }
      result.append(UInt8(ascii: "}"))
    }
    return result + [UInt8(ascii: "]")]
  }
}

/// The groups of some rows.
private struct Table: Sendable {
  struct Group: Sendable {
    let identity: UInt64
    /// The values as they are written; empty where they are missing.
    var values: [[UInt8]]
    var accumulators: [Accumulator]
  }

  private(set) var groups: [Group] = []
  private(set) var broken: [Int] = []
  private var places: [UInt64: Int] = [:]
  private var tree = MemberTree()
  private let keySlots: [[Int]]
  private let valueSlots: [[Int]]
  private let empty: [Accumulator]
  private var encoder = SortKeyEncoder([])
  private var identity: [UInt8] = []

  init(_ keys: [OutputColumn], _ aggregates: [Aggregate]) {
    var tree = MemberTree()
    keySlots = keys.map { tree.slots(of: $0.path) }
    valueSlots = aggregates.map { $0.function == .count ? [] : tree.slots(of: $0.path) }
    self.tree = tree
    empty = aggregates.map { Accumulator($0.function) }
  }

  mutating func add(_ row: UnsafeRawBufferPointer, number: Int) {
    guard tree.read(row) else { return broken.append(number) }
    identity.removeAll(keepingCapacity: true)
    for slots in keySlots { appendIdentity(of: tree.value(in: slots, of: row)) }
    let hash = identity.withUnsafeBytes { ByteHash.ofThisRun($0) }
    let place = places[hash] ?? groups.count
    if place == groups.count {
      places[hash] = place
      groups.append(
        Group(
          identity: hash,
          values: keySlots.map { tree.value(in: $0, of: row).map { Array($0) } ?? [] },
          accumulators: empty))
    }
    for index in valueSlots.indices {
      groups[place].accumulators[index].add(
        tree.value(in: valueSlots[index], of: row), &encoder)
    }
  }

  /// Appends bytes that equal values have alike, and none other; null is as good as missing.
  private mutating func appendIdentity(of bytes: UnsafeRawBufferPointer?) {
    guard let bytes, let value = QueryValue(bytes) else { return identity.append(0) }
    let start = identity.count
    let kind: UInt8
    switch value {
    case .null: return identity.append(0)
    case .number, .bool:
      kind = 1
      encoder.encode(value: value)
      identity += encoder.bytes
    case .text(let content):
      kind = 2
      QueryValue.withUnescaped(content) { identity.append(contentsOf: $0) }
    case .container:
      kind = 3
      identity.append(contentsOf: bytes)
    }
    // The length and the kind tell the values of several members apart.
    identity.append(kind)
    withUnsafeBytes(of: identity.count - start) { identity.append(contentsOf: $0) }
  }

  mutating func merge(_ other: Table) {
    broken += other.broken
    for group in other.groups {
      guard let place = places[group.identity] else {
        places[group.identity] = groups.count
        groups.append(group)
        continue
      }
      for index in empty.indices {
        groups[place].accumulators[index].merge(group.accumulators[index])
      }
    }
  }
}
