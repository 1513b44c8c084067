/// A filter that engines can evaluate; what they cannot is `unknown`.
///
/// A name in it is that of a member of the row, which always exists.
package indirect enum RowCondition: Sendable {
  case all([RowCondition])
  case any([RowCondition])
  case not(RowCondition)
  case constant(Bool)
  /// Holds for some rows; for which is not known to engines.
  case unknown
  case test(member: String, MemberTest)
  /// Any member contains a text.
  case contains(ContainedText)
}

/// A test of a member.
package enum MemberTest: Sendable {
  /// How a value is compared with another.
  package enum Relation: Sendable {
    case equal, unequal, less, atMost, greater, atLeast

    /// A Boolean value that indicates whether it holds for values after the other one.
    package var isAfter: Bool { self == .greater || self == .atLeast }
  }

  /// The member is neither null nor false.
  case isTrue
  case isNull
  /// A comparison with a number that a floating-point number holds exactly.
  case number(Relation, Double)
  /// A comparison with a text that is neither a number nor a time, so that its bytes count.
  case text(isEqual: Bool, String)
  /// A comparison with a time.
  case time(Relation, ComparedTime)
  case contains(ContainedText)
}

/// A time with which values are compared, which has no parts of a microsecond.
package struct ComparedTime: Comparable, Sendable {
  /// Microseconds since the start of 1970 in UTC.
  private let microseconds: Int

  /// Creates a time from whole seconds since 1970.
  package init(seconds: Int) { self.init(microseconds: seconds * 1_000_000) }

  fileprivate init(microseconds: Int) { self.microseconds = microseconds }

  package static func < (left: ComparedTime, right: ComparedTime) -> Bool {
    left.microseconds < right.microseconds
  }

  /// Whole seconds since the start of 1970 in UTC.
  package var seconds: Int { Timestamp(microseconds: microseconds).seconds }

  /// The date in UTC: `2026-01-31`.
  package var date: String { String(Timestamp(microseconds: microseconds).text.prefix(10)) }

  /// The date and time in UTC, without a zone: `2026-01-31 10:11:12.5`.
  package var text: String {
    "\(date) \(Timestamp(microseconds: microseconds).text.dropFirst(11).dropLast())"
  }

  /// A Boolean value that indicates whether a day begins with it.
  package var isMidnight: Bool { microseconds.isMultiple(of: 86_400_000_000) }
}

/// A text that is searched for in values.
package struct ContainedText: Sendable, Hashable {
  /// The text; in lower case where ASCII letters of both cases match.
  package let text: String
  package let ignoresCase: Bool

  /// A Boolean value that indicates whether the text may be a part of a number in JSON.
  package var mayBeInNumber: Bool { text.utf8.allSatisfy { "0123456789+-.eE".utf8.contains($0) } }

  /// A Boolean value that indicates whether the text is a part of a word of JSON: `null`.
  package func isIn(_ word: String) -> Bool { word.contains(text) || text.isEmpty }
}

extension RowCondition {
  /// A Boolean value that indicates whether each row meets it, as without filters.
  var isAlwaysMet: Bool {
    switch self {
    case .constant(let value): value
    case .all(let parts): parts.allSatisfy(\.isAlwaysMet)
    case .any, .not, .unknown, .test, .contains: false
    }
  }

  init(_ condition: Condition) {
    switch condition {
    case .all(let parts): self = .all(parts.map { Self($0) })
    case .any(let parts): self = .any(parts.map { Self($0) })
    case .not(let part): self = .not(Self(part))
    case .constant(let value): self = .constant(value)
    case .watching(_, let condition), .dated(_, let condition): self = Self(condition)
    case .isTrue(let path): self = .test(path, .isTrue)
    case .exists: self = .unknown
    case .comparison(let comparison): self = comparison.rowCondition
    case .isIn(.member(let path), let list, let isNegated, _):
      let found = Self.any(list.map { Self(path, .equal, $0) })
      self = isNegated ? .not(found) : found
    case .isIn: self = .unknown
    case .matches(.member(let path), let pattern):
      self = pattern.containedText.map { .test(path, .contains($0)) } ?? .unknown
    case .matches: self = .unknown
    case .text(let pattern): self = pattern.containedText.map { .contains($0) } ?? .unknown
    }
  }

