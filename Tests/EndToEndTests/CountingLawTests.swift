import Foundation
import MocoaTUI
import MocoaTestSupport
import Testing

/// The law of counting: each way out of the program has all rows with all members, and ends with
/// status 0; only rows that cannot be read are missing, which is said with their number, and the
/// status is 1.
@Suite struct CountingLawTests {
  /// A way out: the options for it, and the format of what is written.
  struct Way: Sendable {
    let options: [String]
    let format: String
    /// A Boolean value that indicates whether the rows are written to a file.
    var isFile = false
    /// A Boolean value that indicates whether it has a column for each member.
    var hasAllColumns = true
  }

  private static let seeds: [UInt64] = isLongRun ? Array(0..<40) : [1, 2]

  /// A source of each kind by number of rows and seed.
  static let cases: [CountedSource] = seeds.flatMap { seed in
    CountedSource.Kind.allCases.flatMap { kind in
      var numbers = SeededGenerator(seed: seed)
      let some = Int.random(in: 200...(isLongRun ? 9_000 : 1_500), using: &numbers)
      // Columns that are aligned are not seen without a row.
      let few = kind == .aligned || kind == .listing ? [1, 2] : [0, 1, 2]
      return (seed == 1 ? few : [some]).compactMap {
        try? CountedSource(kind, rows: $0, seed: seed)
      }
    }
  }

  /// All ways out of a source with rows.
  private static func ways(of source: CountedSource) -> [Way] {
    let sort = source.members.sort
    let printed = [
      Way(options: ["--json"], format: "jsonl"), Way(options: ["--csv"], format: "csv"),
      Way(options: ["--tsv"], format: "tsv"), Way(options: ["--markdown"], format: "md"),
      Way(options: ["--plain"], format: "text", hasAllColumns: false),
      Way(options: ["--plain", "--all-columns"], format: "text"),
    ]
    let files = ["json", "jsonl", "csv", "tsv", "md", "txt"].map {
      Way(options: ["-o", "out.\($0)"], format: $0 == "txt" ? "text" : $0, isFile: true)
    }
    // In a source without rows there is no member, which is an error of its own.
    if source.count == 0 { return printed + files }
    return printed + files + [
      Way(options: ["--json", "--group-by", source.members.group], format: "groups"),
      Way(options: ["--json", "--sort", sort], format: "jsonl"),
      Way(options: ["--json", "--filter", source.filter], format: "jsonl"),
      Way(options: ["--csv", "--filter", source.filter, "--sort", "-" + sort], format: "csv"),
      Way(
        options: ["--group-by", source.members.group, "-o", "out.jsonl"], format: "groups",
        isFile: true),
    ]
  }

  @Test("Law of counting: all kinds of sources are there, some with broken rows")
  func allKindsAreThere() {
    #expect(Set(Self.cases.map(\.kind)) == Set(CountedSource.Kind.allCases))
    for source in Self.cases where source.count > 2 {
      #expect((source.brokenCount > 0) == (source.kind == .broken), "\(source)")
      #expect(source.memberCount >= source.count && !source.columns.isEmpty, "\(source)")
    }
    let width = Self.cases.map(\.columns.count).max() ?? 0
    #expect(width > 30, "no source has many columns")
  }

  // MARK: Formats and carriers

  /// How the bytes of a source reach the program.
  private enum Carrier: CaseIterable {
    case file, gzip, zstd, pipe, command, address, compressedAddress
  }

  @Test("Law of counting: every format, carrier and way out", arguments: cases.indices)
  func everyFormatHasItsRows(_ index: Int) async throws {
    let source = Self.cases[index]
    let file = try TemporaryFile(source.bytes, named: source.name)
    let carriers = Carrier.allCases
    // Of few rows, each kind has a third of the ways for each number of them.
    let step = source.count < 3 && !isLongRun ? 3 : 1
    for (number, way) in Self.ways(of: source).enumerated() where (number + index) % step == 0 {
      let carrier = carriers[(number + index * 5) % carriers.count]
      try await check(way, of: source, by: carrier, file)
    }
  }

  private func check(
    _ way: Way, of source: CountedSource, by carrier: Carrier, _ file: TemporaryFile
  ) async throws {
    let folder = file.folder
    var (arguments, input) = ([file.path], [UInt8]())
    var server: LocalServer?
    switch carrier {
    case .file: break
    case .gzip, .zstd:
      let isGzip = carrier == .gzip
      arguments = [source.name + (isGzip ? ".gz" : ".zst")]
      let bytes = isGzip ? Compressed.gzip(source.bytes) : Compressed.zstd(source.bytes)
      try Data(bytes).write(to: URL(filePath: "\(folder)/\(arguments[0])"))
    case .pipe: (arguments, input) = (["-"], source.bytes)
    case .command:
      let half = source.bytes.count / 2
      let script =
        "head -c \(half) \(source.name); sleep 0.1; tail -c +\(half + 1) \(source.name)"
      arguments = ["--", "sh", "-c", script]
    case .address, .compressedAddress:
      let isPlain = carrier == .address
      let answer = Self.answer(isPlain ? source.bytes : Compressed.gzip(source.bytes))
      server = try LocalServer { _ in answer }
      arguments = [server?.url("/" + source.name + (isPlain ? "" : ".gz")) ?? ""]
    }
    try await check(way, of: source, source.options + arguments, input: input, in: folder)
    withExtendedLifetime(server) {}
  }

