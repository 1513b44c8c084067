import MocoaFeed
import MocoaSystem

/// The rows of a table, Parquet files or a query of DuckDB.
final class DuckDBProvider: StatementProvider {
  private let paths: [String]
  private let content: EngineContent
  let pool: ConnectionPool<DuckDBConnection>
  private let schema = Monitor<DuckDBSchema?>(nil)
  private let version: [Int]

  /// How many rows there are when the first ones are shown.
  private static let firstCount = 256

  init(_ paths: [String], _ content: EngineContent) {
    (self.paths, self.content) = (paths, content)
    version = paths.flatMap(Self.version)
    // Two for passes, and one for the rows on the screen.
    pool = ConnectionPool(limit: 3) { try Self.connect(paths, content) }
  }

  var members: [String] { schema.withLock { $0?.columns ?? [] } }
  var nestedMembers: [String]? { schema.withLock { $0?.nestedColumns } }
  var identityMember: String? { nil }
  var hasUncountedRows: Bool { schema.withLock { $0.map { $0.knownCount == nil } ?? false } }

  /// What has no numbers is counted from its start for each block.
  func rowsPerBlock(ofLength length: () -> Int) -> Int {
    switch schema.withLock({ $0?.number }) {
    case "rowid": Self.rows(ofLength: length, in: 16 << 20, atMost: 262_144)
    case nil: 4_194_304
    default: Self.rows(ofLength: length, in: 64 << 20, atMost: 4_194_304)
    }
  }

  func isUnchanged(since other: any RowProvider) -> Bool {
    version == (other as? DuckDBProvider)?.version
  }

  /// What changes when a file does.
  static func version(of path: String) -> [Int] {
    var status = stat()
    // Of a pattern, the files may change.
    guard stat(path.systemName, &status) == 0 else { return [Int.random(in: 0...(.max))] }
    let time = status.st_mtim
    return [Int(status.st_ino), Int(status.st_size), time.tv_sec, time.tv_nsec]
  }

  // MARK: Opening

  func open(countsRows: Bool, didFind: (Int) -> Void) throws {
    try pool.withConnection { connection in
      let isCancelled = { [pool] in pool.isCancelled }
      let (relation, numbers) = relation
      var (columns, found) = (DuckDBColumns(), Int?.none)
      let none = "select '' limit 0"
      let test = numbers.map { "select \($0.column) from \($0.relation) limit 0" } ?? none
      var hasNumbers = true
      do {
        try connection.run(
          DuckDBColumns.query(of: relation),
          "select count(*) from (select 1 from \(relation) limit \(Self.firstCount))",
          countsRows ? none : test, isCancelled: isCancelled
        ) { row in
          if let (number, _) = row.numberAndRest { found = number } else { columns.add(row) }
          return true
        }
      } catch {
        // A view has no numbers.
        guard found != nil, !columns.names.isEmpty, connection.isUsable else { throw error }
        hasNumbers = false
      }
      guard let first = found else { return }
      var (count, last): (Int?, Int?)
      let (names, types) = (columns.names, columns.types)
      let make = { (count: Int?, relation: String, number: String?) in
        DuckDBSchema(
          relation: relation, number: number, knownCount: count, columns: names, types: types)
      }
      let taken = Set(names.map { $0.lowercased() })
      let numbered = numbers.flatMap { taken.contains($0.column) ? nil : $0 }
      guard countsRows else {
        let source = hasNumbers ? numbered : nil
        schema.withLock { $0 = make(nil, source?.relation ?? relation, source?.column) }
        return didFind(first)
      }
      schema.withLock { $0 = make(first, relation, nil) }
      didFind(first)
      do {
        let test = numbered.map {
          "select concat(max(\($0.column)), ' is last') from \($0.relation)"
        }
        try connection.run(
          "select count(*) from \(relation)", test ?? "select ''", isCancelled: isCancelled
        ) { row in
          guard let (number, rest) = row.numberAndRest else { return true }
          if rest.isEmpty { count = number } else { last = number }
          return true
        }
      } catch {
        // A view has none.
        guard count != nil, connection.isUsable else { throw error }
      }
      guard let count else { return }
      let source = last == count - 1 ? numbered : nil
      schema.withLock { $0 = make(count, source?.relation ?? relation, source?.column) }
      didFind(count)
    }
  }

