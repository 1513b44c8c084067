/// A value computed from the rows of a group.
package struct Aggregate: Hashable, Sendable {
  /// The function of an aggregate; without values, all but the count are null.
  package enum Function: Hashable, Sendable {
    /// The number of rows.
    case count
    /// The exact sum of the numbers, sizes and durations.
    case sum
    /// The mean of the numbers, sizes and durations, computed from the exact sum.
    case mean
    /// The minimum of the numbers, sizes and durations; of times or texts if those are more,
    /// and of levels in the order in which rows are sorted by these.
    case min
    /// The maximum of the numbers, sizes and durations; of times or texts if those are more,
    /// and of levels in the order in which rows are sorted by these.
    case max
    /// A percentile of the numbers, sizes and durations, interpolated.
    ///
    /// It is that of SQL's `quantile_cont`, with 15 digits.
    case percentile(Int)
    /// The number of different values; equal numbers are one, regardless of their notation.
    case unique
    /// The number of times in ranges that are the same for all groups, as a sparkline.
    case trend

    package static let ofMembers: [Function] = [
      .sum, .mean, .min, .max, .percentile(50), .percentile(90), .percentile(95), .percentile(99),
    ]

    /// Its name in titles and options: `sum`, `p50`.
    package var name: String {
      switch self {
      case .count: "count"
      case .sum: "sum"
      case .mean: "mean"
      case .min: "min"
      case .max: "max"
      case .percentile(let percent): "p\(percent)"
      case .unique: "unique"
      case .trend: "trend"
      }
    }
  }

  package let function: Function

  /// The member to aggregate; ignored for a count.
  package var path: MemberPath

  /// Parses a list such as `n = count(), users = unique(user), total = sum(price * count)`.
  package static func list(
    parsing text: String, for option: String
  ) throws(FilterSyntaxError) -> [(aggregate: Aggregate, member: DerivedMember?)] {
    var result: [(aggregate: Aggregate, member: DerivedMember?)] = []
    for item in try NamedExpression.list(parsing: text, isNeeded: true) ?? [] {
      guard let open = item.text.firstIndex(of: "("), item.text.last == ")",
        let function = Function(named: item.text[..<open].trimmingSpaces)
      else {
        throw FilterSyntaxError(
          "expected count(), or sum, mean, min, max, unique, median, p90, p95, p99 or another "
            + "percentile with a member: sum(price)" + hint(on: item.text), at: item.range,
          in: text)
      }
      guard item.isCall else {
        throw FilterSyntaxError(
          "expected one call for each name, such as n = count(), total = sum(price); results are "
            + "calculated with by --json piped into --derive 'x = total / n'", at: item.range,
          in: text)
      }
      let inner = String(item.text[item.text.index(after: open)...].dropLast())
      let arguments =
        inner.allSatisfy(\.isWhitespace)
        ? [] : try NamedExpression.list(parsing: inner, isNeeded: true) ?? []
      guard arguments.count == (function == .count ? 0 : 1) else {
        let count =
          function == .count
          ? "no argument; unique(…) counts different values" : "one member or expression"
        throw FilterSyntaxError(
          "'\(function.name)' takes \(count)", at: item.range, in: text)
      }
      let argument = arguments.first
      var aggregate = Aggregate(function, of: argument?.path ?? ".", name: argument?.title)
      // Beside p50(ms), a median is a column of its own.
      if let argument, item.text.hasPrefix("median") {
        aggregate.title = "median(\(argument.title))"
      }
      if let name = item.name { aggregate.title = name }
      result.append((aggregate, try argument?.derivedMember(for: option)))
    }
    return result
  }

  /// The functions of other languages, and those that mean the same.
  private static let namesOfOthers = [
    "average": "mean", "distinct": "unique", "count_distinct": "unique", "nunique": "unique",
    "uniq": "unique", "total": "sum", "percentile": "p95", "quantile": "p95", "len": "count",
    "size": "count", "maximum": "max", "minimum": "min",
  ]

  /// Returns what is meant by a text that is no call of an aggregate: `; did you mean 'mean'?`.
  private static func hint(on text: String) -> String {
    if let word = text.firstRange(of: ") as ") {
      return "; a name is in front: \(text[word.upperBound...]) = \(text[..<word.lowerBound]))"
    }
    let name = text.prefix { $0 != "(" }.trimmingSpaces.lowercased()
    if let other = namesOfOthers[name] { return "; did you mean '\(other)'?" }
    let names = ["count", "sum", "mean", "min", "max", "unique", "median", "p90", "p95", "p99"]
    return NearestNames.hint(for: name, among: names)
  }

  /// Creates an aggregate, whose title has the name of the path if it has none of its own.
  package init(_ function: Function, of path: MemberPath = ".", name: String? = nil) {
    (self.function, self.path) = (function, path)
    title = function == .count ? function.name : "\(function.name)(\(name ?? path.title))"
  }

  /// Its name: `count`, `sum(score)`, `p50(score)`.
  package internal(set) var title: String
}

