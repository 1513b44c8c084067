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

  /// Runs one statement.
  ///
  /// - Parameters:
  ///   - sql: The statement; all its quotes are closed. Its result has one column, without line
  ///     feeds.
  ///   - isCancelled: Asked now and then.
  ///   - body: Is given each row; returns whether to go on. The program ends where it does not, as
  ///     a signal that interrupts a query might come late, and interrupt the next one.
  /// - Throws: What DuckDB reports, and what `body` throws.
  func run(
    _ sql: String, isCancelled: () -> Bool = { false },
    _ body: (UnsafeRawBufferPointer) throws -> Bool
  ) throws {
    var (isWanted, isComplete) = (true, false)
    defer {
      if !isComplete || !isWanted { hasEnded.withLock { $0 = true } }
    }
    try? program.send(sql + "\n;\n.print \(mark)\n")
    _ = try program.forEachLine {
      guard isWanted, isCancelled() else { return }
      isWanted = false
      program.stop()
    } _: { line in
      isComplete = line.elementsEqual(mark.utf8)
      if isComplete { return false }
      if isWanted, !line.isEmpty { isWanted = try body(line) && !isCancelled() }
      return isWanted
    }
    guard isWanted else { return }
    let lines = program.readDiagnostics().split(separator: "\n")
    guard isComplete else {
      throw FeedError.Reason.unreadable(
        "DuckDB ended" + (lines.last.map { ": \($0)" } ?? " unexpectedly"))
    }
    guard let line = lines.first(where: { $0.contains("Error") }) else { return }
    throw FeedError.Reason.unreadable("DuckDB: \(line)")
  }
}
