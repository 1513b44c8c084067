import MocoaFeed
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// The rows of a table, a Parquet file or a query of DuckDB.
final class DuckDBProvider: RowProvider {
  /// Where the rows are.
  enum Content: Sendable {
    case table(database: String, name: String)
    case files(String)
    case query(String, database: String)
    case queryOfFiles(String, files: String)
  }

  private let content: Content
  private let pool: ConnectionPool<DuckDBConnection>
  private let schema = Mutex<DuckDBSchema?>(nil)
  private let version: [Int]

  /// How many rows there are when the first ones are shown.
  private static let firstCount = 256

  init(_ content: Content) {
    self.content = content
    version = Self.version(of: content.path)
    // The second for the rows on the screen.
    pool = ConnectionPool(limit: 2) { try content.connect() }
  }

  var members: [String] { schema.withLock { $0?.columns ?? [] } }
  var hasNestedMembers: Bool { schema.withLock { $0?.hasNestedMembers ?? true } }
  var identityMember: String? { nil }
  var rowsPerBlock: Int { 4_194_304 }
  var jobs: Int { 1 }
  var statements: [String] { pool.statements }

  func cancel() { pool.cancel() }

  func isUnchanged(since other: any RowProvider) -> Bool {
    !version.isEmpty && version == (other as? DuckDBProvider)?.version
  }

  /// What changes when a file does; empty for several files.
  private static func version(of path: String) -> [Int] {
    var status = stat()
    guard stat(path, &status) == 0 else { return [] }
    let time = status.st_mtim
    return [Int(status.st_ino), Int(status.st_size), time.tv_sec, time.tv_nsec]
  }

  // MARK: Opening

  func open(didFind: (Int) -> Void) throws {
    try pool.withConnection { connection in
      let isCancelled = { [pool] in pool.isCancelled }
      let (relation, numbers) = content.relation
      var (columns, types): ([String], [String: String]) = ([], [:])
      try connection.run("describe select * from \(relation)", isCancelled: isCancelled) { row in
        let row = JSONBytes(Array(row))
        let name = row.member("column_name")?.string ?? ""
        columns.append(name)
        types[name] = row.member("column_type")?.string
        return true
      }
      let make = { (count: Int, relation: String, number: String?) in
        DuckDBSchema(
          relation: relation, number: number, count: count, columns: columns, types: types)
      }
      schema.withLock { $0 = make(0, relation, nil) }
      let first = try Self.integers(
        "select count(*) as a from (select 1 from \(relation) limit \(Self.firstCount))",
        connection, isCancelled)
      schema.withLock { $0 = make(first.first ?? 0, relation, nil) }
      didFind(first.first ?? 0)
      let count =
        try Self.integers(
          "select count(*) as a from \(relation)", connection, isCancelled
        ).first ?? 0
      if let numbers, !columns.contains(numbers.column) {
        let last = try? Self.integers(
          "select max(\(numbers.column)) as a from \(numbers.relation)", connection, isCancelled)
        if last == [count - 1] {
          schema.withLock { $0 = make(count, numbers.relation, numbers.column) }
        }
      }
      didFind(count)
    }
  }

  private static func integers(
    _ sql: String, _ connection: DuckDBConnection, _ isCancelled: () -> Bool
  ) throws -> [Int] {
    var found: [Int] = []
    try connection.run(sql, isCancelled: isCancelled) { row in
      if let text = JSONBytes(Array(row)).member("a")?.text, let number = Int(text) {
        found.append(number)
      }
      return true
    }
    return found
  }

  /// The names of the tables and views of a database.
  static func names(ofTablesIn database: String) throws -> [String] {
    var names: [String] = []
    try FeedError.naming(database) {
      try Content.query(tables, database: database).connect().run(tables) { row in
        JSONBytes(Array(row)).member("table")?.string.map { names.append($0) }
        return true
      }
    }
    return names
  }

  /// What tables and views there are.
  static let tables = """
    select case when schema = 'main' then name else schema || '.' || name end as "table", type, \
    columns, sql from ( \
    select schema_name as schema, table_name as name, 'table' as type, \
    column_count as columns, sql from duckdb_tables() where not internal union all \
    select schema_name, view_name, 'view', column_count, sql from duckdb_views() \
    where not internal) order by 1
    """

  // MARK: Reading

  func forEachRow(
    _ request: RowRequest, _ body: (Int, UnsafeRawBufferPointer) throws -> Bool
  ) throws {
    guard let schema = schema.withLock({ $0 }) else { return }
    let sql = schema.select(request)
    pool.remember(sql)
    let mayHaveBareWords = schema.types.values.contains {
      $0.contains("DOUBLE") || $0.contains("FLOAT")
    }
    var row: [UInt8] = []
    try pool.withConnection { connection in
      try connection.run(sql, isCancelled: request.isCancelled) { line in
        // `{"mocoa row":12,` or `{"mocoa row":12}`
        let start = DuckDBSchema.numberName.utf8.count + 2
        var (number, position) = (0, start)
        while position < line.count, case let digit = line[position], 0x30...0x39 ~= digit {
          number = number * 10 + Int(digit - 0x30)
          position += 1
        }
        guard position > start, position < line.count else { return true }
        let rest = UnsafeRawBufferPointer(rebasing: line[(position + 1)...])
        row.removeAll(keepingCapacity: true)
        row.append(UInt8(ascii: "{"))
        row.append(contentsOf: rest)
        if rest.isEmpty { row.append(UInt8(ascii: "}")) }
        if mayHaveBareWords { row.quoteBareWords() }
        return try row.withUnsafeBytes { try body(number, $0) }
      }
    }
  }
}

extension DuckDBProvider.Content {
  /// The file, or what stands for several.
  var path: String {
    switch self {
    case .table(let path, _), .files(let path): path
    case .query(_, let path), .queryOfFiles(_, let path): path
    }
  }

  fileprivate func connect() throws -> DuckDBConnection {
    switch self {
    case .table(let path, _), .query(_, let path):
      return try DuckDBConnection(database: path, settings: [])
    case .files(let path), .queryOfFiles(_, let path):
      let place = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "./"
      let isPattern = path.contains { "*?[".contains($0) }
      let folder = place.prefix { !"*?[".contains($0) }
      let setting =
        isPattern
        ? "set allowed_directories = [\(DuckDBSchema.literal(String(folder)))]"
        : "set allowed_paths = [\(DuckDBSchema.literal(path))]"
      return try DuckDBConnection(database: nil, settings: [setting])
    }
  }

  /// What stands behind `from`, and what numbers its rows where something does.
  fileprivate var relation: (String, numbers: (relation: String, column: String)?) {
    switch self {
    case .table(_, let name):
      let parts = name.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
      let table = parts.map { DuckDBSchema.quoted(String($0)) }.joined(separator: ".")
      return (table, (table, "rowid"))
    case .files(let path):
      let file = DuckDBSchema.literal(path)
      let isOne = !path.contains { "*?[".contains($0) }
      let numbered = "read_parquet(\(file), file_row_number = true)"
      return ("read_parquet(\(file))", isOne ? (numbered, "file_row_number") : nil)
    case .query(let sql, _): return ("(\(sql)\n)", nil)
    case .queryOfFiles(let sql, let path):
      let data = "with data as (from read_parquet(\(DuckDBSchema.literal(path))))"
      return ("(\(data) select * from (\(sql)\n))", nil)
    }
  }
}
