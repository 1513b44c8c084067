import MocoaFeed

/// The rows of a table of SQLite, in the order of its row numbers.
///
/// The row number of every 256th row is kept, unless they are without gaps. What has none (views,
/// queries, tables `without rowid`) is copied to a temporary table of the connection when it is
/// opened, which is in memory or a nameless file.
final class SQLiteProvider: RowProvider {
  /// What is shown.
  enum Content: Sendable {
    case table(String)
    case query(String)
  }

  private let content: Content

  /// Where rows are.
  private struct Places {
    var schema: SQLiteSchema?
    /// The row numbers of the rows 0, 256, 512 and so on.
    var anchors: [Int64] = []
    /// The number of the first row where there are no gaps.
    var first: Int64?
    var count = 0
  }

  private let places = Monitor(Places())
  private let pool: ConnectionPool<SQLiteConnection>
  private let version = Monitor(Int64(0))

  private static let rowsPerAnchor = 256

  /// One more than read at the same time in passes, for the rows on the screen.
  private static let connectionLimit = 5

  /// The most rows that are asked for by their numbers at once.
  private static let batch = 500

  init(path: String, content: Content) {
    self.content = content
    pool = ConnectionPool(limit: Self.connectionLimit) {
      try SQLiteConnection(SQLiteLibrary(), path: path)
    }
  }

  var members: [String] { places.withLock { $0.schema?.columns ?? [] } }
  var hasNestedMembers: Bool { false }
  var identityMember: String? { places.withLock { $0.schema?.key } }
  var rowsPerBlock: Int { 65_536 }
  var statements: [String] { pool.statements }
  var jobs: Int { max(1, pool.limit - 1) }

  func cancel() { pool.cancel() }

  func isUnchanged(since other: any RowProvider) -> Bool {
    guard let other = other as? SQLiteProvider else { return false }
    let before = other.version.withLock { $0 }
    return (try? other.pool.withConnection { try Self.version($0) }) == before
  }

  /// A number that changes when another connection has written to the database.
  private static func version(_ connection: SQLiteConnection) throws -> Int64 {
    var version: Int64 = 0
    try connection.run("pragma data_version") {
      version = $0.integer(0)
      return true
    }
    return version
  }

  // MARK: Tables