extension Aggregate.Function {
  var readsNumbers: Bool {
    switch self {
    case .sum, .mean, .percentile: true
    case .count, .min, .max, .unique, .trend: false
    }
  }

  /// The function of a name such as `sum`, `p95` or `median`.
  package init?(named name: String) {
    switch name {
    case "count": self = .count
    case "sum": self = .sum
    case "mean", "avg": self = .mean
    case "min": self = .min
    case "max": self = .max
    case "unique": self = .unique
    case "median": self = .percentile(50)
    default:
      guard name.first == "p", let percent = Int(name.dropFirst()), 0...100 ~= percent else {
        return nil
      }
      self = .percentile(percent)
    }
  }
}

/// The state of an aggregate of values.
enum Accumulator: Sendable {
  /// That of a count, and of another while it is changed.
  case none
  case sum(DecimalSum, isMean: Bool)
  case extreme(Extreme)
  case percentile(Int, Percentile)
  /// The hashes of the values, and the spellings of levels, if they may be such.
  case unique(Set<UInt64>, LevelSpellings?)
  case trend(Trend)

  init(_ function: Aggregate.Function, haveLevels: Bool = false) {
    switch function {
    case .count: self = .none
    case .sum, .mean: self = .sum(DecimalSum(), isMean: function == .mean)
    case .min, .max: self = .extreme(Extreme(isLeast: function == .min, haveLevels: haveLevels))
    case .percentile(let percent): self = .percentile(percent, Percentile())
    case .unique: self = .unique([], haveLevels ? LevelSpellings() : nil)
    case .trend: self = .trend(Trend())
    }
  }

  /// Adds the value of some rows, nil if they lack the member.
  ///
  /// - Returns: `false` if the value is neither missing nor one that the function reads. Those of
  ///   a minimum or maximum are determined by the others: see `unread`.
  mutating func add(
    _ bytes: UnsafeRawBufferPointer?, _ encoding: inout ValueEncoding, rows: Int = 1
  ) -> Bool {
    guard let bytes else { return true }
    var isRead = true
    switch self {
    case .none: break
    case .sum(var sum, let isMean):
      self = .none
      isRead = Self.withNumber(bytes) { sum.add($0, $1, rows: rows) }
      self = .sum(sum, isMean: isMean)
    case .extreme(var extreme):
      self = .none
      extreme.add(bytes, &encoding.sortKey, rows: rows)
      self = .extreme(extreme)
    case .percentile(let percent, var numbers):
      self = .none
      isRead = Self.withNumber(bytes) { for _ in 0..<rows { numbers.add($0, $1) } }
      self = .percentile(percent, numbers)
    case .unique(var hashes, var levels):
      self = .none
      if let value = QueryValue(bytes), !value.isMissing {
        hashes.insert(encoding.identity.hash(of: bytes))
        levels?.add(bytes)
      }
      self = .unique(hashes, levels)
    case .trend(var trend):
      self = .none
      if case .text(let content)? = QueryValue(bytes),
        let time = QueryValue.withText(content, { Timestamp($0) })
      {
        trend.add(time, rows: rows)
      } else {
        isRead = QueryValue(bytes)?.isMissing ?? true
      }
      self = .trend(trend)
    }
    return isRead
  }

  /// Adds what an engine has summed: `"2 10.5"` for two numbers.
  mutating func add(sumOfEngine text: UnsafeRawBufferPointer?) {
    guard let text, let blank = text.firstIndex(of: 0x20), blank + 1 < text.count else { return }
    let count = text[1..<blank].reduce(0) { $0 * 10 + Int($1 - 0x30) }
    var sum = DecimalSum()
    sum.add(text[rebased: blank + 1..<text.count - 1], ofNumbers: count)
    merge(.sum(sum, isMean: false))
  }

