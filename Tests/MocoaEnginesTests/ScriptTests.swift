import Foundation
import MocoaTestSupport
import Testing

@testable import MocoaEngines
@testable import MocoaFeed

/// One script gives the same screens for a file and for each engine, but for the status bar.
@Suite struct EngineScriptTests {
  private static let rows = (0..<600).map { number in
    let city = ["'Oslo'", "'Paris'", "null", "'Rome'"][number % 4]
    return (number, "'n\(number * 7 % 600)'", city, number * 37 % 90, Double(number) / 2 + 0.25)
  }

  private static let values = rows.map { "(\($0), \($1), \($2), \($3), \($4))" }
    .joined(separator: ", ")

  private static let statements = """
    create table t(id integer, name varchar(9), city varchar(9), age integer, half double precision)
    insert into t values \(values)
    """

  private static let shardedStatements = """
    create table t_local(id Int32, name String, city Nullable(String), age Int32, half Float64) \
    engine = MergeTree order by id
    create table t as t_local engine = Distributed(two, default, t_local, id)
    insert into t values \(values)
    """

  private static let text = rows.map {
    #"{"id":\#($0),"name":\#($1),"city":\#($2),"age":\#($3),"half":\#($4)}"#
  }.joined(separator: "\n").replacing("'", with: "\"")

  /// The titles of columns that are as wide as all rows need: `299.75` is wider than `half`.
  private static let header = " id  name      city   age    half"

  /// Keys, and what is on the screen when they have been handled.
  ///
  /// After a filter or sort, the cursor's row may be on another line, as rows come in pieces.
  private static let steps = [
    ("", "1/600", true), (":100\r", "100/600", true), ("G", "600/600", true),
    (":500\r", "500/600", true), ("fage > 40\r", "273/326", false),
    ("s-age,name\r", "266/326", false), ("G", "326/326", true), ("g", " 1/326", true),
    ("lllF", "rows counted", true), ("q", " 1/326", true), ("lS", "65 to 70", true),
  ]

  /// The screens without the status bar; those of an engine are waited for.
  private func pictures(of source: String, expecting expected: [String] = []) async throws
    -> [String]
  {
    let terminal = try await TmuxTerminal(
      running: [try builtProgram("mocoa-tui"), "--fresh", source], columns: 90, rows: 16,
      directory: "/tmp")
    func picture(_ screen: String) -> String {
      screen.split(separator: "\n", omittingEmptySubsequences: false).prefix(15)
        .joined(separator: "\n")
    }
    if expected.isEmpty {
      // The columns are as wide as all rows need when the whole file was read, which a count of all
      // of its rows does not show.
      try await terminal.sendText("G")
      try await terminal.wait(for: "the last row of \(source)") { $0.contains("600/600") }
      try await terminal.sendText("g")
      try await terminal.wait(for: "the widths of \(source)") { $0.hasPrefix(Self.header) }
    }
    var pictures: [String] = []
    for (index, (keys, mark, isCompared)) in Self.steps.enumerated() {
      if !keys.isEmpty { try await terminal.sendText(keys) }
      let screen = try await terminal.wait(for: "\(mark) after \(keys), of \(source)") {
        $0.contains(mark) && (!isCompared || expected.isEmpty || picture($0) == expected[index])
      }
      pictures.append(picture(screen))
    }
    try await terminal.sendText("qq")
    return pictures
  }

  /// Shows a source whose changes are watched, and waits for a row that `add` adds.
  private func watch(_ source: String, _ add: () async throws -> Void) async throws {
    let terminal = try await TmuxTerminal(
      running: [try builtProgram("mocoa-tui"), "--fresh", "--watch", "0.5", source], columns: 90,
      rows: 16, directory: "/tmp")
    try await terminal.wait(for: "the rows of \(source)") { $0.contains("1/600") }
    try await add()
    try await terminal.wait(for: "one more of \(source)") { $0.contains("1/601") }
    try await terminal.sendText("G")
    try await terminal.wait(for: "the new row of \(source)") { $0.contains("added") }
    try await terminal.sendText("q")
  }

  @Test func screensMatchThoseOfAFile() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "mocoa-\(UUID())").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let file = "\(folder)/rows.json"
    try Data(Self.text.utf8).write(to: URL(fileURLWithPath: file))
    let database = try TestDatabase(Self.statements)
    var sources = [database.path]
    if DuckDB.isInstalled {
      let other = try await DuckDB.folder(
        Self.statements.replacing("\n", with: ";") + "; copy t to 't.parquet'")
      sources += ["\(other)/t.parquet", "\(other)/d.duckdb"]
    }
    let server = PostgresServer.programs == nil ? nil : try await PostgresServer(Self.statements)
    if let server { sources.append("\(server.address)&table=t") }
    let shards =
      ClickHouseServers.isInstalled ? try await ClickHouseServers(Self.shardedStatements) : nil
    if let shards { sources.append("\(shards.addresses[0])?table=t") }
    let expected = try await pictures(of: file)
    let printed = ["--csv", "--filter", "age > 40", "--sort=-age,name", "--columns", "name,half"]
    let program = try builtProgram("mocoa-tui")
    let output = try await run(program, printed + [file]).outputText
    for source in sources {
      _ = try await pictures(of: source, expecting: expected)
      #expect(try await run(program, printed + [source]).outputText == output, "\(source)")
    }
    let insertion = "insert into t values (600, 'added', 'Oslo', 1, 0.5)"
    try await watch(file) {
      let row = #"{"id":600,"name":"added","city":"Oslo","age":1,"half":0.5}"#
      try Data((Self.text + "\n" + row).utf8).write(
        to: URL(fileURLWithPath: file), options: .atomic)
    }
    try await watch(database.path) { try database.run(insertion) }
    if let parquet = sources.first(where: { $0.hasSuffix(".parquet") }) {
      try await watch(parquet) {
        _ = try await DuckDB.folder(
          "copy (from '\(parquet)' union all \(insertion.replacing("insert into t ", with: "")))"
            + " to '\(parquet).new.parquet'")
        rename("\(parquet).new.parquet", parquet)
      }
    }
    if let server { try await watch("\(server.address)&table=t") { try server.run(insertion) } }
    if let shards {
      try await watch("\(shards.addresses[0])?table=t") { try await shards.run(insertion) }
    }
    withExtendedLifetime((server, shards)) {}
  }
}