  /// What tables and views there are.
  ///
  /// The columns of a view, or of a table of an extension, cannot be counted where it is broken.
  static let tables = #"""
    select name as "table", type, case when type = 'table' and sql not like 'create virtual%'
    then (select count(*) from pragma_table_info(m.name)) end as columns, sql
    from sqlite_master m where type in ('table', 'view') and name not like 'sqlite\_%' escape '\'
    order by name
    """#

  // MARK: Opening

  func open(didFind: (Int) -> Void) throws {
    try pool.withConnection { connection in
      let version = try Self.version(connection)
      self.version.withLock { $0 = version }
      let schema = try schema(connection)
      places.withLock { $0.schema = schema }
      try find(connection, schema, didFind)
    }
  }

  private func schema(_ connection: SQLiteConnection) throws -> SQLiteSchema {
    var source: String
    switch content {
    case .table(let name):
      if let schema = try SQLiteSchema(of: name, in: "main", connection) {
        let rows = "select \(schema.rowID) from \(schema.table) limit 0"
        let hasRowIDs = (try? connection.run(rows) { _ in true }) != nil
        if hasRowIDs, try isTable(name, connection) { return schema }
      }
      source = "main.\(SQLiteSchema.quoted(name))"
    case .query(let sql): source = "(\(sql)\n)"
    }
    // No other connection has the temporary table.
    pool.limit = 1
    try connection.run(
      "create temp table mocoa_rows as select * from \(source)",
      isCancelled: { [pool] in pool.isCancelled }
    ) { _ in true }
    guard let schema = try SQLiteSchema(of: "mocoa_rows", in: "temp", connection) else {
      throw FeedError.Reason.unreadable("SQLite: columns rowid, _rowid_ and oid in one table")
    }
    return schema
  }

  /// Returns whether a name is that of a table, as views seem to have row numbers too.
  private func isTable(_ name: String, _ connection: SQLiteConnection) throws -> Bool {
    var isTable = false
    try connection.run(
      "select 1 from sqlite_master where type = 'table' and name = ? collate nocase", [name]
    ) { _ in
      isTable = true
      return false
    }
    return isTable || name.lowercased().hasPrefix("sqlite_")
  }

  /// Counts the rows, and notes where they are.
  private func find(
    _ connection: SQLiteConnection, _ schema: SQLiteSchema, _ didFind: (Int) -> Void
  ) throws {
    var anchors: [Int64] = []
    var (count, first, last) = (0, Int64(0), Int64(0))
    func publish() {
      places.withLock { ($0.anchors, $0.count) = (anchors, count) }
      didFind(count)
    }
    try connection.run(
      "select \(schema.rowID) from \(schema.table) order by 1",
      isCancelled: { [pool] in pool.isCancelled }
    ) { row in
      last = row.integer(0)
      if count == 0 { first = last }
      if count % Self.rowsPerAnchor == 0 { anchors.append(last) }
      count += 1
      if count == Self.rowsPerAnchor || count % 131_072 == 0 { publish() }
      return true
    }
    if count > 0, last.subtractingReportingOverflow(first) == (Int64(count - 1), false) {
      anchors = []
      places.withLock { $0.first = first }
    }
    publish()
  }

  // MARK: Reading

  func forEachRow(
    _ request: RowRequest, _ body: (Int, UnsafeRawBufferPointer) throws -> Bool
  ) throws {
    let places = places.withLock { $0 }
    guard let schema = places.schema else { return }
    var goesOn = true
    try pool.withConnection { connection in
      switch request.rows {
      case .range(let rows): try read(rows, request, places, schema, connection, body)
      case .numbers(let numbers):
        var rest = numbers[...]
        while let number = rest.first, goesOn, !request.isCancelled() {
          // Those that are found together.
          let limit =
            places.first != nil
            ? Int.max : (number / Self.rowsPerAnchor + 1) * Self.rowsPerAnchor
          let own = rest.prefix(Self.batch).prefix { $0 < limit }
          rest = rest.dropFirst(own.count)
          try read(Array(own), request, places, schema, connection) {
            goesOn = try body($0, $1)
            return goesOn
          }
        }
      }
    }
  }

  func forEachGroup(
    _ request: RowRequest, _ body: (Int, UnsafeRawBufferPointer) throws -> Bool
  ) throws -> Bool {
    guard let schema = places.withLock({ $0.schema }) else { return false }
    let (bounds, texts) = Self.bounds(request, schema)
    guard let condition = bounds.exact else { return false }
    let names = schema.columns.filter { request.members?.contains($0) ?? true }
    // Its sorting of many columns takes longer than reading them.
    guard names.count == 1 else { return false }
    let column = SQLiteSchema.quoted(names[0])
    let sql =
      "select count(*), min(\(schema.rowID)), \(column) from \(schema.table)"
      + " where \(condition.sql) group by typeof(\(column)), \(column) collate binary order by 2"
    try pool.withConnection {
      try run(sql, texts, names, request, $0, number: { Int($0.integer(0)) }, body)
    }
    return true
  }

  /// The conditions for a request, and the values of their parameters.
  private static func bounds(
    _ request: RowRequest, _ schema: SQLiteSchema
  ) -> (SQLBounds, [String]) {
    var texts: [String] = []
    let bounds = SQLBounds(request.condition, in: schema) {
      texts.append($0)
      return "?\(texts.count)"
    }
    return (bounds, texts)
  }

  private func read(
    _ numbers: [Int], _ request: RowRequest, _ places: Places, _ schema: SQLiteSchema,
    _ connection: SQLiteConnection, _ body: (Int, UnsafeRawBufferPointer) throws -> Bool
  ) throws {
    guard let low = numbers.first, let high = numbers.last else { return }
    if let first = places.first {
      let list = numbers.map { String(first + Int64($0)) }.joined(separator: ", ")
      let place = "\(schema.rowID) in (\(list))"
      return try read(place, request, schema, connection) {
        Int($0 - first)
      } body: {
        try body($0, $1)
      }
    }
    var next = 0
    try read(low..<high + 1, request, places, schema, connection) { number, row in
      while next < numbers.count, numbers[next] < number { next += 1 }
      return next < numbers.count && numbers[next] == number ? try body(number, row) : true
    }
  }

  private func read(
    _ rows: Range<Int>, _ request: RowRequest, _ places: Places, _ schema: SQLiteSchema,
    _ connection: SQLiteConnection, _ body: (Int, UnsafeRawBufferPointer) throws -> Bool
  ) throws {
    guard !rows.isEmpty else { return }
    let id = schema.rowID
    if let first = places.first {
      let range = (first + Int64(rows.lowerBound), first + Int64(rows.upperBound - 1))
      let place = "\(id) between \(range.0) and \(range.1)"
      return try read(place, request, schema, connection) {
        Int($0 - first)
      } body: {
        try body($0, $1)
      }
    }
    let anchor = rows.lowerBound / Self.rowsPerAnchor
    guard anchor < places.anchors.count else { return }
    var number = anchor * Self.rowsPerAnchor - 1
    // Rows are counted, so that none may be left out.
    let place = "\(id) >= \(places.anchors[anchor])"
    let limit = rows.upperBound - anchor * Self.rowsPerAnchor
    try read(place, request, schema, connection, limit: limit) { _ in
      number += 1
      return rows.contains(number) ? number : nil
    } body: {
      try body($0, $1)
    }
  }

  /// Reads the rows at a place, given a function that makes their numbers of row numbers.
  private func read(
    _ place: String, _ request: RowRequest, _ schema: SQLiteSchema, _ connection: SQLiteConnection,
    limit: Int? = nil, number: (Int64) -> Int?,
    body: (Int, UnsafeRawBufferPointer) throws -> Bool
  ) throws {
    let (bounds, texts) = Self.bounds(request, schema)
    let condition = bounds.upper.sql
    let names = schema.columns.filter { request.members?.contains($0) ?? true }
    let columns = names.map { ", " + SQLiteSchema.quoted($0) }.joined()
    let sql =
      limit == nil
      ? "select \(schema.rowID), 1\(columns) from \(schema.table) where \(place)"
        + " and \(condition) order by 1"
      : "select \(schema.rowID), \(condition)\(columns) from \(schema.table) where \(place)"
        + " order by 1 limit \(limit ?? 0)"
    try run(
      sql, texts, names, request, connection,
      number: { result in
        // Rows that are not wanted are counted, too.
        let number = number(result.integer(0))
        return result.integer(1) == 0 ? nil : number
      }, body)
  }

  /// Runs a statement, and gives the third and later columns of its rows as objects.
  private func run(
    _ sql: String, _ texts: [String], _ names: [String], _ request: RowRequest,
    _ connection: SQLiteConnection, number: (SQLiteConnection.Result) -> Int?,
    _ body: (Int, UnsafeRawBufferPointer) throws -> Bool
  ) throws {
    let values = texts.isEmpty ? "" : "  -- " + texts.joined(separator: ", ")
    pool.remember(sql + values)
    var row = JSONRow(names: names)
    try connection.run(sql, texts, isCancelled: request.isCancelled) { result in
      guard let number = number(result) else { return true }
      row.begin()
      for column in names.indices {
        row.beginMember(column)
        result.append(column + 2, to: &row)
      }
      row.end()
      return try row.bytes.withUnsafeBytes { try body(number, $0) }
    }
  }
}
