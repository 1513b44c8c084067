import MocoaFeed

/// DuckDB's program, which answers one query after the other; one thread at a time uses it.
final class DuckDBConnection: EngineConnection, Sendable {
  private let program: InteractiveProgram
  private let hasEnded = Monitor(false)

  /// Printed behind the answer to each query.
  private let mark = "mocoa-\(UInt64.random(in: 0...(.max)))"

  /// Starts the program with a database, which is only read, or nil for files, and statements that
  /// come first.
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
        "duckdb is not installed; https://duckdb.org/install says how")
    }
    // A line of its own ends the greeting. Then no downloads, no other files, no programs, no
    // settings.
    let statements = ["set autoinstall_known_extensions = false"] + settings
    var isLocked = false
    do {
      try run(
        script: ".print\n" + statements.map { $0 + ";\n" }.joined() + ".safe_mode\n"
          + Self.copying("select current_setting('lock_configuration')")
      ) {
        isLocked = $0.elementsEqual("true".utf8)
        return true
      }
    } catch {
      guard isUsable else { throw error }
    }
    guard isLocked else {
      throw FeedError.Reason.unreadable(
        "DuckDB 1.2 or later is needed; https://duckdb.org/install says how to install it")
    }
  }

  var isUsable: Bool { !hasEnded.withLock { $0 } && !program.hasEnded }

  /// The program's output as a file, which cannot be removed: where a query fails, DuckDB removes
  /// the file that it writes.
  static let output = "/proc/self/fd/1"

  /// Wraps a query in COPY, whose result several threads write.
  ///
  /// That takes half the time, and DuckDB's program does not report an error behind the first rows
  /// of other queries.
  private static func copying(_ query: String) -> String {
    "copy (\(query)\n) to '\(output)'"
      + " (format csv, header false, quote '', escape '', delimiter e'\\x01',"
      + " use_tmp_file false);\n"
  }

  /// Runs queries, one after the other.
  ///
  /// - Parameters:
  ///   - queries: The queries; all their quotes are closed. Their results have one column, without
  ///     line feeds.
  ///   - isCancelled: Polled for cancellation, whenever more output is read.
  ///   - body: Receives each row; returns whether to continue. The program ends if it does not, as
  ///     a signal that interrupts a query might come late, and interrupt the next one.
  /// - Throws: What DuckDB reports, and what `body` throws.
  func run(
    _ queries: String..., isCancelled: () -> Bool = { false },
    _ body: (UnsafeRawBufferPointer) throws -> Bool
  ) throws {
    try run(script: queries.map(Self.copying).joined(), isCancelled: isCancelled, body)
  }

  /// Parses a query without running it.
  func check(_ query: String) throws {
    do { try run(script: "explain\n\(query)\n;\n") { _ in true } } catch {
      guard case FeedError.Reason.unreadable(let text) = error else { throw error }
      throw FeedError.Reason.unreadable(
        text.replacing(#"at or near ";""#, with: "at the end of the query"))
    }
  }

  private func run(
    script: String, isCancelled: () -> Bool = { false },
    _ body: (UnsafeRawBufferPointer) throws -> Bool
  ) throws {
    var (isWanted, isComplete) = (true, false)
    defer {
      if !isComplete || !isWanted { hasEnded.withLock { $0 = true } }
    }
    // What precedes an error may end within a line.
    try? program.send(script + ".print\n.print \(mark)\n")
    _ = try program.forEachLine {
      guard isWanted, isCancelled() else { return }
      isWanted = false
      program.stop()
    } _: { line in
      isComplete = line.elementsEqual(mark.utf8)
      if isComplete { return false }
      if isWanted, !line.isEmpty { isWanted = try body(line) }
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
