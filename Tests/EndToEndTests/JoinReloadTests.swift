import Foundation
import MocoaTUI
import MocoaTestSupport
import Testing

/// Sources that rows are joined with, when the feed is reloaded.
@Suite struct JoinReloadTests {
  private let file: TemporaryFile

  init() throws { file = try TemporaryFile(#"[{"id":1,"user":7}]"#, named: "rows.json") }

  /// Returns a list whose rows are joined with those of a file, and the name of this.
  private func joinedList(
    _ options: [String] = [], columns: Int
  ) async throws -> (terminal: TmuxTerminal, users: URL) {
    let users = URL(filePath: file.folder + "/users.json")
    try Data(#"[{"id":7,"name":"ada"}]"#.utf8).write(to: users)
    let terminal = try await TmuxTerminal(
      running: [
        builtProgram("mocoa-tui"), "--fresh", file.name, "--join",
        "owner = users.json by user = id", "--columns", "id,owner.name",
      ] + options, columns: columns, rows: 8, directory: file.folder)
    try await terminal.wait(for: "the joined row") { $0.contains("ada") }
    return (terminal, users)
  }

  @Test("e: a joined source is reloaded with the feed", arguments: [true, false])
  func joinedSourcesAreReloaded(_ isWatched: Bool) async throws {
    let (terminal, users) = try await joinedList(isWatched ? ["--watch", "0.3"] : [], columns: 80)
    try Data(#"[{"id":7,"name":"grace"}]"#.utf8).write(to: users)
    if !isWatched { try await terminal.sendText("r") }
    // A change of the joined file alone was not counted.
    try await terminal.wait(for: "the new joined row") {
      $0.contains("grace") && ($0.contains("~1") || !isWatched)
    }
    try Data(#"[{"uid":7,"name":"eve"}]"#.utf8).write(to: users)
    if !isWatched { try await terminal.sendText("r") }
    try await terminal.wait(for: "the missing key") {
      $0.contains("--join: no row of users.json has a member 'id'") && $0.contains("grace")
    }
    try Data("[{".utf8).write(to: users)
    if !isWatched { try await terminal.sendText("r") }
    try await terminal.wait(for: "the error") { $0.contains("--join: ") && $0.contains("grace") }
  }

  @Test("Rows with the same key are reported after a reload, too")
  func duplicatesAreReportedAfterAReload() async throws {
    let (terminal, users) = try await joinedList(columns: 120)
    try Data(#"[{"id":7,"name":"grace"},{"id":7,"name":"eve"}]"#.utf8).write(to: users)
    try await terminal.sendText("r")
    try await terminal.wait(for: "the note") {
      $0.contains("grace")
        && $0.contains("1 row has a repeated key and is ignored; the first row of each key is")
    }
  }

  @Test("41: rows with the same key are noted in the list from its beginning")
  func duplicatesAreNotedInTheList() async throws {
    let users = try TemporaryFile(
      #"[{"id":7,"name":"grace"},{"id":7,"name":"eve"}]"#, named: "users.json")
    let terminal = try await TmuxTerminal(
      running: [
        builtProgram("mocoa-tui"), "--fresh", file.name, "--join",
        "owner = \(users.path) by user = id", "--columns", "id,owner.name",
      ], columns: 160, rows: 8, directory: file.folder)
    try await terminal.wait(for: "the note") {
      $0.contains("grace") && $0.contains("--join: owner: 1 row has a repeated key")
    }
  }

  @Test("36: rows of --join-all are made again when the source changes that they are joined with")
  func joinedRowsAreMadeAgain() async throws {
    let users = URL(filePath: file.folder + "/users.ndjson")
    try Data("{\"id\":7,\"name\":\"ada\"}\n{\"id\":7,\"name\":\"eve\"}\n".utf8).write(to: users)
    let terminal = try await TmuxTerminal(
      running: [
        builtProgram("mocoa-tui"), "--fresh", file.name, "--join-all",
        "owner = users.ndjson by user = id", "--columns", "id,owner.name",
      ], columns: 100, rows: 8, directory: file.folder)
    try await terminal.wait(for: "two rows") { $0.contains("ada") && $0.contains("eve") }
    try Data("{\"id\":7,\"name\":\"eve\"}\n{\"id\":7,\"name\":\"grace\"}\n".utf8).write(to: users)
    try await terminal.sendText("r")
    try await terminal.wait(for: "the new row") {
      !$0.contains("ada") && $0.contains("eve") && $0.contains("grace")
    }
  }

  // All rows were printed before the error, and the list said nothing.
  @Test("36: a join by a member that no row has is an error before the first row")
  func joinsByMissingMembers() async throws {
    let users = try TemporaryFile("{\"id\":7}\n")
    let join = ["--join", "o = \(users.path) by nobody = id"]
    for way in [["--json"], ["--count"], ["--csv", "-s", "id"]] {
      let result = try await run(builtProgram("mocoa-tui"), way + join + [file.path])
      #expect(result.outputText == "" && result.status == .exited(2), "\(way)")
      #expect(result.errorText.contains("--join: no row has a member 'nobody'"))
    }
    let late = try TemporaryFile(
      (0..<2_000).map { $0 < 1_999 ? "{\"n\":\($0)}\n" : "{\"nobody\":7}\n" }.joined(),
      named: "late.ndjson")
    let found = try await run(
      builtProgram("mocoa-tui"), ["-f", "(o)", "--count"] + join + [late.path])
    #expect(found.outputText == "1\n" && found.status == .exited(0), "\(found.errorText)")
    let terminal = try await TmuxTerminal(
      running: [builtProgram("mocoa-tui"), "--fresh", file.name] + join, columns: 100, rows: 8,
      directory: file.folder)
    try await terminal.wait(for: "the message") {
      $0.contains("--join: no row has a member 'nobody'")
    }
  }

  @Test("36: --join-all prints a row for each row with the value, and names what is wrong")
  func joinAllIsPrinted() async throws {
    let users = try TemporaryFile("{\"id\":7,\"n\":\"ada\"}\n{\"id\":7,\"n\":\"eve\"}\n")
    func print(_ join: String, _ options: String...) async throws -> ProgramResult {
      try await run(
        builtProgram("mocoa-tui"), ["--csv", "--join-all", join] + options + [file.path])
    }
    let whole = try await print("o = \(users.path) by user = id", "--columns", "id,o.n")
    #expect(whole.outputText == "id,o.n\r\n1,ada\r\n1,eve\r\n")
    #expect(whole.errorText.contains("1 row has several of o, each in a row of its own"))
    #expect(whole.status == .exited(0))
    let paged = try await print("o = \(users.path) by user = id", "--follow")
    #expect(paged.errorText.contains("--join-all and --follow cannot be combined."))
    let malformed = try await print("o = \(users.path)")
    #expect(malformed.errorText.contains("--join-all: expected NAME = SOURCE by MEMBER"))
    let missing = try await print("o = \(users.path) by nobody = id")
    #expect(missing.errorText.contains("--join-all: no row has a member 'nobody'"))
    #expect(missing.outputText == "" && missing.status == .exited(2))
  }

  // All rows were awaited, also those of a pipe that does not end.
  @Test("34: --join-all by a member that the first rows of a pipe lack prints them at once")
  func joinAllOfAPipe() async throws {
    let users = try TemporaryFile("{\"id\":7}\n")
    let program = try builtProgram("mocoa-tui")
    let terminal = try await TmuxTerminal(
      running: [
        "sh", "-c",
        "(echo '{\"a\":1}'; sleep 30) | '\(program)' --json --join-all"
          + " 'o = \(users.path) by user = id' /dev/stdin",
      ], columns: 100, rows: 8, directory: file.folder)
    try await terminal.wait(for: "the first row") { $0.contains("{\"a\":1}") }
  }

  // It was null in all rows: a filter, a column or a group of nothing.
  @Test(
    "34: a member that no joined row has is unknown; one of rows without partners is known",
    arguments: [
      ["--count", "-f", "n != old.m"], ["--count", "-f", "!old.m"],
      ["--json", "--unique", "old.m"],
      ["--csv", "-c", "id,old.m"], ["--csv", "--group-by", "old.m"], ["--json", "-s", "old.m"],
      ["--csv", "--agg", "sum(old.m)"], ["--plain", "--section-by", "old.m"],
    ])
  func membersOfJoinedRowsAreChecked(_ options: [String]) async throws {
    let rows = try TemporaryFile("{\"id\":1,\"n\":1}\n{\"id\":2,\"n\":2}\n", named: "a.jsonl")
    let same = try TemporaryFile("{\"id\":1,\"n\":1}\n{\"id\":2,\"n\":3}\n", named: "b.jsonl")
    let table = try TemporaryFile("id,n\n1,1\n2,3\n", named: "b.csv")
    for other in [same, table] {
      let join = ["--join", "old = \(other.path) by id", rows.path]
      let result = try await run(builtProgram("mocoa-tui"), options + join)
      #expect(result.outputText == "" && result.status == .exited(2), "\(result.outputText)")
      #expect(result.errorText.contains("did you mean 'old.n'?"), "\(result.errorText)")
    }
    let apart = try TemporaryFile("{\"id\":8,\"m\":3}\n", named: "c.jsonl")
    let known = try await run(
      builtProgram("mocoa-tui"), options + ["--join", "old = \(apart.path) by id", rows.path])
    #expect(known.status == .exited(0), "\(known.errorText)")
  }

  // Rows of another list were joined silently.
  @Test("34: it is said which list of a document is joined, and that files are")
  func listsThatAreJoined() async throws {
    let lists = #"{"users":[{"id":1,"size":1}],"groups":[{"id":1,"size":1},{"id":2,"size":2}]}"#
    let source = try TemporaryFile(lists, named: "jo.json")
    for (name, key, note) in [
      (
        source.path, "id",
        "rows of /groups; other lists: --at /users (with -o, a source of its own)"
      ),
      (source.folder, "size", "is a folder; its rows are its files, not what is in them"),
    ] {
      let result = try await run(
        builtProgram("mocoa-tui"), ["--json", "--join", "u = \(name) by user = \(key)", file.path])
      #expect(result.errorText.contains("--join: "), "\(result.errorText)")
      #expect(result.errorText.contains(": \(note)\n"), "\(result.errorText)")
    }
    let only = try TemporaryFile(#"{"n":2,"users":[{"id":7}]}"#, named: "one.json")
    let result = try await run(
      builtProgram("mocoa-tui"), ["--json", "--join", "u = \(only.path) by user = id", file.path])
    #expect(result.errorText.isEmpty)
  }

  @Test("34: titles of a joined table without rows are its members")
  func titlesWithoutRows() async throws {
    let rows = try TemporaryFile("{\"u\":1}\n", named: "a.jsonl")
    let empty = try TemporaryFile("id,n\n", named: "empty.csv")
    for (key, status) in [("idx", 2), ("id", 0)] {
      let result = try await run(
        builtProgram("mocoa-tui"),
        ["--json", "--join", "k = \(empty.path) by u = \(key)", rows.path])
      #expect(result.status == .exited(Int32(status)), "\(key): \(result.errorText)")
    }
    let unknown = try await run(
      builtProgram("mocoa-tui"),
      ["--count", "-f", "k.m", "--join", "k = \(empty.path) by u = id", rows.path])
    #expect(unknown.status == .exited(2), "\(unknown.errorText)")
  }
}
