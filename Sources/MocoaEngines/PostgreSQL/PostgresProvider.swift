import MocoaFeed

/// The rows of a table or a query of PostgreSQL.
///
/// The key of every 256th row of a table is kept: its primary key, or where rows are. The rows of
/// anything else are kept by the server, in the cursor of a connection.
final class PostgresProvider: RowProvider {
  /// What is shown.
  enum Content: Sendable {
    case table(String)
    case query(String)
  }

  /// Where rows are.
  private struct Places {
    var schema: PostgresSchema?
    /// The keys of the rows 0, 256, 512 and so on; none for a cursor.
    var anchors: [String] = []
    var count = 0
    var key: String?
    /// What is visible to the transaction that counted.
    var version = ""
  }

  private let content: Content
  private let places = Monitor(Places())
  private let pool: ConnectionPool<PostgresConnection>

  private static let rowsPerAnchor = 256

  /// The most pieces of which a statement consists.
  private static let pieceLimit = 64

  init(address: String, content: Content) {
    self.content = content
    pool = ConnectionPool(limit: 3) {
      try PostgresConnection(PostgresLibrary(), address: address)
    }
  }

  var members: [String] { places.withLock { $0.schema?.columns ?? [] } }
  var hasNestedMembers: Bool {
    places.withLock { $0.schema?.kinds.values.contains(.json) ?? true }
  }
  var identityMember: String? { places.withLock { $0.key } }
  var rowsPerBlock: Int { 64 * Self.rowsPerAnchor }
  var statements: [String] { pool.statements }
  var jobs: Int { max(1, pool.limit - 1) }

  func cancel() { pool.cancel() }

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

  func open(didFind: (Int) -> Void) throws {
    try pool.withConnection { connection in
      let isCancelled = { [pool] in pool.isCancelled }
      let run = { (sql: String, body: (PostgresConnection.Row) -> Void) in
        try connection.run(sql, isCancelled: isCancelled) {
          body($0)
          return true
        }
      }
      var (source, name) = ("", "")
      switch content {
      case .query(let sql): source = "(\(sql)\n) q"
      case .table(let table):
        let parts = table.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        name = parts.map { PostgresSchema.quoted(String($0)) }.joined(separator: ".")
        source = name
      }
      // What is counted and where rows are must be of one moment.
      try run("begin isolation level repeatable read read only") { _ in }
      var isOpen = true
      defer { if isOpen { try? run("rollback") { _ in } } }
      let version = try Self.version(connection)
      let columns = try columns(of: source, connection)
      var (keys, isTable) = ([String](), false)
      if !name.isEmpty {
        let literal = DuckDBSchema.literal(name)
        try connection.run(
          "select relkind in ('r', 'm') from pg_class where oid = \(literal)::regclass"
        ) {
          isTable = $0.text(0) == "t"
          return true
        }
        try run(
          """
          select a.attname from pg_index i, unnest(i.indkey) with ordinality k(number, place)
          join pg_attribute a on a.attnum = k.number
          where i.indrelid = \(literal)::regclass and a.attrelid = i.indrelid and i.indisprimary
          order by k.place
          """
        ) { keys.append($0.text(0) ?? "") }
      }
      let key = keys.count == 1 ? keys[0] : nil
      let schema = PostgresSchema(
        table: name, keys: keys.isEmpty ? ["ctid"] : keys.map(PostgresSchema.quoted), columns)
      var count = 0
      if isTable {
        var anchors: [String] = []
        if !keys.isEmpty {
          // The first rows can be shown before all are counted.
          try run(schema.firstKey) { anchors.append($0.text(0) ?? "") }
          try run("select count(*) from (select from \(name) limit \(Self.rowsPerAnchor)) t") {
            count = $0.integer(0)
          }
          places.withLock { [anchors, count] in
            $0 = Places(schema: schema, anchors: anchors, count: count, key: key, version: version)
          }
          didFind(count)
          anchors = []
        }
        try run("select count(*) from \(name)") { count = $0.integer(0) }
        try run(schema.anchors(every: Self.rowsPerAnchor)) { anchors.append($0.text(0) ?? "") }
        places.withLock {
          $0 = Places(schema: schema, anchors: anchors, count: count, key: key, version: version)
        }
      } else {
        // The cursor is left when the transaction ends, and has its rows then.
        pool.limit = 1
        let list = columns.map { schema.value($0.name) }.joined(separator: ", ")
        let sql = "declare mocoa_rows scroll cursor with hold for select \(list) from \(source)"
        pool.remember(sql)
        try run(sql) { _ in }
        try run("commit") { _ in }
        isOpen = false
        try run("move forward all in mocoa_rows") { _ in }
        count = connection.affectedCount
        places.withLock { $0 = Places(schema: schema, count: count, key: key, version: version) }
      }
      if !pool.isCancelled { didFind(count) }
    }
  }

