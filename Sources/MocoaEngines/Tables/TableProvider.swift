import MocoaFeed

/// A row of a table, by the values of what the table is ordered by.
struct RowAnchor: Sendable {
  /// The number of the first row with these keys.
  let number: Int

  /// The keys as they stand in a statement; none for the first row.
  let keys: [String]

  static let first = RowAnchor(number: 0, keys: [])
}

/// Rows between two anchors, of which some are wanted.
struct RowPiece {
  let lower: RowAnchor

  /// The anchor behind the rows; nil at the end of the table.
  let upper: RowAnchor?

  /// A Boolean value that indicates whether `upper` is the last row that is known.
  let isUpperIncluded: Bool

  var rows: RowRequest.Rows

  /// The piece with other numbers of the same rows.
  func shifted(by offset: Int) -> RowPiece {
    var piece = self
    piece.rows =
      switch rows {
      case .range(let rows): .range(rows.lowerBound + offset..<rows.upperBound + offset)
      case .numbers(let numbers): .numbers(numbers.map { $0 + offset })
      case .all: .all
      }
    return piece
  }

  /// A condition on the number of a row.
  func test(_ number: String) -> String {
    switch rows {
    case .range(let rows): "\(number) between \(rows.lowerBound) and \(rows.upperBound - 1)"
    case .numbers(let numbers): "\(number) in (\(SQLText.list(numbers)))"
    case .all: "1 = 1"
    }
  }

  /// The condition that rows are between the anchors; empty without their keys.
  func bounds(_ order: String) -> String {
    [(">=", lower.keys), (isUpperIncluded ? "<=" : "<", upper?.keys ?? [])].filter {
      !$0.1.isEmpty
    }.map { "(\(order)) \($0) (\($1.joined(separator: ", ")))" }.joined(separator: " and ")
  }

  /// A statement for the rows of pieces that meet a condition, with their numbers and columns
  /// (`, "a", "b"`), in an order, which may be by columns.
  static func select(
    _ pieces: [RowPiece], _ columns: String, from table: String, order: String,
    isColumn: Bool = false, where condition: String
  ) -> String {
    if case .all? = pieces.first?.rows {
      return "select 0\(columns) from \(table) where \(condition) order by \(order)"
    }
    let number = SQLText.quoted(SQLText.number)
    // By columns an engine finds them in order, and does not sort what it numbered.
    let last = isColumn && pieces.count == 1 ? order : "1"
    return pieces.map { piece in
      let bounds = piece.bounds(order)
      let place = bounds.isEmpty ? "" : " where " + bounds
      return "select \(number)\(columns) from (select *, row_number() over (order by \(order))"
        + " + \(piece.lower.number - 1) as \(number) from \(table)\(place)) t"
        + " where \(piece.test(number)) and \(condition)"
    }.joined(separator: " union all ") + " order by \(last)"
  }
}

/// A row of the result of a statement.
protocol ResultRow {
  func text(_ column: Int) -> String?

  /// Writes a value as JSON.
  func append(_ column: Int, _ kind: ColumnKind, to row: inout JSONRow)
}

extension ResultRow {
  func integer(_ column: Int) -> Int { text(column).flatMap { Int($0) } ?? 0 }

  /// Writes the values from a column on as members.
  func append(from first: Int, _ kinds: [ColumnKind], to row: inout JSONRow) {
    for (position, kind) in kinds.enumerated() {
      row.beginMember(position)
      append(first + position, kind, to: &row)
    }
  }
}

/// A connection to an engine of tables, which can only read.
protocol TableConnection: EngineConnection {
  associatedtype Row: ResultRow

  /// Runs one statement, until it is cancelled; `begin` receives the names of the columns and their
  /// types, and `body` each row; it returns whether to continue.
  func run(
    _ sql: String, isCancelled: @escaping () -> Bool,
    begin: ([(name: String, type: String)]) -> Void, _ body: (Row) throws -> Bool) throws
}

