/// The minimum or maximum of values of one kind: that of most values.
///
/// Numbers are those of ``NumberReading``, in strings or not. Missing values are ignored. Values of
/// other kinds are not compared, and are reported by ``unread``.
struct Extreme: Sendable {
  private enum Kind {
    case number
    /// A string with a number, by that number.
    case quantity
    /// The same string, by its text.
    case numeral
    case time, text, other
    /// A text that is a level of a log, by its severity.
    case level
  }

  /// The values of one kind, and the best of them.
  private struct Candidate {
    let kind: Kind
    var count: Int
    var key: [UInt8]
    /// The value as it is written.
    var text: [UInt8]
  }

  private let isLeast: Bool
  private let haveLevels: Bool
  private var dimensions: Measure.Dimensions = []

  /// The candidates by kind.
  ///
  /// The first needs no allocation.
  private var first: Candidate?
  private var others: [Candidate] = []

  /// Creates a minimum or maximum of no values.
  ///
  /// - Parameters:
  ///   - isLeast: Whether it is the minimum.
  ///   - haveLevels: Whether the values may be levels of a log, which are compared by severity if
  ///     all texts are such.
  init(isLeast: Bool, haveLevels: Bool = false) {
    (self.isLeast, self.haveLevels) = (isLeast, haveLevels)
  }

  /// Adds the value of some rows.
  mutating func add(
    _ bytes: UnsafeRawBufferPointer, _ encoder: inout SortKeyEncoder, rows: Int = 1
  ) {
    guard let value = QueryValue(bytes), !value.isMissing else { return }
    encoder.encode(value: value)
    switch value {
    case .number(let quantity):
      add(.number, bytes, encoder.bytes, rows)
      if quantity.double != 0 { dimensions.insert(.plain) }
    case .text(let content):
      QueryValue.withText(content) { content in
        if let number = NumberReading(content) {
          add(.numeral, bytes, encoder.bytes, rows)
          dimensions.formUnion(number.dimension)
          encoder.encode(value: .number(number.quantity))
          add(.quantity, bytes, encoder.bytes, rows)
        } else {
          add(Timestamp(content) == nil ? .text : .time, bytes, encoder.bytes, rows)
          if haveLevels, let level = LogLevel(content) {
            encoder.encode(value: .number(Quantity(level.rawValue)))
            add(.level, bytes, encoder.bytes, rows)
          }
        }
      }
    case .bool, .container, .null: add(.other, bytes, encoder.bytes, rows)
    }
  }

  private mutating func add(
    _ kind: Kind, _ bytes: UnsafeRawBufferPointer, _ key: [UInt8], _ rows: Int
  ) {
    if first?.kind == kind {
      first?.count += rows
      if let first, isBetter(key, than: first.key) {
        self.first?.key = key
        self.first?.text = Array(bytes)
      }
    } else if let index = others.firstIndex(where: { $0.kind == kind }) {
      others[index].count += rows
      if isBetter(key, than: others[index].key) {
        (others[index].key, others[index].text) = (key, Array(bytes))
      }
    } else {
      insert(Candidate(kind: kind, count: rows, key: key, text: Array(bytes)))
    }
  }

  private mutating func insert(_ candidate: Candidate) {
    if first == nil { first = candidate } else { others.append(candidate) }
  }

  /// Adds the values of another one.
  mutating func add(_ other: Extreme) {
    dimensions.formUnion(other.dimensions)
    for candidate in other.candidates {
      guard self.candidate(candidate.kind) != nil else {
        insert(candidate)
        continue
      }
      candidate.text.withUnsafeBytes { add(candidate.kind, $0, candidate.key, candidate.count) }
    }
  }

  private func isBetter(_ key: [UInt8], than other: [UInt8]) -> Bool {
    isLeast ? key.lexicographicallyPrecedes(other) : other.lexicographicallyPrecedes(key)
  }

  // MARK: Result

  private var candidates: [Candidate] { (first.map { [$0] } ?? []) + others }

  private func candidate(_ kind: Kind) -> Candidate? {
    first?.kind == kind ? first : others.first { $0.kind == kind }
  }

  private func count(_ kinds: [Kind]) -> Int {
    kinds.reduce(0) { $0 + (candidate($1)?.count ?? 0) }
  }

  /// The kind of most values: numbers, times, texts or others; in doubt the first of these.
  private var noun: AggregateNoun {
    let counts: [(AggregateNoun, Int)] = [
      (.number, count([.number, .quantity])), (.time, count([.time])), (.text, count([.text])),
      (.value, count([.other])),
    ]
    let highest = counts.map(\.1).max() ?? 0
    return counts.first { $0.1 == highest }?.0 ?? .value
  }

  /// The kinds that are compared, and those that are not.
  private var kinds: (compared: [Kind], others: [Kind]) {
    switch noun {
    case .number: ([.number, .quantity], [.text, .time, .other])
    case .time: ([.time], [.text, .number, .quantity, .other])
    case .text where count([.level]) == count([.text]):
      ([.level], [.time, .numeral, .number, .other])
    // Each string is a text.
    case .text: ([.text, .time, .numeral], [.number, .other])
    case .value: ([.other], [.text, .time, .number, .quantity])
    }
  }

  /// The text of the value; empty if there was none.
  var text: [UInt8] {
    let compared = kinds.compared.compactMap(candidate)
    guard var best = compared.first else { return [] }
    if noun == .number, dimensions.areMixed { return Measure.mixed }
    for next in compared.dropFirst() where isBetter(next.key, than: best.key) { best = next }
    return best.text
  }

  /// The values that are not compared.
  var unread: UnreadValues {
    var result = UnreadValues(noun)
    result.readCount = count(kinds.compared)
    for candidate in kinds.others.compactMap(candidate) {
      result.add(candidate.text, rows: candidate.count)
    }
    return result
  }
}

/// What an aggregate is computed from.
enum AggregateNoun: String {
  case number, time, text, value
}

/// The values that an aggregate left out, as they are not of its kind; missing ones do not count.
struct UnreadValues: Sendable {
  /// What the values are not.
  let noun: AggregateNoun

  /// The number of values that were left out.
  private(set) var count = 0

  /// The number of those from which the aggregate was computed.
  var readCount = 0

  /// One of the values that were left out.
  private var example: [UInt8] = []

  /// The maximum number of characters of the example.
  private static let exampleLength = 40

  init(_ noun: AggregateNoun) { self.noun = noun }

  /// Adds the value of some rows.
  mutating func add(_ value: some Sequence<UInt8>, rows: Int) {
    if count == 0 { example = Array(value) }
    count += rows
  }

  /// Adds those of later rows.
  mutating func add(_ other: UnreadValues) {
    if count == 0 { example = other.example }
    count += other.count
    readCount += other.readCount
  }

  /// A description such as `1 value of 3 is no number: "1,200"`; nil if none was left out.
  var description: String? {
    guard count > 0 else { return nil }
    let json = JSONBytes(example)
    let text = json.string.map { "\"\($0)\"" } ?? json.text
    let shown = text.count > Self.exampleLength ? "\(text.prefix(Self.exampleLength))…" : text
    let values = count == 1 ? "1 value" : "\(count) values"
    return "\(values) of \(count + readCount) \(count == 1 ? "is" : "are") no "
      + "\(noun.rawValue): \(shown)\(count == 1 ? "" : ", …")"
  }
}
