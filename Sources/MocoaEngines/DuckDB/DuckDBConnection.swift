import MocoaFeed

/// DuckDB's program, which answers one query after the other; one thread at a time uses it.
final class DuckDBConnection: EngineConnection, Sendable {
  private let program: InteractiveProgram
  private let hasEnded = Monitor(false)

  /// Printed behind the answer to each query.
  private let mark = "mocoa-\(UInt64.random(in: 0...(.max)))"

  /// Starts the program.
  ///
  /// - Parameters:
  ///   - database: A database, which is only read; nil for files.
  ///   - settings: Statements that come first.
  /// - Throws: A reason: it is not installed, or does not open the database.
  init(database: String?, settings: [String]) throws {
    do {
      program = try InteractiveProgram(
        [
          "duckdb", "-interactive", "-no-init", "-list", "-noheader", "-cmd", ".prompt '' ''",
        ]
          + (database.map { ["-readonly", $0] } ?? []),
        // None: it would change the permissions of the file, even those of /dev/null.
        settings: ["DUCKDB_HISTORY="])
    } catch FeedError.Reason.commandNotFound {
      throw FeedError.Reason.unreadable(
        "DuckDB's program duckdb is not installed; https://duckdb.org/install says how")
    }
    // What stands before the first mark is a greeting.
    try run("select 1") { _ in true }
    for statement in settings { try run(statement) { _ in true } }
    // No other files, no programs, no settings.
    try program.send(".safe_mode\n")
    var isLocked = false
    try? run("select current_setting('lock_configuration')") { row in
      isLocked = row.elementsEqual("true".utf8)
      return true
    }
    guard !isLocked else { return }
    // Older versions do not have that mode.
    try run("set enable_external_access = false") { _ in true }
    try run("set lock_configuration = true") { _ in true }
  }

  var isUsable: Bool { hasEnded.withLock { !$0 } && !program.hasEnded }

  /// Records that the program has ended; returns the reason.
  private func didEnd(_ message: String) -> ConnectionEnded {
    hasEnded.withLock { $0 = true }
    let line = message.split(separator: "\n").last.map { ": \($0)" } ?? " unexpectedly"
    return ConnectionEnded(reason: .unreadable("DuckDB ended" + line))
  }

  /// Runs one statement.
  ///
  /// - Parameters:
  ///   - sql: The statement; all its quotes are closed. Its result has one column, without line
  ///     feeds.
  ///   - isCancelled: Asked now and then.
  ///   - body: Is given each row; returns whether to go on.
  /// - Throws: What DuckDB reports, and what `body` throws; `ConnectionEnded` if it ended before.
  func run(
    _ sql: String, isCancelled: () -> Bool = { false },
    _ body: (UnsafeRawBufferPointer) throws -> Bool
  ) throws {
    do {
      try program.send(sql + "\n;\n.print \(mark)\n")
    } catch {
      throw didEnd(program.readDiagnostics())
    }
    var failure: (any Error)?
    var (isWanted, hasRows) = (true, false)
    func end() {
      if isWanted { program.interrupt() }
      isWanted = false
    }
    let isAlive = try program.forEachLine {
      if isWanted, isCancelled() { end() }
    } _: { line in
      if line.elementsEqual(mark.utf8) { return false }
      guard isWanted, !line.isEmpty else { return true }
      hasRows = true
      do {
        if try !body(line) { end() }
      } catch {
        failure = error
        end()
      }
      return true
    }
    let message = program.readDiagnostics()
    let ending = isAlive ? nil : didEnd(message)
    // The signal ends a program that was done before it came.
    if !isWanted, isAlive { try? run("select 1") { _ in true } }
    if let failure { throw failure }
    // Of a query that was ended, nothing is reported.
    guard isWanted else { return }
    if let ending { throw hasRows ? ending.reason : ending }
    let lines = message.split(separator: "\n")
    guard let line = lines.first(where: { $0.contains("Error") }) else { return }
    throw FeedError.Reason.unreadable("DuckDB: \(line)")
  }
}