  /// The columns of a source, without rows.
  private func columns(
    of source: String, _ connection: PostgresConnection
  ) throws -> [(name: String, kind: PostgresSchema.Kind)] {
    var found: [(name: String, type: UInt32)] = []
    try connection.run("select * from \(source) limit 0", begin: { found = $0 }) { _ in true }
    return found.map { ($0.name, PostgresSchema.Kind(type: $0.type)) }
  }

  // MARK: Reading

  func forEachRow(
    _ request: RowRequest, _ body: (Int, UnsafeRawBufferPointer) throws -> Bool
  ) throws {
    let places = places.withLock { $0 }
    guard let schema = places.schema else { return }
    guard !places.anchors.isEmpty else { return try forEachFetched(request, schema, body) }
    let condition = SQLBounds(
      request.condition, in: schema, literal: DuckDBSchema.literal
    ).upper.sql
    let names = schema.names(request.members)
    // Rows between two kept keys, and which of them are wanted.
    var pieces: [(rows: Range<Int>, numbers: String)] = []
    switch request.rows {
    case .range(let rows):
      pieces = [(rows, "between \(rows.lowerBound) and \(rows.upperBound - 1)")]
    case .numbers(let numbers):
      var rest = numbers[...]
      while let first = rest.first {
        let block = first / Self.rowsPerAnchor
        let own = rest.prefix { $0 / Self.rowsPerAnchor == block }
        rest = rest.dropFirst(own.count)
        let list = own.map(String.init).joined(separator: ", ")
        pieces.append((first..<first + 1, "in (\(list))"))
      }
    }
    try pool.withConnection { connection in
      for start in stride(from: 0, to: pieces.count, by: Self.pieceLimit) {
        let selects = pieces[start..<min(pieces.count, start + Self.pieceLimit)].map { piece in
          let first = piece.rows.lowerBound / Self.rowsPerAnchor
          let end = (piece.rows.upperBound + Self.rowsPerAnchor - 1) / Self.rowsPerAnchor
          let keys = (
            places.anchors[min(first, places.anchors.count - 1)],
            end < places.anchors.count ? places.anchors[end] : nil
          )
          return schema.select(
            from: keys, first: first * Self.rowsPerAnchor, piece.numbers, names, condition)
        }
        let sql = selects.joined(separator: "\nunion all\n") + " order by 1"
        guard try run(sql, names, schema, request, connection, body) else { return }
      }
    }
  }

  func forEachGroup(
    _ request: RowRequest, _ body: (Int, UnsafeRawBufferPointer) throws -> Bool
  ) throws -> Bool {
    let places = places.withLock { $0 }
    guard let schema = places.schema, !places.anchors.isEmpty,
      let condition = SQLBounds(
        request.condition, in: schema, literal: DuckDBSchema.literal
      ).exact
    else { return false }
    let names = schema.names(request.members)
    try pool.withConnection { connection in
      let sql = schema.groups(names, condition.sql)
      _ = try run(sql, names, schema, request, connection, body)
    }
    return true
  }

  /// Runs a statement whose rows are a number and values, or values only; returns whether to go on.
  private func run(
    _ sql: String, _ names: [String], _ schema: PostgresSchema, from first: Int? = nil,
    _ request: RowRequest, _ connection: PostgresConnection,
    _ body: (Int, UnsafeRawBufferPointer) throws -> Bool
  ) throws -> Bool {
    pool.remember(sql)
    var row = JSONRow(names: names)
    var (goesOn, number) = (true, first ?? 0)
    try connection.run(sql, isCancelled: request.isCancelled) { result in
      row.begin()
      for (column, name) in names.enumerated() {
        row.beginMember(column)
        schema.append(result.bytes(first == nil ? column + 1 : column), name, to: &row)
      }
      row.end()
      if first == nil { number = result.integer(0) }
      goesOn = try row.bytes.withUnsafeBytes { try body(number, $0) }
      number += 1
      return goesOn
    }
    return goesOn
  }

  /// Hands over rows of the cursor.
  private func forEachFetched(
    _ request: RowRequest, _ schema: PostgresSchema,
    _ body: (Int, UnsafeRawBufferPointer) throws -> Bool
  ) throws {
    let ranges: [Range<Int>] =
      switch request.rows {
      case .range(let rows): [rows]
      case .numbers(let numbers): numbers.map { $0..<$0 + 1 }
      }
    try pool.withConnection { connection in
      for range in ranges where !range.isEmpty && !request.isCancelled() {
        let first = range.lowerBound
        var sql = "fetch absolute \(first + 1) from mocoa_rows"
        if range.count > 1 {
          try connection.run("move absolute \(first) in mocoa_rows") { _ in true }
          sql = "fetch forward \(range.count) from mocoa_rows"
        }
        let names = schema.columns
        guard try run(sql, names, schema, from: first, request, connection, body) else { return }
      }
    }
  }
}
