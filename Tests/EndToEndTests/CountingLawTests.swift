import Foundation
import MocoaFeed
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
      return (seed == 1 ? kind.few : [some]).compactMap {
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
      Way(options: ["--json-array"], format: "json"),
    ]
    let files = ["json", "jsonl", "csv", "tsv", "md", "txt", "log"].map {
      Way(options: ["-o", "out.\($0)"], format: format($0, of: source), isFile: true)
    }
    // In a source without rows there is no member, which is an error of its own.
    if source.count == 0 { return printed + files }
    return printed + files + [
      Way(options: ["--count"], format: "count"),
      Way(options: ["--json", "--group-by", source.members.group], format: "groups"),
      Way(options: ["--json", "--sort", sort], format: "jsonl"),
      Way(options: ["--json", "--filter", source.filter], format: "jsonl"),
      Way(options: ["--csv", "--filter", source.filter, "--sort", "-" + sort], format: "csv"),
      Way(
        options: ["--group-by", source.members.group, "-o", "out.jsonl"], format: "groups",
        isFile: true),
    ]
  }

  /// The format of a file by the ending of its name.
  private static func format(_ ending: some StringProtocol, of source: CountedSource) -> String {
    switch ending {
    case "txt": "text"
    case "log": source.kind.isLog && source.count > 0 ? "lines" : "text"
    default: String(ending)
    }
  }

  @Test("Law of counting: all kinds of sources are there, some with broken rows")
  func allKindsAreThere() {
    #expect(Set(Self.cases.map(\.kind)) == Set(CountedSource.Kind.allCases))
    for source in Self.cases where source.count > 2 {
      #expect((source.brokenCount > 0) == source.kind.isBroken, "\(source)")
      #expect(source.memberCount >= source.count && !source.columns.isEmpty, "\(source)")
    }
    let width = Self.cases.map(\.columns.count).max() ?? 0
    #expect(width > 30, "no source has many columns")
    let formats = Set(CountedSource.Kind.allCases.map(\.format))
    #expect(formats == Set(FeedFormat.allCases.map(\.rawValue)).subtracting(["empty"]))
  }

  // MARK: Formats and carriers

  /// How the bytes of a source reach the program.
  private enum Carrier: CaseIterable {
    case file, gzip, zstd, pipe, command, address, compressedAddress, bzip2, xz, zip
  }

  @Test("Law of counting: every format, carrier and way out", arguments: cases.indices)
  func everyFormatHasItsRows(_ index: Int) async throws {
    let source = Self.cases[index]
    let file = try TemporaryFile(source.bytes, named: source.name)
    let carriers = Carrier.allCases
    // A long run has all of them; otherwise, each kind has a third of the ways for each number of few
    // rows, and half of them for many.
    let step = isLongRun ? 1 : source.count < 3 ? 3 : 2
    for (number, way) in Self.ways(of: source).enumerated() where (number + index) % step == 0 {
      let carrier = carriers[(number + index * 3) % carriers.count]
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
    case .gzip, .zstd, .bzip2, .xz, .zip:
      let (ending, bytes) =
        switch carrier {
        case .gzip: ("gz", Compressed.gzip(source.bytes))
        case .zstd: ("zst", Compressed.zstd(source.bytes))
        case .bzip2: ("bz2", Compressed.bzip2(source.bytes))
        case .xz: ("xz", Compressed.xz(source.bytes))
        default: ("zip", Archive.zip([source.name: String(decoding: source.bytes, as: UTF8.self)]))
        }
      arguments = ["\(source.name).\(ending)"]
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

  @Test("Law of counting: pages", arguments: seeds)
  func pagesHaveTheirRows(_ seed: UInt64) async throws {
    let parts = try (0..<3).map {
      try CountedSource(.array, rows: 50 + $0, seed: seed &+ UInt64($0))
    }
    let bodies = parts.map(\.bytes)
    let server = try LocalServer { request in
      let number = Int(request.path.dropFirst()) ?? 0
      let links = number < 2 ? ["Link": "</\(number + 1)>; rel=\"next\""] : [:]
      return .init(String(decoding: bodies[min(number, 2)], as: UTF8.self), headers: links)
    }
    let whole = CountedSource(joining: parts)
    let folder = try TemporaryFile("", named: "empty")
    for (number, way) in Self.ways(of: whole).enumerated()
    where isLongRun || number % 2 == Int(seed % 2) {
      try await check(way, of: whole, ["--follow-links", server.url("/0")], in: folder.folder)
    }
  }

  // MARK: Faults

  /// Sources that end before their last row, and what is said of them.
  private enum Cut: CaseIterable {
    case array, gzip, body, page

    var message: String {
      switch self {
      case .array: "feed.json: line "
      case .gzip: "feed.ndjson.gz: "
      case .body: "/feed.ndjson: "
      case .page: "/1: "
      }
    }
  }

  @Test(
    "Law of counting: a source that is cut has the same rows in every way out, which says it",
    arguments: Cut.allCases.indices)
  func cutSourcesHaveTheRowsThatAreThere(_ index: Int) async throws {
    let cut = Cut.allCases[index]
    let source = try CountedSource(cut == .array ? .array : .lines, rows: 900, seed: 7)
    let bytes = source.bytes
    let half = Array(bytes.prefix(bytes.count / 2))
    let folder = try TemporaryFile("", named: "empty")
    let server = try LocalServer { request in
      switch request.path {
      case "/feed.ndjson":
        return .init(
          raw: "HTTP/1.1 200 OK\r\nContent-Length: \(bytes.count)\r\n\r\n"
            + String(decoding: half, as: UTF8.self))
      case "/0": return .init("[{\"id\":1,\"g\":2}]", headers: ["Link": "</1>; rel=\"next\""])
      default: return .init("down", status: 500)
      }
    }
    var arguments: [String]
    switch cut {
    case .array:
      arguments = ["feed.json"]
      try Data(half).write(to: URL(filePath: folder.folder + "/feed.json"))
    case .gzip:
      arguments = ["feed.ndjson.gz"]
      let packed = Compressed.gzip(bytes)
      try Data(packed.prefix(packed.count * 3 / 4))
        .write(to: URL(filePath: folder.folder + "/feed.ndjson.gz"))
    case .body: arguments = [server.url("/feed.ndjson")]
    case .page: arguments = ["--follow-links", server.url("/0")]
    }
    var expected: Int?
    for (number, way) in Self.ways(of: source).enumerated()
    where way.format != "count" && (isLongRun || number < 2 || (number + index) % 3 == 0) {
      let path = folder.folder + "/" + (way.options.last ?? "")
      if way.isFile { try Data("old".utf8).write(to: URL(filePath: path)) }
      let result = try await run(
        builtProgram("mocoa-tui"), ["--no-config"] + way.options + arguments,
        directory: folder.folder)
      let what = "\(way.options) \(arguments): \(result.status) \(result.errorText)"
      #expect(result.status == .exited(1) && result.errorText.contains(cut.message), "\(what)")
      var output = result.output
      if way.isFile {
        let files = FileManager.default
        #expect(files.contents(atPath: path) == Data("old".utf8), "\(what)")
        output = [UInt8](files.contents(atPath: path + ".partial") ?? Data())
        try? files.removeItem(atPath: path + ".partial")
      }
      let count = try RowCounter(output, as: way.format).rows
      #expect(count > 0 && count < source.count && count == expected ?? count, "\(what): \(count)")
      expected = count
    }
  }

  // MARK: The list

  @Test(
    "Law of counting: in the list, and from it",
    arguments: cases.indices.filter { cases[$0].count > 2 || cases[$0].count > 0 && $0 % 3 == 0 })
  func theListHasItsRows(_ index: Int) async throws {
    let source = Self.cases[index]
    let file = try TemporaryFile(source.bytes, named: source.name)
    // Every other one is read from a pipe.
    let isPiped = index.isMultiple(of: 2)
    let terminal = try await list(
      source, isPiped ? ["-"] : [file.path], in: file.folder, input: isPiped ? source.name : nil)
    let names = ["w.csv", "w.jsonl", "w.tsv", "w.md", "w.json", "w.txt", "w.log"]
    for (number, name) in names.enumerated()
    where isLongRun || number % (source.count < 3 ? 6 : 3) == index / 2 % 3 {
      try await write(name, of: source, in: terminal, file.folder)
    }
    if source.count > 2 { try await pipe(source, in: terminal) }
    try await terminal.send("q")
  }

  /// Passes the rows of a list to a command, whose output has as many.
  private func pipe(_ source: CountedSource, in terminal: TmuxTerminal) async throws {
    try await terminal.send("|")
    try await terminal.wait(for: "the question") { $0.contains("lines of JSON: jq") }
    try await terminal.sendText("cat")
    try await terminal.send(.enter)
    let count = source.count
    let fault = source.brokenCount == 0 ? " " : "; \(source.brokenCount) rows are left out"
    try await terminal.wait(for: "\(count) rows from the command") {
      $0.contains("another command") || $0.contains("the command read")
    }
    try await terminal.wait(for: "\(count) rows from the command") {
      Screen($0).isComplete && Screen($0).count == count && $0.contains(fault)
    }
    try await terminal.send(.escape)
    try await terminal.wait(for: "the list") { Screen($0).count == count + source.brokenCount }
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
    let rows = source.brokenCount == 1 ? "1 row " : "\(source.brokenCount) rows "
    let fault = source.brokenCount == 0 ? " " : rows
    try await terminal.wait(for: name) { $0.contains("to \(path)") && $0.contains(fault) }
    // A long report is in a box.
    if try await terminal.screen().contains("Not all rows") { try await terminal.send(.enter) }
    let bytes = try [UInt8](Data(contentsOf: URL(filePath: "\(folder)/\(path)")))
    let ending = String(name.split(separator: ".").last ?? "")
    let way = Way(options: ["-o", name], format: Self.format(ending, of: source), isFile: true)
    // Titles of sections are no rows.
    var untitled = source
    untitled.titles = min(0, source.titles)
    try expect(bytes, untitled, by: way, "w \(name)")
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
