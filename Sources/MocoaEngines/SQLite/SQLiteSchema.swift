import MocoaFeed

/// The schema of a table of SQLite that requests use.
struct SQLiteSchema: Sendable {
  /// How SQLite converts what is stored in, or compared with, a column.
  enum Affinity { case text, number, none }

  /// The table in quotes.
  let table: String

  /// The expression that numbers the rows: a name of the row number that no column has.
  let rowID: String

  /// The row number of the first row, where numbers of rows are those from it on.
  var firstID: Int?

  /// How many numbers there are for rows.
  var numberCount = 0

  let columns: [String]
  let affinities: [String: Affinity]

  /// The only column of the primary key.
  let key: String?

  /// The columns of something without row numbers.
  init(columns: [String]) {
    (table, rowID, self.columns, affinities, key) = ("", "", columns, [:], nil)
  }

  /// Reads the columns of a table; nil for one without row numbers.
  init?(of name: String, _ connection: SQLiteConnection) throws {
    table = "main.\(SQLText.quoted(name))"
    columns = try connection.columns(of: table).map(\.name)
    let taken = Set(columns.map { $0.lowercased() })
    guard let rowID = ["rowid", "_rowid_", "oid"].first(where: { !taken.contains($0) }) else {
      return nil
    }
    self.rowID = rowID
    var affinities: [String: Affinity] = [:]
    var keys: [String] = []
    try connection.run(
      "select name, upper(type), pk from pragma_table_xinfo(\(SQLText.literal(name)), 'main')"
    ) { row in
      let column = row.text(0) ?? ""
      affinities[column] = Affinity(declaredType: row.text(1) ?? "")
      if row.integer(2) > 0 { keys.append(column) }
      return true
    }
    (self.affinities, key) = (affinities, keys.count == 1 ? keys[0] : nil)
  }
}

extension SQLiteSchema.Affinity {
  /// The affinity of a declared type (https://sqlite.org/datatype3.html, 3.1).
  fileprivate init(declaredType type: String) {
    let has = { (word: String) in type.contains(word) }
    if has("INT") {
      self = .number
    } else if has("CHAR") || has("CLOB") || has("TEXT") {
      self = .text
    } else {
      self = type.isEmpty || has("BLOB") ? .none : .number
    }
  }
}

extension SQLiteSchema: TableSchema {
  var nestedColumns: [String] { [] }

  var keyCount: Int { 1 }

  func keys(ofFirst count: Int) -> String? {
    "select \(rowID) from \(table) order by 1 limit \(count)"
  }

  func anchors(every count: Int) -> String {
    "select n, id from (select \(rowID) as id, row_number() over (order by \(rowID)) - 1 as n"
      + " from \(table)) where n % \(count) = 0 order by 1"
  }

  func select(_ pieces: [RowPiece], _ names: [String], _ condition: RowCondition) -> String {
    let condition = SQLBounds(condition, in: self).upper.sql
    let columns = names.map { ", " + SQLText.quoted($0) }.joined()
    // By the row number itself, it has them in order; an expression would be sorted.
    if let firstID, pieces.count == 1 {
      return "select \(rowID) - \(firstID)\(columns) from \(table)"
        + " where \(pieces[0].shifted(by: firstID).test(rowID)) and \(condition) order by \(rowID)"
    }
    return RowPiece.select(pieces, columns, from: table, order: rowID, where: condition)
  }

  /// The statement for the number of rows that are found in pieces, and how many there should be.
  func count(in pieces: [RowPiece]) -> (sql: String, expected: Int) {
    var (conditions, expected) = ([String](), 0)
    for piece in pieces {
      if let firstID {
        conditions.append(piece.shifted(by: firstID).test(rowID))
        expected += piece.rows.runs.reduce(0) { $0 + $1.count }
        continue
      }
      let bounds = piece.bounds(rowID)
      conditions.append(bounds.isEmpty ? "true" : bounds)
      expected += (piece.upper?.number ?? numberCount) - piece.lower.number
    }
    let counts = conditions.map { "(select count(*) from \(table) where \($0))" }
    return ("select \(counts.joined(separator: " + "))", expected)
  }

  /// It sorts, which takes longer than reading the columns on several threads.
  func groups(_ names: [String], _ sums: [ExactSum], _ condition: RowCondition) -> String? { nil }

  func sum(of name: String) -> ExactSum? { nil }

  /// Each value has a type of its own.
  func kind(of name: String) -> ColumnKind? { nil }

  func bounds(of test: MemberTest, on name: String) -> SQLBounds? {
    // In quotes, SQLite takes an unknown name for a text.
    guard columns.contains(name) else { return nil }
    let column = SQLText.quoted(name)
    switch test {
    case .isTrue: return SQLBounds(exact: "(\(column) is not null and \(column) <> 'false')")
    case .isNull: return SQLBounds(exact: "\(column) is null")
    case .number(let relation, let number):
      return bounds(of: column, affinities[name] ?? .none, relation, number.sql)
    case .text(let isEqual, let text):
      // Blobs and infinities are shown as these.
      guard !text.hasPrefix("x'"), !text.hasSuffix("Infinity"), !text.contains("\0") else {
        return nil
      }
      let value = SQLText.literal(text)
      return SQLBounds(
        exact: isEqual
          ? "\(column) collate binary = \(value)"
          : "(\(column) collate binary <> \(value) or \(column) is null)")
    // It has no type for times.
    case .time: return nil
    case .contains(let text): return bounds(of: column, text)
    }
  }

  private func bounds(
    of column: String, _ affinity: Affinity, _ relation: MemberTest.Relation, _ number: String
  ) -> SQLBounds {
    // Null is unequal to all numbers, and a text may hold a number.
    let null = relation == .unequal ? " or \(column) is null" : ""
    if affinity == .text {
      let upper = relation == .unequal ? "\(column) is not null\(null)" : "\(column) is not null"
      return SQLBounds(
        lower: null.isEmpty ? .constant(false) : .sql("\(column) is null"),
        upper: .sql("(\(upper))"))
    }
    let comparison = "\(column) \(relation.sql) \(number)"
    // Texts and blobs are greater than all numbers.
    let texts = [.greater, .atLeast, .unequal].contains(relation) ? "" : " or \(column) >= ''"
    let greatest = Double.greatestFiniteMagnitude.description
    return SQLBounds(
      lower: "((typeof(\(column)) in ('integer', 'real') and \(comparison)"
        + " and \(column) between -\(greatest) and \(greatest))\(null))",
      upper: "(\(comparison)\(texts)\(null))")
  }

  private func bounds(of column: String, _ text: ContainedText) -> SQLBounds? {
    guard !text.text.isEmpty, !text.text.contains("\0") else { return nil }
    var found = "instr(\(text.ignoresCase ? "lower(\(column))" : column),"
    found += " \(SQLText.literal(text.text))) > 0"
    var upper = found
    if text.ignoresCase, text.text.utf8.allSatisfy({ $0 < 0x80 }) {
      // Three times as fast, but it ends at a zero.
      let pattern = SQLText.pattern(text.text)
      found = "\(column) like \(SQLText.literal("%\(pattern)%"))"
      if pattern != text.text { found += " escape '\\'" }
      upper = "\(found) or instr(\(column), char(0)) > 0"
    }
    // How numbers that are not whole, infinities and blobs are written is not known to SQLite.
    return SQLBounds(
      lower: "(typeof(\(column)) in ('text', 'integer') and \(found))",
      upper: "(\(upper) or typeof(\(column)) in ('real', 'blob'))")
  }
}
