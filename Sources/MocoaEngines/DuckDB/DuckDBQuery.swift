import MocoaFeed

/// The answer to a query on sources of any kind, which are ``SourceTables`` in it.
///
/// The query is run once, and its rows are copied. Where the types of columns are concluded from
/// the first rows of a file, the others are looked at when the answer is complete, or cannot be
/// read; if they have other types, the query is run again, and an answer that differs from one that
/// was delivered is an error.
final class DuckDBQuery: RowProvider {
  private let query: String
  private let origins: [FeedOrigin]
  private let options: FeedOptions
  private let filters: [RowFilter]
  private let answer = MaterializedRows()
  private let state = Monitor(State())
  private let version: [Int]

  private struct State {
    var schema: DuckDBSchema?
    var tables: SourceTables?
    var statement: String?
    var notices: [String] = []
    var isCancelled = false
  }

  init(
    _ query: String, of origins: [FeedOrigin], options: FeedOptions, filters: [RowFilter]
  ) {
    (self.query, self.origins, self.options, self.filters) = (query, origins, options, filters)
    version = origins.flatMap { DuckDBProvider.version(of: $0.watchedFile ?? "") }
  }

  var members: [String] { state.withLock { $0.schema?.columns ?? [] } }
  var nestedMembers: [String]? { state.withLock { $0.schema?.nestedColumns } }
  var identityMember: String? { nil }
  var hasUncountedRows: Bool { false }
  var statements: [String] { state.withLock { $0.statement.map { [$0] } ?? [] } }

  var notices: [String] { state.withLock { $0.notices } }

  /// The rows are read from the copy by any number of threads.
  var jobs: Int { .max }

  func rowsPerBlock(ofLength length: () -> Int) -> Int {
    Self.rows(ofLength: length, in: 1 << 20, atMost: 65_536)
  }

  func isUnchanged(since other: any RowProvider) -> Bool {
    version == (other as? DuckDBQuery)?.version
  }

  func cancel() {
    let tables = state.withLock { state in
      state.isCancelled = true
      return state.tables
    }
    tables?.stop()
  }

  func forEachRow(
    _ request: RowRequest, _ body: (Int, UnsafeRawBufferPointer) throws -> Bool
  ) throws {
    try answer.forEachRow(request, body)
  }

  func forEachGroup(
    _ request: RowRequest, _ body: (Int, UnsafeRawBufferPointer) throws -> Bool
  ) -> Bool { false }

  // MARK: Opening

  func open(countsRows: Bool, didFind: (Int) -> Void) throws {
    let tables = try SourceTables(of: query, on: origins, options: options, filters: filters)
    state.withLock { $0.tables = tables }
    defer {
      tables.stop()
      let notes = tables.notes
      state.withLock { ($0.tables, $0.notices) = (nil, notes) }
    }
    if isCancelled { tables.stop() }
    let connection = try DuckDBConnection(
      database: nil, settings: DuckDBProvider.settings(ofFiles: tables.paths))
    try tables.prepare()
    guard !isCancelled else { return }
    let types = tables.types
    var sum = AnswerSum()
    var row: [UInt8] = []
    let isSampled = tables.isSampled
    var hasRows = false
    func deliver(_ bytes: UnsafeRawBufferPointer) throws {
      hasRows = true
      row.removeAll(keepingCapacity: true)
      row.append(contentsOf: bytes)
      row.append(0x0A)
      if isSampled { sum.add(bytes) }
      try answer.append(row, didFind)
    }
    do {
      try run(query, on: tables, of: types, connection, deliver)
    } catch  where isSampled && !isCancelled {
      try tables.readRest()
      guard tables.failure == nil, tables.types != types else { throw error }
      guard !hasRows else { throw otherValues(tables.types, types) }
      state.withLock { $0.schema = nil }
      try run(query, on: tables, of: tables.types, connection, deliver)
      return try answer.finish(didFind)
    }
    try answer.finish(didFind)
    if isSampled, !isCancelled { try check(sum, tables, types, connection) }
    if let failure = tables.failure, !isCancelled { throw failure }
  }