  private static func answer(_ bytes: [UInt8]) -> LocalServer.Answer {
    var answer = LocalServer.Answer()
    answer.body = bytes
    return answer
  }

  // MARK: Several sources

  /// Sources of several kinds that are read as one.
  private struct Mixture {
    let whole: CountedSource
    let arguments: [String]
    let input: [UInt8]
    let file: TemporaryFile
    let server: LocalServer
  }

  /// Rows of files, compressed files, an address, a table of a database, and a pipe.
  private func mixture(seed: UInt64) async throws -> Mixture {
    let kinds: [CountedSource.Kind] = [
      .array, .lines, .csv, .tsv, .sequence, .object, .semicolons, .broken,
    ]
    var parts = try kinds.enumerated().map {
      try CountedSource($1, rows: 60 + 10 * $0, seed: seed &+ UInt64($0))
    }
    let file = try TemporaryFile(parts[0].bytes, named: "0.json")
    var arguments = ["0.json"]
    for (number, part) in parts.enumerated() where [2, 4, 6, 7].contains(number) {
      let isCompressed = number == 2 || number == 7
      arguments.append("\(number)." + (part.name.split(separator: ".").last ?? ""))
      if isCompressed { arguments[arguments.count - 1] += ".gz" }
      let bytes = isCompressed ? Compressed.gzip(part.bytes) : part.bytes
      try Data(bytes).write(to: URL(filePath: "\(file.folder)/\(arguments.last ?? "")"))
    }
    let answers = [3, 5].map { Self.answer(parts[$0].bytes) }
    let server = try LocalServer { $0.path.hasSuffix("tsv") ? answers[0] : answers[1] }
    arguments += [server.url("/feed.tsv"), server.url("/feed.json"), "-"]
    if Self.hasSQLite {
      parts.append(try await Self.table(rows: 2_500, in: file.folder))
      arguments.insert("d.db#t", at: 2)
    }
    var whole = CountedSource(joining: parts)
    // Each source has a title.
    whole.titles = arguments.count
    return Mixture(
      whole: whole, arguments: arguments, input: parts[1].bytes, file: file, server: server)
  }

  @Test("Law of counting: several sources of different kinds", arguments: seeds.prefix(10))
  func severalSourcesHaveTheirRows(_ seed: UInt64) async throws {
    let all = try await mixture(seed: seed &* 100)
    for (number, way) in Self.ways(of: all.whole).enumerated() {
      guard isLongRun || number % 2 == Int(seed % 2) else { continue }
      try await check(
        way, of: all.whole, all.arguments, input: all.input, in: all.file.folder)
    }
  }

  private static let hasSQLite = FileManager.default.isExecutableFile(atPath: "/usr/bin/sqlite3")

  /// Makes a table and a view of it in `d.db`.
  private static func table(rows: Int, in folder: String) async throws -> CountedSource {
    let columns = ["id", "g", "late"] + (0..<30).map { "column\($0)" }
    let others = columns.dropFirst().joined(separator: ",")
    let script = """
      create table t(id integer primary key, \(others));
      with recursive c(n) as (select 0 union all select n + 1 from c where n < \(rows - 1))
        insert into t select n * 3, 'g' || (n % 7), case when n > 900 then n end
        \((0..<30).map { ", n + \($0)" }.joined()) from c;
      create view v as select * from t;
      """
    let made = try await run("sqlite3", ["d.db", script], directory: folder)
    try #require(made.status == .exited(0), "\(made.errorText)")
    return CountedSource("d.db", columns: columns, rows: rows)
  }

  @Test(
    "Law of counting: tables and views", .enabled(if: hasSQLite, "sqlite3 is not installed"),
    arguments: ["t", "v"])
  func tablesHaveTheirRows(_ table: String) async throws {
    let file = try TemporaryFile("", named: "empty")
    let whole = try await Self.table(rows: 1_234, in: file.folder)
    for (number, way) in Self.ways(of: whole).enumerated() {
      guard isLongRun || number % 2 == (table == "t" ? 0 : 1) else { continue }
      try await check(way, of: whole, ["d.db#\(table)"], in: file.folder)
    }
  }

  // MARK: The list

