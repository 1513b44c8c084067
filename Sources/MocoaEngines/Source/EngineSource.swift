import MocoaFeed
import MocoaSystem

/// A database, or a file that an engine reads, that is named as a source: `app.db#table`.
public struct EngineSource: Sendable {
  /// The engines that are supported.
  fileprivate enum Engine: Sendable {
    case sqlite
    case duckDB
    /// Files that DuckDB reads.
    case parquet
    case postgres
    case clickHouse

    var provider: any StatementProvider.Type {
      switch self {
      case .sqlite: SQLiteProvider.self
      case .duckDB, .parquet: DuckDBProvider.self
      case .postgres: PostgresProvider.self
      case .clickHouse: ClickHouseProvider.self
      }
    }
  }

  /// The database without the name of a table and a password, or the files with blanks between
  /// them.
  package var database: String {
    paths.map { EngineAddress($0)?.name ?? $0.shownName }.joined(separator: " ")
  }

  private let paths: [String]

  package let table: String?

  private let engine: Engine

  /// Recognizes a source by its name as it was typed; nil where it is no database.
  public init?(_ name: String) {
    if let address = EngineAddress(name) {
      (paths, table) = ([address.text], address.table)
      engine = address.scheme == "clickhouse" ? .clickHouse : .postgres
      return
    }
    if let engine = Engine(of: name) {
      (paths, table, self.engine) = ([name], nil, engine)
      return
    }
    // The names of tables and files may contain the sign.
    for sign in name.indices.reversed() where name[sign] == "#" {
      let path = String(name[..<sign])
      guard let engine = Engine(of: path), engine != .parquet else { continue }
      (paths, self.engine) = ([path], engine)
      table = String(name[name.index(after: sign)...])
      return
    }
    return nil
  }

  /// Recognizes a database, or files that are one table; nil where they are neither.
  package init?(_ names: [String]) {
    let sources = names.map { Self($0) }
    guard let first = sources.first, let first else { return nil }
    guard names.count == 1 || sources.allSatisfy({ $0?.isFile == true }) else { return nil }
    (paths, table, engine) = (sources.flatMap { $0?.paths ?? [] }, first.table, first.engine)
  }
}

extension EngineSource.Engine {
  /// Recognizes a file by its first bytes, and names with `*` by their end.
  fileprivate init?(of name: String) {
    var status = stat()
    // A pipe must not be read twice.
    guard stat(name.systemName, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      guard name.contains("*"), name.hasSuffix(".parquet") else { return nil }
      self = .parquet
      return
    }
    let file = open(name.systemName, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 16)
    let count = pread(file, &bytes, bytes.count, 0)
    guard count == bytes.count else {
      // Its program reports that it is none.
      guard count == 0, name.hasSuffix(".parquet") else { return nil }
      self = .parquet
      return
    }
    if bytes == Array("SQLite format 3\0".utf8) {
      // https://sqlite.org/fileformat.html, 1.3
      self = .sqlite
    } else if bytes.starts(with: "PAR1".utf8) {
      self = .parquet
    } else if bytes[8..<12].elementsEqual("DUCK".utf8) {
      // https://duckdb.org/docs/stable/internals/storage
      self = .duckDB
    } else {
      return nil
    }
  }
}

extension EngineSource {
  /// A Boolean value that indicates whether there is one table, which needs no name.
  package var isFile: Bool { engine == .parquet }

  /// The rows of the table that is named or the only one; the list of tables where there are
  /// several.
  ///
  /// - Throws: A `FeedError` where the database cannot be opened.
  public func origin() throws -> FeedOrigin {
    try checkAddress()
    if isFile { return origin(.files(query: nil)) }
    if let table { return origin(ofTable: table) }
    let all = EngineContent.query(engine.provider.tables)
    let provider = engine.provider.init(paths, all)
    let tables = try FeedError.naming(database) { try provider.tableNames() }
    return origin(tables.count == 1 ? .table(tables[0]) : all, after: provider)
  }

  /// Refuses a file that DuckDB cannot name, and an address that is not clear, before an error of
  /// the engine repeats its password.
  private func checkAddress() throws {
    if isFile, let path = paths.first(where: { $0.shownName != $0 }) {
      try FeedError.naming(path.shownName) {
        throw FeedError.Reason.unreadable(
          "DuckDB reads only files whose names are UTF-8; give it another name, or make a link")
      }
    }
    guard EngineAddress(paths[0])?.isClear == false else { return }
    try FeedError.naming(database) {
      throw FeedError.Reason.unreadable(
        "user:password@host is expected, with %40 for @, %2F for / and %25 for % in a password")
    }
  }

  /// The rows of a table or view.
  public func origin(ofTable table: String) -> FeedOrigin { origin(.table(table)) }

  /// The tables and views, in the order of their names.
  public func originOfTables() -> FeedOrigin { origin(.query(engine.provider.tables)) }

  /// The rows that a query of the user's finds.
  ///
  /// - Parameter sql: The query; files are the table `data` in it.
  /// - Returns: The rows.
  /// - Throws: A `FeedError` where it is not one statement.
  public func origin(ofQuery sql: String) throws -> FeedOrigin {
    try checkAddress()
    return try FeedError.naming(database) {
      let escape: UnicodeScalar? = engine == .clickHouse ? "\\" : nil
      let query = try QueryText.checked(sql, escape: escape)
      return origin(isFile ? .files(query: query) : .query(query))
    }
  }

  /// The rows of a table or query; the connections of another provider are used for them.
  private func origin(
    _ content: EngineContent, after other: (any RowProvider)? = nil
  ) -> FeedOrigin {
    var name = database
    if case .table(let table) = content {
      name = EngineAddress(paths[0])?.name(ofTable: table) ?? "\(name)#\(table)"
    }
    var contentList: ContentList?
    if case .query(let sql) = content, sql == engine.provider.tables { contentList = .database }
    return .provided(name: name, contentList: contentList) { [engine, paths] in
      let provider = engine.provider.init(paths, content)
      if let other { provider.takeConnections(of: other) }
      return provider
    }
  }
}