  private static func test(_ path: MemberPath, _ test: MemberTest) -> RowCondition {
    path.member.map { .test(member: $0, test) } ?? .unknown
  }

  /// A comparison with a time, where times without a zone are those of UTC.
  private static func test(
    _ path: MemberPath, _ relation: Comparison.Relation, _ time: Timestamp
  ) -> RowCondition {
    guard ZoneOffsets.ofTimesWithoutZone == nil, time.ofWritableYear != nil else { return .unknown }
    let start = Timestamp(microseconds: time.microseconds)
    let relation = start == time ? relation : relation.isAfter ? .greater : .atMost
    return test(path, .time(relation, ComparedTime(microseconds: time.microseconds)))
  }

  fileprivate init(_ path: MemberPath, _ relation: Comparison.Relation, _ operand: Operand) {
    switch operand {
    case .null where relation == .equal: self = Self.test(path, .isNull)
    case .null where relation == .unequal: self = .not(Self.test(path, .isNull))
    case .number(let number) where number.rest.isEmpty:
      self = Self.test(path, .number(relation, number.double))
    // A number beside a percentage is reported.
    case .scaled(let number, let unit) where unit != .percentage:
      self = Self.test(path, .number(relation, number))
    case .time(let time) where relation.isOrder: self = Self.test(path, relation, time)
    case .text(let text) where relation.isOrder:
      self = Timestamp(text.plain).map { Self.test(path, relation, $0) } ?? .unknown
    case .now(let seconds), .today(let seconds):
      // `now` only grows, so the bound of now excludes no row that matches later.
      guard relation.isAfter else {
        self = .unknown
        return
      }
      let start = if case .now = operand { Timestamp.now } else { Timestamp.today }
      let time = start.advanced(bySeconds: seconds)
      self = time.map { .all([Self.test(path, relation, $0), .unknown]) } ?? .unknown
    case .text(let text):
      self = text.exact.map { Self.test(path, .text(isEqual: relation == .equal, $0)) } ?? .unknown
    default: self = .unknown
    }
  }
}

extension Comparison {
  fileprivate var rowCondition: RowCondition {
    // A level has several spellings.
    guard severity == nil, case .member(let path) = left, right.isConstant else { return .unknown }
    return RowCondition(path, relation, right)
  }
}

extension ComparedText {
  /// The text, where it is compared byte by byte: nil for one that may be a number or a time, or
  /// that stands for bytes that are not UTF-8.
  fileprivate var exact: String? {
    escaped.withUnsafeBytes { content in
      QueryValue.withText(content) { bytes in
        let text = String(decoding: bytes, as: UTF8.self)
        let isPlain = OperandValue.number(bytes) == nil && bytes.first?.isDigit != true
        return isPlain && !text.unicodeScalars.contains("\u{FFFD}") ? text : nil
      }
    }
  }
}

extension Condition {
  /// The members that are looked at; nil where all are.
  var members: [MemberPath]? {
    switch self {
    case .all(let parts), .any(let parts): parts.map(\.members).joined
    case .not(let part), .dated(_, let part): part.members
    case .watching(let watches, let part): part.members.map { $0 + watches.map(\.path) }
    case .constant: []
    case .isTrue(let path), .exists(let path): [path]
    case .matches(let operand, _): operand.members
    case .comparison(let comparison): [comparison.left.members, comparison.right.members].joined
    case .isIn(let operand, let list, _, _): ([operand] + list).map(\.members).joined
    case .text: nil
    }
  }
}

extension [[MemberPath]?] {
  /// All of them; nil if one is nil.
  var joined: [MemberPath]? {
    reduce([]) { all, own in all.flatMap { all in own.map { all + $0 } } }
  }
}

extension MemberPath {
  /// The name of the member of a row; nil where the path may lead into one.
  var member: String? {
    // A name with dots may be that of a member or of what is in one.
    names.count == 1 && keys.count == 1 ? keys[0] : nil
  }

  /// The names of the members of a row in which the path may lead to a value; none for the row.
  var names: [String] {
    guard let first = keys.first else { return [] }
    return wholeName.map { [first, $0] } ?? [first]
  }
}
