/// A sorted set of row positions, stored as ranges: a million consecutive rows are one range.
public struct IndexPathSet: Hashable, Sendable {
  /// Consecutive rows of one section.
  package struct ItemRange: Hashable, Sendable {
    /// The position of the section.
    package let section: Int

    /// The positions of the rows in the section; never empty in a set.
    package let items: Range<Int>
  }

  /// The ranges in ascending order; none is empty, and no two touch.
  package private(set) var ranges: [ItemRange] = []

  /// The number of positions in the set.
  public private(set) var count = 0

  /// Creates an empty set.
  public init() {}

  /// Creates a set of consecutive rows of one section.
  public init(_ items: Range<Int>, inSection section: Int) {
    insert(items, inSection: section)
  }

  /// Creates a set of positions given in any order; O(n) if they are sorted, else O(n log n).
  public init(_ paths: some Sequence<ListIndexPath>) {
    var unsorted: [ListIndexPath] = []
    for path in paths {
      if let last, path < last { unsorted.append(path) } else { insert(path) }
    }
    if !unsorted.isEmpty { self = union(IndexPathSet(unsorted.sorted())) }
  }

  /// A Boolean value that indicates whether the set has no positions.
  public var isEmpty: Bool { ranges.isEmpty }

  /// The first position; nil for an empty set.
  public var first: ListIndexPath? {
    ranges.first.map { ListIndexPath(section: $0.section, item: $0.items.lowerBound) }
  }

  /// The last position; nil for an empty set.
  public var last: ListIndexPath? {
    ranges.last.map { ListIndexPath(section: $0.section, item: $0.items.upperBound - 1) }
  }

  /// Returns whether a position is in the set; O(log *ranges*).
  public func contains(_ path: ListIndexPath) -> Bool {
    let index = ranges.partitioningIndex { range in
      (range.section, range.items.upperBound) > (path.section, path.item)
    }
    guard index < ranges.count, ranges[index].section == path.section else { return false }
    return ranges[index].items.contains(path.item)
  }

  /// Inserts a position; O(1) after the last one, O(*ranges*) elsewhere.
  public mutating func insert(_ path: ListIndexPath) {
    precondition(path.item < Int.max, "The last integer is not a row's position.")
    insert(path.item..<(path.item + 1), inSection: path.section)
  }

  /// Inserts consecutive rows; O(1) after the last position, O(*ranges*) elsewhere.
  package mutating func insert(_ items: Range<Int>, inSection section: Int) {
    guard !items.isEmpty else { return }
    if let last = ranges.last,
      (last.section, last.items.upperBound) >= (section, items.lowerBound)
    {
      merge(items, inSection: section)
    } else {
      ranges.append(ItemRange(section: section, items: items))
      count += items.count
    }
  }

  /// Returns the positions that are in either set; O(*ranges* of both).
  public func union(_ other: IndexPathSet) -> IndexPathSet {
    if isEmpty || other.isEmpty { return isEmpty ? other : self }
    return combined(with: other) { $0 || $1 }
  }

  /// Returns the positions of this set that are not in another one; O(*ranges* of both).
  public func subtracting(_ other: IndexPathSet) -> IndexPathSet {
    isEmpty || other.isEmpty ? self : combined(with: other) { $0 && !$1 }
  }

  /// Returns the positions that are in both sets; O(*ranges* of both).
  public func intersection(_ other: IndexPathSet) -> IndexPathSet {
    combined(with: other) { $0 && $1 }
  }

