import MocoaFeed

/// The schema of a table of ClickHouse that requests use.
struct ClickHouseSchema: Sendable {
  /// The table in quotes.
  let table: String

  let columns: [String]
  private let types: [String: String]

  /// The expressions by which rows are ordered first, and their types; none for all columns.
  var keys: [(sql: String, type: String)] = []

  /// A Boolean value that indicates whether no two rows have the same keys.
  var isUnique = false

  /// The name of the number in requests.
  private static let numberName = ClickHouseText.quoted(SQLText.number)

  init(table: String, _ columns: [(name: String, type: String)]) {
    (self.table, self.columns) = (table, columns.map(\.name))
    types = Dictionary(columns) { first, _ in first }
    keys = columns.prefix(3).filter { Self.isKey($0.type) }.map {
      (ClickHouseText.quoted($0.name), $0.type)
    }
  }

  /// A Boolean value that indicates whether values of a type are ordered, and have literals.
  static func isKey(_ type: String) -> Bool {
    type == "String" || isInteger(type)
      || ["Date", "Decimal(", "Enum", "UUID", "FixedString("].contains { type.hasPrefix($0) }
  }

  private static func isInteger(_ type: String) -> Bool {
    ["Int", "UInt"].contains { type.hasPrefix($0) && Int(type.dropFirst($0.count)) != nil }
  }

  /// The type of a column without what says that values may be null, or how they are stored.
  private func type(_ name: String) -> Substring {
    var type = Substring(types[name] ?? "")
    for wrapper in ["LowCardinality(", "Nullable("] where type.hasPrefix(wrapper) {
      type = type.dropFirst(wrapper.count).dropLast()
    }
    return type
  }

  /// A Boolean value that indicates whether a column is displayed as an object or array.
  func isNested(_ name: String) -> Bool {
    let type = type(name)
    return ["Array(", "Tuple(", "Map("].contains(where: type.hasPrefix)
      && !type.replacing("Map(String", with: "").contains("Map(")
  }

  private func list(_ names: [String]) -> String {
    names.map(ClickHouseText.quoted).joined(separator: ", ")
  }

  private var keyList: String { keys.map(\.sql).joined(separator: ", ") }

  /// What rows are ordered by: where keys may be the same, by all columns.
  private var order: String {
    let rest = isUnique ? [] : columns.filter { kind(of: $0) != .unknown }
    return (keys.map(\.sql) + rest.map(ClickHouseText.quoted)).joined(separator: ", ")
  }

  /// The statement that gives the number of rows, and whether their keys are unique.
  var uniqueness: String { "select count(), count() = uniqExact(\(keyList)) from \(table)" }

  /// A condition for rows whose keys are behind or before those of a row.
  ///
  /// - Parameters:
  ///   - values: The keys as they stand in a statement.
  ///   - sign: What the first key that differs meets: `<` or `>`.
  ///   - last: What the last key meets where the others are the same; by default it may be, too.
  /// - Returns: The condition.
  func bound(_ values: [String], _ sign: String, last: String? = nil) -> String {
    // Each key is compared alone, as the index is by the first ones.
    var condition = ""
    for (key, value) in zip(keys, values).reversed() {
      let literal = "cast(\(value), \(ClickHouseText.literal(key.type)))"
      condition =
        condition.isEmpty
        ? "\(key.sql) \(last ?? sign + "=") \(literal)"
        : "\(key.sql) \(sign)= \(literal) and (\(key.sql) \(sign) \(literal) or (\(condition)))"
    }
    return condition
  }
}

extension ClickHouseSchema: TypedDialect, TableSchema {
  var keyCount: Int { keys.count }

  func keys(ofFirst count: Int) -> String? {
    keys.isEmpty ? nil : "select \(keyList) from \(table) order by \(keyList) limit \(count)"
  }

  func anchors(every count: Int) -> String {
    let names = keys.indices.map { "`mocoa k\($0)`" }.joined(separator: ", ")
    let keys = keys.enumerated().map { "\($1.sql) as `mocoa k\($0)`" }.joined(separator: ", ")
    let number = Self.numberName
    let rows =
      "(select \(names), rowNumberInAllBlocks() as \(number)"
      + " from (select \(keys) from \(table) order by \(names)))"
    return "select min(\(number)), \(names) from \(rows) where (\(names)) in"
      + " (select \(names) from \(rows) where \(number) % \(count) = 0)"
      + " group by \(names) order by min(\(number))"
  }

