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

  /// A list of texts.
  static func list(_ texts: [String]) -> String {
    "[\(texts.map(literal).joined(separator: ", "))]"
  }

  var hasNestedMembers: Bool {
    types.values.contains { type in
      ["STRUCT", "MAP", "[", "JSON", "UNION"].contains { type.contains($0) }
    }
  }

  /// The statement for a request.
  func select(_ request: RowRequest) -> String {
    let (range, numbers) = request.rows.bounds
    let condition = SQLBounds(request.condition, in: self, literal: Self.literal).upper.sql
    // Of many rows the order is kept by DuckDB itself.
    var order = request.order.map {
      "\(Self.quoted($0.member)) \($0.isDescending ? "desc" : "asc") nulls last"
    }
    if range.count <= 100_000 || numbers != nil || !order.isEmpty { order += [Self.numberName] }
    return "select concat(\(Self.numberName), \(object(of: request.members)))"
      + " from \(source(range, numbers)) where \(condition)"
      + (order.isEmpty ? "" : " order by " + order.joined(separator: ", "))
  }

  /// The statement for the combinations of values of some members; nil where values that DuckDB
  /// takes for equal may differ in their text.
  func groups(_ request: RowRequest) -> String? {
    let names = columns.filter { request.members?.contains($0) ?? true }
    let condition = SQLBounds(request.condition, in: self, literal: Self.literal).exact
    guard let condition, names.allSatisfy({ Self.distinctTypes.contains(kind($0)) }) else {
      return nil
    }
    var keys = names.map(compared)
    keys += names.filter { ["DOUBLE", "FLOAT"].contains(kind($0)) }.map {
      "signbit(\(Self.quoted($0)))"
    }
    let grouping =
      keys.isEmpty ? " having count(*) > 0" : " group by \(keys.joined(separator: ", "))"
    return "select concat(count(*), \(object(of: request.members)))"
      + " from \(source(0..<count, nil)) where \(condition.sql)\(grouping)"
      + " order by min(\(Self.numberName))"
  }

  /// Types whose equal values have one text, but for the two zeros.
  private static let distinctTypes = integers.union([
    "DECIMAL", "HUGEINT", "UHUGEINT", "VARCHAR", "BOOLEAN", "DATE", "TIMESTAMP", "TIME", "UUID",
    "DOUBLE", "FLOAT",
  ])

  /// The type of a column, without digits of decimals.
  private func kind(_ name: String) -> String {
    let type = types[name] ?? ""
    return type.hasPrefix("DECIMAL(") && !type.hasSuffix("]") ? "DECIMAL" : type
  }

  /// A statement that gives whether DuckDB's order by some members is that of lists; nil where
  /// it never is.
  func testOfOrder(_ order: [RowRequest.Order]) -> String? {
    var tests: [String] = []
    for key in order {
      let column = Self.quoted(key.member)
      switch kind(key.member) {
      case "DECIMAL": break
      case let type where Self.integers.contains(type): break
      case "DOUBLE", "FLOAT":
        // Other numbers are displayed, and sorted, as texts.
        tests.append("coalesce(bool_and(isfinite(\(column))), true)")
      case let type where ["DATE", "TIMESTAMP"].contains(type):
        let range = "'0001-01-01'::\(type) and '9999-12-31'::\(type)"
        tests.append("coalesce(bool_and(\(column) between \(range)), true)")
      default: return nil
      }
    }
    guard !tests.isEmpty else { return "select true" }
    return "select \(tests.joined(separator: " and ")) from \(relation)"
  }

  /// The rows with these numbers, with their numbers.
  private func source(_ range: Range<Int>, _ numbers: [Int]?) -> String {
    let list = numbers.map { " and \(number ?? Self.numberName) in (\(Self.list($0)))" } ?? ""
    guard let number else {
      let rows = "(select * from \(relation) limit \(range.count) offset \(range.lowerBound))"
      let numbered =
        "(select *, row_number() over () + \(range.lowerBound - 1) as \(Self.numberName)"
        + " from \(rows))"
      return list.isEmpty ? numbered : "(select * from \(numbered) where true\(list))"
    }
    return "(select *, \(number) as \(Self.numberName) from \(relation)"
      + " where \(number) between \(range.lowerBound) and \(range.upperBound - 1)\(list))"
  }

  /// An expression whose value is the text of an object with some members; nil for all.
  private func object(of members: Set<String>?) -> String {
    let list = columns.filter { members?.contains($0) ?? true }.map {
      "\(Self.quoted($0)): \(value($0))"
    }
    return list.isEmpty ? "'{}'" : "to_json({\(list.joined(separator: ", "))})"
  }

  /// A column as it is compared: texts by their bytes, whatever the column's own collation is.
  private func compared(_ name: String) -> String {
    Self.quoted(name) + (types[name] == "VARCHAR" ? " collate C" : "")
  }

  /// A column as it is converted to JSON.
  private func value(_ name: String) -> String {
    let column = compared(name)
    // Otherwise 0.1 would be 0.10000000149011612, and 1.50 would be 1.5 or a rounded number.
    switch kind(name) {
    case "FLOAT": return "\(column)::varchar::double"
    case "DECIMAL":
      return "\(column)::decimal(38,\(types[name]?.split(separator: ",").last ?? "0)")"
    default: return column
    }
  }

  /// A Boolean value that indicates whether rows may have numbers that JSON does not have.
  var mayHaveBareWords: Bool {
    types.values.contains { $0.contains("DOUBLE") || $0.contains("FLOAT") }
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

  func bounds(of test: MemberTest, on name: String, _ literal: (String) -> String) -> SQLBounds? {
    guard let type = types[name] else { return nil }
    let column = compared(name)
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
