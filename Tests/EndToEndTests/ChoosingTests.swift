import Foundation
import MocoaTUI
import MocoaTestSupport
import Testing

/// Choosing rows for another program: what is written, and the exit statuses.
@Suite struct ChoosingTests {
  private static let rows = #"""
    [{"id":1,"name":"linus","by":{"x":"y"}},{"id":2,"name":"adele"},{"id":3,"name":"adam"}]
    """#

  /// Chooses in a terminal, with the result in a file.
  ///
  /// - Parameters:
  ///   - keys: What is typed, when the screen is right.
  ///   - arguments: Those of the program.
  ///   - isRight: Whether the screen is the one to type on.
  /// - Returns: What was written, and the exit status.
  /// - Throws: Where the program does not show or do what is expected in time.
  private func choose(
    _ keys: String, _ arguments: [String],
    when isRight: (String) -> Bool = { $0.contains("linus") && $0.contains("1/3") }
  ) async throws -> (output: String, status: Int32) {
    let file = try TemporaryFile(Self.rows)
    let command = try ([builtProgram("mocoa-tui")] + arguments + [file.path])
      .map { "'\($0)'" }.joined(separator: " ")
    let output = "\(file.folder)/output"
    let terminal = try await TmuxTerminal(
      shell: "\(command) > \(output)", columns: 100, rows: 8)
    try await terminal.wait(for: "the first screen", until: isRight)
    try await terminal.sendBytes(keys.utf8)
    let status = try await terminal.waitForEnd()
    return (try String(contentsOfFile: output, encoding: .utf8), status)
  }

  @Test(arguments: [
    ([], #"{"id":2,"name":"adele"}"# + "\n"),
    (["--print", "json"], #"{"id":2,"name":"adele"}"# + "\n"),
    (["--print", "name"], "adele\n"), (["--print", "{id}: {name}{by.x}"], "2: adele\n"),
    (["--print0", "--print", "id"], "2\0"),
    (["--print0"], #"{"id":2,"name":"adele"}"# + "\0"),
  ])
  func theCurrentRowIsWritten(_ arguments: [String], _ output: String) async throws {
    let (text, status) = try await choose("j\r", arguments)
    #expect(text == output)
    #expect(status == 0)
  }

  @Test(arguments: [["--filter", "id > 1"], ["--query", "ad"]])
  func aFilterMayBeGivenAtTheStart(_ arguments: [String]) async throws {
    let (text, status) = try await choose("j\r", arguments + ["--print", "name"]) {
      $0.contains("adele") && !$0.contains("linus")
    }
    #expect(text == "adam\n" && status == 0)
  }

  @Test(
    "41-6: --pick finds rows by what is typed, the best match first",
    arguments: [
      ("adm\r", [], "adam\n", 0),
      ("nobody\r\u{7F}\u{7F}\u{7F}\u{7F}\u{7F}\u{7F}ls\r", [], "linus\n", 0),
      ("\u{1B}[B\r", ["--query", "ad"], "adele\n", 0),
      ("\u{E}\u{10}\r", ["--query", "ad"], "adam\n", 0),
      ("ad\t\t\r", [], "adam\nadele\n", 0), ("'da\r", [], "adam\n", 0), ("\u{1B}", [], "", 1),
      ("m\r", ["--query", "ad"], "adam\n", 0), ("\r", ["--filter", "id > 1"], "adele\n", 0),
      ("!ad\r", [], "linus\n", 0), ("us$ | zz\r", [], "linus\n", 0), ("^1$\r", [], "linus\n", 0),
      ("\u{3}", [], "", 130),
    ] as [(String, [String], String, Int32)])
  func picking(
    _ keys: String, _ arguments: [String], _ output: String, _ status: Int32
  ) async throws {
    let result = try await choose(keys, ["--pick", "--print", "name"] + arguments) {
      $0.contains("adam") && $0.contains(">") && $0.contains("linus") == arguments.isEmpty
    }
    #expect(result.output == output && result.status == status)
  }

  @Test(
    "41: what is chosen is printed in the format of an option",
    arguments: [
      (["--json-array", "-c", "name"], "[\n{\"name\":\"adam\"},\n{\"name\":\"adele\"}\n]\n"),
      (["--json"], "{\"id\":3,\"name\":\"adam\"}\n{\"id\":2,\"name\":\"adele\"}\n"),
      (["--csv"], "id,name,by.x\r\n3,adam,\r\n2,adele,\r\n"),
      (["--tsv", "-c", "id,name"], "id\tname\n3\tadam\n2\tadele\n"),
      (["--markdown", "-c", "name", "-o", "-"], "| name |\n| --- |\n| adam |\n| adele |\n"),
    ])
  func formats(_ arguments: [String], _ output: String) async throws {
    let result = try await choose("ad\t\t\r", ["--pick"] + arguments) {
      $0.contains("adam") && $0.contains(">") && $0.contains("linus")
    }
    #expect(result.output == output && result.status == 0, "\(result)")
    let one = try await run(
      builtProgram("mocoa-tui"), ["--select-1", "--query", "linus", "--csv", "-c", "id"],
      input: Array(Self.rows.utf8))
    #expect(one.outputText == "id\r\n1\r\n" && one.status == .exited(0), "\(one)")
  }

  @Test("34: --pick counts marks, and rows that are reloaded; marks that are gone stop Enter once")
  func pickingFromAWatchedFile() async throws {
    func rows(_ names: String...) -> String { names.map { "{\"id\":\"\($0)\"}\n" }.joined() }
    let file = try TemporaryFile(rows("a1", "b", "a2", "c"), named: "rows.ndjson")
    let program = try builtProgram("mocoa-tui")
    let terminal = try await TmuxTerminal(
      shell: "'\(program)' --pick --watch 0.2 rows.ndjson > output", columns: 100, rows: 8,
      directory: file.folder)
    try await terminal.wait(for: "the lines") { $0.contains("a2") && $0.contains(">") }
    try await terminal.send(.tab)
    try await terminal.wait(for: "a mark") { $0.contains("1 marked  4 of 4") }
    try await terminal.sendText("c")
    try await terminal.wait(for: "a hidden mark") { $0.contains("1 marked, 1 not shown  1 of 4") }
    try await terminal.send(.backspace)
    try await terminal.sendText("a")
    try await terminal.wait(for: "two rows") { $0.contains("1 marked  2 of 4") }
    try Data(rows("a0", "b", "a2", "a3").utf8).write(
      to: URL(fileURLWithPath: file.path), options: .atomic)
    try await terminal.wait(for: "the new rows") { $0.contains(">a") && $0.contains("  3 of 4") }
    try await terminal.send(.enter)
    try await terminal.wait(for: "the reason") { $0.contains("marked rows are gone; nothing was") }
    try await terminal.send(.escape)
    #expect(try await terminal.waitForEnd() == 1)
  }

  @Test("34: what is chosen from a feed that was not read to its end ends with 1")
  func chosenRowsOfAFailedSource() async throws {
    let (text, status) = try await choose("\r", ["--command", "exit 3", "--print", "name"]) {
      $0.contains("linus")
    }
    #expect(text == "linus\n" && status == 1)
  }

  @Test("34: Enter in a list within a row chooses, too")
  func aRowOfANestedListIsWritten() async throws {
    let (text, status) = try await choose(">\r", ["--print", "x"])
    #expect(text == "y\n" && status == 0)
  }

  /// Lines that are no JSON, as those of git, are written as they are.
  @Test(arguments: [([], "dev \"x\"\n"), (["--print", "json"], #"{"line":"dev \"x\""}"# + "\n")])
  func aLineOfTextIsWritten(_ arguments: [String], _ output: String) async throws {
    let file = try TemporaryFile("main\ndev \"x\"\n", named: "lines")
    let program = try builtProgram("mocoa-tui")
    let terminal = try await TmuxTerminal(
      shell: "cat lines | '\(program)' \(arguments.joined(separator: " ")) > output", columns: 100,
      rows: 8, directory: file.folder)
    try await terminal.wait(for: "the lines") { $0.contains("dev") && $0.contains("1/2") }
    try await terminal.sendBytes("j\r".utf8)
    #expect(try await terminal.waitForEnd() == 0)
    #expect(try String(contentsOfFile: "\(file.folder)/output", encoding: .utf8) == output)
  }

  @Test(
    "34: a chosen row that cannot be read is left out, which is reported",
    arguments: [([], "{\"id\":1}\n{\"id\":3}\n"), (["--print", "id"], "1\n3\n")])
  func aBrokenRowIsLeftOut(_ arguments: [String], _ output: String) async throws {
    let file = try TemporaryFile("{\"id\":1}\n{\"id\":x}\n{\"id\":3}\n", named: "rows.ndjson")
    let program = try builtProgram("mocoa-tui")
    let terminal = try await TmuxTerminal(
      shell: "'\(program)' \(arguments.joined(separator: " ")) rows.ndjson > output 2> errors",
      columns: 100, rows: 8, directory: file.folder)
    try await terminal.wait(for: "the rows") { Screen($0).isComplete }
    try await terminal.sendBytes("\u{1}\r".utf8)
    #expect(try await terminal.waitForEnd() == 1)
    #expect(try String(contentsOfFile: "\(file.folder)/output", encoding: .utf8) == output)
    let errors = try String(contentsOfFile: "\(file.folder)/errors", encoding: .utf8)
    #expect(errors.contains("rows.ndjson: line 2") && errors.contains("1 row is left out"))
  }

  @Test func markedRowsComeInTheOrderOfTheFeed() async throws {
    #expect(try await choose("jj k \r", ["--print", "id"]).output == "2\n3\n")
  }

  @Test("34: marked rows come in the order of the list, as they do in a file")
  func markedRowsComeInTheOrderOfTheList() async throws {
    #expect(
      try await choose("  \r", ["--print", "id", "--sort", "-id"]) { screen in
        // Until the rows are in order, none is marked.
        screen.contains("1/3")
          && screen.firstRange(of: "adam").map { screen[$0.upperBound...].contains("linus") }
            == true
      }.output == "3\n2\n")
  }

  @Test func aSearchGoesToItsFirstMatch() async throws {
    let (text, _) = try await choose("\r", ["--search", "adam", "--print", "id"]) {
      $0.contains("3/3")
    }
    #expect(text == "3\n")
  }

  @Test(arguments: [("q", 1), ("\u{3}", 130)] as [(String, Int32)])
  func leavingIsAStatusOfItsOwn(_ key: String, _ status: Int32) async throws {
    let result = try await choose(key, ["--print", "json"])
    #expect(result.output == "")
    #expect(result.status == status)
  }

  @Test(
    arguments: [
      (["--select-1", "--filter", "id == 2"], #"{"id":2,"name":"adele"}"# + "\n", 0),
      (["--select-1", "--exit-0", "--query", "adam", "--print", "{id}"], "3\n", 0),
      (["--exit-0", "--query", "nobody"], "", 1),
      (["--select-1", "--exit-0", "--filter", "id > 5"], "", 1),
    ] as [([String], String, Int32)])
  func aSingleRowIsSelectedWithoutAsking(
    _ arguments: [String], _ output: String, _ status: Int32
  ) async throws {
    let result = try await run(
      builtProgram("mocoa-tui"), arguments, input: Array(Self.rows.utf8))
    #expect(result.outputText == output && result.errorText == "")
    #expect(result.status == .exited(status))
  }

  private static let noTerminal =
    "mocoa-tui: There is no terminal to select rows on; --csv, --json and --plain print all of "
    + "them.\n"

  @Test("A3: a row on which the filter cannot be tested may match, too")
  func brokenRowsMayMatch() async throws {
    let rows = Array("{\"id\":1}\n{broken\n{\"id\":2}\n".utf8)
    let result = try await run(
      builtProgram("mocoa-tui"), ["--select-1", "--filter", "id == 2"], input: rows)
    #expect(result.errorText == Self.noTerminal)
    #expect(result.status == .exited(2) && result.output == [])
    let none = try await run(
      builtProgram("mocoa-tui"), ["--select-1", "--exit-0", "--filter", "id == 3"], input: rows)
    #expect(none.errorText.contains("line 2, column 2"))
    #expect(none.status == .exited(1) && none.output == [])
  }

  @Test(
    "41: the name of a member in --print may be short, with a dot in front, too",
    arguments: [".name", "{.name}", "{name}", "metadata.name"])
  func shortNamesArePrinted(what: String) async throws {
    let result = try await run(
      builtProgram("mocoa-tui"), ["--select-1", "--print", what],
      input: Array(#"[{"kind":"Pod","metadata":{"name":"web"}}]"#.utf8))
    #expect(result.outputText == "web\n" && result.errorText == "", "\(result.errorText)")
  }

  @Test func unknownMemberInPrintIsWrongUsage() async throws {
    let result = try await run(
      builtProgram("mocoa-tui"), ["--select-1", "--filter", "id == 2", "--print", "{nmae}"],
      input: Array(Self.rows.utf8))
    #expect(
      result.errorText == "mocoa-tui: --print: no row has a member 'nmae'; did you mean 'name'?\n")
    #expect(result.status == .exited(2) && result.output == [])
  }

  @Test(arguments: ["value", ".value", "{value}", "."])
  func plainValuesAreNamedAsTheirColumn(_ name: String) async throws {
    let result = try await run(
      builtProgram("mocoa-tui"), ["--select-1", "--filter", "value > 2", "--print", name],
      input: Array("[1,2,3]".utf8))
    #expect(result.outputText == "3\n" && result.errorText == "")
    for arguments in [["--sort", "-value", "--csv"], ["--columns", "value", "--csv"]] {
      let result = try await run(
        builtProgram("mocoa-tui"), arguments, input: Array("[3]".utf8))
      #expect(result.outputText == "value\r\n3\r\n" && result.errorText == "")
    }
  }

  @Test func whereThereIsAChoiceThereMustBeATerminal() async throws {
    for arguments in [["--select-1", "--exit-0"], ["--print", "id"]] {
      let result = try await run(
        builtProgram("mocoa-tui"), arguments, input: Array(Self.rows.utf8))
      #expect(result.errorText == Self.noTerminal)
      #expect(result.status == .exited(2) && result.output == [])
    }
    let (text, status) = try await choose("G\r", ["--select-1", "--exit-0", "--print", "name"])
    #expect(text == "adam\n" && status == 0)
  }

  @Test func columnsAreChosenByName() async throws {
    let file = try TemporaryFile(Self.rows)
    let terminal = try await TmuxTerminal.showing(
      file.name, in: file.folder, arguments: ["--columns", "name,by.x"], columns: 60, rows: 6)
    let lines = try await terminal.screen().split(separator: "\n")
    #expect(lines[0].split(separator: " ") == ["name", "by.x"])
    let refused = try PseudoTerminal(
      running: builtProgram("mocoa-tui"), ["--columns", "nmae", file.path])
    let (status, bytes) = try await refused.readToEnd()
    #expect(status == .exited(2))
    #expect(bytes.text.contains("did you mean 'name'?") && !bytes.contains(0x1B))
  }
}
