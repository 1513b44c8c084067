import MocoaFeed

/// A table or query of PostgreSQL, as far as requests need to know.
struct PostgresSchema: Sendable {
  /// The table in quotes.
  let table: String

  /// The columns that order and identify rows, as they stand in a statement.
  let keys: [String]

  let columns: [String]
  let kinds: [String: ColumnKind]

  init(table: String, keys: [String], _ columns: [(name: String, type: String)]) {
    (self.table, self.keys, self.columns) = (table, keys, columns.map(\.name))
    kinds = Dictionary(columns.map { ($0.name, ColumnKind(type: Int($0.type) ?? 0)) }) { first, _ in
      first
    }
  }

  /// A column as it is read.
  func value(_ name: String) -> String {
    kinds[name] == .unknown ? "to_json(\(SQLText.quoted(name)))" : SQLText.quoted(name)
  }
}

extension ColumnKind {
  /// The kind of a type of PostgreSQL by its number (`pg_type.dat`).
  init(type: Int) {
    switch type {
    case 16: self = .bool
    case 20, 21, 23, 26: self = .integer
    case 700, 701, 1700: self = .number
    case 25, 1043: self = .text
    // bytea, "char", name, char(n), dates, times, intervals, addresses, uuid
    case 17...19, 650, 869, 1042, 1082, 1083, 1114, 1184, 1186, 1266, 2950: self = .other
    // These are converted to JSON.
    default: self = .unknown
    }
  }
}

extension PostgresSchema: TypedDialect, TableSchema {
  var hasNestedMembers: Bool { kinds.values.contains(.unknown) }

  var keyCount: Int { keys.count }

  private var order: String { keys.joined(separator: ", ") }

  private var keyTexts: String { keys.map { "\($0)::text" }.joined(separator: ", ") }

  func keys(ofRow number: Int) -> String? {
    "select \(keyTexts) from \(table) order by \(order) limit 1 offset \(number)"
  }

  func anchors(every count: Int) -> String {
    "select n, \(keyTexts) from (select \(order), row_number() over (order by \(order)) - 1 as n"
      + " from \(table)) t where n % \(count) = 0 order by n"
  }

  func select(_ pieces: [RowPiece], _ names: [String], _ condition: RowCondition) -> String {
    let condition = SQLBounds(condition, in: self).upper.sql
    let columns = names.map { ", " + value($0) }.joined()
    return RowPiece.select(pieces, columns, from: table, order: order, where: condition)
  }

  /// The combinations are equal if their texts are.
  func groups(_ names: [String], _ condition: RowCondition) -> String? {
    guard let condition = SQLBounds(condition, in: self).exact else { return nil }
    let texts = names.map { "(\(value($0)))::text collate \"C\"" }
    let list = ["count(*)"] + texts
    return "select \(list.joined(separator: ", ")) from (select *, row_number() over (order by"
      + " \(order)) as n from \(table)) t where \(condition.sql)"
      + (texts.isEmpty ? " having count(*) > 0" : " group by \(texts.joined(separator: ", "))")
      + " order by min(n)"
  }

  func append(
    _ result: PostgresConnection.Row, from first: Int, _ names: [String], to row: inout JSONRow
  ) {
    for (column, name) in names.enumerated() {
      row.beginMember(column)
      append(result.bytes(first + column), name, to: &row)
    }
  }

  private func append(_ bytes: UnsafeRawBufferPointer?, _ name: String, to row: inout JSONRow) {
    guard let bytes else { return row.append("null") }
    switch kinds[name] {
    case .integer, .unknown: row.append(literal: bytes)
    case .bool: row.append(bytes.first == UInt8(ascii: "t") ? "true" : "false")
    case .number where bytes.last?.isDigit ?? false:
      row.append(literal: bytes)
    default: row.append(text: bytes)
    }
  }

  func kind(of name: String) -> ColumnKind? { kinds[name] }

  func compared(_ name: String) -> String {
    SQLText.quoted(name) + (kinds[name] == .text ? " collate \"C\"" : "")
  }

  func text(of name: String) -> String { "\(SQLText.quoted(name))::text collate \"C\"" }

  func number(_ number: Double, for kind: ColumnKind) -> String? {
    kind == .integer ? "\(number.sql)::numeric" : nil
  }

  func isFinite(_ column: String) -> String { "1 = 0" }

  func contains(_ column: String, _ text: String) -> String { "strpos(\(column), \(text)) > 0" }
}
