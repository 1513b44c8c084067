/// A sorted set of row positions, kept as ranges: a million rows in a line are one range.
public struct IndexPathSet: Hashable, Sendable {
  /// Rows that follow each other in one section.
  public struct ItemRange: Hashable, Sendable {
    /// The position of the section.
    public let section: Int

    /// The positions of the rows in the section; never empty in a set.
    public let items: Range<Int>

    /// Makes a range of rows in a section.
    public init(section: Int, items: Range<Int>) {
      self.section = section
      self.items = items
    }
  }

  /// The ranges in ascending order; none is empty, and no two touch.
  public private(set) var ranges: [ItemRange] = []

  /// The number of positions in the set.
  public private(set) var count = 0

  /// Makes an empty set.
  public init() {}

  /// Makes a set of rows that follow each other in one section.
  public init(_ items: Range<Int>, inSection section: Int) {
    insert(items, inSection: section)
  }

  /// Makes a set of positions given in any order; O(n) where they are sorted.
  public init(_ paths: some Sequence<ListIndexPath>) {
    for path in paths { insert(path) }
  }

  /// Makes an empty set with room for ranges.
  init(rangeCapacity: Int) { ranges.reserveCapacity(rangeCapacity) }

  /// Whether the set has no positions.
  public var isEmpty: Bool { ranges.isEmpty }

  /// Whether a position is in the set; O(log *ranges*).
  public func contains(_ path: ListIndexPath) -> Bool {
    let index = firstRange { range in
      (range.section, range.items.upperBound) > (path.section, path.item)
    }
    guard index < ranges.count, ranges[index].section == path.section else { return false }
    return ranges[index].items.contains(path.item)
  }

  /// Adds a position; O(1) after the last one, O(*ranges*) elsewhere.
  public mutating func insert(_ path: ListIndexPath) {
    precondition(path.item < Int.max, "The last integer is not a row's position.")
    insert(path.item..<(path.item + 1), inSection: path.section)
  }

  /// Adds rows that follow each other; O(1) after the last position, O(*ranges*) elsewhere.
  public mutating func insert(_ items: Range<Int>, inSection section: Int) {
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

  /// The positions that are in either set; O(*ranges* of both).
  public func union(_ other: IndexPathSet) -> IndexPathSet {
    if other.isEmpty { return self }
    if isEmpty { return other }
    var all = IndexPathSet(rangeCapacity: ranges.count + other.ranges.count)
    var (first, second) = (ranges[...], other.ranges[...])
    while let left = first.first, let right = second.first {
      let takesLeft =
        (left.section, left.items.lowerBound) < (right.section, right.items.lowerBound)
      let range = takesLeft ? left : right
      if takesLeft { first.removeFirst() } else { second.removeFirst() }
      all.insert(range.items, inSection: range.section)
    }
    for range in first { all.insert(range.items, inSection: range.section) }
    for range in second { all.insert(range.items, inSection: range.section) }
    return all
  }

  /// Adds rows that may touch or overlap what the set has.
  private mutating func merge(_ items: Range<Int>, inSection section: Int) {
    let lower = firstRange { ($0.section, $0.items.upperBound) >= (section, items.lowerBound) }
    let upper = firstRange { ($0.section, $0.items.lowerBound) > (section, items.upperBound) }
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

  /// The index of the first range for which a claim holds, where it holds for all that follow.
  private func firstRange(where claim: (ItemRange) -> Bool) -> Int {
    var (low, high) = (0, ranges.count)
    while low < high {
      let middle = low + (high - low) / 2
      if claim(ranges[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension IndexPathSet: Sequence {
  /// Walks over the positions of a set in ascending order.
  public struct Iterator: IteratorProtocol {
    private let ranges: [ItemRange]
    private var range = 0
    private var offset = 0

    fileprivate init(_ ranges: [ItemRange]) { self.ranges = ranges }

    /// The next position, or nil after the last.
    public mutating func next() -> ListIndexPath? {
      guard range < ranges.count else { return nil }
      let current = ranges[range]
      let item = current.items.lowerBound + offset
      offset += 1
      if offset == current.items.count { (range, offset) = (range + 1, 0) }
      return ListIndexPath(section: current.section, item: item)
    }
  }

  /// The number of positions.
  public var underestimatedCount: Int { count }

  /// Makes an iterator over the positions in ascending order.
  public func makeIterator() -> Iterator { Iterator(ranges) }
}

extension IndexPathSet: ExpressibleByArrayLiteral {
  /// Makes a set of the listed positions.
  public init(arrayLiteral paths: ListIndexPath...) { self.init(paths) }
}

extension IndexPathSet: Codable {
  /// Decodes a set written as one list of numbers: section, first item, end, and so on.
  ///
  /// - Throws: `DecodingError.dataCorrupted` where the numbers are no sorted ranges.
  public init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    while !container.isAtEnd {
      let section = try container.decode(Int.self)
      let lower = try container.decode(Int.self)
      let upper = try container.decode(Int.self)
      let follows = ranges.last.map { ($0.section, $0.items.upperBound) < (section, lower) } ?? true
      guard section >= 0, 0 <= lower, lower < upper, follows else {
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
  public var description: String {
    let first = ListIndexPath(section: section, item: items.lowerBound)
    if items.count == 1 { return "\(first)" }
    return "\(first)…\(ListIndexPath(section: section, item: items.upperBound - 1))"
  }
}

extension IndexPathSet: CustomStringConvertible {
  /// The ranges with commas between them: `0.3…0.5, 1.2`.
  public var description: String { ranges.map(\.description).joined(separator: ", ") }
}
