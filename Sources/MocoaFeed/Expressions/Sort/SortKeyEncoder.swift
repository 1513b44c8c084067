/// Encodes the members by which rows are sorted as bytes in sort order.
///
/// Numbers come first, then times, strings (see ``TextOrder``), arrays and objects by their text,
/// `false`, `true`; strings that stand for a missing value (blank ones and placeholders such as
/// `-`) come last in both directions, followed by `null` and missing members, which are equal.
/// Numbers and times are compared exactly. No key is a prefix of another.
struct SortKeyEncoder {
  /// The first two bytes of values that are not numbers; those of numbers are less.
  private enum Tag {
    /// Up to 0xFFF4.
    static let time: UInt16 = 0xFFF1
    static let text: UInt16 = 0xFFF6
    static let container: UInt16 = 0xFFF8
    static let bool: UInt16 = 0xFFFA
    /// A string that stands for a missing value.
    static let placeholder: UInt16 = 0xFFFD
    /// Null, or no member.
    static let missing: UInt16 = 0xFFFF
  }

  /// The members by which rows are sorted, and which of them in descending order.
  let paths: [MemberPath]
  private let isDescending: [Bool]
  private let interpretations: [SortKey.Interpretation]
  private let patterns: [TextPattern?]
  private let expressions: [DerivedEvaluation?]

  /// What the strings of all rows are, by key.
  private(set) var kinds: [TextKinds]

  /// The value of the last expression.
  private var computed: [UInt8] = []

  /// The bytes of the last row.
  private(set) var bytes: [UInt8] = []

  init(_ keys: [SortKey]) {
    paths = keys.map(\.path)
    isDescending = keys.map(\.isDescending)
    interpretations = keys.map(\.interpretation)
    patterns = keys.map(\.pattern)
    expressions = keys.map { $0.expression?.evaluation }
    kinds = keys.map(TextKinds.init)
    bytes.reserveCapacity(256)
  }

  /// Encodes a row.
  ///
  /// - Complexity: O(n) for n bytes of the row and each key.
  mutating func encode(_ row: UnsafeRawBufferPointer) {
    bytes.removeAll(keepingCapacity: true)
    for index in paths.indices where !appendComputed(row, index) {
      append(paths[index].range(in: row).map { row[rebased: $0] }, index)
    }
  }

  /// Encodes a row whose members a tree has read.
  mutating func encode(
    _ row: UnsafeRawBufferPointer, _ tree: borrowing MemberTree, _ slots: [[Int]]
  ) {
    bytes.removeAll(keepingCapacity: true)
    for index in paths.indices where !appendComputed(row, index) {
      append(tree.value(in: slots[index], of: row), index)
    }
  }

  /// The members to read; nil for all.
  var members: [MemberPath]? {
    zip(paths, expressions).map { path, expression in
      if let expression { expression.sources } else { [path] }
    }.joined
  }

  /// Appends the value of an expression; returns `false` if the key has none.
  private mutating func appendComputed(_ row: UnsafeRawBufferPointer, _ key: Int) -> Bool {
    guard let expression = expressions[key] else { return false }
    computed.removeAll(keepingCapacity: true)
    let hasValue = expression.append(valueOf: row, to: &computed)
    let value = computed
    value.withUnsafeBytes { append(hasValue ? $0 : nil, key) }
    return true
  }

  private mutating func append(_ member: UnsafeRawBufferPointer?, _ key: Int) {
    let start = bytes.count
    var value = member.flatMap { QueryValue($0) }
    if let pattern = patterns[key], let member {
      value = .number(Quantity(short: Double(pattern.score(valuesOf: member))))
    }
    if let value { kinds[key].add(value) }
    append(interpreted(value, key))
    guard isDescending[key], value?.isMissing == false else { return }
    for index in start..<bytes.count { bytes[index] = ~bytes[index] }
  }

  /// Returns the number by which a text or the number of a level is sorted, or the value itself.
  private func interpreted(_ value: QueryValue?, _ key: Int) -> QueryValue? {
    switch (interpretations[key], value) {
    case (.measure, .text(let content)?):
      QueryValue.withText(content) { NumberReading($0)?.quantity }.map { .number($0) } ?? value
    case (.level, _): value?.level.map { .number(Quantity($0.rawValue)) } ?? value
    case (.text, _), (.measure, _): value
    }
  }

  /// Encodes the position of a row among all that are sorted.
  mutating func encode(position: Int) {
    bytes.removeAll(keepingCapacity: true)
    append(UInt64(position), byteCount: 8)
  }

  mutating func encode(value: QueryValue) {
    bytes.removeAll(keepingCapacity: true)
    append(value)
  }

  private mutating func append(_ value: QueryValue?) {
    switch value {
    case .number(let quantity):
      append(quantity.order, byteCount: 8)
      bytes += quantity.rest
    case .text where value?.isMissing == true: append(tag: Tag.placeholder)
    case .text(let content): QueryValue.withText(content) { append(text: $0) }
    case .container(let content):
      append(tag: Tag.container)
      append(terminated: content)
    case .bool(let value):
      append(tag: Tag.bool)
      bytes.append(value ? 1 : 0)
    case .null, nil: append(tag: Tag.missing)
    }
  }

  private mutating func append(text: UnsafeRawBufferPointer) {
    if text.first?.isDigit == true, let time = Timestamp(text) {
      // Milliseconds since the year 0 have 49 bits, and one bit indicates whether more follow.
      let (milliseconds, more) = time.attoseconds.quotientAndRemainder(
        dividingBy: 1_000_000_000_000_000)
      let place = max(0, (time.seconds + 62_167_219_200) * 1_000 + milliseconds)
      append(UInt64(Tag.time) << 48 + UInt64(place * 2 + min(more, 1)), byteCount: 8)
      if more > 0 { append(UInt64(more), byteCount: 7) }
      return
    }
    append(tag: Tag.text)
    let start = bytes.count
    TextOrder.appendKey(of: text, to: &bytes)
    for index in start..<bytes.count where bytes[index] == 0 { bytes[index] = 1 }
    bytes.append(0)
  }

  private mutating func append(terminated content: UnsafeRawBufferPointer) {
    for byte in content { bytes.append(max(1, byte)) }
    bytes.append(0)
  }

  private mutating func append(tag: UInt16) {
    bytes.append(UInt8(truncatingIfNeeded: tag >> 8))
    bytes.append(UInt8(truncatingIfNeeded: tag))
  }

  private mutating func append(_ value: UInt64, byteCount: Int) {
    for index in (0..<byteCount).reversed() {
      bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(8 * index)))
    }
  }
}