  private var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Looks at the rows of the files that were not looked at before the query.
  ///
  /// - Throws: A reason, if the answer would be another one by their types.
  private func check(
    _ sum: AnswerSum, _ tables: SourceTables, _ types: [MemberType],
    _ connection: DuckDBConnection
  ) throws {
    try tables.readRest()
    let allTypes = tables.types
    guard !isCancelled, tables.failure == nil, allTypes != types else { return }
    var other = AnswerSum()
    try run(query, on: tables, of: allTypes, connection) { other.add($0) }
    guard !isCancelled, other != sum else { return }
    throw otherValues(allTypes, types)
  }

  /// The reason for which an answer by the first rows is not that by all rows.
  private func otherValues(_ allTypes: [MemberType], _ types: [MemberType]) -> FeedError.Reason {
    let names = zip(allTypes, types).flatMap { $0.members(unlike: $1) }.map { "'\($0)'" }
      .joined(separator: ", ")
    return FeedError.Reason.unreadable(
      "the answer is by the first \(RowFile.sampleCount) rows, and later ones have other values of "
        + "\(names); mocoa-tui --json FILE | mocoa-tui --sql '...' - looks at all rows before")
  }

  /// Runs the query, and calls a closure with each row as JSON.
  private func run(
    _ query: String, on tables: SourceTables, of types: [MemberType],
    _ connection: DuckDBConnection, _ body: (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    let definitions = try tables.definitions(types)
    let relation = "(with \(definitions) select * from (\(query)\n))"
    let columns = try explainingErrors(of: connection) {
      try connection.columns(of: relation) { isCancelled }
    }
    let schema = DuckDBSchema(
      relation: relation, number: nil, knownCount: nil, columns: columns.names,
      types: columns.types)
    state.withLock { if $0.schema == nil { $0.schema = schema } }
    let statement = schema.select(RowRequest(.all))
    state.withLock { $0.statement = statement }
    try schema.run(statement, on: connection, isCancelled: { isCancelled }) { _, row in
      try body(row)
      return true
    }
  }
}

extension DuckDBQuery {
  /// Calls a closure, and throws what an error of it means for the query as it was typed.
  private func explainingErrors<Result>(
    of connection: DuckDBConnection, _ body: () throws -> Result
  ) throws -> Result {
    do { return try body() } catch FeedError.Reason.unreadable(let text) {
      // The text behind the query is not part of it.
      if text.contains("Parser Error"), connection.isUsable { try connection.check(query) }
      if text.contains("VARCHAR"), text.contains("explicit") {
        let end = text.hasSuffix(".") ? "" : "."
        throw FeedError.Reason.unreadable(
          "\(text)\(end) Texts stay texts, also dates and times: time::timestamp is a time")
      }
      guard text.contains("Table with name") else { throw FeedError.Reason.unreadable(text) }
      let names = SourceTables.allNames(of: origins).joined(separator: ", ")
      throw FeedError.Reason.unreadable("\(text) The tables are: \(names)")
    }
  }
}

/// A sum over the rows of an answer, which is the same for the same rows in another order.
private struct AnswerSum: Equatable {
  private var count = 0
  private var sum = 0

  mutating func add(_ row: UnsafeRawBufferPointer) {
    var hasher = Hasher()
    hasher.combine(bytes: row)
    sum &+= hasher.finalize()
    count += 1
  }
}

extension MemberType {
  /// The names of the members whose types are others than in another type.
  fileprivate func members(unlike other: MemberType) -> [String] {
    guard case .object(let members) = self, case .object(let others) = other else { return [] }
    return members.filter { !others.contains($0) }.map(\.name)
  }
}

extension FeedOrigin {
  /// Returns the origin of the rows that a query on other sources finds, whatever they are; DuckDB
  /// runs it.
  ///
  /// - Parameters:
  ///   - sql: The query, in which the sources are the table `data`, and each one a table that is
  ///     named after it.
  ///   - origins: The sources.
  ///   - options: The options that determine their interpretation.
  ///   - filters: The filters of the rows that are the table `shown`.
  /// - Returns: The origin.
  /// - Throws: A `FeedError` where it is not one statement.
  package static func query(
    _ sql: String, of origins: [FeedOrigin], options: FeedOptions, filters: [RowFilter] = []
  ) throws -> FeedOrigin {
    let name = origins.count == 1 ? origins[0].name : "\(origins.count) sources"
    let query = try FeedError.naming(name) { try QueryText.checked(sql) }
    return .provided(name: name, from: origins) {
      DuckDBQuery(query, of: origins, options: options, filters: filters)
    }
  }
}
