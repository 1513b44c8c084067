/// Summarizes the values of one member, row by row, in constant memory.
struct SummaryAccumulator {
  private var summary = ColumnSummary()
  private var total = DecimalSum()
  private var distinct = DistinctCounter()
  private var unread = UnreadValues(.number)
  /// The values by their identities, each as it was written first.
  private var counts: [UInt64: (value: [UInt8], count: Int)] = [:]
  private var least: Accumulator
  private var greatest: Accumulator
  /// Its hashes are the same in every run, as are the counts that are estimated by them.
  private var encoding = ValueEncoding(identity: ValueIdentity(ByteHash(seed: 0)))

  /// The maximum number of distinct values that are counted individually.
  private static let frequencyLimit = 1_000

  /// The maximum length of values that are counted individually.
  private static let longestCounted = 200

  private let path: MemberPath

  /// Creates the summary of no values of a member.
  init(of path: MemberPath) {
    self.path = path
    least = Accumulator(.min, haveLevels: path.hasLevel)
    greatest = Accumulator(.max, haveLevels: path.hasLevel)
  }

  /// Adds the value of some rows, or nil if they lack the member.
  mutating func add(_ bytes: UnsafeRawBufferPointer?, rows: Int = 1) {
    summary.rowCount += rows
    guard let bytes, let value = QueryValue(bytes) else {
      summary.missingCount += rows
      return
    }
    summary.kinds[value.kind, default: 0] += rows
    let hash = encoding.identity.hash(of: bytes)
    distinct.add(hash)
    count(bytes, hash, rows)
    switch value {
    case .number(let quantity):
      summary.add(quantity.double, quantity.double == 0 ? [] : .plain, rows)
      total.add(bytes, quantity.double == 0 ? [] : .plain, rows: rows)
    case .text(let content):
      QueryValue.withText(content) { content in
        if let time = Timestamp(content) {
          summary.times.add(time, rows)
        } else if let number = NumberReading(content) {
          summary.add(number.quantity.double, number.dimension, rows)
          number.withJSON { total.add($0, number.spelled, rows: rows) }
          return
        }
        if !value.isMissing { unread.add(bytes, rows: rows) }
      }
    case .bool, .container: unread.add(bytes, rows: rows)
    case .null: break
    }
    switch value {
    case .number, .text:
      _ = least.add(bytes, &encoding, rows: rows)
      _ = greatest.add(bytes, &encoding, rows: rows)
    case .bool, .null, .container: break
    }
  }

  /// Adds rows that do not count, whose numbers start at 0.
  mutating func add(broken: RowTally, from first: Int) {
    summary.brokenRows.add(broken, from: first)
  }

  private mutating func count(_ bytes: UnsafeRawBufferPointer, _ hash: UInt64, _ rows: Int) {
    guard distinct.isExact, counts.count <= Self.frequencyLimit,
      bytes.count <= Self.longestCounted
    else { return }
    if (counts[hash]?.count += rows) == nil { counts[hash] = (Array(bytes), rows) }
  }

  func makeSummary() -> ColumnSummary {
    var result = summary
    result.distinctCount = distinct.count
    result.isDistinctCountExact = distinct.isExact
    result.minimum = Self.text(least)
    result.maximum = Self.text(greatest)
    result.dimensions = total.dimensions
    result.faults = [least.unread.description].compactMap(\.self)
    if total.count > 0 {
      var unread = unread
      unread.readCount = total.count
      if let fault = unread.description, !result.faults.contains(fault) {
        result.faults.append(fault)
      }
    }
    if total.dimensions.areUncertain {
      result.faults.append(Measure.clockFault(path.filterText))
      result.removeNumbers()
    } else if total.count > 0, !total.dimensions.areMixed {
      result.sum = total.quotient(by: 1)
      result.mean = total.quotient(by: total.count)
    }
    if distinct.isExact, counts.count <= Self.frequencyLimit {
      // Equally frequent values are in order, so that the result is deterministic.
      let sorted = counts.values.sorted { first, second in
        first.count != second.count
          ? first.count > second.count : first.value.lexicographicallyPrecedes(second.value)
      }
      result.frequencies = sorted.prefix(20).map { value, count in
        let json = JSONBytes(value)
        return ColumnSummary.Frequency(value: json.string ?? json.text, count: count)
      }
    }
    return result
  }

  private static func text(_ extreme: Accumulator) -> String? {
    let json = JSONBytes(extreme.json)
    return json.count == 0 ? nil : json.string ?? json.text
  }
}

extension QueryValue {
  fileprivate var kind: JSONBytes.Kind {
    switch self {
    case .number: .number
    case .text: .string
    case .bool: .bool
    case .null: .null
    case .container(let bytes): bytes.first == UInt8(ascii: "{") ? .object : .array
    }
  }
}