extension TableConnection {
  func run(
    _ sql: String, isCancelled: @escaping () -> Bool = { false }, _ body: (Row) throws -> Bool
  ) throws {
    try run(sql, isCancelled: isCancelled, begin: { _ in }, body)
  }

  /// Returns the columns of a table.
  func columns(of table: String) throws -> [(name: String, type: String)] {
    var found: [(name: String, type: String)] = []
    try run("select * from \(table) limit 0", isCancelled: { false }, begin: { found = $0 }) { _ in
      true
    }
    return found
  }
}

/// The schema of a table of an engine that requests use.
protocol TableSchema: SQLDialect, Sendable {
  /// The table in quotes.
  var table: String { get }

  /// The columns that may be displayed as objects or arrays.
  var nestedColumns: [String] { get }

  /// How many keys a row has.
  var keyCount: Int { get }

  /// The statement for the keys of the first rows, in their order; nil without keys.
  func keys(ofFirst count: Int) -> String?

  /// The statement for every nth row: the number of the first row with its keys, and these.
  func anchors(every count: Int) -> String

  /// The statement for rows, with their numbers, in their order.
  func select(_ pieces: [RowPiece], _ names: [String], _ condition: RowCondition) -> String

  /// The kind of a column; nil where there is none of that name, or its values have no type.
  func kind(of name: String) -> ColumnKind?

  /// The statement for combinations of values, with the number of their rows, which is zero where
  /// a sum is not exact, or a row may not meet the condition; nil where their order, or which
  /// values are the same, is not certain.
  func groups(_ names: [String], _ sums: [ExactSum], _ condition: RowCondition) -> String?

  /// The exact sum of the numbers of a column; nil where it never is.
  func sum(of name: String) -> ExactSum?
}

extension TableSchema {
  var nestedColumns: [String] { columns.filter { kind(of: $0)?.mayBeNested ?? true } }

  fileprivate func kinds(of names: [String]) -> [ColumnKind] {
    names.map { kind(of: $0) ?? .unknown }
  }
}

/// Where the rows of a provider are.
struct Places<Schema: TableSchema> {
  var schema: Schema?

  /// The rows of what has no keys.
  var copiedRows: MaterializedRows?

  var anchors: [RowAnchor] = []

  /// A Boolean value that indicates whether the last anchor is that of the last row that is known,
  /// rather than of a row behind it.
  var isPartial = false

  /// A Boolean value that indicates whether rows behind the last anchor are not counted.
  var hasUncountedRows = false

  /// The column that identifies a row.
  var key: String?

  /// What changes when a row does.
  var version = ""

  /// A Boolean value that indicates whether rows were read by their numbers after a change.
  var haveRowsChanged = false

  /// The last anchor that is not behind a row.
  private func anchor(of row: Int) -> Int {
    isPartial ? 0 : max(0, anchors.partitioningIndex { $0.number > row } - 1)
  }

  private func piece(_ low: Int, _ high: Int, _ rows: RowRequest.Rows) -> RowPiece {
    RowPiece(
      lower: anchors[low], upper: high < anchors.count ? anchors[high] : nil,
      isUpperIncluded: isPartial, rows: rows)
  }

  /// The parts of a table that have rows.
  fileprivate func pieces(_ rows: RowRequest.Rows) -> [RowPiece] {
    switch rows {
    case .all: return [RowPiece(lower: .first, upper: nil, isUpperIncluded: false, rows: .all)]
    case .range(let rows):
      if anchors.isEmpty || rows.isEmpty { return [] }
      return [piece(anchor(of: rows.lowerBound), anchor(of: rows.upperBound - 1) + 1, .range(rows))]
    case .numbers(let numbers):
      var pieces: [RowPiece] = []
      var rest = anchors.isEmpty ? [] : numbers[...]
      while let first = rest.first {
        let low = anchor(of: first)
        let end = low + 1 < anchors.count && !isPartial ? anchors[low + 1].number : .max
        let own = rest.prefix(RowPiece.limit).prefix { $0 < end }
        rest = rest.dropFirst(own.count)
        pieces.append(piece(low, low + 1, .numbers(Array(own))))
      }
      return pieces
    }
  }
}