  /// Returns the number that a statement gives; nil where it was cancelled.
  private static func integer(
    _ sql: String, _ connection: DuckDBConnection, _ isCancelled: () -> Bool
  ) throws -> Int? {
    var found: Int?
    try connection.run(sql, isCancelled: isCancelled) {
      found = $0.numberAndRest?.0
      return true
    }
    return found
  }

  /// What tables and views there are.
  ///
  /// The name of a schema is in quotes where it would not end at the first point.
  static let tables = """
    select case when schema = 'main' and not contains(name, '.') then name \
    when contains(schema, '.') or starts_with(schema, '"') \
    then '"' || replace(schema, '"', '""') || '".' || name \
    else schema || '.' || name end as "table", type, \
    columns, sql from ( \
    select schema_name as schema, table_name as name, 'table' as type, \
    column_count as columns, sql from duckdb_tables() where not internal union all \
    select schema_name, view_name, 'view', column_count, sql from duckdb_views() \
    where not internal) order by 1
    """

  func tableNames() throws -> [String] {
    var names: [String] = []
    try pool.withConnection { connection in
      try connection.run("select to_json(\"table\") from (\(Self.tables))") {
        names.append(JSONBytes(Array($0)).string ?? "")
        return true
      }
    }
    return names
  }

  // MARK: Reading

  func forEachRow(
    _ request: RowRequest, _ body: (Int, UnsafeRawBufferPointer) throws -> Bool
  ) throws {
    guard let schema = schema.withLock({ $0 }) else { return }
    try run(schema.select(request), schema, request, body)
  }

  func forEachGroup(
    _ request: RowRequest, _ body: (Int, UnsafeRawBufferPointer) throws -> Bool
  ) throws -> Bool {
    guard let schema = schema.withLock({ $0 }), let sql = schema.groups(request) else {
      return false
    }
    var isCertain = true
    try run(sql, schema, request) {
      isCertain = $0 > 0
      return try isCertain && body($0, $1)
    }
    return isCertain
  }

  func canSort(by order: [RowRequest.Order], isCancelled: () -> Bool) throws -> Bool {
    guard let test = schema.withLock({ $0?.testOfOrder(order) }) else { return false }
    return try pool.withConnection { try Self.integer(test, $0, isCancelled) == 1 }
  }

  /// Runs a statement whose rows are a number and an object.
  private func run(
    _ sql: String, _ schema: DuckDBSchema, _ request: RowRequest,
    _ body: (Int, UnsafeRawBufferPointer) throws -> Bool
  ) throws {
    pool.remember(sql)
    try pool.withConnection {
      try schema.run(sql, on: $0, isCancelled: request.isCancelled, body)
    }
  }
}

/// The columns of a table or a query, as it is written after `from`.
struct DuckDBColumns {
  private(set) var names: [String] = []
  private(set) var types: [String: String] = [:]

  /// The query for them, which gives an object for each.
  static func query(of relation: String) -> String {
    "select to_json(c) from (describe select * from \(relation)) c"
  }

  mutating func add(_ row: UnsafeRawBufferPointer) {
    let row = JSONBytes(Array(row))
    let name = row.member("column_name")?.string ?? ""
    names.append(name)
    types[name] = row.member("column_type")?.string
  }
}

extension DuckDBConnection {
  /// Returns the columns of a table or a query, as it is written after `from`.
  func columns(of relation: String, isCancelled: () -> Bool) throws -> DuckDBColumns {
    var columns = DuckDBColumns()
    try run(DuckDBColumns.query(of: relation), isCancelled: isCancelled) {
      columns.add($0)
      return true
    }
    return columns
  }
}

