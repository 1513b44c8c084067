import MocoaFeed

/// The rows of a table of SQLite, in the order of its row numbers.
///
/// The row number of every 256th row is kept, unless they are without gaps. What has none (views,
/// queries, tables `without rowid`) is copied when it is opened.
final class SQLiteProvider: TableProvider {
  private let content: EngineContent
  let places = Monitor(Places<SQLiteSchema>())
  let pool: ConnectionPool<SQLiteConnection>

  /// The connection that notices changes; each counts only those that it has seen itself.
  private let versions: ConnectionPool<SQLiteConnection>

  /// The most numbers that rows have if they are not counted.
  private static let numberLimit = 1 << 40

  init(_ paths: [String], _ content: EngineContent) {
    self.content = content
    let connect = { @Sendable in try SQLiteConnection(SQLiteLibrary(), path: paths[0]) }
    // One more than read at the same time in passes, for the rows on the screen.
    (pool, versions) = (ConnectionPool(limit: 5, connect), ConnectionPool(limit: 1, connect))
  }

  func rowsPerBlock(ofLength length: () -> Int) -> Int {
    Self.rows(ofLength: length, in: 2 << 20, atMost: 65_536)
  }

  func isUnchanged(since other: any RowProvider) -> Bool {
    guard let other = other as? SQLiteProvider else { return false }
    let before = other.places.withLock { $0.version }
    return (try? other.version()) == before
  }

  /// A number that changes when another connection has written to the database.
  private func version() throws -> String {
    try versions.withConnection { try "\(integer("pragma data_version", $0))" }
  }

  var hasReadChangedRows: Bool { places.withLock { $0.haveRowsChanged } }

  /// Notes that rows have changed since they were numbered; otherwise counts them by their row
  /// numbers: where one of them is damaged, a search for others may end there, or begin behind
  /// some.
  func check(_ pieces: [RowPiece], _ schema: SQLiteSchema, isResult: Bool) throws {
    let version = try version()
    let isCurrent = places.withLock { places in
      if version != places.version, isResult { places.haveRowsChanged = true }
      return version == places.version
    }
    guard isCurrent else { return }
    let (sql, expected) = schema.count(in: pieces)
    var found = 0
    try pool.withConnection {
      try $0.run(sql) { row in
        found = row.integer(0)
        return true
      }
    }
    guard found < expected, try version == self.version() else { return }
    throw FeedError.Reason.unreadable(
      "the table is damaged: rows are missing where their numbers are searched for, at least"
        + " \(expected - found) of them")
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

  func open(countsRows: Bool, didFind: (Int) -> Void) throws {
    let version = try version()
    places.withLock { $0.version = version }
    try pool.withConnection { connection in
      var source = ""
      switch content {
      case .query(let sql): source = "(\(sql)\n)"
      case .files: break
      case .table(let name):
        if let schema = try SQLiteSchema(of: name, connection) {
          let rows = "select \(schema.rowID) from \(schema.table) limit 0"
          let hasRowIDs = (try? connection.run(rows) { _ in true }) != nil
          if hasRowIDs, try isTable(name, connection) {
            return try find(schema, countsRows: countsRows, connection, didFind)
          }
        }
        source = "main.\(SQLText.quoted(name))"
      }
      let schema = SQLiteSchema(columns: try connection.columns(of: source).map(\.name))
      try copy("select * from \(source)", schema, connection, didFind)
    }
  }

  /// Returns whether a name is that of a table, as views seem to have row numbers too.
  private func isTable(_ name: String, _ connection: SQLiteConnection) throws -> Bool {
    let sql = "type = 'table' and name = \(SQLText.literal(name)) collate nocase"
    return try name.lowercased().hasPrefix("sqlite_")
      || integer("select count(*) from sqlite_master where \(sql)", connection) > 0
  }

  /// Finds the first rows and, if rows are to be counted, notes where the others are.
  private func find(
    _ schema: SQLiteSchema, countsRows: Bool, _ connection: SQLiteConnection,
    _ didFind: (Int) -> Void
  ) throws {
    places.withLock { $0.key = schema.key }
    try findFirst(schema, countsRows: countsRows, connection, didFind)
    guard countsRows else { return }
    var schema = schema
    let id = schema.rowID
    func value(_ sql: String) -> String { "(select \(sql) from \(schema.table))" }
    // Each alone takes a shortcut of its own.
    try query("select \(value("min(\(id))")), \(value("max(\(id))"))", connection) { row in
      let (first, last) = (row.integer(0), row.integer(1))
      let (count, overflows) = last.subtractingReportingOverflow(first)
      guard row.text(0) != nil, !overflows, count < Self.numberLimit else { return }
      (schema.firstID, schema.numberCount) = (first, count + 1)
    }
    let count = try integer("select count(*) from \(schema.table)", connection)
    if schema.numberCount != count { schema.firstID = nil }
    schema.numberCount = count
    let isGapless = schema.firstID != nil
    publish(schema, isGapless ? [.first] : try anchors(every: 256, of: schema, connection))
    if !pool.isCancelled { didFind(schema.numberCount) }
  }
}
