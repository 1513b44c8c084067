import MocoaFeed

/// What is known of the values of a column.
enum ColumnKind {
  case integer, text, bool
  /// Floating-point numbers, which may be none, or infinite.
  case real
  /// Numbers that the engine may compare inexactly.
  case number
  /// Values with a text of their own, which has the letters that are displayed.
  case other
  /// The same that are dates or times, in figures.
  case time
  /// Values that are displayed as objects or arrays.
  case nested
  /// Values of which only whether they are null is certain.
  case opaque
  /// Values of which nothing is certain.
  case unknown

  /// A Boolean value that indicates whether values may be displayed as objects.
  var mayBeNested: Bool {
    switch self {
    case .integer, .text, .bool, .real, .number, .other, .time, .opaque: false
    case .nested, .unknown: true
    }
  }
}

/// An exact sum of the numbers of a column.
struct ExactSum {
  let name: String

  /// The number of numbers, and their sum, as they stand in a statement.
  let count, sum: String

  /// The text behind the sum: `e-3`.
  let exponent: String

  /// What is true where the sum is exact.
  let test: String

  /// A count of rows that is zero where a sum is not exact, or another test is not met.
  static func count(_ sums: [ExactSum], where test: String?) -> String {
    let tests = (sums.map(\.test) + [test].compactMap(\.self)).joined(separator: " and ")
    return tests.isEmpty ? "count(*)" : "case when \(tests) then count(*) else 0 end"
  }
}

/// A column of dates or times, as it is compared with a time.
struct TimeColumn {
  /// A Boolean value that indicates whether values are days.
  let isDate: Bool

  /// The times that are displayed as such, and as they are compared; others may not be.
  let range: ClosedRange<ComparedTime>

  /// Returns the test of the column by a relation to a time; that of days by its date.
  let test: (MemberTest.Relation, ComparedTime) -> String
}

extension TimeColumn {
  /// A column of the type `date`, `timestamp` or `timestamptz`, whose values are compared with
  /// literals: `'2026-01-31'::date`; nil for others.
  init?(_ column: String, type: String?) {
    guard let type, ["date", "timestamp", "timestamptz"].contains(type) else { return nil }
    let (isDate, hasZone) = (type == "date", type == "timestamptz")
    // The offsets of zones had seconds once.
    let first = ComparedTime(seconds: hasZone ? 315_532_800 : -62_135_596_800)
    self.init(isDate: isDate, range: first...ComparedTime(seconds: 253_402_128_000)) {
      let text = isDate ? $1.date : $1.text + (hasZone ? "+00" : "")
      return "\(column) \($0.sql) '\(text)'::\(type)"
    }
  }

  /// The bounds of a test; nil for a time out of the range.
  func bounds(_ relation: MemberTest.Relation, _ time: ComparedTime) -> SQLBounds? {
    guard range.contains(time) else { return nil }
    let isBehind = relation.isAfter
    // A time of a day is after the day, and before the next one.
    let isBetween = isDate && !time.isMidnight
    let found = test(isBetween ? isBehind ? .greater : .atMost : relation, time)
    // Other values, such as `infinity`, are tested here.
    let (first, last) = (range.lowerBound, range.upperBound)
    return SQLBounds(
      lower: "(\(found) and \(isBehind ? test(.atMost, last) : test(.atLeast, first)))",
      upper: "(\(found) or \(isBehind ? test(.less, first) : test(.greater, last)))")
  }
}

/// A dialect whose columns have types.
protocol TypedDialect: SQLDialect {
  /// The kind of a column; nil where there is none of that name.
  func kind(of name: String) -> ColumnKind?

  /// A column as it is compared: texts by their bytes.
  func compared(_ name: String) -> String

  /// A test of whether a column of texts has the bytes of a literal.
  func equals(_ name: String, _ literal: String) -> String

  /// A column as a text.
  func text(of name: String) -> String

  /// A number to compare a column with; nil where the comparison would not be exact, or not be one.
  func number(_ number: Double, for kind: ColumnKind) -> String?

  func isFinite(_ column: String) -> String

  /// A column as it is compared with a time; nil where it is none, or not displayed as one.
  func times(of name: String) -> TimeColumn?

  /// A column as a floating-point number of 64 bits.
  func double(_ column: String) -> String

  /// A test of whether a column contains a text; in lower case where ASCII letters of both cases
  /// match.
  func contains(_ column: String, _ text: ContainedText) -> String

  /// A Boolean value that indicates whether only ASCII letters become lower ones.
  var lowersOnlyASCII: Bool { get }
}

extension TypedDialect {
  var lowersOnlyASCII: Bool { true }

  func equals(_ name: String, _ literal: String) -> String { "\(compared(name)) = \(literal)" }

