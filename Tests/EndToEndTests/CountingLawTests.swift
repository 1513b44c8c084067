import Foundation
import MocoaTUI
import MocoaTestSupport
import Testing

/// The law of counting: each way out of the program has the same number of rows; where it has
/// fewer, standard error says so and the status is 1.
@Suite struct CountingLawTests {
  /// A way out: the options for it, and the format of what is written.
  struct Way: Sendable {
    let options: [String]
    let format: String
    /// A Boolean value that indicates whether the rows are written to a file.
    var isFile = false
  }

  private static let seeds: [UInt64] = isLongRun ? Array(0..<40) : [1, 2]

  /// A source of each kind by number of rows and seed.
  static let cases: [CountedSource] = seeds.flatMap { seed in
    CountedSource.Kind.allCases.flatMap { kind in
      var numbers = SeededGenerator(seed: seed)
      let some = Int.random(in: 200...(isLongRun ? 9_000 : 1_500), using: &numbers)
      return (seed == 1 ? [0, 1, 2] : [some]).map { CountedSource(kind, rows: $0, seed: seed) }
    }
  }

  private static let files = ["json", "jsonl", "csv", "tsv", "md"].map {
    Way(options: ["-o", "out.\($0)"], format: $0, isFile: true)
  }

  private static func ways(of source: CountedSource) -> [Way] {
    let printed = [
      Way(options: ["--json"], format: "jsonl"), Way(options: ["--csv"], format: "csv"),
      Way(options: ["--tsv"], format: "tsv"), Way(options: ["--markdown"], format: "md"),
      Way(options: ["--plain"], format: "text"),
      Way(options: ["--json", "--group-by", source.members.group], format: "groups"),
    ]
    let passes = [
      Way(options: ["--json", "--sort", source.members.sort], format: "jsonl"),
      Way(options: ["--json", "--filter", source.filter], format: "jsonl"),
      Way(
        options: ["--csv", "--filter", source.filter, "--sort", "-" + source.members.sort],
        format: "csv"),
    ]
    // In a source without rows there is no member, which is an error of its own.
    if source.count == 0 { return printed.dropLast() + files }
    return source.count < 3 ? printed : printed + passes + files
  }

  @Test("Law of counting: every format, every way out", arguments: cases)
  func everyFormatHasItsRows(_ source: CountedSource) async throws {
    let file = try TemporaryFile(source.bytes, named: source.name)
    for way in Self.ways(of: source) {
      try await check(way, of: source, [file.path] + source.options, in: file.folder)
    }
  }

  @Test("Law of counting: compressed, piped, run and fetched", arguments: cases.indices)
  func everyCarrierHasItsRows(_ index: Int) async throws {
    let source = Self.cases[index]
    let file = try TemporaryFile(source.bytes, named: source.name)
    let compressed =
      index % 2 == 0
      ? (Compressed.gzip(source.bytes), ".gz") : (Compressed.zstd(source.bytes), ".zst")
    let small = try TemporaryFile(compressed.0, named: source.name + compressed.1)
    let csv = Way(options: ["--csv"], format: "csv")
    let json = Way(options: ["--json"], format: "jsonl")
    try await check(csv, of: source, [small.path] + source.options, in: file.folder)
    try await check(json, of: source, ["-"] + source.options, input: source.bytes, in: file.folder)
    let slow =
      "head -c \(source.bytes.count / 2) \(source.name); sleep 0.2; "
      + "tail -c +\(source.bytes.count / 2 + 1) \(source.name)"
    let command = source.options + ["--", "sh", "-c", slow]
    try await check(json, of: source, command, in: file.folder)
    let server = try LocalServer { _ in
      LocalServer.Answer(String(decoding: source.bytes, as: UTF8.self))
    }
    let address = "http://127.0.0.1:\(server.port)/\(source.name)"
    try await check(csv, of: source, [address] + source.options, in: file.folder)
  }

