/// Groups of rows: the values of their keys, their numbers of rows, and their aggregates.
///
/// What all groups have is in a few arrays, so that a million groups need no allocation each.
struct GroupTable: Sendable {
  /// The rows with the same values.
  struct Group: Sendable {
    /// The values of the keys as they are written in the first row; `null` for a missing member.
    let values: [JSONBytes]

    let rowCount: Int

    fileprivate let accumulators: ArraySlice<Accumulator>

    /// The results of the aggregates but for the counts; `null` if there are no values.
    var results: [JSONBytes] { accumulators.map { JSONBytes($0.result) } }
  }

  private let keyCount: Int

  /// The states of the aggregates of a new group; none for counts, which are the numbers of rows.
  private let empty: [Accumulator]

  /// For each aggregate the place of its state in `empty`; nil for a count.
  private let slots: [Int?]

  /// The groups by the hashes of their keys.
  private var places = HashedPlaces()

  /// The values of the keys of all groups, one after the other, and where each ends.
  private var values: [UInt8] = []
  private var ends: [Int] = []

  /// The numbers of rows of the groups.
  private(set) var rowCounts: [Int] = []

  private var accumulators: [Accumulator] = []

  /// A Boolean value that indicates whether a key is an object in some groups.
  private(set) var hasObjects = false

  /// The numbers of the first rows of the groups whose values have invalid Unicode, by the groups.
  private var repairs: [Int: Int] = [:]

  /// Creates a table without groups.
  init(keyCount: Int, _ aggregates: [Aggregate]) {
    self.keyCount = keyCount
    let states = aggregates.filter { $0.function != .count }
    empty = states.map { Accumulator($0.function, haveLevels: $0.path.hasLevel) }
    var slot = 0
    slots = aggregates.map { aggregate in
      defer { slot += aggregate.function == .count ? 0 : 1 }
      return aggregate.function == .count ? nil : slot
    }
  }

  /// Returns the group with a hash, and whether it is new; then its keys are to be appended.
  mutating func group(withHash hash: UInt64) -> (Int, isNew: Bool) {
    let (place, isNew) = places.place(of: hash)
    guard isNew else { return (place, false) }
    rowCounts.append(0)
    if !empty.isEmpty { accumulators += empty }
    return (place, true)
  }

  /// Appends the value of the next key of a new group; nil for a missing member.
  mutating func append(key value: UnsafeRawBufferPointer?, ofRow number: Int) {
    if let value {
      values.append(contentsOf: value)
      hasObjects = hasObjects || value.first == UInt8(ascii: "{")
      let isRepaired =
        !UTF8Sequence.isValid(value)
        || ByteSearch.contains(UInt8(ascii: "\\"), in: value)
          && (try? JSONBytes(Array(value)).check()) != false
      if isRepaired { repairs[rowCounts.count - 1] = number }
    } else {
      values += "null".utf8
    }
    ends.append(values.count)
  }

  mutating func add(rows: Int, to group: Int) { rowCounts[group] += rows }

  /// The states of an aggregate in all groups; none of a count.
  func states(ofAggregate index: Int) -> some Sequence<Accumulator> {
    let slot = slots[index]
    return (slot == nil ? 0..<0 : indices).lazy.map {
      accumulators[$0 * empty.count + (slot ?? 0)]
    }
  }

  /// Makes the results of each aggregate have one unit, or none where those of groups differ.
  mutating func alignUnits() {
    for slot in empty.indices {
      var all: Measure.Dimensions = []
      let places = stride(from: slot, to: accumulators.count, by: empty.count)
      for place in places { all.formUnion(accumulators[place].dimensions) }
      guard !all.spelling.isEmpty, all.unit == nil else { continue }
      for place in places where !accumulators[place].dimensions.contains(.percentage) {
        accumulators[place].addUnits()
      }
    }
  }

  /// Changes the state of an aggregate of a group.
  ///
  /// - Precondition: It is no count.
  @inline(__always)
  mutating func withAggregate<Result>(
    _ index: Int, of group: Int, _ body: (inout Accumulator) -> Result
  ) -> Result {
    body(&accumulators[group * empty.count + (slots[index] ?? 0)])
  }

  /// Adds the groups of another table, whose rows are later ones.
  ///
  /// - Returns: The numbers in the other table of the rows that begin a group with invalid Unicode.
  mutating func merge(_ other: GroupTable) -> [Int] {
    var repaired: [Int] = []
    hasObjects = hasObjects || other.hasObjects
    for source in other.indices {
      let (group, isNew) = group(withHash: other.places.hashes[source])
      rowCounts[group] += other.rowCounts[source]
      for slot in empty.indices {
        let more = other.accumulators[source * empty.count + slot]
        let place = group * empty.count + slot
        if isNew { accumulators[place] = more } else { accumulators[place].merge(more) }
      }
      guard isNew else { continue }
      for key in source * keyCount..<(source + 1) * keyCount {
        values += other.values[other.range(ofValue: key)]
        ends.append(values.count)
      }
      if !other.repairs.isEmpty, let row = other.repairs[source] { repaired.append(row) }
    }
    return repaired
  }

  /// A Boolean value that indicates whether a key is a text in some groups and none in others.
  ///
  /// - Complexity: O(n) for n groups.
  var mixesTexts: Bool {
    func isText(_ value: Int) -> Bool {
      values[range(ofValue: value).lowerBound] == UInt8(ascii: "\"")
    }
    return ends.indices.contains { $0 >= keyCount && isText($0) != isText($0 % keyCount) }
  }

  private func range(ofValue index: Int) -> Range<Int> {
    (index == 0 ? 0 : ends[index - 1])..<ends[index]
  }

  /// Appends the members of a group to JSON, each behind its start: `{"a":`, `,"b":`.
  func append(_ group: Int, _ starts: [[UInt8]], to json: inout [UInt8]) {
    for key in 0..<keyCount {
      json += starts[key]
      json += values[range(ofValue: group * keyCount + key)]
    }
    for (index, slot) in slots.enumerated() {
      json += starts[keyCount + index]
      guard let slot else {
        json += String(rowCounts[group]).utf8
        continue
      }
      json += accumulators[group * empty.count + slot].result
    }
  }

  /// About how many bytes all groups take as JSON with these starts, if results are short.
  func expectedSize(_ starts: [[UInt8]]) -> Int {
    values.count + count * (starts.reduce(4) { $0 + $1.count } + 8 * slots.count)
  }
}

extension GroupTable: RandomAccessCollection {
  var startIndex: Int { 0 }
  var endIndex: Int { rowCounts.count }

  /// The group at a place, in the order of their first rows.
  subscript(index: Int) -> Group {
    Group(
      values: (index * keyCount..<(index + 1) * keyCount).map {
        JSONBytes(values[range(ofValue: $0)])
      },
      rowCount: rowCounts[index],
      accumulators: accumulators[index * empty.count..<(index + 1) * empty.count])
  }
}