  /// Floating-point numbers are added in thousandths: whole numbers of up to 15 digits, of which
  /// each sum is exact.
  func sum(of name: String) -> ExactSum? {
    guard let kind = kind(of: name), [.integer, .real].contains(kind) else { return nil }
    let column = compared(name)
    let number = double(column)
    guard kind == .real else {
      return ExactSum(
        name: name, count: "count(\(column))", sum: "sum(\(column))", exponent: "",
        test: "coalesce(max(abs(\(number))), 0) * count(\(column)) < 1e15")
    }
    // Larger numbers may be too large for the engine.
    let isSmall = "abs(\(number)) < 1e12"
    let part = "case when \(isSmall) then round(\(number) * 1000) end"
    let isExact = "case when \(isSmall) and \(part) / 1000 = \(number) then 1 end"
    return ExactSum(
      name: name, count: "count(\(column))", sum: "sum(\(part))", exponent: "e-3",
      test: "count(\(isExact)) = count(\(column))"
        + " and coalesce(max(abs(\(part))), 0) * count(\(column)) < 1e15")
  }

  func bounds(of test: MemberTest, on name: String) -> SQLBounds? {
    guard let kind = kind(of: name), kind != .unknown else { return nil }
    let column = compared(name)
    func or(_ sql: String, _ isNull: Bool) -> String {
      isNull ? "(\(sql) or \(column) is null)" : "(\(sql))"
    }
    switch test {
    case .isNull: return SQLBounds(exact: "\(column) is null")
    case .isTrue where kind == .text:
      return SQLBounds(exact: "(\(column) is not null and \(column) <> 'false')")
    case .isTrue: return SQLBounds(exact: kind == .bool ? column : "\(column) is not null")
    case .number(let relation, _) where kind == .text:
      // A text may hold a number, and null is unequal to all.
      let isNull = relation == .unequal
      return SQLBounds(
        lower: isNull ? .sql("\(column) is null") : .constant(false),
        upper: isNull ? .constant(true) : .sql("\(column) is not null"))
    case .number(let relation, let value) where kind == .number:
      // Digits may be lost where they are displayed.
      let margin = max(abs(value) * 1e-6, 1e-30)
      guard let least = number(value - margin, for: kind), relation != .unequal,
        let greatest = number(value + margin, for: kind)
      else { return nil }
      var tests: [String] = []
      if relation != .less, relation != .atMost { tests.append("\(column) >= \(least)") }
      if relation != .greater, relation != .atLeast { tests.append("\(column) <= \(greatest)") }
      return SQLBounds(
        lower: .constant(false), upper: .sql("(\(tests.joined(separator: " and ")))"))
    case .number(let relation, let value):
      guard let number = number(value, for: kind) else { return nil }
      // DuckDB's filters of Parquet files find no negative zero equal to zero.
      let isZero = kind == .real && relation == .equal && value == 0
      let comparison =
        isZero
        ? "\(column) between \(number) and \(number)" : "\(column) \(relation.sql) \(number)"
      let upper = or(comparison, relation == .unequal)
      guard kind == .real else { return SQLBounds(exact: upper) }
      let lower = or("\(isFinite(column)) and \(comparison)", relation == .unequal)
      return SQLBounds(lower: lower, upper: upper)
    case .text(let isEqual, let text):
      guard kind == .text, !text.contains("\0") else { return nil }
      let value = literal(text)
      let isOther = "(\(column) <> \(value) or \(column) is null)"
      return SQLBounds(exact: isEqual ? "(\(equals(name, value)))" : isOther)
    case .time(let relation, let time): return times(of: name)?.bounds(relation, time)
    case .contains(let text): return bounds(of: name, kind, text)
    }
  }

  /// The bytes that dates and times may have, in lower case: also those of `infinity`, of years
  /// before the first one, and of nulls.
  private static var bytesOfTimes: Set<UInt8> { Set("0123456789+-:., /()tzinfybcul".utf8) }

  private func bounds(of name: String, _ kind: ColumnKind, _ text: ContainedText) -> SQLBounds? {
    guard !text.text.isEmpty, !text.text.utf8.contains(0) else { return nil }
    let column = kind == .text ? compared(name) : self.text(of: name)
    let found = contains(column, text)
    let lowerText = text.text.lowercased()
    let isInName = ["nan", "-infinity"].contains { $0.contains(lowerText) }
    switch kind {
    case .text where text.ignoresCase && !lowersOnlyASCII:
      return SQLBounds(lower: .constant(false), upper: .sql("(\(found))"))
    case .text, .integer: return SQLBounds(exact: "(\(found))")
    case .real, .number:
      // How they are written is not known to the engine.
      return text.mayBeInNumber || isInName ? nil : SQLBounds(exact: "(1 = 0)")
    case .time where !lowerText.utf8.allSatisfy(Self.bytesOfTimes.contains):
      return SQLBounds(exact: "(1 = 0)")
    case .other, .time, .nested:
      // Other characters may be written differently in JSON and in texts of the engine.
      let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
      guard !text.isIn("null"), !text.isIn("true"), !text.isIn("false"), !isInName,
        !text.mayBeInNumber, lowerText.utf8.allSatisfy(letters.contains)
      else { return nil }
      return SQLBounds(lower: .constant(false), upper: .sql(found))
    case .bool, .opaque, .unknown: return nil
    }
  }
}
