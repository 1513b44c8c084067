import Foundation
import MocoaTUI
import MocoaTestSupport
import Testing

/// Where rows come from: files, commands, addresses, and several of them.
@Suite struct SourceTests {
  /// Prints rows without a terminal.
  private func printed(_ arguments: [String], input: String = "") async throws -> ProgramResult {
    try await run(builtProgram("mocoa-tui"), arguments, input: Array(input.utf8))
  }

  private func expect(
    _ arguments: [String], input: String = "", prints output: String, error: String = "",
    status: Int32 = 0, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let result = try await printed(arguments, input: input)
    #expect(result.outputText == output, sourceLocation: sourceLocation)
    #expect(result.errorText == error, sourceLocation: sourceLocation)
    #expect(result.status == .exited(status), sourceLocation: sourceLocation)
  }

  // MARK: Several files

  @Test("38-7: a pattern stands for the files that match, in order") func patterns() async throws {
    let file = try TemporaryFile("[1]", named: "b.json")
    for (name, text) in [("a.json", "[2]"), ("c.txt", "3"), ("[d].json", "[4]")] {
      try text.write(toFile: "\(file.folder)/\(name)", atomically: true, encoding: .utf8)
    }
    try await expect(["--json", "\(file.folder)/?.json"], prints: "2\n1\n")
    try await expect(["--json", "\(file.folder)/[d].json"], prints: "4\n")
    let result = try await printed(["--json", "\(file.folder)/*.csv"])
    #expect(result.errorText == "mocoa-tui: \(file.folder)/*.csv: no such file\n")
    #expect(result.status == .exited(1))
  }

  // It was one folder, so that files beside it were left out.
  @Test("34: ** in a pattern is any number of folders, also none, without links")
  func patternsOfAnyDepth() async throws {
    let file = try TemporaryFile("", named: "x")
    let folder = file.folder
    for (number, name) in ["a.json", "s[1]/b.json", "s[1]/t/c.json", "s[1]/t/d.txt"].enumerated() {
      let place = URL(filePath: "\(folder)/l/\(name)")
      try FileManager.default.createDirectory(
        at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data("[\(number)]".utf8).write(to: place)
    }
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder)/l/s[1]/loop", withDestinationPath: "..")
    try await expect(["--json", "\(folder)/l/**/*.json"], prints: "0\n1\n2\n")
    try await expect(["--json", "\(folder)/l/**/t/*.json"], prints: "2\n")
    try await expect(["--json", "\(folder)/l/s*/**"], prints: "1\n2\n3\n")
  }

  /// The second file has been read long before the first one.
  @Test("W1: rows of a short file follow those of a long one", arguments: [[], ["--sort", "id"]])
  func rowsOfAShortFileFollow(_ sort: [String]) async throws {
    let lines = (0..<30_010).map { "{\"id\":\($0),\"name\":\"n\($0)\"}" }
    let files = try [lines[..<30_000], lines[30_000...]].map {
      try TemporaryFile("[\n" + $0.joined(separator: ",\n") + "\n]")
    }
    try await expect(
      ["--json"] + sort + files.map(\.path), prints: lines.joined(separator: "\n") + "\n")
  }

  /// Prints files with a limit of descriptors: `-n 64`.
  ///
  /// Descriptors that other tests have open are not inherited.
  private func printed(
    _ count: Int, withLimit limit: String, _ way: [String] = ["--json"]
  ) async throws -> ProgramResult {
    let file = try TemporaryFile("[1]")
    let script = """
      for number in $(ls /proc/$$/fd); do [ $number -lt 3 ] || eval "exec $number>&-"; done
      ulimit \(limit); exec "$@"
      """
    return try await run(
      "bash",
      ["-c", script, "bash", builtProgram("mocoa-tui")] + way
        + [String](repeating: file.path, count: count))
  }

  @Test(
    "A6: what exceeds the limit of descriptors is an error in each way out",
    arguments: [["--csv"], ["--plain"], ["--json", "--group-by", "."], ["--count"]])
  func descriptorsAreLimitedInEachWay(_ way: [String]) async throws {
    var result = try await printed(100, withLimit: "-n 64", way)
    let message = #/([0-9]+) sources: too many open files/#
    #expect(result.errorText.contains(message), "\(result.status) \(result.errorText)")
    #expect(result.status == .exited(1))
    // As many as there are descriptors by default.
    result = try await printed(1_020, withLimit: "-n 1024", way)
    #expect([.exited(0), .exited(1)].contains(result.status), "\(result.status)")
    #expect((result.status == .exited(1)) == result.errorText.contains(message))
  }

