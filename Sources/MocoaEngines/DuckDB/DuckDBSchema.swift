import MocoaFeed

/// The schema of a table, file or query of DuckDB that requests use.
struct DuckDBSchema: Sendable {
  /// The FROM clause.
  let relation: String

  /// The expression that numbers the rows from 0 without gaps; nil if they are counted.
  let number: String?

  /// How many rows there are; nil where they are not counted.
  let knownCount: Int?

  let columns: [String]
  let types: [String: String]

  /// The name of the number in requests.
  private static let numberName = SQLText.quoted(SQLText.number)

  /// More rows than there are, as far as DuckDB can count.
  private static let countLimit = 1 << 60

  static func list(_ texts: [String]) -> String {
    "[\(texts.map(SQLText.literal).joined(separator: ", "))]"
  }

  /// The columns that may be displayed as objects or arrays.
  var nestedColumns: [String] {
    columns.filter { name in
      guard let type = types[name] else { return true }
      return ["STRUCT", "MAP", "[", "JSON", "UNION", "VARIANT"].contains { type.contains($0) }
    }
  }

  func select(_ request: RowRequest) -> String {
    let condition = SQLBounds(request.condition, in: self).upper.sql
    let limit = limit(of: request)
    if request.rows == .all, request.order.isEmpty {
      return "select concat(0, \(object(of: request.members)))"
        + " from \(relation) where \(condition)\(limit)"
    }
    let (range, numbers) = extent(of: request.rows)
    // Of many rows the order is kept by DuckDB itself.
    var order = request.order.map {
      "\(SQLText.quoted($0.member)) \($0.isDescending ? "desc" : "asc") nulls last"
    }
    if range.count <= 100_000 || numbers != nil || !order.isEmpty { order += [Self.numberName] }
    return "select concat(\(Self.numberName), \(object(of: request.members)))"
      + " from \(source(range, numbers)) where \(condition)"
      + (order.isEmpty ? "" : " order by " + order.joined(separator: ", ")) + limit
  }

  /// The first and last number, and those between them where they are not all.
  private func extent(of rows: RowRequest.Rows) -> (range: Range<Int>, numbers: [Int]?) {
    switch rows {
    case .range(let range): (range, nil)
    case .numbers(let numbers): ((numbers.first ?? 0)..<(numbers.last ?? -1) + 1, numbers)
    case .all: (0..<(knownCount ?? Self.countLimit), nil)
    }
  }

  /// The statement for the combinations of values of some members; nil where values that DuckDB
  /// takes for equal may differ in their text.
  ///
  /// It counts no rows of a group with a sum that is not exact, or with rows that may not match.
  func groups(_ request: RowRequest) -> String? {
    let names = names(request.members)
    let rows = SQLBounds(request.condition, in: self).groupCondition
    let sums = request.sums.compactMap(sum)
    guard let rows, names.allSatisfy({ Self.distinctTypes.contains(type($0)) }),
      sums.count == request.sums.count
    else { return nil }
    var keys = names.map(compared)
    keys += names.filter { ["DOUBLE", "FLOAT"].contains(type($0)) }.map {
      "signbit(\(SQLText.quoted($0)))"
    }
    let grouping =
      keys.isEmpty ? " having count(*) > 0" : " group by \(keys.joined(separator: ", "))"
    let object = object(
      of: request.members,
      with: sums.map {
        "\(SQLText.quoted($0.name)): concat(\($0.count), ' ', coalesce(\($0.sum), 0),"
          + " '\($0.exponent)')"
      })
    return "select concat(\(ExactSum.count(sums, where: rows.test)), \(object))"
      + " from \(source(extent(of: .all).range, nil))"
      + " where \(rows.condition)\(grouping) order by min(\(Self.numberName))"
  }

  /// Types whose equal values have one text, but for the two zeros.
  private static let distinctTypes = integers.union([
    "DECIMAL", "HUGEINT", "UHUGEINT", "VARCHAR", "BOOLEAN", "DATE", "TIMESTAMP", "TIME", "UUID",
    "DOUBLE", "FLOAT",
  ])

  /// The type of a column, without digits of decimals.
  private func type(_ name: String) -> String {
    let type = types[name] ?? ""
    return type.hasPrefix("DECIMAL(") && !type.hasSuffix("]") ? "DECIMAL" : type
  }

