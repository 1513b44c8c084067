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
    // The next connections are made with what it finds.
    try pool.withConnection { connection in
      try query("select value from system.settings where name = 'readonly'", connection) { row in
        permission.withLock { $0 = row.text(0).flatMap { .init(rawValue: $0) } }
      }
    }
    try pool.withConnection { connection in
      var source = ""
      switch content {
      case .files: break
      case .query(let sql): source = "(\(sql)\n)"
      case .table(let table):
        source = ClickHouseText.quoted(table)
        var schema = ClickHouseSchema(table: source, try described(source, connection))
        var (engine, sortingKey) = ("", "")
        try query(Self.sortingKey(of: table), connection) {
          (engine, sortingKey) = ($0.text(0) ?? "", $0.text(1) ?? "")
        }
        guard engine != "View" else { break }
        if !sortingKey.isEmpty {
          let sorted = "(select \(sortingKey) from \(source))"
          let keys = try described(sorted, connection).prefix { ClickHouseSchema.isKey($0.type) }
          if !keys.isEmpty { schema.keys = keys.map { ($0.name, $0.type) } }
        }
        let isCounted = countsRows || schema.keys.isEmpty
        try findFirst(schema, countsRows: isCounted, connection, didFind)
        guard isCounted else { return }
        let count = try count(schema, connection)
        if schema.keys.isEmpty {
          publish(schema, [.first])
        } else {
          let anchors = try anchors(every: 1_024, of: schema, connection)
          schema.isUnique = try isUnique(schema, count, connection)
          publish(schema, anchors)
        }
        if !pool.isCancelled { didFind(count) }
        return
      }
      let schema = ClickHouseSchema(table: "", try described(source, connection))
      try copy("select * from \(source)", schema, connection, didFind)
    }
  }

  private func count(
    _ schema: ClickHouseSchema, _ connection: ClickHouseConnection
  ) throws -> Int {
    try integer("select count() from \(schema.table)", connection)
  }

  /// Returns whether no two rows have the same keys, as far as that is found out soon.
  private func isUnique(
    _ schema: ClickHouseSchema, _ count: Int, _ connection: ClickHouseConnection
  ) throws -> Bool {
    try count <= Self.uniquenessLimit && integer(schema.uniqueness, connection) == 1
  }

  func prepare() throws {
    let places = places.withLock { $0 }
    guard places.hasUncountedRows, let schema = places.schema, !schema.isUnique else { return }
    try pool.withConnection { connection in
      let isUnique = try isUnique(schema, count(schema, connection), connection)
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

  /// The query for the engine of a table, and what its rows are sorted by where they are stored.
  private static func sortingKey(of table: String) -> String {
    let part = "\\'?[^,\\')]+\\'?"
    let target = { (skipped: String) in
      "extract(engine_full, '^Distributed\\\\(\(skipped)\\'?([^,\\')]+)')"
    }
    let known = "database = currentDatabase() and name = \(ClickHouseText.literal(table))"
    return """
      select any(own), max(sorting_key) from system.tables any right join (
      select engine as own,
      if(engine = 'Distributed', \(target("\(part), ")), database) as database,
      if(engine = 'Distributed', \(target("\(part), \(part), ")), name) as name
      from system.tables where \(known)) using database, name
      """
  }
}
