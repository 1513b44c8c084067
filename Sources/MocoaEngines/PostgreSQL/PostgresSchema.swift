import MocoaFeed

/// The schema of a table or query of PostgreSQL that requests use.
struct PostgresSchema: Sendable {
  /// The table in quotes.
  let table: String

  /// The columns that order and identify rows, as they stand in a statement.
  let keys: [String]

  let columns: [String]
  let kinds: [String: ColumnKind]

  /// The types of columns of dates and times.
  private let timeTypes: [String: String]

  /// The name of the number in requests.
  private static let number = SQLText.quoted(SQLText.number)

  init(table: String, keys: [String], _ columns: [(name: String, type: String)]) {
    (self.table, self.keys, self.columns) = (table, keys, columns.map(\.name))
    kinds = Dictionary(columns.map { ($0.name, ColumnKind(type: Int($0.type) ?? 0)) }) { first, _ in
      first
    }
    let types = ["1082": "date", "1114": "timestamp", "1184": "timestamptz"]
    timeTypes = Dictionary(
      columns.compactMap { column in types[column.type].map { (column.name, $0) } }
    ) { first, _ in first }
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
    case 20, 21, 23: self = .integer
    case 701: self = .real
    case 700, 1700: self = .number
    case 25, 1043: self = .text
    case 1082, 1083, 1114, 1184, 1266: self = .time
    // bytea, "char", name, char(n), intervals, addresses, uuid
    case 17...19, 650, 869, 1042, 1186, 2950: self = .other
    // These are converted to JSON.
    default: self = .unknown
    }
  }
}

extension PostgresSchema: TypedDialect, TableSchema {
  var keyCount: Int { keys.count }

  var order: String { keys.joined(separator: ", ") }

  private var keyTexts: String { keys.map { "\($0)::text" }.joined(separator: ", ") }

  func keys(ofFirst count: Int) -> String? {
    "select \(keyTexts) from \(table) order by \(order) limit \(count)"
  }

  func anchors(every count: Int) -> String {
    "select n, \(keyTexts) from (select \(order), row_number() over (order by \(order)) - 1 as n"
      + " from \(table)) t where n % \(count) = 0 order by n"
  }

  func select(_ pieces: [RowPiece], _ names: [String], _ condition: RowCondition) -> String {
    let condition = SQLBounds(condition, in: self).upper.sql
    let columns = names.map { ", " + value($0) }.joined()
    return RowPiece.select(
      pieces, columns, from: table, order: order, isColumn: isColumn, where: condition)
  }

  /// A Boolean value that indicates whether keys are columns, rather than where rows are.
  private var isColumn: Bool { keys != ["ctid"] }

  /// The combinations are equal if their texts are.
  func groups(_ names: [String], _ sums: [ExactSum], _ condition: RowCondition) -> String? {
    guard let found = SQLBounds(condition, in: self).groupCondition else { return nil }
    let texts = names.map { "(\(value($0)))::text collate \"C\"" }
    // The least key of a group is faster than the least number, but not all types have one.
    let isComparable =
      keys.count == 1
      && columns.contains { column in
        SQLText.quoted(column) == keys[0]
          && [.integer, .text, .number, .real].contains(kinds[column] ?? .unknown)
      }
    let rows =
      isComparable
      ? table
      : "(select *, row_number() over (order by \(order)) as \(Self.number) from \(table)) t"
    return "select "
      + ([ExactSum.count(sums, where: found.test)] + texts).joined(separator: ", ")
      + sums.map { ", \($0.count), \($0.sum)" }.joined() + " from \(rows) where \(found.condition)"
      + (texts.isEmpty ? " having count(*) > 0" : " group by \(texts.joined(separator: ", "))")
      + " order by min(\(isComparable ? keys[0] : Self.number))"
  }

  func kind(of name: String) -> ColumnKind? { kinds[name] }

  func compared(_ name: String) -> String {
    SQLText.quoted(name) + (kinds[name] == .text ? " collate \"C\"" : "")
  }

  /// The index has the collation of the column, by which texts with the same bytes are equal, too.
  func equals(_ name: String, _ literal: String) -> String {
    "\(SQLText.quoted(name)) = \(literal) and \(compared(name)) = \(literal)"
  }

  func text(of name: String) -> String { "\(SQLText.quoted(name))::text collate \"C\"" }

  func number(_ number: Double, for kind: ColumnKind) -> String? {
    switch kind {
    // The index of a column of whole numbers is not for others.
    case .integer: Int64(exactly: number) == nil ? "\(number.sql)::numeric" : number.sql
    case .real: "\(number.description)::double precision"
    case .number: number.isFinite ? "\(number.description)::numeric" : nil
    default: nil
    }
  }

  func isFinite(_ column: String) -> String {
    "\(column) not in ('NaN', 'Infinity', '-Infinity')"
  }

  func times(of name: String) -> TimeColumn? {
    TimeColumn(SQLText.quoted(name), type: timeTypes[name])
  }

  func double(_ column: String) -> String { "\(column)::double precision" }

  func contains(_ column: String, _ text: ContainedText) -> String {
    guard text.ignoresCase else { return "strpos(\(column), \(literal(text.text))) > 0" }
    return "\(column) ilike \(literal("%\(SQLText.pattern(text.text))%"))"
  }
}
