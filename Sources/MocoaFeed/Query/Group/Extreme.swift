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
  private var texts = ColumnTexts()

  /// The levels, and the numbers and texts that are none, if values may be such.
  private var levels = UnreadValues(.level)

  /// The candidates by kind.
  ///
  /// The first needs no allocation.
  private var first: Candidate?
  private var others: [Candidate] = []

  /// Creates a minimum or maximum of no values, which may be levels of a log: these are compared by
  /// severity where rows are sorted by it, if there are texts, and three of four values are levels.
  init(isLeast: Bool, haveLevels: Bool = false) {
    (self.isLeast, self.haveLevels) = (isLeast, haveLevels)
  }

  mutating func add(
    _ bytes: UnsafeRawBufferPointer, _ encoder: inout SortKeyEncoder, rows: Int = 1
  ) {
    guard let value = QueryValue(bytes), !value.isMissing else { return }
    encoder.encode(value: value)
    switch value {
    case .number(let quantity):
      add(.number, bytes, encoder.bytes, rows)
      if quantity.double != 0 { texts.addNumber() }
    case .text(let content):
      QueryValue.withText(content) { content in
        if let number = NumberReading(content) {
          add(.numeral, bytes, encoder.bytes, rows)
          texts.add(number, in: content, rows: rows)
          encoder.encode(value: .number(number.quantity))
          add(.quantity, bytes, encoder.bytes, rows)
        } else {
          let isTime = Timestamp(content) != nil
          add(isTime ? .time : .text, bytes, encoder.bytes, rows)
          if !isTime { texts.add(content, rows: rows) }
        }
      }
    case .bool, .container, .null: return add(.other, bytes, encoder.bytes, rows)
    }
    if haveLevels { add(levelOf: value, bytes, &encoder, rows) }
  }

  /// Adds a number or a text as a level, by which a sort counts both, too: see ``TextKinds``.
  private mutating func add(
    levelOf value: QueryValue, _ bytes: UnsafeRawBufferPointer, _ encoder: inout SortKeyEncoder,
    _ rows: Int
  ) {
    guard let level = value.level else { return levels.add(bytes, rows: rows) }
    encoder.encode(value: .number(Quantity(level.rawValue)))
    add(.level, bytes, encoder.bytes, rows)
    levels.readCount += rows
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
    texts.add(other.texts)
    levels.add(other.levels)
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

  /// Levels where a sort takes the values for such; else the kind of most values: numbers, times,
  /// texts or others; in doubt the first of these.
  private var noun: ValueNoun {
    if levels.areFew, count([.text, .time, .numeral]) > 0 { return .level }
    let counts: [(ValueNoun, Int)] = [
      (.number, count([.number, .quantity])), (.time, count([.time])), (.text, count([.text])),
      (.value, count([.other])),
    ]
    let highest = counts.map(\.1).max() ?? 0
    let noun = counts.first { $0.1 == highest }?.0 ?? .value
    return noun == .number && areVersions ? .text : noun
  }

  /// A Boolean value that indicates whether the numbers are texts that a sort takes for versions.
  private var areVersions: Bool {
    candidate(.number) == nil && texts.areVersions
  }

  private var kinds: (compared: [Kind], others: [Kind]) {
    switch noun {
    case .number: ([.number, .quantity], [.text, .time, .other])
    case .time: ([.time], [.text, .number, .quantity, .other])
    // Those that are no levels are counted.
    case .level: ([.level], [.other])
    // Each string is a text.
    case .text: ([.text, .time, .numeral], [.number, .other])
    case .value: ([.other], [.text, .time, .number, .quantity])
    }
  }

  /// The text of the value; empty if there was none.
  var text: [UInt8] {
    let compared = kinds.compared.compactMap(candidate)
    guard var best = compared.first else { return [] }
    if noun == .number, texts.dimensions.areMixed { return Measure.mixed }
    for next in compared.dropFirst() where isBetter(next.key, than: best.key) { best = next }
    return best.text
  }

  /// Why the value is that of texts, although they seem to be something else, or of durations,
  /// although they may be times of day; nil if they do not.
  var doubt: String? {
    if noun == .number, let clock = texts.clock {
      return "compared as durations, with \"\(clock)\" as minutes and seconds"
    }
    if noun == .number, candidate(.number) == nil, let note = texts.minorVersions.note {
      return "compared as numbers, \(note)"
    }
    guard noun == .text else { return nil }
    if let version = texts.version, areVersions {
      return "compared as versions, as \"\(version)\" ends with 0"
    }
    if let seeming = texts.seeming { return "compared as text, as \(seeming)" }
    let areNumbers = texts.areNumbers
    if !areNumbers, count([.time]) > 1, let other = texts.others.first {
      return "compared as text, as \"\(other)\" is not read as a time"
    }
    return (areNumbers ? texts.others.first : texts.unread).map {
      "compared as text, as \"\($0)\" is not read as a number"
    }
  }

  /// The values that are not compared.
  var unread: UnreadValues {
    var result = noun == .level ? levels : UnreadValues(noun)
    result.readCount = count(kinds.compared)
    for candidate in kinds.others.compactMap(candidate) {
      result.add(candidate.text, rows: candidate.count)
    }
    return result
  }
}
