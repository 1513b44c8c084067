import MocoaFeed

/// What is shown of a database, or of files.
enum EngineContent: Sendable {
  case table(String)
  case query(String)
  /// All rows of files, or a query on them.
  case files(query: String?)
}

/// A provider that asks for rows with statements.
protocol StatementProvider: RowProvider {
  associatedtype Connection: EngineConnection

  /// The query for the tables and views, in the order of their names, which come first.
  static var tables: String { get }

  /// Returns the names of the tables and views; it need not be open.
  func tableNames() throws -> [String]

  /// Makes a provider of a database, by its path or address, or of files.
  init(_ paths: [String], _ content: EngineContent)

  var pool: ConnectionPool<Connection> { get }
}

extension StatementProvider {
  package var statements: [String] { pool.statements }

  /// One connection is left for the rows on the screen.
  package var jobs: Int { max(1, pool.limit - 1) }

  package func cancel() { pool.cancel() }

  /// Takes over the idle connections of a provider of the same database.
  func takeConnections(of other: any RowProvider) {
    if let other = other as? Self { pool.takeConnections(of: other.pool) }
  }
}

/// A connection to an engine, which one thread at a time uses.
protocol EngineConnection: AnyObject, Sendable {
  /// A Boolean value that indicates whether it can be used again.
  var isUsable: Bool { get }
}

/// The connections of a provider: each request has one to itself.
final class ConnectionPool<Connection: EngineConnection>: Sendable {
  private struct State {
    var idle: [Connection] = []
    var busyCount = 0
    /// How long it took to make the last one.
    var makingTime = Duration.zero
    var isCancelled = false
    var statements: [String] = []

    /// Returns an idle connection, or nil where one is to be made; nil in place of both if that
    /// would be too many.
    mutating func take(limit: Int) -> Connection?? {
      // Some may have ended meanwhile.
      idle.removeAll { !$0.isUsable }
      guard !idle.isEmpty || busyCount < limit else { return nil }
      busyCount += 1
      return .some(idle.popLast())
    }
  }

  /// The number of statements that are remembered.
  private static var statementLimit: Int { 100 }

  private let state = Monitor(State())

  /// The most connections.
  let limit: Int

  private let connect: @Sendable () throws -> Connection

  /// Makes a pool of at most `limit` connections.
  init(limit: Int, _ connect: @escaping @Sendable () throws -> Connection) {
    (self.limit, self.connect) = (limit, connect)
  }

  fileprivate func takeConnections(of other: ConnectionPool) {
    let (idle, time) = other.state.withLock { state in
      defer { state.idle = [] }
      return (state.idle, state.makingTime)
    }
    state.withLock { ($0.idle, $0.makingTime) = ($0.idle + idle, time) }
  }

  /// A Boolean value that indicates whether the rows are not to be counted any more.
  var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// The last statements, the newest first.
  var statements: [String] { state.withLock { $0.statements.reversed() } }

  func remember(_ statement: String) {
    state.withLock { state in
      if state.statements.count >= Self.statementLimit { state.statements.removeFirst() }
      state.statements.append(statement)
    }
  }

  /// Cancels opening the source, which polls ``isCancelled``.
  func cancel() { state.withLock { $0.isCancelled = true } }

  private func make() throws -> Connection {
    let start = ContinuousClock.now
    let connection = try connect()
    state.withLock { $0.makingTime = start.duration(to: .now) }
    return connection
  }

  /// Calls a closure with a connection that nothing else uses; waits until one is free.
  func withConnection<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    // It is often free sooner than another one is made.
    let patience = state.withLock { $0.makingTime }
    let found = state.wait(timeout: patience) { $0.take(limit: 1) }
    let idle = found ?? state.wait { $0.take(limit: limit) }
    var connection: Connection?
    defer {
      state.withLock { state in
        state.busyCount -= 1
        if let connection, connection.isUsable { state.idle.append(connection) }
      }
    }
    let used = try idle.flatMap(\.self) ?? make()
    connection = used
    return try body(used)
  }
}
