import MocoaFeed

/// A table of SQLite, or the rows of a query, as far as requests need to know.
struct SQLiteSchema: Sendable {
  /// How SQLite converts what is stored in, or compared with, a column.
  enum Affinity { case text, number, none }

  /// The table in quotes, with its schema.
  let table: String

  /// What numbers the rows: a name of the row number that no column has.
  let rowID: String

  let columns: [String]
  let affinities: [String: Affinity]

  /// The only column of the primary key.
  let key: String?

  static func quoted(_ name: String) -> String {
    "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
      + "\""
  }

  /// Reads the columns of a table; nil for one without row numbers.
  init?(of name: String, in schema: String, _ connection: SQLiteConnection) throws {
    table = "\(schema).\(Self.quoted(name))"
    var names: [String] = []
    try connection.run("select * from \(table) limit 0", begin: { names = $0 }) { _ in true }
    columns = names
    let taken = Set(names.map { $0.lowercased() })
    guard let rowID = ["rowid", "_rowid_", "oid"].first(where: { !taken.contains($0) }) else {
      return nil
    }
    self.rowID = rowID
    var affinities: [String: Affinity] = [:]
    var keys: [String] = []
    try connection.run(
      "select name, upper(type), pk from pragma_table_xinfo(?1, '\(schema)')", [name]
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

extension SQLiteSchema: SQLDialect {
  func bounds(of test: MemberTest, on name: String, _ literal: (String) -> String) -> SQLBounds? {
    // In quotes, SQLite takes an unknown name for a text.
    guard columns.contains(name) else { return nil }
    let column = Self.quoted(name)
    switch test {
    case .isTrue: return SQLBounds(exact: "\(column) is not null")
    case .isNull: return SQLBounds(exact: "\(column) is null")
    case .number(let relation, let number):
      return bounds(of: column, affinities[name] ?? .none, relation, number.sql)
    case .text(let isEqual, let text):
      // Blobs and infinities are shown as these.
      guard !text.hasPrefix("x'"), !text.hasSuffix("Infinity"), !text.contains("\0") else {
        return nil
      }
      let value = literal(text)
      return SQLBounds(
        exact: isEqual
          ? "\(column) collate binary = \(value)"
          : "(\(column) collate binary <> \(value) or \(column) is null)")
    case .contains(let text): return bounds(of: column, text, literal)
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

  private func bounds(
    of column: String, _ text: ContainedText, _ literal: (String) -> String
  ) -> SQLBounds? {
    guard !text.text.isEmpty, !text.text.contains("\0") else { return nil }
    let value = literal(text.text)
    let found = "instr(\(text.ignoresCase ? "lower(\(column))" : column), \(value)) > 0"
    let null = text.isIn("null") ? " or \(column) is null" : ""
    // How numbers that are not whole, infinities and blobs are written is not known to SQLite.
    return SQLBounds(
      lower: "((typeof(\(column)) in ('text', 'integer') and \(found))\(null))",
      upper: "(\(found) or typeof(\(column)) in ('real', 'blob')\(null))")
  }
}
