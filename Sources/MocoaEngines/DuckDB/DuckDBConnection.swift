import MocoaFeed

/// DuckDB's program, which answers one query after the other; one thread at a time uses it.
final class DuckDBConnection: EngineConnection, Sendable {
  private let program: InteractiveProgram
  private let state = Monitor((hasEnded: false, copies: false))

  /// A Boolean value that indicates whether results are written by several threads.
  var copies: Bool { state.withLock { $0.copies } }

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
    let test = "select current_setting('lock_configuration')"
    var isLocked = false
    let read = { (row: UnsafeRawBufferPointer) in
      isLocked = row.elementsEqual("true".utf8)
      return true
    }
    do {
      // A line of its own ends the greeting. Then no downloads, no other files, no programs, no
      // settings.
      let statements = (["set autoinstall_known_extensions = false"] + settings)
        .map { $0 + ";\n" }.joined()
      try run(script: ".print\n\(statements).safe_mode\n\(Self.copying(test))", read)
    } catch {
      guard isUsable else { throw error }
    }
    guard !isLocked else {
      state.withLock { $0.copies = true }
      return
    }
    // Older versions do not have that mode, or do not copy to their output in it.
    try run(test) { read($0) }
    guard !isLocked else { return }
    let own = database == nil ? settings : []
    for statement in own + ["set enable_external_access = false", "set lock_configuration = true"] {
      try run(statement) { _ in true }
    }
  }

  var isUsable: Bool { state.withLock { !$0.hasEnded } && !program.hasEnded }

  /// The file that is the program's output.
  static let output = "/dev/stdout"

  /// Has the result of a query written by several threads, which takes half the time.
  private static func copying(_ query: String) -> String {
    "copy (\(query)\n) to '\(output)'"
      + " (format csv, header false, quote '', escape '', delimiter e'\\x01');\n"
  }

  /// Runs queries, one after the other.
  ///
  /// - Parameters:
  ///   - queries: The queries; all their quotes are closed. Their results have one column, without
  ///     line feeds.
  ///   - isCancelled: Asked now and then.
  ///   - body: Is given each row; returns whether to go on. The program ends where it does not, as
  ///     a signal that interrupts a query might come late, and interrupt the next one.
  /// - Throws: What DuckDB reports, and what `body` throws.
  func run(
    _ queries: String..., isCancelled: () -> Bool = { false },
    _ body: (UnsafeRawBufferPointer) throws -> Bool
  ) throws {
    let script = queries.map { copies ? Self.copying($0) : $0 + "\n;\n" }
    try run(script: script.joined(), isCancelled: isCancelled, body)
  }

  private func run(
    script: String, isCancelled: () -> Bool = { false },
    _ body: (UnsafeRawBufferPointer) throws -> Bool
  ) throws {
    var (isWanted, isComplete) = (true, false)
    defer {
      if !isComplete || !isWanted { state.withLock { $0.hasEnded = true } }
    }
    try? program.send(script + ".print \(mark)\n")
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
