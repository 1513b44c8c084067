import MocoaFeed

/// How a dialect of SQL says what is tested of a column.
protocol SQLDialect {
  /// Returns the bounds of a test of a column in SQL; nil where there is no such column.
  func bounds(of test: MemberTest, on name: String) -> SQLBounds?

  /// The names of all columns that may contain a text.
  var columns: [String] { get }

  /// A text as it stands in a statement.
  func literal(_ text: String) -> String
}

extension SQLDialect {
  func literal(_ text: String) -> String { SQLText.literal(text) }

  /// The end of a statement for the rows of a request: how many are wanted, where each row that the
  /// statement finds certainly meets the condition.
  func limit(of request: RowRequest) -> String {
    guard let limit = request.limit, SQLBounds(request.condition, in: self).exact != nil else {
      return ""
    }
    return " limit \(limit)"
  }

  /// The names of the columns that are wanted.
  func names(_ members: Set<String>?) -> [String] {
    columns.filter { members?.contains($0) ?? true }
  }
}

/// Two conditions, between which a filter is; NULL stands for false.
struct SQLBounds {
  /// A condition, or its value.
  enum Term: Equatable {
    case constant(Bool)
    case sql(String)
  }

  /// A condition that implies the filter.
  var lower: Term

  /// A condition that the filter implies.
  var upper: Term

  static let unknown = SQLBounds(lower: .constant(false), upper: .constant(true))

  init(lower: Term, upper: Term) { (self.lower, self.upper) = (lower, upper) }

  /// A condition that says exactly the same.
  init(exact sql: String) { self.init(lower: .sql(sql), upper: .sql(sql)) }

  /// The condition, where it says exactly the same as the filter.
  var exact: Term? { lower == upper ? upper : nil }

  init(lower: String, upper: String) { self.init(lower: .sql(lower), upper: .sql(upper)) }

  /// A condition for the rows of groups, and what is true of a group whose rows certainly meet the
  /// filter, if it is not of each; nil where few are certain to do so.
  var groupCondition: (condition: String, test: String?)? {
    if let exact { return (exact.sql, nil) }
    guard case .sql(let lower) = self.lower, case .sql(let upper) = self.upper else { return nil }
    return (upper, "min(case when \(lower) then 1 else 0 end) = 1")
  }
}

extension SQLBounds {
  /// The maximum number of columns that are searched for a text: expressions may not be deep.
  private static let columnLimit = 200

  /// Translates a filter to SQL, as far as SQL can express it.
  init(_ condition: RowCondition, in dialect: some SQLDialect) {
    func bounds(_ part: RowCondition) -> SQLBounds { SQLBounds(part, in: dialect) }
    switch condition {
    case .constant(let value): self.init(lower: .constant(value), upper: .constant(value))
    case .unknown: self = .unknown
    case .not(let part):
      let inner = bounds(part)
      self.init(lower: .negated(inner.upper), upper: .negated(inner.lower))
    case .all(let parts):
      let parts = parts.map(bounds)
      self.init(
        lower: .joined(parts.map(\.lower), isAnd: true),
        upper: .joined(parts.map(\.upper), isAnd: true))
    case .any(let parts):
      let parts = parts.map(bounds)
      self.init(
        lower: .joined(parts.map(\.lower), isAnd: false),
        upper: .joined(parts.map(\.upper), isAnd: false))
    case .test(let name, let test):
      self = dialect.bounds(of: test, on: name) ?? .unknown
    case .contains(let text):
      guard dialect.columns.count <= Self.columnLimit else {
        self = .unknown
        return
      }
      self = bounds(.any(dialect.columns.map { .test(member: $0, .contains(text)) }))
    }
  }
}

extension SQLBounds.Term {
  /// The term as the condition of `where`.
  var sql: String {
    switch self {
    case .constant(let value): value ? "1 = 1" : "1 = 0"
    case .sql(let sql): sql
    }
  }

  fileprivate static func negated(_ term: Self) -> Self {
    switch term {
    case .constant(let value): .constant(!value)
    case .sql(let sql): .sql("not coalesce(\(sql), 1 = 0)")
    }
  }

  fileprivate static func joined(_ terms: [Self], isAnd: Bool) -> Self {
    var parts: [String] = []
    for term in terms {
      switch term {
      case .constant(isAnd): continue
      case .constant: return .constant(!isAnd)
      case .sql(let sql): parts.append(sql)
      }
    }
    guard !parts.isEmpty else { return .constant(isAnd) }
    return .sql("(\(parts.joined(separator: isAnd ? " and " : " or ")))")
  }
}

extension MemberTest.Relation {
  var sql: String {
    switch self {
    case .equal: "="
    case .unequal: "<>"
    case .less: "<"
    case .atMost: "<="
    case .greater: ">"
    case .atLeast: ">="
    }
  }
}

extension Double {
  /// The number as a literal: a whole number without a point.
  var sql: String { Int64(exactly: self).map(String.init) ?? description }
}
