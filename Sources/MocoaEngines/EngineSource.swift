import MocoaFeed

#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// A database that is named as a source: `app.db`, `app.db#table`.
public struct EngineSource: Sendable {
  /// The engines that are supported.
  private enum Engine: Sendable {
    case sqlite
  }

  /// The database, without the name of a table.
  public let database: String

  /// The table that is named.
  public let table: String?

  private let engine: Engine

  /// Recognizes a source by its name as it was typed; nil where it is no database.
  public init?(_ name: String) {
    if Self.hasMagic(name) {
      self.init(database: name, table: nil)
    } else if let sign = name.lastIndex(of: "#"), Self.hasMagic(String(name[..<sign])) {
      self.init(database: String(name[..<sign]), table: String(name[name.index(after: sign)...]))
    } else {
      return nil
    }
  }

  private init(database: String, table: String?) {
    (self.database, self.table, engine) = (database, table, .sqlite)
  }

  /// Returns whether a file begins as databases of SQLite do (https://sqlite.org/fileformat.html).
  private static func hasMagic(_ path: String) -> Bool {
    var status = stat()
    // A pipe must not be read twice.
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return false }
    defer { close(file) }
    let magic = Array("SQLite format 3\0".utf8)
    var bytes = [UInt8](repeating: 0, count: magic.count)
    return pread(file, &bytes, magic.count, 0) == magic.count && bytes == magic
  }
}

extension EngineSource {
  /// The rows of the table that is named or the only one; the list of tables where there are
  /// several.
  ///
  /// - Throws: A `FeedError` where the database cannot be opened.
  public func origin() throws -> FeedOrigin {
    if let table { return origin(ofTable: table) }
    let tables = try tables()
    return tables.count == 1 ? origin(ofTable: tables[0]) : originOfTables()
  }

  /// A Boolean value that indicates whether the rows of ``origin()`` are the tables.
  public func listsTables() throws -> Bool { try table == nil && tables().count != 1 }

  /// The rows of a table or view.
  public func origin(ofTable table: String) -> FeedOrigin {
    .provided(name: "\(database)#\(table)") { [database] in
      SQLiteProvider(path: database, content: .table(table))
    }
  }

  /// The tables and views, in the order of their names.
  public func originOfTables() -> FeedOrigin {
    .provided(name: database) { [database] in
      SQLiteProvider(path: database, content: .query(SQLiteProvider.tables))
    }
  }

  /// The rows that a query of the user's finds.
  public func origin(ofQuery sql: String) -> FeedOrigin {
    .provided(name: database) { [database] in
      SQLiteProvider(path: database, content: .query(sql))
    }
  }

  private func tables() throws -> [String] {
    try SQLiteProvider.names(ofTablesIn: database)
  }
}
