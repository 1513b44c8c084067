import MocoaFeed

/// A table, file or query of DuckDB, as far as requests need to know.
struct DuckDBSchema: Sendable {
  /// What stands behind `from`.
  let relation: String

  /// What numbers the rows from 0 without gaps; nil where they are counted.
  let number: String?

  /// How many rows there are.
  let count: Int

  let columns: [String]
  let types: [String: String]

  /// The name of the number in requests.
  static let numberName = "\"mocoa row\""

  static func quoted(_ name: String) -> String { SQLiteSchema.quoted(name) }

  static func literal(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
  }

  var hasNestedMembers: Bool {
    types.values.contains { type in
      ["STRUCT", "MAP", "[", "JSON", "UNION"].contains { type.contains($0) }
    }
  }

  /// The statement for a request.
  func select(_ request: RowRequest) -> String {
    let names = columns.filter { request.members?.contains($0) ?? true }
    let list = ([Self.numberName] + names.map(Self.quoted)).joined(separator: ", ")
    let (range, numbers) = request.rows.bounds
    var source: String
    if let number {
      source =
        "(select *, \(number) as \(Self.numberName) from \(relation)"
        + " where \(number) between \(range.lowerBound) and \(range.upperBound - 1)"
      if let numbers { source += " and \(number) in (\(Self.list(numbers)))" }
      source += ")"
    } else {
      source =
        "(select *, row_number() over () + \(range.lowerBound - 1) as \(Self.numberName)"
        + " from (select * from \(relation) limit \(range.count) offset \(range.lowerBound)))"
    }
    var conditions: [String] = []
    if number == nil, let numbers {
      conditions.append("\(Self.numberName) in (\(Self.list(numbers)))")
    }
    switch SQLBounds(request.condition, in: self, literal: Self.literal).upper {
    case .constant(true): break
    case .constant(false): conditions.append("false")
    case .sql(let sql): conditions.append(sql)
    }
    let place = conditions.isEmpty ? "" : " where " + conditions.joined(separator: " and ")
    // Of many rows the order is kept by DuckDB itself.
    let order = range.count <= 100_000 || numbers != nil ? " order by 1" : ""
    return "select \(list) from \(source)\(place)\(order)"
  }

  private static func list(_ numbers: [Int]) -> String {
    numbers.map(String.init).joined(separator: ", ")
  }
}

extension RowRequest.Rows {
  /// The first and last number, and those between them where they are not all.
  fileprivate var bounds: (range: Range<Int>, numbers: [Int]?) {
    switch self {
    case .range(let range): (range, nil)
    case .numbers(let numbers): ((numbers.first ?? 0)..<(numbers.last ?? -1) + 1, numbers)
    }
  }
}

extension DuckDBSchema: SQLDialect {
  private static let integers: Set = [
    "TINYINT", "SMALLINT", "INTEGER", "BIGINT", "UTINYINT", "USMALLINT", "UINTEGER", "UBIGINT",
  ]

  func identifier(_ name: String) -> String { Self.quoted(name) }

  func bounds(of test: MemberTest, on name: String, _ literal: (String) -> String) -> SQLBounds? {
    guard let type = types[name] else { return nil }
    let column = identifier(name)
    switch test {
    case .isNull: return SQLBounds(exact: "\(column) is null")
    case .isTrue:
      return SQLBounds(exact: type == "BOOLEAN" ? "\(column)" : "\(column) is not null")
    case .number(let relation, let number):
      return bounds(of: column, type, relation, number)
    case .text(let isEqual, let text):
      guard type == "VARCHAR", !text.contains("\0") else { return nil }
      let value = literal(text)
      return SQLBounds(
        exact: isEqual
          ? "\(column) = \(value)" : "(\(column) <> \(value) or \(column) is null)")
    case .contains(let text): return bounds(of: column, type, text, literal)
    }
  }

  private func bounds(
    of column: String, _ type: String, _ relation: MemberTest.Relation, _ number: Double
  ) -> SQLBounds? {
    let null = relation == .unequal ? " or \(column) is null" : ""
    // Beyond that, comparisons with a whole number would not be exact.
    let isExact = Int64(exactly: number) != nil && abs(number) < 0x1p53
    if Self.integers.contains(type), isExact {
      return SQLBounds(exact: "(\(column) \(relation.sql) \(number.sql)\(null))")
    }
    if type == "DOUBLE" {
      let comparison = "\(column) \(relation.sql) \(Self.literal(number.description))::double"
      return SQLBounds(
        lower: "((isfinite(\(column)) and \(comparison))\(null))", upper: "(\(comparison)\(null))")
    }
    guard type == "VARCHAR" else { return nil }
    return SQLBounds(
      lower: null.isEmpty ? .constant(false) : .sql("\(column) is null"),
      upper: .sql("(\(column) is not null\(null))"))
  }

  private func bounds(
    of column: String, _ type: String, _ text: ContainedText, _ literal: (String) -> String
  ) -> SQLBounds? {
    guard !text.text.isEmpty, !text.text.contains("\0") else { return nil }
    let value = literal(text.text)
    let null = text.isIn("null") ? " or \(column) is null" : ""
    let found = { (value: String, column: String) in
      "contains(\(text.ignoresCase ? "lower(\(column))" : column), \(value))"
    }
    switch type {
    case "VARCHAR":
      // Some letters that are not ASCII have lower ones that are.
      let lower = text.ignoresCase ? SQLBounds.Term.constant(false) : .sql(found(value, column))
      return SQLBounds(lower: lower, upper: .sql("(\(found(value, column))\(null))"))
    case let type where Self.integers.contains(type):
      return SQLBounds(exact: "(\(found(value, "\(column)::varchar"))\(null))")
    case "DOUBLE", "FLOAT":
      let mayMatch =
        text.mayBeInNumber
        || ["nan", "infinity"].contains {
          $0.contains(text.text.lowercased())
        }
      return mayMatch ? nil : SQLBounds(exact: "(false\(null))")
    default:
      // Other letters are written alike in JSON and in texts of DuckDB.
      guard !text.isIn("null"), !text.isIn("true"), !text.isIn("false"),
        text.text.unicodeScalars.allSatisfy({ $0.properties.isAlphabetic && $0.isASCII }),
        !text.mayBeInNumber
      else { return nil }
      return SQLBounds(
        lower: .constant(false), upper: .sql(found(value, "\(column)::varchar")))
    }
  }
}
