import MocoaFeed

/// A table or query of PostgreSQL, as far as requests need to know.
struct PostgresSchema: Sendable {
  /// How values of a type are written in JSON, and compared.
  enum Kind: Sendable {
    case integer, number, text, bool
    /// Types that are written as texts, but not compared as such.
    case other
    /// Types that PostgreSQL converts to JSON.
    case json
  }

  /// The table in quotes.
  let table: String

  /// The columns that order and identify rows, as they stand in a statement.
  let keys: [String]

  let columns: [String]
  let kinds: [String: Kind]

  /// The name of the number in requests.
  static let numberName = "\"mocoa row\""

  static func quoted(_ name: String) -> String { SQLiteSchema.quoted(name) }

  init(table: String, keys: [String], _ columns: [(name: String, kind: Kind)]) {
    (self.table, self.keys, self.columns) = (table, keys, columns.map(\.name))
    kinds = Dictionary(columns.map { ($0.name, $0.kind) }) { first, _ in first }
  }

  /// The columns that are wanted.
  func names(_ members: Set<String>?) -> [String] {
    columns.filter { members?.contains($0) ?? true }
  }

  /// A column as it is read.
  func value(_ name: String) -> String {
    kinds[name] == .json ? "to_json(\(Self.quoted(name)))" : Self.quoted(name)
  }

  private var order: String { keys.joined(separator: ", ") }

  /// The keys of a row, as they stand in a statement.
  private var keyTexts: String {
    keys.map { "quote_literal(\($0)::text)" }.joined(separator: " || ', ' || ")
  }

  /// The statement for the keys of the first row.
  var firstKey: String { "select \(keyTexts) from \(table) order by \(order) limit 1" }

  /// The statement for the keys of every so manieth row.
  func anchors(every count: Int) -> String {
    "select \(keyTexts) from (select \(order), row_number() over (order by \(order)) - 1 as n"
      + " from \(table)) t where n % \(count) = 0 order by n"
  }

  /// The statement for the rows from one key to before another, as far as they are wanted.
  ///
  /// - Parameters:
  ///   - keys: The first key, and the one behind the last.
  ///   - first: The number of the row with the first key.
  ///   - numbers: The numbers that are wanted, as a condition on ``numberName``.
  ///   - names: The columns.
  ///   - condition: The condition that rows must meet.
  /// - Returns: The statement.
  func select(
    from keys: (String, String?), first: Int, _ numbers: String, _ names: [String],
    _ condition: String
  ) -> String {
    let row = "(\(order))"
    let end = keys.1.map { " and \(row) < (\($0))" } ?? ""
    let list = ([Self.numberName] + names.map(value)).joined(separator: ", ")
    return "select \(list) from (select *, row_number() over (order by \(order)) + \(first - 1)"
      + " as \(Self.numberName) from \(table) where \(row) >= (\(keys.0))\(end)) t"
      + " where \(Self.numberName) \(numbers) and \(condition)"
  }

  /// The combinations of values of some columns, which are equal if their texts are.
  func groups(_ names: [String], _ condition: String) -> String {
    let texts = names.map { "(\(value($0)))::text collate \"C\"" }
    let list = ["count(*)"] + texts
    return "select \(list.joined(separator: ", ")) from (select *, row_number() over (order by"
      + " \(order)) as n from \(table)) t where \(condition)"
      + (texts.isEmpty ? " having count(*) > 0" : " group by \(texts.joined(separator: ", "))")
      + " order by min(n)"
  }

  /// Appends a value to a row of JSON.
  func append(_ bytes: UnsafeRawBufferPointer?, _ name: String, to row: inout JSONRow) {
    guard let bytes else { return row.append("null") }
    switch kinds[name] {
    case .integer, .json: row.append(literal: bytes)
    case .bool: row.append(bytes.first == UInt8(ascii: "t") ? "true" : "false")
    case .number where bytes.last.map { (0x30...0x39).contains($0) } ?? false:
      row.append(literal: bytes)
    default: row.append(text: bytes)
    }
  }
}

extension PostgresSchema.Kind {
  /// The kind of a type by its number (`pg_type.dat`).
  init(type: UInt32) {
    switch type {
    case 16: self = .bool
    case 20, 21, 23, 26: self = .integer
    case 700, 701, 1700: self = .number
    case 25, 1043: self = .text
    // bytea, "char", name, char(n), dates, times, intervals, addresses, uuid
    case 17...19, 650, 869, 1042, 1082, 1083, 1114, 1184, 1186, 1266, 2950: self = .other
    default: self = .json
    }
  }
}

extension PostgresSchema: SQLDialect {
  func bounds(of test: MemberTest, on name: String, _ literal: (String) -> String) -> SQLBounds? {
    guard let kind = kinds[name] else { return nil }
    let column = Self.quoted(name)
    switch (test, kind) {
    case (.isNull, .json): return nil
    case (.isNull, _): return SQLBounds(exact: "\(column) is null")
    case (.isTrue, .json): return nil
    case (.isTrue, .bool): return SQLBounds(exact: column)
    case (.isTrue, _): return SQLBounds(exact: "\(column) is not null")
    case (.number(let relation, let number), .integer):
      let null = relation == .unequal ? " or \(column) is null" : ""
      return SQLBounds(exact: "(\(column) \(relation.sql) \(number.sql)::numeric\(null))")
    case (.text(let isEqual, let text), .text) where !text.contains("\0"):
      let (value, text) = (literal(text), "\(column) collate \"C\"")
      return SQLBounds(
        exact: isEqual
          ? "\(text) = \(value)" : "(\(text) <> \(value) or \(column) is null)")
    case (.contains(let text), .text) where !text.text.isEmpty && !text.text.contains("\0"):
      let null = text.isIn("null") ? " or \(column) is null" : ""
      let content = "\(column) collate \"C\""
      let value = literal(text.text)
      return SQLBounds(
        exact: "(strpos(\(text.ignoresCase ? "lower(\(content))" : content), \(value)) > 0\(null))")
    case (.contains(let text), .integer) where !text.text.isEmpty:
      guard !text.text.contains("\0") else { return nil }
      let null = text.isIn("null") ? " or \(column) is null" : ""
      return SQLBounds(exact: "(strpos(\(column)::text, \(literal(text.text))) > 0\(null))")
    default: return nil
    }
  }
}