  @Test(
    "37: what exceeds the limit of descriptors is one line, with its number and the limit",
    arguments: [["--json"], ["--json", "--merge"]])
  func descriptorsAreOneLine(_ way: [String]) async throws {
    let result = try await printed(100, withLimit: "-n 64", way)
    let message = #/[0-9]+ sources: too many open files; ulimit -n allows 64; the first is /#
    let lines = result.errorText.split(separator: "\n").filter { $0.contains("open files") }
    #expect(Set(lines).count == 1 && lines[0].contains(message), "\(result.errorText)")
    #expect(result.status == .exited(1))
  }

  @Test("A6: the list shows the sources that can be opened, and an error of each other one")
  func descriptorsOfTheListAreLimited() async throws {
    let file = try TemporaryFile("[1]")
    let files = String(repeating: " '\(file.path)'", count: 100)
    let terminal = try await TmuxTerminal(
      shell: "ulimit -n 64; exec '\(try builtProgram("mocoa-tui"))' --fresh\(files)",
      columns: 120, rows: 10)
    try await terminal.wait(for: "the rows") { Screen($0).count ?? 0 >= 32 }
    try await terminal.send("G")
    try await terminal.wait(for: "an error") { $0.contains("too many open files") }
    try await terminal.send("q")
    #expect(try await terminal.waitForEnd() == 0)
  }