  func select(_ pieces: [RowPiece], _ names: [String], _ condition: RowCondition) -> String {
    let upper = SQLBounds(condition, in: self).upper.sql
    if case .all? = pieces.first?.rows {
      let values = (["0"] + names.map(ClickHouseText.quoted)).joined(separator: ", ")
      return "select \(values) from \(table) where \(upper) order by \(order)"
    }
    let read = columns.filter { names.contains($0) || upper.contains(ClickHouseText.quoted($0)) }
    var (places, shifts, end, limit) = ([String](), "", 0, 0..<0)
    for (index, piece) in pieces.enumerated() {
      let bounds = [
        bound(piece.lower.keys, ">"),
        bound(piece.upper?.keys ?? [], "<", last: piece.isUpperIncluded ? "<=" : "<"),
      ].filter { !$0.isEmpty }
      places.append(bounds.isEmpty ? "1 = 1" : bounds.joined(separator: " and "))
      // Rows of all pieces are numbered through.
      let shift = piece.lower.number - end
      end += (piece.upper?.number ?? 0) - piece.lower.number
      shifts +=
        index == pieces.count - 1 ? "\(shift)" : "rowNumberInAllBlocks() < \(end), \(shift), "
      limit =
        switch piece.rows {
        case .range(let rows): rows.lowerBound - shift..<rows.upperBound - shift
        case .numbers(let numbers): 0..<(numbers.last ?? 0) - shift + 1
        case .all: limit
        }
    }
    let rows =
      "select \(read.isEmpty ? "1" : list(read)) from \(table)"
      + " where (\(places.joined(separator: ") or (")))"
      + (order.isEmpty ? "" : " order by \(order)")
      + " limit \(limit.lowerBound), \(limit.count)"
    let shift = pieces.count > 1 ? "multiIf(\(shifts))" : shifts
    let number = "rowNumberInAllBlocks() + \(limit.lowerBound) + \(shift) as \(Self.numberName)"
    let tests = pieces.map { $0.test(Self.numberName) }.joined(separator: " or ")
    return
      "select \(([Self.numberName] + names.map(ClickHouseText.quoted)).joined(separator: ", "))"
      + " from (select \(([number] + read.map(ClickHouseText.quoted)).joined(separator: ", "))"
      + " from (\(rows))) where (\(tests)) and \(upper)"
  }

  /// Floating-point numbers may be the same without having the same text.
  func groups(_ names: [String], _ sums: [ExactSum], _ condition: RowCondition) -> String? {
    guard isUnique, let rows = SQLBounds(condition, in: self).groupCondition else { return nil }
    var values: [String] = []
    for name in names {
      let isFloat = types[name]?.contains("Float") ?? true
      if isFloat, isNested(name) || types[name] == nil { return nil }
      values.append(isFloat ? text(of: name) : ClickHouseText.quoted(name))
    }
    let first = keys.count == 1 ? "min(\(keyList))" : "min((\(keyList)))"
    let count = ExactSum.count(sums, where: rows.test)
    return "select \(([count] + values).joined(separator: ", "))"
      + sums.map { ", \($0.count), \($0.sum)" }.joined() + " from \(table) where \(rows.condition)"
      + (values.isEmpty ? " having count() > 0" : " group by \(values.joined(separator: ", "))")
      + " order by \(first)"
  }

  func kind(of name: String) -> ColumnKind? {
    guard types[name] != nil else { return nil }
    return switch type(name) {
    case "String": .text
    case "Bool": .bool
    case "Float64": .real
    case let type where Self.isInteger(String(type)):
      ["Int128", "Int256", "UInt128", "UInt256"].contains(type) ? .number : .integer
    case let type where type.hasPrefix("Decimal") || type == "Float32": .number
    // An enumeration that may be null has no text where it is.
    case let type where ["FixedString", "Enum"].contains(where: type.hasPrefix): .opaque
    case let type where type.hasPrefix("Date"): .time
    case let type where type.hasPrefix("UUID"): .other
    case _ where isNested(name): .nested
    default: .unknown
    }
  }

  func compared(_ name: String) -> String { ClickHouseText.quoted(name) }

  func text(of name: String) -> String { "toString(\(ClickHouseText.quoted(name)))" }

  func literal(_ text: String) -> String { ClickHouseText.literal(text) }

  func number(_ number: Double, for kind: ColumnKind) -> String? {
    switch kind {
    case .integer: Int64(exactly: number) != nil && abs(number) < 0x1p53 ? number.sql : nil
    case .real: number.description
    default: nil
    }
  }

  func isFinite(_ column: String) -> String { "isFinite(\(column))" }

  func times(of name: String) -> TimeColumn? {
    let type = type(name)
    let column = ClickHouseText.quoted(name)
    guard type == "Date" || type == "DateTime" || type.hasPrefix("DateTime(") else { return nil }
    let range = ComparedTime(seconds: 31_536_000)...ComparedTime(seconds: 4_102_444_800)
    return TimeColumn(isDate: type == "Date", range: range) { relation, time in
      guard type != "Date" else { return "\(column) \(relation.sql) toDate('\(time.date)')" }
      // It is displayed in a zone of its own; the index is by the time that it is, which is some
      // hours off.
      let limit = time.seconds + (relation.isAfter ? -100_000 : 100_000)
      return "(toString(\(column)) \(relation.sql) '\(time.text)'"
        + " and \(column) \(relation.sql) toDateTime(\(limit)))"
    }
  }

  func double(_ column: String) -> String { "toFloat64(\(column))" }

  func contains(_ column: String, _ text: ContainedText) -> String {
    "position(\(text.ignoresCase ? "lower(\(column))" : column), \(literal(text.text))) > 0"
  }
}
