import MocoaFeed
import MocoaSystem

/// A connection to PostgreSQL that can only read; one thread at a time uses it.
///
/// Between two statements it has no transaction, so that it holds no locks.
final class PostgresConnection: TableConnection, @unchecked Sendable {
  private let library: PostgresLibrary
  private let connection: PostgresLibrary.PGConn

  /// How long an answer is waited for before it is asked whether that is still wanted, in
  /// milliseconds.
  private static let patience: CInt = 20

  /// Connects, as psql does: with the environment, the service file and the password file.
  ///
  /// - Parameters:
  ///   - library: The library.
  ///   - address: `postgres://…`, or settings such as `host=…`.
  /// - Throws: What libpq reports, which never has the password in it.
  init(_ library: PostgresLibrary, address: String) throws {
    self.library = library
    var settings = [("fallback_application_name", "mocoa-tui"), ("client_encoding", "UTF8")]
    // Those of the address take precedence.
    if getenv("PGCONNECT_TIMEOUT") == nil { settings.append(("connect_timeout", "10")) }
    settings.append(("dbname", address))
    let texts = [settings.map(\.0), settings.map(\.1)].map { $0.map { strdup($0) } }
    defer { for text in texts.joined() { free(text) } }
    let arrays = texts.map { $0.map { UnsafePointer($0) } + [nil] }
    guard let connection = library.connect(arrays[0], arrays[1], 1) else {
      throw FeedError.Reason.unreadable("PostgreSQL: no memory")
    }
    self.connection = connection
    // Otherwise they are written on the screen.
    _ = library.setNotices(connection, { _, _ in }, nil)
    guard library.status(connection) == 0 else {
      throw Self.reason(library.message(connection))
    }
    for setting in [
      "default_transaction_read_only = on", "synchronize_seqscans = off", "datestyle = 'ISO'",
      "bytea_output = 'hex'", "standard_conforming_strings = on", "extra_float_digits = 3",
    ] {
      try run("set \(setting)") { _ in true }
    }
  }

  deinit { library.finish(connection) }

  var isUsable: Bool { library.status(connection) == 0 }

  private static func reason(_ message: UnsafePointer<CChar>?) -> FeedError.Reason {
    let text = message.map { String(cString: $0) } ?? ""
    // The rest shows the place in a statement of ours.
    let line = text.split(separator: "\n").first ?? "the connection was lost"
    let reason = line.replacing("ERROR:  ", with: "").replacing("FATAL:  ", with: "")
    return .unreadable("PostgreSQL: " + reason)
  }

  /// A row of the result of a statement.
  struct Row: ResultRow {
    fileprivate let library: PostgresLibrary
    fileprivate let result: PostgresLibrary.PGResult
    fileprivate let number: CInt

    /// The text of a value; nil for null.
    func bytes(_ column: Int) -> UnsafeRawBufferPointer? {
      guard library.isNull(result, number, CInt(column)) == 0 else { return nil }
      return UnsafeRawBufferPointer(
        start: library.value(result, number, CInt(column)),
        count: Int(library.length(result, number, CInt(column))))
    }

    func text(_ column: Int) -> String? {
      bytes(column).map { String(decoding: $0, as: UTF8.self) }
    }

    func append(_ column: Int, _ kind: ColumnKind, to row: inout JSONRow) {
      guard let bytes = bytes(column) else { return row.append("null") }
      switch kind {
      case .integer, .unknown: row.append(literal: bytes)
      case .bool: row.append(bytes.first == UInt8(ascii: "t") ? "true" : "false")
      case .number where bytes.last?.isDigit ?? false, .real where bytes.last?.isDigit ?? false:
        row.append(literal: bytes)
      default: row.append(text: bytes)
      }
    }
  }

  func run(
    _ sql: String, isCancelled: @escaping () -> Bool,
    begin: ([(name: String, type: String)]) -> Void, _ body: (Row) throws -> Bool
  ) throws {
    // Unlike `PQsendQuery`, it takes one statement only.
    guard library.send(connection, sql, 0, nil, nil, nil, nil, 0) == 1 else {
      throw Self.reason(library.message(connection))
    }
    // Otherwise it keeps the whole answer in memory.
    _ = library.setSingleRowMode(connection)
    var (failure, hasBegun, isEnded) = ((any Error)?.none, false, false)
    while true {
      try wait { isEnded = isEnded || self.cancel(isCancelled) }
      guard let result = library.result(connection) else { break }
      defer { library.clear(result) }
      // 1, 2 and 9: done, without and with rows, and a single row.
      guard [1, 2, 9].contains(library.resultStatus(result)) else {
        if !isEnded { failure = Self.reason(library.resultMessage(result)) }
        continue
      }
      if !hasBegun {
        hasBegun = true
        begin(
          (0..<library.columnCount(result)).map { column in
            let name = library.columnName(result, column).map { String(cString: $0) } ?? ""
            return (name, "\(library.columnType(result, column))")
          })
      }
      guard !isEnded, library.rowCount(result) > 0 else { continue }
      do {
        isEnded = try !body(Row(library: library, result: result, number: 0))
      } catch {
        (failure, isEnded) = (error, true)
      }
      if isEnded { _ = cancel { true } }
    }
    if let failure { throw failure }
  }

  private func cancel(_ isCancelled: () -> Bool) -> Bool {
    guard isCancelled(), let request = library.getCancel(connection) else { return false }
    defer { library.freeCancel(request) }
    var message = [CChar](repeating: 0, count: 256)
    return library.cancel(request, &message, 256) == 1
  }

  /// Waits until a result can be taken without waiting.
  private func wait(_ ask: () -> Void) throws {
    while library.isBusy(connection) != 0 {
      var request = pollfd(fd: library.socket(connection), events: Int16(POLLIN), revents: 0)
      if poll(&request, 1, Self.patience) == 0 { ask() }
      guard library.consumeInput(connection) == 1 else {
        throw Self.reason(library.message(connection))
      }
    }
  }
}
