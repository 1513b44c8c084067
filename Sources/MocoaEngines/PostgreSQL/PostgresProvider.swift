import MocoaFeed

/// The rows of a table or a query of PostgreSQL.
///
/// The key of every 256th row of a table is kept: its primary key, or where rows are. The rows of
/// anything else are copied when it is opened.
final class PostgresProvider: TableProvider {
  private let content: EngineContent
  let places = Monitor(Places<PostgresSchema>())
  let pool: ConnectionPool<PostgresConnection>

  private static let rowsPerAnchor = 256

  init(_ paths: [String], _ content: EngineContent) {
    self.content = content
    pool = ConnectionPool(limit: 3) {
      try PostgresConnection(PostgresLibrary(), address: paths[0])
    }
  }

  func rowsPerBlock(ofLength length: () -> Int) -> Int {
    let count = Self.rows(ofLength: length, in: 4 << 20, atMost: 64 * Self.rowsPerAnchor)
    return max(1, count / Self.rowsPerAnchor) * Self.rowsPerAnchor
  }

  func isUnchanged(since other: any RowProvider) -> Bool {
    guard let other = other as? PostgresProvider else { return false }
    let before = other.places.withLock { $0.version }
    return (try? other.pool.withConnection { try Self.version($0) }) == before
  }

  /// A text that changes with every transaction that writes.
  private static func version(_ connection: PostgresConnection) throws -> String {
    var version = ""
    try connection.run("select pg_current_snapshot()") {
      version = $0.text(0) ?? ""
      return true
    }
    return version
  }

  // MARK: Tables

  /// What tables and views there are.
  static let tables = #"""
    select case when n.nspname = 'public' and position('.' in c.relname) = 0 then c.relname
    else n.nspname || '.' || c.relname end as "table", case c.relkind when 'v' then 'view'
    when 'm' then 'materialized view' when 'f' then 'foreign table' else 'table' end as type,
    c.relnatts as columns, case when c.reltuples >= 0 then c.reltuples::bigint end as estimate
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'v', 'm', 'p', 'f') and not c.relispartition
    and n.nspname not in ('pg_catalog', 'information_schema') and n.nspname not like 'pg\_%'
    order by 1
    """#

  // MARK: Opening

  func open(countsRows: Bool, didFind: (Int) -> Void) throws {
    try pool.withConnection { connection in
      // What is counted and where rows are must be of one moment.
      try connection.run("begin isolation level repeatable read read only") { _ in true }
      defer { try? connection.run("rollback") { _ in true } }
      let version = try Self.version(connection)
      places.withLock { $0.version = version }
      var (source, keys, isTable) = ("", [String](), false)
      switch content {
      case .files: break
      case .query(let sql): source = "(\(sql)\n) q"
      case .table(let table):
        let parts = table.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        source = parts.map { SQLText.quoted(String($0)) }.joined(separator: ".")
        let literal = SQLText.literal(source)
        try query(
          """
          select c.relkind, a.attname from pg_class c left join pg_index i
          on i.indrelid = c.oid and i.indisprimary
          left join unnest(i.indkey) with ordinality k(number, place) on true
          left join pg_attribute a on a.attrelid = c.oid and a.attnum = k.number
          where c.oid = \(literal)::regclass order by k.place
          """, connection
        ) {
          if let key = $0.text(1) { keys.append(key) }
          isTable = ["r", "m"].contains($0.text(0)) || $0.text(0) == "p" && !keys.isEmpty
        }
      }
      var columns = try connection.columns(of: source)
      if case .query = content {
        // Those of a join may have the same name.
        let names = SQLText.distinct(columns.map(\.name))
        columns = zip(names, columns).map { ($0, $1.type) }
        if !names.isEmpty { source += "(\(names.map(SQLText.quoted).joined(separator: ", ")))" }
      }
      let schema = PostgresSchema(
        table: source, keys: keys.isEmpty ? ["ctid"] : keys.map(SQLText.quoted), columns)
      guard isTable else {
        let list = schema.columns.map(schema.value).joined(separator: ", ")
        return try copy("select \(list) from \(source)", schema, connection, didFind)
      }
      places.withLock { $0.key = keys.count == 1 ? keys[0] : nil }
      // Sorting by places takes as long as counting.
      if !keys.isEmpty {
        try findFirst(schema, countsRows: countsRows, connection, didFind)
        guard countsRows else { return }
      }
      let anchors = try anchors(every: Self.rowsPerAnchor, of: schema, connection)
      let last = anchors[anchors.count - 1]
      let count =
        last.keys.isEmpty
        ? 0
        : try integer(
          "select count(*) from \(source) where (\(schema.order))"
            + " >= (\(last.keys.joined(separator: ", ")))", connection)
      publish(schema, anchors)
      if !pool.isCancelled { didFind(last.number + count) }
    }
  }
}