extension RowPiece {
  /// The most numbers in a piece, and about the most in a statement.
  fileprivate static let limit = 8_192

  /// The pieces of each statement: not too many of them, nor of numbers, nor two of one place.
  fileprivate static func statements(_ pieces: [RowPiece]) -> [[RowPiece]] {
    var (groups, count) = ([[RowPiece]](), 0)
    for piece in pieces {
      if case .numbers(let numbers) = piece.rows { count += numbers.count }
      if let last = groups.last, last.count < 64, count < limit {
        groups[groups.count - 1].append(piece)
      } else {
        groups.append([piece])
        count = 0
      }
    }
    return groups
  }
}

/// A provider of the rows of tables, which keeps the keys of some rows, and copies those of views
/// and queries.
protocol TableProvider: StatementProvider
where Connection: TableConnection {
  associatedtype Schema: TableSchema
  var places: Monitor<Places<Schema>> { get }

  /// Finds out what statements for groups and all rows need to know, unless it is known.
  func prepare() throws

  /// Checks that the engine has found all rows of pieces, as they were when they were numbered,
  /// which matters if they are part of a result.
  func check(_ pieces: [RowPiece], _ schema: Schema, isResult: Bool) throws
}

extension TableProvider {
  func prepare() {}

  func check(_ pieces: [RowPiece], _ schema: Schema, isResult: Bool) {}

  package var members: [String] { places.withLock { $0.schema?.columns ?? [] } }
  package var nestedMembers: [String]? { places.withLock { $0.schema }?.nestedColumns }

  package var identityMember: String? { places.withLock { $0.key } }
  package var hasUncountedRows: Bool { places.withLock { $0.hasUncountedRows } }

  /// The number of rows that are shown first.
  private static var firstCount: Int { 256 }

  // MARK: Opening

  func tableNames() throws -> [String] {
    var names: [String] = []
    try pool.withConnection { connection in
      try query(Self.tables, connection) { names.append($0.text(0) ?? "") }
    }
    return names
  }

  /// Runs a statement of the opening.
  func query(
    _ sql: String, _ connection: Connection, _ body: (Connection.Row) throws -> Void
  ) throws {
    pool.remember(sql)
    try connection.run(sql, isCancelled: { [pool] in pool.isCancelled }) {
      try body($0)
      return !pool.isCancelled
    }
  }

  func integer(_ sql: String, _ connection: Connection) throws -> Int {
    var found = 0
    try query(sql, connection) { found = $0.integer(0) }
    return found
  }

  /// Publishes where rows are, and how many.
  func publish(_ schema: Schema, _ anchors: [RowAnchor], _ isPartial: Bool = false) {
    guard !pool.isCancelled else { return }
    places.withLock { ($0.schema, $0.anchors, $0.isPartial) = (schema, anchors, isPartial) }
  }

  /// Finds the first rows of a table, which can be shown before all are counted.
  func findFirst(
    _ schema: Schema, countsRows: Bool, _ connection: Connection, _ didFind: (Int) -> Void
  ) throws {
    var (count, last) = (0, RowAnchor?.none)
    if let sql = schema.keys(ofFirst: Self.firstCount) {
      try query(sql, connection) {
        count += 1
        last = Self.anchor(count, $0, 0, schema)
      }
    } else {
      let sql = "select count(*) from (select 1 from \(schema.table) limit \(Self.firstCount)) t"
      count = try integer(sql, connection)
    }
    publish(schema, [RowAnchor.first, last].compactMap(\.self), true)
    if !countsRows { places.withLock { $0.hasUncountedRows = true } }
    if !pool.isCancelled { didFind(count) }
  }

  /// Finds every nth row of a table.
  func anchors(
    every count: Int, of schema: Schema, _ connection: Connection
  ) throws -> [RowAnchor] {
    var anchors: [RowAnchor] = []
    try query(schema.anchors(every: count), connection) {
      anchors.append(Self.anchor($0.integer(0), $0, 1, schema))
    }
    return anchors.isEmpty ? [.first] : anchors
  }