  @Test("A6: what exceeds the limit of descriptors is an error of each source")
  func descriptorsAreLimited() async throws {
    var result = try await printed(100, withLimit: "-Sn 64")
    #expect(result.outputText == String(repeating: "1\n", count: 100))
    #expect(result.status == .exited(0) && result.errorText == "")
    result = try await printed(100, withLimit: "-n 64")
    let rowCount = result.outputText.split(separator: "\n").count
    let errorCount =
      result.errorText.firstMatch(of: #/([0-9]+) sources: too many open files/#)
      .flatMap { Int($0.1) } ?? 0
    #expect(rowCount >= 32 && rowCount + errorCount == 100, "\(result.errorText)")
    #expect(result.status == .exited(1))
    result = try await printed(1, withLimit: "-n 4")
    #expect(result.status == .exited(1) && result.errorText.contains("too many open files"))
    result = try await run(
      "sh",
      ["-c", "ulimit -n 32; exec \"$@\"", "sh", builtProgram("mocoa-tui"), "--json", "--"]
        + ["sh", "-c", "ulimit -n; ulimit -Sn"])
    #expect(result.outputText == "32\n32\n" && result.status == .exited(0), "\(result.errorText)")
    result = try await run(
      "sh",
      ["-c", "ulimit -Sn 99; exec \"$@\"", "sh", builtProgram("mocoa-tui"), "--json", "--"]
        + ["sh", "-c", "ulimit -Sn"])
    #expect(result.outputText == "99\n", "commands have the limit that the program was given")
  }

  // MARK: Commands

  @Test func theOutputOfACommandIsAFeed() async throws {
    try await expect(
      ["--csv", "--", "printf", "--", "[{\"a\":%s},{\"a\":%s}]", "1", "-2"],
      prints: "a\r\n1\r\n-2\r\n")
    try await expect(
      ["--json", "--", "no-such-command-here"], prints: "",
      error: "mocoa-tui: no-such-command-here: no such command\n", status: 1)
    try await expect(
      ["--json", "--", "sh", "-c", "echo 'all \u{1B}[31mis bad' >&2; exit 3"],
      prints: "",
      error: "mocoa-tui: sh -c echo 'all ␛[31mis bad' >&2; exit 3: "
        + "exited with status 3: all ␛[31mis bad\n", status: 1)
    try await expect(
      ["--json", "--", "sh", "-c", "echo 'a warning' >&2; echo '[2]'"],
      prints: "2\n", error: "a warning\n")
  }

  @Test func whatACommandComplainsAboutIsShownWhileItRuns() async throws {
    let terminal = try await TmuxTerminal(
      running: [
        builtProgram("mocoa-tui"), "--", "sh", "-c",
        "printf '\\033[5mpatience\\n' >&2; echo '[1,'; exec sleep 1000",
      ], columns: 70, rows: 6)
    // The command itself, which has no escape sequence in it, is the title of the list.
    try await terminal.wait(for: "the complaint") { $0.contains("␛[5mpatience") }
    try await terminal.send("q")
    #expect(try await terminal.waitForEnd() == 0)
  }

  @Test func aCommandThatFailsWithoutRowsEndsTheProgram() async throws {
    let terminal = try PseudoTerminal(
      running: builtProgram("mocoa-tui"), ["--", "sh", "-c", "sleep 0.3; echo why >&2; exit 7"])
    let (status, bytes) = try await terminal.readToEnd()
    #expect(status == .exited(1))
    #expect(bytes.text.hasSuffix("exited with status 7: why\r\n"))
    #expect(terminal.settings == terminal.initialSettings)
    let leaving = try #require(bytes.text.range(of: "\u{1B}[?1049l"))
    #expect(bytes.text[leaving.upperBound...].contains("mocoa-tui: sh"))
  }

  @Test func theRowsOfACommandThatFailsStay() async throws {
    let file = try TemporaryFile("", named: "runs")
    let command = ["--", "sh", "-c", "echo >> \(file.path); echo '[1]'; exit 3"]
    try await expect(
      ["--json"] + command, prints: "1\n",
      error: "mocoa-tui: \(command.dropFirst().joined(separator: " ")): exited with status 3\n",
      status: 1)
    let terminal = try await TmuxTerminal(
      running: [builtProgram("mocoa-tui")] + command, columns: 160, rows: 6)
    let screen = try await terminal.wait(for: "the failure") { $0.contains("exited with status 3") }
    #expect(screen.lines.first == "1" && screen.contains("1/1"))
    // It fails again, and the row stays.
    try await terminal.send("r")
    try await terminal.wait(for: "the third run") { screen in
      (try? String(contentsOfFile: file.path, encoding: .utf8)) == "\n\n\n"
        && screen.lines.first == "1" && screen.contains("exited with status 3")
    }
    try await terminal.send("q")
    #expect(try await terminal.waitForEnd() == 0)
  }

  @Test func requestedColumnsAreKeptForLateRows() async throws {
    let script =
      "sleep 0.3; echo '{\"a\":1,\"b\":2}'; sleep 0.3; seq 200 | sed 's/.*/{\"a\":3,\"b\":&}/'"
    let terminal = try await TmuxTerminal(
      running: [builtProgram("mocoa-tui"), "--columns", "b", "--", "sh", "-c", script],
      columns: 60, rows: 6)
    try await terminal.wait(for: "all rows") { $0.contains("/201") }
    #expect(try await terminal.screen().lines.first?.trimmingCharacters(in: .whitespaces) == "b")
  }

  @Test func eachDocumentOfAStreamIsLookedInto() async throws {
    try await expect(
      ["--json", "--at", "/a/r"], input: "{\"a\":{\"r\":[1,2]}}\n{\"a\":{\"r\":[3]}}\n",
      prints: "1\n2\n3\n")
    try await expect(
      ["--json", "--format", "members"], input: #"{"a":1,"b":[1,2]}"#,
      prints: "{\"key\":\"a\",\"value\":1}\n{\"key\":\"b\",\"value\":[1,2]}\n")
  }

  // MARK: Several sources

  @Test func eachOfSeveralSourcesIsASection() async throws {
    let one = try TemporaryFile("[1,2]", named: "one.json")
    let two = try TemporaryFile("3\n4\n", named: "two.ndjson")
    try await expect(
      [one.path, "-", two.path], input: "[5]",
      prints: "\(one.path)\n1\n2\nstandard input\n5\n\(two.path)\n3\n4\n")
    try await expect(["--json", one.path, two.path], prints: "1\n2\n3\n4\n")
    try await expect(["--json", "--sort", "-.", one.path, two.path], prints: "4\n3\n2\n1\n")
    let result = try await printed(["--json", one.path, "/no/such", two.path])
    #expect(result.outputText == "1\n2\n3\n4\n")
    #expect(result.errorText == "mocoa-tui: /no/such: no such file\n")
    #expect(result.status == .exited(1))
  }

  @Test func severalSourcesAreSectionsOfTheList() async throws {
    let one = try TemporaryFile(#"[{"id":1,"name":"ada"}]"#, named: "one.json")
    let two = try TemporaryFile(#"[{"id":2,"name":"bo"},{"id":3,"name":"cy"}]"#, named: "two.json")
    let terminal = try await TmuxTerminal.showing(
      one.name, in: one.folder, arguments: [two.path], columns: 100, rows: 9)
    let screen = try await terminal.screen()
    #expect(screen.contains("one.json") && screen.contains("1 row"))
    #expect(screen.contains("two.json") && screen.contains("2 rows"))
    #expect(screen.contains("ada") && screen.contains("cy"))
  }

  // MARK: How a source is understood

  @Test func whatASourceHoldsCanBeSaid() async throws {
    let text = #"{"meta":[1,2,3,4],"data":{"items":[{"a":1,"kind":"x"}]}}"#
    try await expect(
      ["--csv", "--at", "/data/items", "--columns", "a"], input: text, prints: "a\r\n1\r\n")
    try await expect(
      ["--json", "--format", "ndjson"], input: "[1,2]\n[3]\n", prints: "[1,2]\n[3]\n")
    let missing = try await printed(["--json", "--at", "/data/no"], input: text)
    #expect(missing.status == .exited(1))
    #expect(missing.errorText.contains("there are no rows at '/data/no'"))
    try await expect(
      ["--plain", "--section-by", "kind", "--columns", "a", "--sort", "-a"],
      input: #"[{"a":1,"kind":"x"},{"a":2,"kind":"y"},{"a":3,"kind":"x"}]"#,
      prints: try await printed(
        ["--plain", "--section-by", "kind", "--columns", "a", "--sort", "-a"],
        input: #"[{"a":3,"kind":"x"},{"a":2,"kind":"y"},{"a":1,"kind":"x"}]"#
      ).outputText)
  }

  // MARK: Files that change

  @Test func whatIsAppendedToAFollowedFileIsPrinted() async throws {
    let file = try TemporaryFile("{\"a\":1}\n{\"a\":2}\n", named: "log.ndjson")
    let program = try builtProgram("mocoa-tui")
    let terminal = try await TmuxTerminal(
      shell: "\(program) --follow --csv --columns a \(file.path) | cat", columns: 40, rows: 8)
    try await terminal.wait(for: "the rows") { $0.contains("a\n1\n2") }
    let handle = try #require(FileHandle(forWritingAtPath: file.path))
    try handle.seekToEnd()
    try handle.write(contentsOf: Data("{\"a\":33}\n".utf8))
    try await terminal.wait(for: "the new row") { $0.contains("2\n33") }
  }

  /// The rows waited for others that have a member of the name of the function, and those of the
  /// joined file for its end.
  @Test(
    "34: rows of a followed file are printed at once, whatever the filter names",
    arguments: [
      "-f 'length(m) > 0'", "-f 'exists(m) && later != 7'", "--join 'j = other.ndjson by m'",
    ])
  func followedRowsDoNotWait(_ options: String) async throws {
    let file = try TemporaryFile("{\"m\":\"one\"}\n{\"m\":\"two\"}\n", named: "log.ndjson")
    try Data("{\"m\":\"two\",\"n\":2}\n".utf8).write(
      to: URL(fileURLWithPath: file.folder + "/other.ndjson"))
    let program = try builtProgram("mocoa-tui")
    let terminal = try await TmuxTerminal(
      shell: "cd \(file.folder) && \(program) --follow --json \(options) log.ndjson | cat",
      columns: 80, rows: 8)
    try await terminal.wait(for: "the rows") { $0.contains("one") && $0.contains("two") }
    let handle = try #require(FileHandle(forWritingAtPath: file.path))
    try handle.seekToEnd()
    try handle.write(contentsOf: Data("{\"m\":\"three\"}\n".utf8))
    try await terminal.wait(for: "the new row") { $0.contains("three") }
  }

  /// The program ended with 0 when the file became shorter, and no broken line was reported.
  @Test func aFollowedFileMayBecomeShorter() async throws {
    let file = try TemporaryFile("{\"a\":1}\n{\"a\":2}\n", named: "log.ndjson")
    let program = try builtProgram("mocoa-tui")
    let terminal = try await TmuxTerminal(
      shell: "\(program) --follow --json \(file.path) | cat", columns: 160, rows: 12)
    try await terminal.wait(for: "the rows") { $0.contains("{\"a\":2}") }
    try Data("{\"a\":7}\n".utf8).write(to: URL(fileURLWithPath: file.path), options: [])
    try await terminal.wait(for: "the first row of the new content") {
      $0.contains("{\"a\":7}") && $0.contains("the file was truncated; reading it from its start")
    }
    let handle = try #require(FileHandle(forWritingAtPath: file.path))
    try handle.seekToEnd()
    try handle.write(contentsOf: Data("xx\n{\"a\":8}\n".utf8))
    try await terminal.wait(for: "what is wrong") {
      $0.contains("{\"a\":8}") && $0.contains("line 2, column 1") && $0.contains("it is left out")
    }
  }

  /// The rows before the end of what had been read were left out, without a message.
  @Test("A followed file that is overwritten by a longer one is printed from its start")
  func aFollowedFileMayBeOverwritten() async throws {
    let file = try TemporaryFile("{\"a\":1}\n{\"a\":2}\n", named: "log.ndjson")
    let program = try builtProgram("mocoa-tui")
    let terminal = try await TmuxTerminal(
      shell: "\(program) --follow --json \(file.path) | cat", columns: 160, rows: 12)
    try await terminal.wait(for: "the rows") { $0.contains("{\"a\":2}") }
    let handle = try #require(FileHandle(forWritingAtPath: file.path))
    try handle.write(contentsOf: Data("{\"a\":71}\n{\"a\":72}\n{\"a\":73}\n".utf8))
    try await terminal.wait(for: "the rows of the new content") {
      $0.contains("{\"a\":71}\n{\"a\":72}\n{\"a\":73}")
        && $0.contains("the file was overwritten; reading it from its start")
    }
  }

  // MARK: Wrong combinations

  @Test(arguments: [
    (["--watch", "2"], "standard input cannot be reloaded"),
    (["--watch", "0", "a.json"], "--watch must be a number of seconds"),
    (["--watch", "2", "--follow", "a.json"], "--follow and --watch cannot be combined"),
    (["--follow", "--", "date"], "--follow is for files"),
    (["--follow", "--csv", "a.json"], "--csv needs all rows for its columns"),
    (["--follow", "--json", "--sort", "a", "a.json"], "--sort needs the end of the feed"),
    (["--follow", "--json", "a.json", "b.json"], "--follow prints the rows of one file"),
    (["--follow", "--group-by", "a", "a.json"], "--group-by needs the end of the feed"),
    (["-", "-"], "Standard input can be read only once"),
    (["--header", "A: b", "a.json"], "--header is for an address"),
    (["--header", "A", "http://localhost/"], "'A' has no colon"),
    (["--header", "A: b\r\nC: d", "http://localhost/"], "has more than one line"),
    (["--follow-links", "--paging", "page=p", "http://localhost/"], "cannot be combined"),
    (["--paging", "cursor=c", "http://localhost/"], "cursor=NAME:/POINTER, not 'cursor=c'"),
    (["--paging", "page=p", "http://localhost/", "http://localhost/"], "one address"),
    (["--timeout", "0", "http://localhost/"], "--timeout"),
    (["--max-bytes", "-1", "http://localhost/"], "--max-bytes"),
    (["--csv", "--print", "json"], "for the list, not for --csv"),
    (["--json", "--section-by", "a"], "--section-by is for the list"),
    (["--watch", "2", "--", "date"], "--watch is for the list, for which there is no terminal"),
    (["--search", "a"], "--search is for the list, for which"),
    (["--end"], "--end is for the list, for which"),
    (["--group-by", "a", "--watch", "2", "a.json"], "for the list, not for --group-by"),
    (["--end", "--json"], "--end is for the list, not for --json"),
    (["--at", "/a~2"], "--at"), (["--format", "empty"], "--format"),
    (["--width", "0"], "--width"), (["--print", "{a"], "closing '}'"),
    (["--query", "\\("], "--query: "), (["--search", "\\["], "--search: "),
  ])
  func incompatibleOptionsAreReported(_ arguments: [String], _ sentence: String) async throws {
    let result = try await printed(arguments, input: "[]")
    #expect(result.status == .exited(2))
    #expect(result.outputText == "")
    #expect(result.errorText.contains(sentence), "\(result.errorText)")
  }
}
