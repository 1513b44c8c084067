import Foundation
import MocoaTestSupport
import Testing

/// Rows that are compared, passed to a command, and colored by their level; logs that are not JSON.
@Suite struct RowToolTests {
  private static let rows = """
    {"id":1,"name":"ada","by":{"x":1,"y":2},"tags":["a"],"same":true}
    {"id":2,"name":"bob","by":{"x":1,"y":3},"same":true}
    {"id":3,"name":"cleo","by":{"x":9},"same":true}

    """

  private func terminal(
    _ text: String = rows, _ arguments: [String] = []
  ) async throws -> (TmuxTerminal, TemporaryFile) {
    let file = try TemporaryFile(text, named: "rows.ndjson")
    let terminal = try await TmuxTerminal(
      running: [builtProgram("mocoa-tui"), file.name] + arguments, columns: 100, rows: 12,
      directory: file.folder)
    try await terminal.wait(for: "the first screen") { Screen($0).isComplete }
    return (terminal, file)
  }

  @Test func markedRowsAreComparedMemberByMember() async throws {
    let (terminal, file) = try await terminal()
    try await terminal.send("D")
    try await terminal.wait(for: "what to do") { $0.contains("mark 2 to 8 rows with Space") }
    try await terminal.send(.space, "D")
    let screen = try await terminal.wait(for: "the members") {
      $0.contains("4 of 6 members differ") && $0.contains("tags")
    }
    #expect(
      screen.hasPrefix(
        """
        member  ada    bob
        id      1      2
        name    ada    bob
        by.y    2      3
        tags    [1] a
        """), "\(screen)")
    try await terminal.send("q")
    try await terminal.wait(for: "the list") { $0.contains("2/3") }
    _ = file
  }

  @Test func listsThatLookAlikeAreComparedByElement() async throws {
    let rows =
      #"{"id":1,"l":[{"a":1},{"a":2}],"o":[[1,2]]}"# + "\n"
      + #"{"id":2,"l":[{"a":1},{"a":3}],"o":[[1,3]]}"# + "\n"
    let (terminal, file) = try await terminal(rows)
    try await terminal.send(.space, "D")
    let screen = try await terminal.wait(for: "the members") {
      $0.contains("3 of 5 members") && $0.contains("o[0][1]")
    }
    #expect(screen.contains(#"l[1]     {"a":2}  {"a":3}"#), "\(screen)")
    #expect(screen.contains("o[0][1]  2        3"), "\(screen)")
    _ = file
  }

  @Test func aNestedListIsOpenedWithoutAColumnCursor() async throws {
    let (terminal, file) = try await terminal()
    try await terminal.send(">")
    try await terminal.wait(for: "the object of the row") { $0.contains("rows.ndjson: tags") }
    _ = file
  }

  /// Seen by a first user: what was copied, under which name, and without choosing a column.
  @Test func copiedTextIsReported() async throws {
    let rows = #"{"Id":"i-1","State":{"Name":"running","Code":1},"md":{"name":"x"}}"# + "\n"
    let (terminal, file) = try await terminal(rows)
    try await terminal.wait(for: "an object by its name") {
      $0.contains("State") && $0.contains("running")
    }
    try await terminal.send("Y")
    try await terminal.wait(for: "the value") { $0.contains("copied ") && !$0.contains("choose") }
    try await terminal.send(.right)
    try await terminal.sendText("\u{1B}y")
    try await terminal.wait(for: "the path for jq") { $0.contains("copied .") }
    _ = file
  }

  @Test func aMemberOfAKeyThatNoRowHasIsAnErrorAtOnce() async throws {
    let file = try TemporaryFile(Self.rows, named: "rows.ndjson")
    let terminal = try PseudoTerminal(
      running: builtProgram("mocoa-tui"), [file.path, "--bind", "x=copy:{nme}"])
    let (status, bytes) = try await terminal.readToEnd()
    #expect(status == .exited(2))
    #expect(
      bytes.text.contains("--bind: no row has a member 'nme'; did you mean 'name'?"),
      "\(bytes.text)")
  }

  @Test func aSavedFilterOfAMissingMemberIsLeftOut() async throws {
    let file = try TemporaryFile(Self.rows, named: "rows.ndjson")
    let home = ["XDG_STATE_HOME": file.folder + "/state", "HOME": file.folder]
    func show(_ arguments: [String]) async throws -> TmuxTerminal {
      try await TmuxTerminal(
        running: [builtProgram("mocoa-tui"), file.name] + arguments, columns: 100, rows: 12,
        environment: home, directory: file.folder)
    }
    let first = try await show(["--join", "old = rows.ndjson by id"])
    try await first.wait(for: "the rows") { Screen($0).isComplete }
    try await first.send("f")
    try await first.sendText("old.name == \"ada\"")
    try await first.send(.enter)
    try await first.wait(for: "one row") { $0.contains("1/1 of 3") }
    try await first.send("q")
    #expect(try await first.waitForEnd() == 0)
    let second = try await show([])
    try await second.wait(for: "all rows, and why") {
      $0.contains("saved filter left out: old.name") && $0.contains("1/3")
    }
  }

  @Test func rowsArePassedToACommandWhoseOutputIsAList() async throws {
    let (terminal, file) = try await terminal(Self.rows, ["-f", "id > 1"])
    try await terminal.send("|")
    try await terminal.sendText("sed s/name/title/")
    try await terminal.send(.enter)
    try await terminal.wait(for: "the output") {
      $0.contains("title") && $0.contains("cleo") && $0.contains("1/2")
    }
    try await terminal.send("|")
    try await terminal.sendText("wc -l")
    try await terminal.send(.enter)
    try await terminal.wait(for: "the number") {
      $0.hasPrefix("2\n") && $0.contains("1/1")
    }
    try await terminal.send("q", "q")
    try await terminal.wait(for: "the list") { $0.contains("1/2 of 3") }
    try await terminal.send("|")
    try await terminal.sendText("no-such-command")
    try await terminal.send(.enter)
    try await terminal.wait(for: "the reason") { $0.contains("not found") }
    _ = file
  }

  @Test func rowsAreFilteredFuzzilyWithAPreview() async throws {
    let terminal = try await TmuxTerminal(
      shell: "printf 'main branch\\nfix/graph-names\\nfeature/names\\nold-graph\\n' | "
        + "'\(builtProgram("mocoa-tui"))' --preview 'echo shown: {}; echo word {-1} of {1}{3}' "
        + "--bind 'x=copy:<{1}>'",
      columns: 100, rows: 12)
    try await terminal.wait(for: "the preview") {
      $0.contains("│ shown: main branch\n") && $0.contains("│ word branch of main\n")
    }
    try await terminal.send("x")
    try await terminal.wait(for: "the first word") { $0.contains("copied <main>") }
    try await terminal.send("f")
    try await terminal.sendText("~grnm")
    try await terminal.wait(for: "the match and its preview") {
      $0.contains("1 of 4") && $0.contains("shown: fix/graph-names")
    }
    try await terminal.send(.enter)
    try await terminal.wait(for: "the filter") { $0.contains("~grnm") && $0.contains("1/1 of 4") }
    try await terminal.send("q")
    #expect(try await terminal.waitForEnd() == 0)
  }

  @Test("A10: the example of --preview takes no value for an option")
  func aPreviewOfTheHelpWritesNoFile() async throws {
    let help = try await run(builtProgram("mocoa-tui"), ["--help", "all"]).outputText
    let words = help.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let example = try #require(words.firstMatch(of: /'(git show [^']*)'/)).1
    let file = try TemporaryFile(#"[{"ref":"--output=overwritten"}]"#)
    let made = try await run("git", ["init", "--quiet"], directory: file.folder)
    try #require(made.status == .exited(0), "\(made.errorText)")
    let commit = ["-c", "user.name=a", "-c", "user.email=a@b.c", "commit", "--allow-empty", "-qma"]
    try #require(try await run("git", commit, directory: file.folder).status == .exited(0))
    let terminal = try await TmuxTerminal(
      running: [builtProgram("mocoa-tui"), file.path, "--preview", String(example)],
      columns: 120, rows: 12, directory: file.folder)
    try await terminal.wait(for: "the error of git") { $0.contains("fatal: ") }
    #expect(!FileManager.default.fileExists(atPath: file.folder + "/overwritten"))
    try await terminal.send("q")
  }

  @Test func aPreviewRunsWithoutAMissingMemberAndSaysSo() async throws {
    let (terminal, file) = try await terminal(
      Self.rows, ["--preview", "echo at {id}; printf 'a\\0b' | tr '\\0' , ; echo {nope}{tags}"])
    try await terminal.wait(for: "the reason and the rest") {
      $0.contains("no row has a member nope") && $0.contains("at 1") && $0.contains("a,b")
    }
    try await terminal.send(.down)
    try await terminal.wait(for: "the next row") {
      $0.contains("at 2") && $0.contains("the row has no tags")
    }
    try await terminal.send("q")
    #expect(try await terminal.waitForEnd() == 0)
    let slow = try await self.terminal(Self.rows, ["--preview", "sleep 60; echo {id}"])
    try await slow.0.wait(for: "what it waits for") { $0.contains("running …") }
    try await slow.0.send("q")
    #expect(try await slow.0.waitForEnd() == 0)
    try await terminal.send("q")
    #expect(try await terminal.waitForEnd() == 0)
    _ = file
  }

  @Test func aDerivedColumnIsAsWideAsItsTitle() async throws {
    let rows = (1...9).map { #"{"id":\#($0),"price":\#($0),"count":2}"# + "\n" }
    let (terminal, file) = try await terminal(rows.joined())
    try await terminal.send("C", "a")
    try await terminal.sendText("turnover = price * count")
    try await terminal.send(.enter)
    try await terminal.wait(for: "the member") { $0.contains("4 of 4 members") }
    try await terminal.send("q")
    let screen = try await terminal.wait(for: "the column") { $0.contains("18") }
    #expect(screen.hasPrefix("id  price  count  turnover\n"), "\(screen)")
    #expect(screen.contains(" 1      1      2         2\n"), "\(screen)")
    _ = file
  }

  @Test func columnsAreExpandedSortedCountedAndHiddenByOneKeyEach() async throws {
    let rows = (0..<6).map {
      #"{"id":\#($0),"team":"\#($0 < 4 ? "red" : "blue")","o":{"a":\#($0 * 10),"b":1},"#
        + #""at":"2026-11-0\#(1 + $0 * $0 / 4)T00:00:00Z"}"# + "\n"
    }
    let (terminal, file) = try await terminal(rows.joined(), ["--columns", "id,team,o"])
    try await terminal.send(.right, .right, .right)
    try await terminal.sendText("(")
    try await terminal.wait(for: "the members of the object") {
      $0.hasPrefix("id  team   a  b\n") && $0.contains("50")
    }
    try await terminal.send("t", "t")
    try await terminal.wait(for: "the greatest first") {
      $0.split(separator: "\n")[1].contains("50")
    }
    try await terminal.send("-")
    try await terminal.wait(for: "the hidden column") { $0.contains("a is hidden") }
    try await terminal.send("u")
    try await terminal.wait(for: "the column again") {
      $0.split(separator: "\n")[0].contains("a ▼")
    }
    // The column cursor moved on when its column was hidden.
    try await terminal.send("h", "h", "F")
    try await terminal.wait(for: "the counts") { $0.contains("red ") && $0.contains("66.7 %") }
    try await terminal.send("a")
    try await terminal.sendText("mean(o.a)")
    try await terminal.send(.enter)
    try await terminal.wait(for: "the means") {
      $0.contains("mean(o.a)") && $0.contains("15") && $0.contains("45")
    }
    try await terminal.send("a")
    try await terminal.sendText("trend(at)")
    try await terminal.send(.enter)
    try await terminal.wait(for: "the sparklines") {
      $0.contains("trend(at)") && $0.contains("█ ▄  ▄ ")
    }
    try await terminal.send(.enter)
    try await terminal.wait(for: "the rows of the value") {
      $0.contains(#"team == "red""#) && $0.contains("/4 of 6")
    }
    _ = file
  }

  @Test func aNestedListIsATableAndBack() async throws {
    let (terminal, file) = try await terminal(
      #"{"name":"r","items":[{"sku":"a","n":1},{"sku":"b","n":2}]}"# + "\n")
    try await terminal.send(.right, .right, ">")
    let screen = try await terminal.wait(for: "the list") { $0.contains("1/2") }
    #expect(screen.hasPrefix("sku  n\na    1\nb    2\n"), "\(screen)")
    try await terminal.send(.right, ">")
    try await terminal.wait(for: "the reason") { $0.contains("no array or object under") }
    try await terminal.send(.escape)
    try await terminal.wait(for: "the row") { $0.contains("items") && $0.contains("1/1") }
    _ = file
  }

  @Test func rowsOfAllMembersAreOneList() async throws {
    let document = """
      {"Reservations":[{"Id":"r1","Instances":[{"Id":"i1"},{"Id":"i2"}]},{"Id":"r2"},
       {"Id":"r3","Instances":[{"Id":"i3"}]}],"other":{"Instances":[1]}}
      """
    for (pointer, ids) in [
      ("/Reservations/*/Instances", "i1 i2 i3"), ("/Reservations/*/Instances/*", "i1 i2 i3"),
      ("/Reservations/*/Instances/0/Id", "i1 i3"), ("/*/0/Id", "r1"),
      ("/Reservations/*", "r1 r2 r3"),
    ] {
      let result = try await run(
        builtProgram("mocoa-tui"), ["--json", "--at", pointer], input: Array(document.utf8))
      let found = result.outputText.split(separator: "\n").map { line in
        line.split(separator: "\"").first { $0.first == "i" || $0.first == "r" }.map(String.init)
          ?? ""
      }
      #expect(found.joined(separator: " ") == ids, "\(pointer)")
      #expect(result.status == .exited(0) && result.errorText == "")
    }
    let none = try await run(
      builtProgram("mocoa-tui"), ["--json", "--at", "/*/nope"], input: Array(document.utf8))
    #expect(none.status == .exited(1) && none.errorText.contains("/*/nope"))
  }

  @Test func namesOfFilesAreCompleted() async throws {
    let (terminal, file) = try await terminal()
    try FileManager.default.createDirectory(
      atPath: file.folder + "/results", withIntermediateDirectories: true)
    try await terminal.send("w")
    try await terminal.sendText("res")
    try await terminal.send(.tab)
    try await terminal.wait(for: "the folder") { $0.contains("write to:results/") }
    try await terminal.sendText("a")
    try await terminal.send(.tab)
    try await terminal.wait(for: "the ending") { $0.contains("results/a.csv") }
    try await terminal.send(.enter)
    try await terminal.wait(for: "the file") { $0.contains("wrote 3 rows to results/a.csv") }
    #expect(FileManager.default.fileExists(atPath: file.folder + "/results/a.csv"))
  }

  @Test func levelsHaveColors() async throws {
    let result = try await run(
      builtProgram("mocoa-tui"), ["--plain", "--color", "always", "-c", "level"],
      input: Array(#"{"level":"ERROR"}{"level":"warn"}{"level":"info"}{"level":"debug"}"#.utf8))
    let styles = result.outputText.split(separator: "\n").dropFirst().map { line in
      String(line.prefix { !$0.isUppercase && $0 != "w" && $0 != "i" && $0 != "d" })
    }
    #expect(Set(styles).count == 4, "\(result.outputText)")
  }

  @Test func logsOfWebServersAndLogfmtAreRecords() async throws {
    let access = """
      127.0.0.1 - ada [10/Oct/2000:13:55:36 -0700] "GET /a.gif HTTP/1.0" 200 2326 "-" "x, y"
      10.0.0.1 - - [10/Oct/2000:14:55:36 -0700] "POST /x HTTP/1.1" 503 - "-" "curl, 8"

      """
    let result = try await run(
      builtProgram("mocoa-tui"),
      ["--csv", "-c", "method,path", "-f", "status >= 500 && time > 2000-10-10T21:00"],
      input: Array(access.utf8))
    #expect(result.outputText == "method,path\r\nPOST,/x\r\n" && result.errorText == "")
    let pairs = "level=info msg=\"a b\" took=12ms\nlevel=error msg=c took=2s\n"
    let (terminal, file) = try await terminal(pairs, ["-s", "-took"])
    try await terminal.wait(for: "the records") {
      $0.contains("level") && $0.contains("a b") && Screen($0).lines[1].contains("error")
    }
    _ = file
  }
}
