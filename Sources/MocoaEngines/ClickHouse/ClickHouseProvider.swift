import MocoaFeed

/// The rows of a table or a query of ClickHouse.
///
/// Rows of a table are ordered by its sorting key, then by all columns unless no two rows have the
/// same key. The key of every 1024th row is kept. The rows of views and queries are copied when
/// they are opened, as there is nothing to order them by that stays the same.
final class ClickHouseProvider: TableProvider {
  private let content: EngineContent
  let places = Monitor(Places<ClickHouseSchema>())
  private let permission: Monitor<ClickHouseConnection.Permission?>
  let pool: ConnectionPool<ClickHouseConnection>

  /// The most rows among which two with the same keys are looked for.
  private static let uniquenessLimit = 50_000_000

  init(_ paths: [String], _ content: EngineContent) {
    self.content = content
    let permission = Monitor<ClickHouseConnection.Permission?>(nil)
    self.permission = permission
    pool = ConnectionPool(limit: 3) {
      guard let address = EngineAddress(paths[0]) else { throw FeedError.Reason.rowGone }
      return ClickHouseConnection(address, permission.withLock { $0 })
    }
  }

  func rowsPerBlock(ofLength length: () -> Int) -> Int {
    Self.rows(ofLength: length, in: 16 << 20, atMost: 262_144)
  }

  /// What tables and views there are.
  static let tables = """
    select name as `table`, engine, sorting_key from system.tables \
    where database = currentDatabase() and not is_temporary order by name
    """

  // MARK: Opening

  func open(countsRows: Bool, didFind: (Int) -> Void) throws {
    var (engine, sortingKey) = ("", "")
    // The next connections are made with what it finds.
    try pool.withConnection { connection in
      let sql =
        if case .table(let table) = content { Self.sortingKey(of: table) } else { Self.readonly }
      try query(sql, connection) { row in
        permission.withLock { $0 = row.text(0).flatMap { .init(rawValue: $0) } }
        guard case .table = content else { return }
        (engine, sortingKey) = (row.text(1) ?? "", row.text(2) ?? "")
      }
    }
    try pool.withConnection { connection in
      var source = ""
      switch content {
      case .files: break
      case .query(let sql): source = "(\(sql)\n)"
      case .table(let table):
        source = ClickHouseText.quoted(table)
        let columns = try described(source, connection)
        var schema = ClickHouseSchema(table: source, columns)
        guard engine != "View" else { break }
        let keys = try keys(sortingKey, of: source, columns, connection)
        if !keys.isEmpty { schema.keys = keys }
        let isCounted = countsRows || schema.keys.isEmpty
        try findFirst(schema, countsRows: isCounted, connection, didFind)
        guard isCounted else { return }
        var count = 0
        if schema.keys.isEmpty {
          count = try self.count(schema, connection)
          publish(schema, [.first])
        } else {
          let anchors = try anchors(every: 1_024, of: schema, connection)
          if anchors[anchors.count - 1].number <= Self.uniquenessLimit {
            (count, schema.isUnique) = try uniqueness(schema, connection)
          } else {
            count = try self.count(schema, connection)
          }
          publish(schema, anchors)
        }
        if !pool.isCancelled { didFind(count) }
        return
      }
      let schema = ClickHouseSchema(table: "", try described(source, connection))
      try copy("select * from \(source)", schema, connection, didFind)
    }
  }

  /// The keys that are first in the order of a table, as far as they can be compared.
  ///
  /// The types of columns are known; those of other expressions are requested.
  private func keys(
    _ sortingKey: String, of source: String, _ columns: [(name: String, type: String)],
    _ connection: ClickHouseConnection
  ) throws -> [(sql: String, type: String)] {
    guard !sortingKey.isEmpty else { return [] }
    let parts = sortingKey.split(separator: ", ", omittingEmptySubsequences: false)
    let named = parts.compactMap { part in columns.first { $0.name == part } }
    let all =
      named.count == parts.count
      ? named : try described("(select \(sortingKey) from \(source))", connection)
    return all.prefix { ClickHouseSchema.isKey($0.type) }.map { (sql: $0.name, type: $0.type) }
  }

  private func count(
    _ schema: ClickHouseSchema, _ connection: ClickHouseConnection
  ) throws -> Int {
    try integer("select count() from \(schema.table)", connection)
  }

  /// Returns the number of rows, and whether no two of them have the same keys.
  private func uniqueness(
    _ schema: ClickHouseSchema, _ connection: ClickHouseConnection
  ) throws -> (count: Int, isUnique: Bool) {
    var found = (count: 0, isUnique: false)
    try query(schema.uniqueness, connection) { found = ($0.integer(0), $0.integer(1) == 1) }
    return found
  }

  func prepare() throws {
    let places = places.withLock { $0 }
    guard places.hasUncountedRows, let schema = places.schema, !schema.isUnique else { return }
    try pool.withConnection { connection in
      let isUnique =
        try count(schema, connection) <= Self.uniquenessLimit
        && uniqueness(schema, connection).isUnique
      self.places.withLock { $0.schema?.isUnique = isUnique }
    }
  }

  /// The columns of a source, which is not run.
  private func described(
    _ source: String, _ connection: ClickHouseConnection
  ) throws -> [(name: String, type: String)] {
    var found: [(name: String, type: String)] = []
    try query("describe table (select * from \(source))", connection) {
      found.append(($0.text(0) ?? "", $0.text(1) ?? ""))
    }
    return found
  }

  /// The query for what the server's profile allows.
  private static let readonly = "select value from system.settings where name = 'readonly'"

  /// The query for that, for the engine of a table, and for what its rows are sorted by where they
  /// are stored.
  private static func sortingKey(of table: String) -> String {
    let part = "\\'?[^,\\')]+\\'?"
    let target = { (skipped: String) in
      "extract(engine_full, '^Distributed\\\\(\(skipped)\\'?([^,\\')]+)')"
    }
    let known = "database = currentDatabase() and name = \(ClickHouseText.literal(table))"
    return """
      select (\(readonly)), any(own), max(sorting_key) from system.tables any right join (
      select engine as own,
      if(engine = 'Distributed', \(target("\(part), ")), database) as database,
      if(engine = 'Distributed', \(target("\(part), \(part), ")), name) as name
      from system.tables where \(known)) using database, name
      """
  }
}