  @Test("Law of counting: several sources")
  func severalSourcesHaveTheirRows() async throws {
    let parts = [CountedSource.Kind.array, .lines, .csv, .tsv, .sequence].map {
      CountedSource($0, rows: 60, seed: 7)
    }
    let all = try parts.map { try TemporaryFile($0.bytes, named: $0.name) }
    let whole = CountedSource(.lines, rows: 300, seed: 7)
    for way in Self.ways(of: whole) where way.format != "text" {
      try await check(way, of: whole, all.map(\.path), in: all[0].folder)
    }
  }

  private static let hasSQLite = FileManager.default.isExecutableFile(atPath: "/usr/bin/sqlite3")

  @Test(
    "Law of counting: tables and views", .enabled(if: hasSQLite, "sqlite3 is not installed"),
    arguments: ["t", "v"])
  func tablesHaveTheirRows(_ table: String) async throws {
    let script = """
      create table t(id integer primary key, g text, late text);
      with recursive c(n) as (select 0 union all select n + 1 from c where n < 1233)
        insert into t select n * 3, 'g' || n % 7, case when n > 900 then n end from c;
      create view v as select id, g, late from t;
      """
    let file = try TemporaryFile("", named: "empty")
    let made = try await run("sqlite3", ["d.db", script], directory: file.folder)
    try #require(made.status == .exited(0), "\(made.errorText)")
    let whole = CountedSource(.lines, rows: 1_234, seed: 7)
    for way in Self.ways(of: whole) {
      try await check(way, of: whole, ["d.db#\(table)"], in: file.folder)
    }
  }

  @Test(
    "Law of counting: in the list, and from it",
    arguments: cases.filter { $0.count > 2 && $0.kind != .broken })
  func theListHasItsRows(_ source: CountedSource) async throws {
    let file = try TemporaryFile(source.bytes, named: source.name)
    let terminal = try await TmuxTerminal(
      running: [builtProgram("mocoa-tui"), file.path] + source.options, columns: 100, rows: 12,
      directory: file.folder)
    try await terminal.wait(for: "\(source.count) rows") {
      Screen($0).isComplete && Screen($0).count == source.count
    }
    for name in ["w.csv", "w.jsonl"] {
      try await terminal.send("w")
      try await terminal.wait(for: "the question") { $0.contains("write to:") }
      try await terminal.sendText(name)
      try await terminal.send(.enter)
      try await terminal.wait(for: name) { $0.contains("to \(name)") }
      let bytes = try Data(contentsOf: URL(filePath: "\(file.folder)/\(name)"))
      let format = name.hasSuffix("csv") ? "csv" : "jsonl"
      #expect(try RowCounter.count(Array(bytes), as: format) == source.count, "\(name)")
    }
    try await terminal.send("q")
  }

  /// Checks that a way out has all rows, or says that it has not.
  private func check(
    _ way: Way, of source: CountedSource, _ arguments: [String], input: [UInt8] = [],
    in folder: String
  ) async throws {
    let arguments = ["--no-config"] + way.options + arguments
    let result = try await run(
      builtProgram("mocoa-tui"), arguments, input: input, directory: folder)
    var output = result.output
    if way.isFile {
      let path = "\(folder)/\(way.options.last ?? "")"
      output = [UInt8](FileManager.default.contents(atPath: path) ?? Data())
      try? FileManager.default.removeItem(atPath: path)
    }
    let titles = way.format == "text" ? source.titles : 0
    let count = try RowCounter.count(output, as: way.format, titles: titles)
    let what: Comment =
      """
      \(source): \(arguments.joined(separator: " ")): \(count) of \(source.count) rows; \
      \(result.status) \(result.errorText)
      """
    if count == source.count {
      #expect(result.status == .exited(0) || !result.error.isEmpty, what)
    } else {
      #expect(result.status == .exited(1) && !result.error.isEmpty, what)
    }
  }
}

extension CountedSource: CustomTestStringConvertible, CustomStringConvertible {
  var testDescription: String { "\(count) rows as \(kind)" }
  var description: String { testDescription }
}