  /// A statement that gives 1 where DuckDB's order by some members is that of lists; nil where it
  /// never is.
  func testOfOrder(_ order: [RowRequest.Order]) -> String? {
    var tests: [String] = []
    for key in order {
      let column = SQLText.quoted(key.member)
      switch type(key.member) {
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
    guard !tests.isEmpty else { return "select 1" }
    return "select (\(tests.joined(separator: " and ")))::integer from \(relation)"
  }

  /// The rows with these numbers, with their numbers.
  private func source(_ range: Range<Int>, _ numbers: [Int]?) -> String {
    let list = numbers.map { " and \(number ?? Self.numberName) in (\(SQLText.list($0)))" } ?? ""
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

  /// An expression whose value is the text of an object with some members (nil for all) and others.
  private func object(of members: Set<String>?, with others: [String] = []) -> String {
    let list = names(members).map { "\(SQLText.quoted($0)): \(value($0))" } + others
    return list.isEmpty ? "'{}'" : "to_json({\(list.joined(separator: ", "))})"
  }

  /// A column as it is converted to JSON.
  private func value(_ name: String) -> String {
    let column = compared(name)
    // Otherwise 0.1 would be 0.10000000149011612, and 1.50 would be 1.5 or a rounded number.
    switch type(name) {
    case "FLOAT": return "\(column)::varchar::double"
    case "DECIMAL":
      return "\(column)::decimal(38,\(types[name]?.split(separator: ",").last ?? "0)")"
    default: return column
    }
  }

  /// Runs a statement whose rows are a number and an object.
  func run(
    _ sql: String, on connection: DuckDBConnection, isCancelled: () -> Bool,
    _ body: (Int, UnsafeRawBufferPointer) throws -> Bool
  ) throws {
    // They may have numbers that JSON does not have.
    let haveFloats = types.values.contains { $0.contains("DOUBLE") || $0.contains("FLOAT") }
    try connection.run(sql, isCancelled: isCancelled) { line in
      // `12{"a":1}`
      guard let (number, row) = line.numberAndRest else { return true }
      guard haveFloats, let quoted = row.bareWordsQuoted() else { return try body(number, row) }
      return try quoted.withUnsafeBytes { try body(number, $0) }
    }
  }
}

extension DuckDBSchema: TypedDialect {
  private static let integers: Set = [
    "TINYINT", "SMALLINT", "INTEGER", "BIGINT", "UTINYINT", "USMALLINT", "UINTEGER", "UBIGINT",
  ]

  private static func isTime(_ type: String) -> Bool {
    ["DATE", "TIMESTAMP", "TIME"].contains(where: type.hasPrefix)
  }

  var lowersOnlyASCII: Bool { false }

  func kind(of name: String) -> ColumnKind? {
    guard types[name] != nil else { return nil }
    return switch type(name) {
    case "VARCHAR": .text
    case "BOOLEAN": .bool
    case "DOUBLE": .real
    case "FLOAT", "DECIMAL", "HUGEINT", "UHUGEINT": .number
    case "JSON": .unknown
    case let type where Self.integers.contains(type): .integer
    case let type: type.hasSuffix("]") || !Self.isTime(type) ? .other : .time
    }
  }

  /// Whatever the column's own collation is.
  func compared(_ name: String) -> String {
    SQLText.quoted(name) + (types[name] == "VARCHAR" ? " collate C" : "")
  }

  func text(of name: String) -> String { "\(SQLText.quoted(name))::varchar" }

  func number(_ number: Double, for kind: ColumnKind) -> String? {
    switch kind {
    // Beyond that, comparisons with a whole number would not be exact.
    case .integer: Int64(exactly: number) != nil && abs(number) < 0x1p53 ? number.sql : nil
    case .real, .number: "\(literal(number.description))::double"
    default: nil
    }
  }

  func isFinite(_ column: String) -> String { "isfinite(\(column))" }

  func times(of name: String) -> TimeColumn? {
    let type = types[name] == "TIMESTAMP WITH TIME ZONE" ? "timestamptz" : types[name]?.lowercased()
    return TimeColumn(SQLText.quoted(name), type: type)
  }

  func double(_ column: String) -> String { "\(column)::double" }

  func contains(_ column: String, _ text: ContainedText) -> String {
    "contains(\(text.ignoresCase ? "lower(\(column))" : column), \(literal(text.text)))"
  }
}