  /// Returns the positions for which a closure, called with their membership in both sets, is true.
  private func combined(
    with other: IndexPathSet, includes: (Bool, Bool) -> Bool
  ) -> IndexPathSet {
    let (first, second) = (bounds, other.bounds)
    var (i, j) = (0, 0)
    var all = IndexPathSet()
    var start: ListIndexPath?
    while i < first.count || j < second.count {
      let isFirst = j == second.count || i < first.count && first[i] <= second[j]
      let bound = isFirst ? first[i] : second[j]
      if i < first.count, first[i] == bound { i += 1 }
      if j < second.count, second[j] == bound { j += 1 }
      // Between an odd bound and the next one are positions of the set.
      let isIncluded = includes(i % 2 == 1, j % 2 == 1)
      if isIncluded {
        start = start ?? bound
      } else if let first = start {
        all.insert(first.item..<bound.item, inSection: bound.section)
        start = nil
      }
    }
    return all
  }

  /// The start and the end of each range.
  private var bounds: [ListIndexPath] {
    ranges.flatMap { range in
      [range.items.lowerBound, range.items.upperBound].map {
        ListIndexPath(section: range.section, item: $0)
      }
    }
  }

  /// Inserts rows that may touch or overlap existing ranges.
  private mutating func merge(_ items: Range<Int>, inSection section: Int) {
    let lower = ranges.partitioningIndex {
      ($0.section, $0.items.upperBound) >= (section, items.lowerBound)
    }
    let upper = ranges.partitioningIndex {
      ($0.section, $0.items.lowerBound) > (section, items.upperBound)
    }
    var (start, end) = (items.lowerBound, items.upperBound)
    for range in ranges[lower..<upper] {
      start = Swift.min(start, range.items.lowerBound)
      end = Swift.max(end, range.items.upperBound)
      count -= range.items.count
    }
    let merged = ItemRange(section: section, items: start..<end)
    ranges.replaceSubrange(lower..<upper, with: CollectionOfOne(merged))
    count += merged.items.count
  }
}

extension IndexPathSet: Sequence {
  /// The number of positions.
  public var underestimatedCount: Int { count }

  /// Returns an iterator over the positions in ascending order.
  public func makeIterator() -> some IteratorProtocol<ListIndexPath> {
    ranges.lazy.flatMap(\.paths).makeIterator()
  }
}

extension IndexPathSet.ItemRange {
  var paths: some Sequence<ListIndexPath> {
    items.lazy.map { [section] in ListIndexPath(section: section, item: $0) }
  }
}

extension IndexPathSet: ExpressibleByArrayLiteral {
  /// Creates a set of the listed positions.
  public init(arrayLiteral paths: ListIndexPath...) { self.init(paths) }
}

extension IndexPathSet: Codable {
  /// Decodes a set written as one list of numbers: section, first item, end, and so on.
  ///
  /// - Throws: `DecodingError.dataCorrupted` if the numbers are not sorted ranges.
  public init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    while !container.isAtEnd {
      let section = try container.decode(Int.self)
      let lower = try container.decode(Int.self)
      let upper = try container.decode(Int.self)
      let follows = ranges.last.map { ($0.section, $0.items.upperBound) < (section, lower) } ?? true
      guard section >= 0, 0 <= lower, lower < upper, follows,
        !count.addingReportingOverflow(upper - lower).overflow
      else {
        throw DecodingError.dataCorruptedError(
          in: container, debugDescription: "\(section), \(lower), \(upper): no range in order")
      }
      insert(lower..<upper, inSection: section)
    }
  }

  /// Encodes the set as one list of numbers: section, first item, end, and so on.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for range in ranges {
      try container.encode(range.section)
      try container.encode(range.items.lowerBound)
      try container.encode(range.items.upperBound)
    }
  }
}

extension IndexPathSet.ItemRange: CustomStringConvertible {
  /// The first and the last position: `0.3…0.5`, or `0.3` alone.
  package var description: String {
    let first = ListIndexPath(section: section, item: items.lowerBound)
    if items.count == 1 { return "\(first)" }
    return "\(first)…\(ListIndexPath(section: section, item: items.upperBound - 1))"
  }
}

extension IndexPathSet: CustomStringConvertible {
  /// The ranges, separated by commas: `0.3…0.5, 1.2`.
  public var description: String { ranges.map(\.description).joined(separator: ", ") }
}