  private static func anchor(
    _ number: Int, _ row: Connection.Row, _ first: Int, _ schema: Schema
  ) -> RowAnchor {
    RowAnchor(
      number: number,
      keys: (0..<schema.keyCount).map { schema.literal(row.text(first + $0) ?? "") })
  }

  /// Copies the rows of a statement, which are shown as they come.
  func copy(
    _ sql: String, _ schema: Schema, _ connection: Connection, _ didFind: (Int) -> Void
  ) throws {
    let copiedRows = places.withLock { places in
      let rows = places.copiedRows ?? MaterializedRows()
      (places.schema, places.copiedRows) = (schema, rows)
      return rows
    }
    var row = JSONRow(names: schema.columns)
    let kinds = schema.kinds(of: schema.columns)
    try query(sql, connection) { result in
      row.begin()
      result.append(from: 0, kinds, to: &row)
      row.end()
      row.append("\n")
      try copiedRows.append(row.bytes, didFind)
    }
    try copiedRows.finish(didFind)
  }

  // MARK: Reading

  package func forEachRow(
    _ request: RowRequest, _ body: (Int, UnsafeRawBufferPointer) throws -> Bool
  ) throws {
    // Of some rows, an order by more columns takes less time than what would be found out.
    if request.rows == .all, request.limit == nil, case .constant = request.condition {
      try prepare()
    }
    let places = places.withLock { $0 }
    if let rows = places.copiedRows { return try rows.forEachRow(request, body) }
    guard let schema = places.schema else { return }
    let names = schema.names(request.members)
    for pieces in RowPiece.statements(places.pieces(request.rows)) where !request.isCancelled() {
      let sql =
        schema.select(pieces, names, request.condition)
        + (request.rows == .all ? schema.limit(of: request) : "")
      var last = -1
      let goesOn = try run(sql, names, schema, request) { number, row in
        if request.rows != .all, number <= last {
          throw FeedError.Reason.unreadable("the table is damaged: its rows are not in order")
        }
        last = number
        return try body(number, row)
      }
      guard goesOn, !request.isCancelled() else { return }
      if request.rows != .all { try check(pieces, schema, isResult: !request.isSample) }
    }
  }

  package func forEachGroup(
    _ request: RowRequest, _ body: (Int, UnsafeRawBufferPointer) throws -> Bool
  ) throws -> Bool {
    try prepare()
    let places = places.withLock { $0 }
    guard let schema = places.schema, places.copiedRows == nil else { return false }
    let names = schema.names(request.members)
    let sums = request.sums.compactMap(schema.sum)
    guard sums.count == request.sums.count,
      let sql = schema.groups(names, sums, request.condition)
    else { return false }
    var isCertain = true
    _ = try run(sql, names, sums: sums, schema, request) {
      isCertain = $0 > 0
      return try isCertain && body($0, $1)
    }
    return isCertain
  }

  /// Runs a statement whose rows are a number, values, and sums; returns whether to go on.
  private func run(
    _ sql: String, _ names: [String], sums: [ExactSum] = [], _ schema: Schema,
    _ request: RowRequest, _ body: (Int, UnsafeRawBufferPointer) throws -> Bool
  ) throws -> Bool {
    pool.remember(sql)
    var (row, goesOn) = (JSONRow(names: names + sums.map(\.name)), true)
    let kinds = schema.kinds(of: names)
    try pool.withConnection { connection in
      try connection.run(sql, isCancelled: request.isCancelled) { result in
        row.begin()
        result.append(from: 1, kinds, to: &row)
        for (position, sum) in sums.enumerated() {
          let first = 1 + names.count + 2 * position
          row.beginMember(names.count + position)
          let (count, total) = (result.text(first), result.text(first + 1))
          row.append("\"\(count ?? "0") \(total ?? "0")\(sum.exponent)\"")
        }
        row.end()
        goesOn = try row.bytes.withUnsafeBytes { try body(result.integer(0), $0) }
        return goesOn
      }
    }
    return goesOn
  }
}
