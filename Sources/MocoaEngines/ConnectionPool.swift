import MocoaFeed

/// A provider that asks for rows with statements.
protocol StatementProvider: RowProvider {
  associatedtype Connection: EngineConnection
  var pool: ConnectionPool<Connection> { get }
}

extension StatementProvider {
  package var statements: [String] { pool.statements }

  /// One connection is left for the rows on the screen.
  package var jobs: Int { max(1, pool.limit - 1) }

  package func cancel() { pool.cancel() }
}

/// A connection to an engine, which one thread at a time uses.
protocol EngineConnection: AnyObject, Sendable {
  /// A Boolean value that indicates whether it can be used again.
  var isUsable: Bool { get }
}

/// The error of an engine that ended before it gave a row.
struct ConnectionEnded: Error {
  let reason: FeedError.Reason
}

/// The connections of a provider: each request has one to itself.
final class ConnectionPool<Connection: EngineConnection>: Sendable {
  private struct State {
    var idle: [Connection] = []
    var busy: [Connection] = []
    var isCancelled = false
    var statements: [String] = []
  }

  /// The number of statements that are remembered.
  private static var statementLimit: Int { 100 }

  private let state = Monitor(State())

  /// The most connections.
  let limit: Int

  private let connect: @Sendable () throws -> Connection

  /// Makes a pool.
  ///
  /// - Parameters:
  ///   - limit: The most connections.
  ///   - connect: Makes a connection.
  init(limit: Int, _ connect: @escaping @Sendable () throws -> Connection) {
    (self.limit, self.connect) = (limit, connect)
  }

  /// A Boolean value that indicates whether the rows are not to be counted any more.
  var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// The last statements, the newest first.
  var statements: [String] { state.withLock { $0.statements.reversed() } }

  /// Remembers a statement.
  func remember(_ statement: String) {
    state.withLock { state in
      if state.statements.count >= Self.statementLimit { state.statements.removeFirst() }
      state.statements.append(statement)
    }
  }

  /// Ends the opening of the source, which asks ``isCancelled``.
  func cancel() { state.withLock { $0.isCancelled = true } }

  /// Calls a closure with a connection that nothing else uses; waits until one is free.
  ///
  /// If the engine ends before it gives a row, as by a signal for the request before, it is called
  /// once more.
  func withConnection<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    do {
      return try use(body)
    } catch is ConnectionEnded {
      do { return try use(body) } catch let error as ConnectionEnded { throw error.reason }
    }
  }

  private func use<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    let idle = state.wait { state -> Connection?? in
      while let connection = state.idle.popLast() {
        // It may have ended meanwhile.
        guard connection.isUsable else { continue }
        state.busy.append(connection)
        return connection
      }
      return state.busy.count < limit ? .some(nil) : nil
    }
    let connection: Connection
    if let idle = idle.flatMap(\.self) {
      connection = idle
    } else {
      connection = try connect()
      state.withLock { $0.busy.append(connection) }
    }
    defer {
      state.withLock { state in
        state.busy.removeAll { $0 === connection }
        if connection.isUsable { state.idle.append(connection) }
      }
    }
    return try body(connection)
  }
}