  @Test(
    "Law of counting: in the list, and from it",
    arguments: cases.indices.filter { cases[$0].count > 2 })
  func theListHasItsRows(_ index: Int) async throws {
    let source = Self.cases[index]
    let file = try TemporaryFile(source.bytes, named: source.name)
    // Every other one is read from a pipe.
    let isPiped = index.isMultiple(of: 2)
    let terminal = try await list(
      source, isPiped ? ["-"] : [file.path], in: file.folder, input: isPiped ? source.name : nil)
    for (number, name) in ["w.csv", "w.jsonl", "w.tsv", "w.md", "w.json", "w.txt"].enumerated()
    where isLongRun || number % 3 == index / 2 % 3 {
      try await write(name, of: source, in: terminal, file.folder)
    }
    try await terminal.send("q")
  }

  @Test("Law of counting: several sources of different kinds, from the list")
  func theListOfSeveralSourcesHasItsRows() async throws {
    let all = try await mixture(seed: 300)
    try Data(all.input).write(to: URL(filePath: all.file.folder + "/pipe"))
    let terminal = try await list(all.whole, all.arguments, in: all.file.folder, input: "pipe")
    for name in ["w.csv", "w.jsonl", "w.md"] {
      try await write(name, of: all.whole, in: terminal, all.file.folder)
    }
    try await terminal.send("q")
  }

  /// Opens a list, and waits for its rows; `input` is the name of the file on standard input.
  private func list(
    _ source: CountedSource, _ arguments: [String], in folder: String, input: String?
  ) async throws -> TmuxTerminal {
    let words = try [builtProgram("mocoa-tui"), "--no-config"] + source.options + arguments
    let command = words.map { "'\($0)'" }.joined(separator: " ")
    let terminal = try await TmuxTerminal(
      shell: input.map { "cat \($0) | \(command)" } ?? command, columns: 200, rows: 12,
      directory: folder)
    // Rows that cannot be read are shown, too.
    let count = source.count + source.brokenCount
    try await terminal.wait(for: "\(count) rows") {
      Screen($0).isComplete && Screen($0).count == count
    }
    return terminal
  }

  /// Writes the rows of a list to a new file.
  private func write(
    _ name: String, of source: CountedSource, in terminal: TmuxTerminal, _ folder: String
  ) async throws {
    try await terminal.send("w")
    try await terminal.wait(for: "the question") { $0.contains("write to:") }
    try await terminal.sendText(name)
    try await terminal.send(.enter)
    let path = source.brokenCount == 0 ? name : name + ".partial"
    let fault = source.brokenCount == 0 ? " " : "; \(source.brokenCount) rows are"
    try await terminal.wait(for: name) { $0.contains("to \(path)") && $0.contains(fault) }
    let bytes = try [UInt8](Data(contentsOf: URL(filePath: "\(folder)/\(path)")))
    let ending = String(name.split(separator: ".").last ?? "")
    let way = Way(options: ["-o", name], format: ending == "txt" ? "text" : ending, isFile: true)
    try expect(bytes, source, by: way, "w \(name)")
  }

  // MARK: Checks

  /// Checks that a way out has all rows but those that are broken, whose number it says.
  private func check(
    _ way: Way, of source: CountedSource, _ arguments: [String], input: [UInt8] = [],
    in folder: String
  ) async throws {
    let arguments = ["--no-config"] + way.options + arguments
    let result = try await run(
      builtProgram("mocoa-tui"), arguments, input: input, directory: folder)
    let what = "\(arguments.joined(separator: " ")): \(result.status) \(result.errorText)"
    var output = result.output
    if way.isFile {
      let path = "\(folder)/\(way.options.last ?? "")"
      let isWritten = FileManager.default.fileExists(atPath: path)
      #expect(isWritten == (source.brokenCount == 0), "\(source): \(what)")
      let written = isWritten ? path : path + ".partial"
      output = [UInt8](FileManager.default.contents(atPath: written) ?? Data())
      try? FileManager.default.removeItem(atPath: written)
      #expect(result.output == [], "\(source): \(what)")
    }
    if source.brokenCount == 0 {
      #expect(result.status == .exited(0), "\(source): \(what)")
    } else {
      let rows = source.brokenCount == 1 ? "1 row " : "\(source.brokenCount) rows "
      #expect(result.status == .exited(1), "\(source): \(what)")
      #expect(result.errorText.contains("; \(rows)"), "\(source): \(what)")
    }
    try expect(output, source, by: way, what)
  }

  private func expect(
    _ output: [UInt8], _ source: CountedSource, by way: Way, _ what: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let isText = way.format == "text"
    var counted = try RowCounter(output, as: way.format, titles: isText ? source.titles : 0)
    var expected = counted
    // Tables of text have a line for a row that cannot be read.
    expected.rows = source.count + (isText ? source.brokenCount : 0)
    if counted.members != nil { expected.members = source.memberCount }
    if !way.hasAllColumns || source.count == 0 { counted.columns = nil }
    expected.columns = counted.columns == nil ? nil : source.columns.count
    #expect(counted == expected, "\(source): \(what)", sourceLocation: sourceLocation)
  }
}

extension CountedSource: CustomTestStringConvertible, CustomStringConvertible {
  var testDescription: String { "\(count) rows as \(kind)" }
  var description: String { testDescription }
}