  /// Calls a closure with the number that a value is, as JSON, and its dimension.
  ///
  /// - Returns: `false` if the value is neither a number nor missing.
  @inline(__always)
  private static func withNumber(
    _ bytes: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer, Measure.Dimensions) -> Void
  ) -> Bool {
    if let first = bytes.first, first.isDigit || first == UInt8(ascii: "-") {
      body(bytes, bytes.count == 1 && first == UInt8(ascii: "0") ? [] : .plain)
      return true
    }
    guard let value = QueryValue(bytes), !value.isMissing else { return true }
    guard case .text(let content) = value else { return false }
    return QueryValue.withText(content) { content in
      guard let number = NumberReading(content) else { return false }
      number.withJSON { body($0, number.spelled) }
      return true
    }
  }

  /// The values that a minimum or maximum left out, or how many values another function read.
  var unread: UnreadValues {
    if case .extreme(let extreme) = self { return extreme.unread }
    var result = UnreadValues(noun)
    result.readCount =
      switch self {
      case .sum(let sum, _): sum.count
      case .percentile(_, let numbers): numbers.count
      case .trend(let trend): trend.count
      case .unique(let hashes, _): hashes.count
      case .none, .extreme: 0
      }
    return result
  }

  /// A Boolean value that indicates whether there is no result, as the values have several units.
  var isMixed: Bool {
    if case .extreme(let extreme) = self { return extreme.text == Measure.mixed }
    return dimensions.areMixed
  }

  /// What the numbers of a sum, a mean or a percentile measure, and how they are spelled.
  var dimensions: Measure.Dimensions {
    switch self {
    case .sum(let sum, _): sum.dimensions
    case .percentile(_, let numbers): numbers.dimensions
    case .extreme, .none, .unique, .trend: []
    }
  }

  /// Makes the result one of several units, as those of other groups have another.
  mutating func addUnits() {
    switch self {
    case .sum(var sum, let isMean):
      self = .none
      sum.dimensions.insert(.severalUnits)
      self = .sum(sum, isMean: isMean)
    case .percentile(let percent, var numbers):
      self = .none
      numbers.dimensions.insert(.severalUnits)
      self = .percentile(percent, numbers)
    case .extreme, .none, .unique, .trend: break
    }
  }

  /// Why an extreme is that of texts, although they seem to be something else.
  var doubt: String? {
    if case .extreme(let extreme) = self { extreme.doubt } else { nil }
  }

  /// Returns a note on different values that are one level of a log; nil if there are none.
  func levelNote(on member: MemberPath) -> String? {
    if case .unique(_, let levels?) = self { levels.note(on: member) } else { nil }
  }

  /// What the function reads, unless that is determined by the values.
  var noun: ValueNoun {
    if case .trend = self { .time } else { .number }
  }

  /// Adds the values of another accumulator, which are those of later rows.
  mutating func merge(_ other: Accumulator) {
    switch (self, other) {
    case (.sum(var sum, let isMean), .sum(let more, _)):
      sum.add(more)
      self = .sum(sum, isMean: isMean)
    case (.extreme(var extreme), .extreme(let more)):
      extreme.add(more)
      self = .extreme(extreme)
    case (.percentile(let percent, var numbers), .percentile(_, let more)):
      self = .none
      numbers.add(more)
      self = .percentile(percent, numbers)
    case (.unique(var hashes, var levels), .unique(let more, let spellings)):
      self = .none
      hashes.formUnion(more)
      if let spellings { levels?.add(spellings) }
      self = .unique(hashes, levels)
    case (.trend(var trend), .trend(let more)):
      trend.add(more)
      self = .trend(trend)
    default: break
    }
  }

  /// Extends the ranges of a trend to those of another.
  mutating func cover(_ other: Trend) {
    guard case .trend(var trend) = self else { return }
    trend.add(other, weight: 0)
    self = .trend(trend)
  }

  /// The result as JSON; `null` if there were no values.
  var result: [UInt8] {
    let json = json
    return json.isEmpty ? Array("null".utf8) : json
  }

  /// The result as JSON; empty if there were no values.
  var json: [UInt8] {
    switch self {
    case .none: []
    case .sum(let sum, _) where sum.count == 0: []
    case .sum(let sum, let isMean):
      Self.text(
        isMean ? sum.quotientJSON(by: sum.count) : sum.json, sum.dimensions, isExact: !isMean)
    case .extreme(let extreme): extreme.text
    case .percentile(let percent, let numbers):
      Self.text(numbers.json(percent), numbers.dimensions)
    case .unique(let hashes, _): Array(String(hashes.count).utf8)
    case .trend(let trend): trend.json
    }
  }

  /// Returns a number with the unit of all values, or a number of seconds as the text of a
  /// duration, and no number of mixed units.
  private static func text(
    _ json: [UInt8], _ dimensions: Measure.Dimensions, isExact: Bool = false
  ) -> [UInt8] {
    if dimensions.areMixed { return Measure.mixed }
    if dimensions.areUncertain { return Measure.uncertain }
    if let text = dimensions.unit.flatMap({ Measure.text(json, in: $0) }) {
      return Array("\"\(text)\"".utf8)
    }
    guard dimensions.contains(.duration),
      let seconds = json.withUnsafeBytes({ Quantity($0)?.double })
    else { return json }
    let text = isExact ? Measure.text(ofSeconds: json) : Measure.text(ofSeconds: seconds)
    return Array("\"\(text)\"".utf8)
  }
}

/// Encodes values as sort keys and as identities, with memory that is used again.
struct ValueEncoding: Sendable {
  var sortKey = SortKeyEncoder([])
  var identity = ValueIdentity()
}
