import MocoaFeed

/// A connection to a database of SQLite that can only read; one thread at a time uses it.
final class SQLiteConnection: TableConnection, @unchecked Sendable {
  private let library: SQLiteLibrary
  private let database: SQLiteLibrary.Database

  /// Asked every ten thousand steps of the engine.
  private var isCancelled: () -> Bool = { false }

  private static let (ok, row, done, interrupted): (CInt, CInt, CInt, CInt) = (0, 100, 101, 9)
  private static let (readOnly, uri, noMutex): (CInt, CInt, CInt) = (0x1, 0x40, 0x8000)

  /// How long another program's lock is waited for, in milliseconds.
  private static let patience: CInt = 2_000

  /// The limit of texts and blobs, in bytes, before SQLite refuses them: rows of several values are
  /// long enough to be reported, but not long enough to fill the memory.
  private static let (lengthLimit, longestValue): (CInt, CInt) = (
    0, CInt(4 * FeedOptions.longestRow)
  )

  init(_ library: SQLiteLibrary, path: String) throws(FeedError.Reason) {
    self.library = library
    var database: SQLiteLibrary.Database?
    let flags = Self.readOnly | Self.uri | Self.noMutex
    let status = library.open(Self.address(of: path), &database, flags, nil)
    guard status == Self.ok, let database else {
      let reason = Self.reason(library, database)
      _ = library.close(database)
      throw reason
    }
    self.database = database
    _ = library.setLimit(database, Self.lengthLimit, Self.longestValue)
    _ = library.setBusyTimeout(database, Self.patience)
    let context = Unmanaged.passUnretained(self).toOpaque()
    library.setProgress(
      database, 10_000,
      { context in
        guard let context else { return 0 }
        let connection = Unmanaged<SQLiteConnection>.fromOpaque(context).takeUnretainedValue()
        return connection.isCancelled() ? 1 : 0
      }, context)
  }

  deinit { _ = library.close(database) }

  /// The address of a file that is only read.
  private static func address(of path: String) -> String {
    var text = "file:"
    for byte in path.systemName.dropLast().map({ UInt8(bitPattern: $0) }) {
      let isPlain =
        (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte)
        || "/._-".utf8.contains(byte)
      let hex = String(byte, radix: 16)
      text += isPlain ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + hex
    }
    return text + "?mode=ro"
  }

  private static func reason(
    _ library: SQLiteLibrary, _ database: SQLiteLibrary.Database?
  ) -> FeedError.Reason {
    .unreadable("SQLite: " + (library.message(database).map { String(cString: $0) } ?? "no memory"))
  }

  var isUsable: Bool { true }

  /// A row of the result of a statement.
  struct Row: ResultRow {
    fileprivate let library: SQLiteLibrary
    fileprivate let statement: SQLiteLibrary.Statement

    func integer(_ column: Int) -> Int { Int(library.columnInteger(statement, CInt(column))) }

    func text(_ column: Int) -> String? {
      guard library.columnType(statement, CInt(column)) != 5 else { return nil }
      return String(decoding: bytes(column, library.columnText), as: UTF8.self)
    }

    private func bytes(
      _ column: Int, _ read: (SQLiteLibrary.Statement, CInt) -> UnsafeRawPointer?
    ) -> UnsafeRawBufferPointer {
      // The length is that of what was read last.
      let start = read(statement, CInt(column))
      return UnsafeRawBufferPointer(
        start: start, count: start == nil ? 0 : Int(library.columnLength(statement, CInt(column))))
    }

    func append(_ column: Int, _ kind: ColumnKind, to row: inout JSONRow) {
      switch library.columnType(statement, CInt(column)) {
      case 1: row.append(integer(column))
      case 2: row.append(library.columnDouble(statement, CInt(column)))
      case 3: row.append(text: bytes(column, library.columnText))
      case 4: row.append(blob: bytes(column, library.columnBytes))
      default: row.append("null")
      }
    }
  }

  func run(
    _ sql: String, isCancelled: @escaping () -> Bool,
    begin: ([(name: String, type: String)]) -> Void, _ body: (Row) throws -> Bool
  ) throws {
    var statement: SQLiteLibrary.Statement?
    var isAlone = true
    let status = sql.withCString { text in
      var tail: UnsafePointer<CChar>?
      let status = library.prepare(database, text, -1, &statement, &tail)
      isAlone = tail.map { String(cString: $0).allSatisfy(\.isWhitespace) } ?? true
      return status
    }
    defer { _ = library.finalize(statement) }
    guard status == Self.ok else { throw Self.reason(library, database) }
    guard let statement, isAlone else {
      throw FeedError.Reason.unreadable("SQLite: exactly one statement is allowed")
    }
    begin(
      (0..<library.columnCount(statement)).map { column in
        (library.columnName(statement, column).map { String(cString: $0) } ?? "", "")
      })
    self.isCancelled = isCancelled
    defer { self.isCancelled = { false } }
    let result = Row(library: library, statement: statement)
    while true {
      switch library.step(statement) {
      case Self.row: guard try body(result) else { return }
      case Self.done: return
      case Self.interrupted where isCancelled(): return
      default: throw Self.reason(library, database)
      }
    }
  }
}
