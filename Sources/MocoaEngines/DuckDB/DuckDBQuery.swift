import MocoaFeed

/// The answer to a query on sources of any kind, which are the table `data` in it.
///
/// The query is run once, and its rows are copied. Where the types of columns are concluded from
/// the first rows of a file, the others are looked at when the answer is complete; if they have
/// other types, the query is run again, and an answer that differs is an error.
final class DuckDBQuery: RowProvider {
  private let query: String
  private let origins: [FeedOrigin]
  private let options: FeedOptions
  private let spool = RowSpool()
  private let state = Monitor(State())
  private let version: [Int]

  private struct State {
    var schema: DuckDBSchema?
    var file: RowFile?
    var statement: String?
    var notices: [String] = []
    var isCancelled = false
  }

  init(_ query: String, of origins: [FeedOrigin], options: FeedOptions) {
    (self.query, self.origins, self.options) = (query, origins, options)
    version = origins.flatMap { DuckDBProvider.version(of: $0.watchedFile ?? "") }
  }

  var members: [String] { state.withLock { $0.schema?.columns ?? [] } }
  var hasNestedMembers: Bool { state.withLock { $0.schema?.hasNestedMembers ?? true } }
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
    let file = state.withLock { state in
      state.isCancelled = true
      return state.file
    }
    file?.stop()
  }

  func forEachRow(
    _ request: RowRequest, _ body: (Int, UnsafeRawBufferPointer) throws -> Bool
  ) throws {
    try spool.forEachRow(request, body)
  }

  func forEachGroup(
    _ request: RowRequest, _ body: (Int, UnsafeRawBufferPointer) throws -> Bool
  ) -> Bool { false }

  // MARK: Opening

  func open(countsRows: Bool, didFind: (Int) -> Void) throws {
    let file = try RowFile(origins, options: options)
    state.withLock { $0.file = file }
    defer {
      file.stop()
      let notes = file.notes
      state.withLock { ($0.file, $0.notices) = (nil, notes) }
    }
    if isCancelled { file.stop() }
    let connection = try DuckDBConnection(
      database: nil, settings: DuckDBProvider.settings(ofFiles: file.paths))
    try file.prepare()
    guard !isCancelled else { return }
    let type = file.type
    var sum = AnswerSum()
    var row: [UInt8] = []
    let isSampled = file.isSampled
    try run(query, on: file, of: type, connection) { bytes in
      row.removeAll(keepingCapacity: true)
      row.append(contentsOf: bytes)
      row.append(0x0A)
      if isSampled { sum.add(bytes) }
      try spool.append(row, didFind)
    }
    try spool.finish(didFind)
    if isSampled, !isCancelled { try check(sum, file, type, connection) }
    if let failure = file.failure, !isCancelled { throw failure }
  }

  private var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Looks at the rows of the files that were not looked at before the query.
  ///
  /// - Throws: A reason, if the answer would be another one by their types.
  private func check(
    _ sum: AnswerSum, _ file: RowFile, _ type: MemberType, _ connection: DuckDBConnection
  ) throws {
    try file.readRest()
    guard !isCancelled, file.failure == nil, file.type != type else { return }
    var other = AnswerSum()
    try run(query, on: file, of: file.type, connection) { other.add($0) }
    guard !isCancelled, other != sum else { return }
    let names = file.type.members(unlike: type).map { "'\($0)'" }.joined(separator: ", ")
    throw FeedError.Reason.unreadable(
      "the answer is by the first \(RowFile.sampleCount) rows, and later ones have other values of "
        + "\(names); mocoa-tui --json FILE | mocoa-tui --sql '...' - looks at all rows before")
  }

  /// Runs the query, and calls a closure with each row as JSON.
  private func run(
    _ query: String, on file: RowFile, of type: MemberType, _ connection: DuckDBConnection,
    _ body: (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    let data = try DuckDBTable.relation(file, type)
    let relation = "(with data as (\(data)) select * from (\(query)\n))"
    let (columns, types) = try connection.columns(of: relation) { isCancelled }
    let schema = DuckDBSchema(
      relation: relation, number: nil, knownCount: nil, columns: columns, types: types)
    state.withLock { if $0.schema == nil { $0.schema = schema } }
    let statement = schema.select(RowRequest(.all))
    state.withLock { $0.statement = statement }
    try connection.run(statement, isCancelled: { isCancelled }) { line in
      guard let (_, row) = line.numberAndRest else { return true }
      guard schema.mayHaveBareWords, let quoted = row.bareWordsQuoted() else {
        try body(row)
        return true
      }
      try quoted.withUnsafeBytes { try body($0) }
      return true
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

/// A file of rows as a table of DuckDB.
private enum DuckDBTable {
  /// The query that reads the rows.
  static func relation(_ file: RowFile, _ type: MemberType) throws -> String {
    guard case .object(let members) = type else {
      throw FeedError.Reason.unreadable(
        "its members cannot be columns: a name is empty, or differs from another one only in case")
    }
    let columns = members.map {
      "\(SQLText.literal($0.name)): \(SQLText.literal(columnType($0.type)))"
    }
    let values = members.map { member in
      let name = SQLText.quoted(member.name)
      guard case .field(let type) = member.type else { return name }
      return "try_cast(\(name) as \(columnType(type))) as \(name)"
    }
    let layout = file.layout == .array ? "array" : "newline_delimited"
    return "select \(values.joined(separator: ", ")) from read_json("
      + "\(DuckDBSchema.list(file.paths.map(DuckDBProvider.pattern))), format = '\(layout)', "
      + "records = 'true', auto_detect = false, columns = {\(columns.joined(separator: ", "))})"
  }

  /// The type of a column.
  private static func columnType(_ type: MemberType) -> String {
    switch type {
    case .truth: "BOOLEAN"
    case .integer: "BIGINT"
    case .hugeInteger: "HUGEINT"
    case .number: "DOUBLE"
    case .null, .text, .field: "VARCHAR"
    case .array(let element): columnType(element) + "[]"
    case .object(let members):
      "STRUCT("
        + members.map { "\(SQLText.quoted($0.name)) \(columnType($0.type))" }
        .joined(separator: ", ") + ")"
    case .any: "JSON"
    }
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
  ///   - sql: The query, in which the sources are the table `data`.
  ///   - origins: The sources.
  ///   - options: The options that determine their interpretation.
  /// - Returns: The origin.
  /// - Throws: A `FeedError` where it is not one statement.
  public static func query(
    _ sql: String, of origins: [FeedOrigin], options: FeedOptions
  ) throws -> FeedOrigin {
    let name = origins.count == 1 ? origins[0].name : "\(origins.count) sources"
    let query = try FeedError.naming(name) { try QueryText.checked(sql) }
    return .provided(name: name, from: origins) {
      DuckDBQuery(query, of: origins, options: options)
    }
  }
}