extension UnsafeRawBufferPointer {
  /// The digits at the start as a number, and what follows them; nil without digits.
  var numberAndRest: (Int, UnsafeRawBufferPointer)? {
    var (number, position) = (0, 0)
    while position < count, case let digit = self[position], 0x30...0x39 ~= digit {
      number = number &* 10 &+ Int(digit - 0x30)
      position += 1
    }
    return position > 0 ? (number, UnsafeRawBufferPointer(rebasing: self[position...])) : nil
  }
}

extension DuckDBProvider {
  private static func connect(
    _ paths: [String], _ content: EngineContent
  ) throws -> DuckDBConnection {
    guard case .files = content else {
      return try DuckDBConnection(database: paths.first, settings: settings(ofFiles: []))
    }
    return try DuckDBConnection(database: nil, settings: settings(ofFiles: paths))
  }

  /// The settings that let DuckDB read some files and no others.
  static func settings(ofFiles paths: [String]) -> [String] {
    let files = [DuckDBConnection.output] + paths.filter { !isPattern($0) }
    let folders = paths.filter(hasWildcards).map { path in
      let place = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "./"
      return isPattern(path) ? String(place.prefix { !isWildcard($0) }) : place
    }
    return [("paths", files), ("directories", folders)].filter { !$0.1.isEmpty }.map {
      "set allowed_\($0) = \(DuckDBSchema.list($1))"
    }
  }

  /// Returns the schema, if there is one, and the table of a name in ``tables``.
  private static func parts(of name: String) -> [String] {
    let pieces = name.split(separator: ".", omittingEmptySubsequences: false)
    func schema(_ count: Int) -> String { pieces[..<count].joined(separator: ".") }
    let quote = UInt8(ascii: "\"")
    // Up to a closing quote.
    let count = (1..<pieces.count).first { count in
      name.utf8.first != quote || schema(count).utf8.count { $0 == quote }.isMultiple(of: 2)
    }
    guard let count else { return [name] }
    var first = schema(count)
    if name.utf8.first == quote {
      first = String(first.dropFirst().dropLast()).replacing("\"\"", with: "\"")
    }
    return [first, pieces[count...].joined(separator: ".")]
  }

  private static func isWildcard(_ character: Character) -> Bool { "*?[".contains(character) }

  private static func hasWildcards(_ path: String) -> Bool { path.contains(where: isWildcard) }

  /// Returns whether a path is a pattern, and not the name of a file.
  private static func isPattern(_ path: String) -> Bool {
    hasWildcards(path) && !OutputFile.exists(path)
  }

  /// Returns a path for DuckDB, which takes each one for a pattern.
  static func pattern(_ path: String) -> String {
    guard !isPattern(path) else { return path }
    return path.map { isWildcard($0) ? "[\($0)]" : String($0) }.joined()
  }

  /// The FROM clause, and the expression that numbers its rows, if there is one.
  private var relation: (String, numbers: (relation: String, column: String)?) {
    let files = DuckDBSchema.list(paths.map(Self.pattern))
    switch content {
    case .files(nil):
      let isOne = paths.count == 1 && !Self.isPattern(paths[0])
      let numbered = "read_parquet(\(files), file_row_number = true)"
      return ("read_parquet(\(files))", isOne ? (numbered, "file_row_number") : nil)
    case .table(let name):
      let table = Self.parts(of: name).map(SQLText.quoted).joined(separator: ".")
      return (table, (table, "rowid"))
    case .files(let sql?):
      var tables = "data as (from read_parquet(\(files)))"
      // A file is a table by its own name, too.
      if paths.count == 1, !Self.isPattern(paths[0]) {
        let name = SourceTables.name(ofFile: paths[0][...])
        if name.lowercased() != "data" { tables += ", \(SQLText.quoted(name)) as (from data)" }
      }
      return ("(with \(tables) select * from (\(sql)\n))", nil)
    case .query(let sql): return ("(\(sql)\n)", nil)
    }
  }
}
