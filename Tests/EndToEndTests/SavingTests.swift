import Foundation
import MocoaTUI
import MocoaTestSupport
import Testing

/// The rows and columns that are shown, written to a file and copied.
@Suite struct SavingTests {
  static let rows = """
    {"name":"a,b","size":"10Mi","sub":{"x":1}}
    {"name":"c","size":"9Gi","sub":{"x":2}}
    {"name":"d","size":"300Ki","sub":{"x":3}}

    """

  private func terminal(_ feed: TemporaryFile, _ arguments: [String]) async throws -> TmuxTerminal {
    let terminal = try await TmuxTerminal(
      running: [builtProgram("mocoa-tui"), feed.path] + arguments, columns: 100, rows: 12,
      directory: feed.folder)
    try await terminal.wait(for: "the first screen") { Screen($0).isComplete }
    return terminal
  }

  private func content(_ feed: TemporaryFile, _ name: String) throws -> String {
    try String(contentsOfFile: feed.folder + "/" + name, encoding: .utf8)
  }

  private func write(_ terminal: TmuxTerminal, _ name: String) async throws {
    try await terminal.send("w")
    try await terminal.wait(for: "the question") { $0.contains("write to:") }
    try await terminal.sendText(name)
    try await terminal.send(.enter)
  }

  @Test func theNameSaysInWhichFormatTheRowsAreWritten() async throws {
    let feed = try TemporaryFile(Self.rows, named: "feed.ndjson")
    let terminal = try await terminal(feed, ["--sort", "-size", "--columns", "sub.x,name"])
    // What the sort order means is said beside it.
    try await terminal.wait(for: "the order") { $0.contains("▼ size, by value") }
    for (name, expected) in [
      ("a.csv", "sub.x,name\r\n2,c\r\n1,\"a,b\"\r\n3,d\r\n"),
      ("a.tsv", "sub.x\tname\n2\tc\n1\ta,b\n3\td\n"),
      ("a.md", "| sub.x | name |\n| --- | --- |\n| 2 | c |\n| 1 | a,b |\n| 3 | d |\n"),
      (
        "a.html",
        """
        <!DOCTYPE html>
        <meta charset="utf-8">
        <table>
        <tr><th>sub.x</th><th>name</th></tr>
        <tr><td>2</td><td>c</td></tr>
        <tr><td>1</td><td>a,b</td></tr>
        <tr><td>3</td><td>d</td></tr>
        </table>

        """
      ),
      (
        "a.jsonl",
        """
        {"name":"c","size":"9Gi","sub":{"x":2}}
        {"name":"a,b","size":"10Mi","sub":{"x":1}}
        {"name":"d","size":"300Ki","sub":{"x":3}}

        """
      ),
    ] {
      try await write(terminal, name)
      try await terminal.wait(for: name) { $0.contains("wrote 3 rows to \(name)") }
      #expect(try content(feed, name) == expected)
    }
    // Marked rows, and another name where the first is none.
    try await terminal.send(.space, .space)
    try await write(terminal, "marked")
    try await terminal.wait(for: "the endings") { $0.contains("ends with one of .csv .tsv .md") }
    try await terminal.send(.tab, .enter)
    try await terminal.wait(for: "two rows") { $0.contains("wrote 2 rows to marked.csv") }
    #expect(try content(feed, "marked.csv") == "sub.x,name\r\n2,c\r\n1,\"a,b\"\r\n")
  }

  @Test("W2: members without columns are written", arguments: ["csv", "tsv", "md"])
  func membersWithoutColumnsAreWritten(_ format: String) async throws {
    let row = (1...40).map { "\"m\($0)\":\($0)" }.joined(separator: ",")
    // A member that only a late row has.
    let rows = String(repeating: "{\(row)}\n", count: 60) + "{\(row),\"late\":{\"x\":41}}\n"
    let feed = try TemporaryFile(rows, named: "feed.ndjson")
    let terminal = try await terminal(feed, ["--fresh"])
    try await terminal.wait(for: "the columns") { $0.contains("24 of 40 columns") }
    try await write(terminal, "all.\(format)")
    try await terminal.wait(for: "the file") { $0.contains("wrote 61 rows to all.\(format)") }
    let option = format == "md" ? "markdown" : format
    let printed = try await run(builtProgram("mocoa-tui"), ["--\(option)", feed.path])
    #expect(try content(feed, "all.\(format)") == printed.outputText)
    #expect(printed.outputText.contains("late.x"))
    // What is shown, after the user has hidden a column.
    try await terminal.send(.right, "-")
    try await terminal.wait(for: "the columns") { $0.contains("23 of 40 columns") }
    try await write(terminal, "shown.\(format)")
    try await terminal.wait(for: "the file") { $0.contains("wrote 61 rows to shown.\(format)") }
    let header = try content(feed, "shown.\(format)").prefix { !$0.isNewline }
    let titles = header.split { !$0.isLetter && !$0.isNumber && $0 != "." }
    #expect(!titles.contains("m1") && titles.count == 23 && !titles.contains("late.x"))
    try await write(terminal, "shown.txt")
    try await terminal.wait(for: "the text") { $0.contains("wrote 61 rows to shown.txt") }
    let text = try content(feed, "shown.txt").prefix { !$0.isNewline }.split(separator: " ")
    #expect(Set(text) == Set(titles))
  }

  @Test("aligned text has all columns and whole values, as by --output")
  func wholeText() async throws {
    let members = (1...40).map { "\"m\($0)\":\($0)" }.joined(separator: ",")
    let feed = try TemporaryFile(
      String(repeating: "{\(members),\"a\":[{\"k\":1}]}\n", count: 60), named: "feed.ndjson")
    let terminal = try await terminal(feed, ["--fresh"])
    try await write(terminal, "list.txt")
    try await terminal.wait(for: "the file") { $0.contains("wrote 60 rows to list.txt") }
    let result = try await run(
      builtProgram("mocoa-tui"), ["-o", "printed.txt", feed.path], directory: feed.folder)
    #expect(result.status == .exited(0))
    #expect(try content(feed, "list.txt").contains("[{\"k\":1}]"))
    #expect(try content(feed, "list.txt") == content(feed, "printed.txt"))
    let log = try await run(
      builtProgram("mocoa-tui"), ["-o", "printed.log", feed.path], directory: feed.folder)
    #expect(log.status == .exited(0))
    #expect(try content(feed, "printed.log") == content(feed, "printed.txt"))
  }

  @Test("control characters that are replaced in aligned text are reported")
  func replacedControlCharacters() async throws {
    let feed = try TemporaryFile(
      "{\"a\":\"x\\ty\"}\n{\"a\":\"\\u202ez\"}\n{\"a\":1}\n", named: "feed.ndjson")
    let terminal = try await terminal(feed, ["--fresh"])
    try await write(terminal, "a.txt")
    try await terminal.wait(for: "the note") {
      $0.contains("wrote 3 rows to a.txt; control characters in 2 values are replaced or removed")
    }
    try await write(terminal, "a.md")
    try await terminal.wait(for: "the file") { $0.contains("wrote 3 rows to a.md") }
    #expect(try content(feed, "a.md").contains("| x\ty |\n| \u{202E}z |\n"))
  }

  @Test("j: the shown columns are written as aligned text, as by --output")
  func alignedText() async throws {
    let feed = try TemporaryFile(Self.rows, named: "feed.ndjson")
    let terminal = try await terminal(feed, ["--fresh", "--columns", "name,size"])
    try await write(terminal, "a.txt")
    try await terminal.wait(for: "the file") {
      $0.contains("wrote 3 rows to a.txt; 2 of 3 columns")
    }
    #expect(
      try content(feed, "a.txt")
        == "name       size\na,b        10Mi\nc           9Gi\nd         300Ki\n")
    let result = try await run(
      builtProgram("mocoa-tui"), ["-o", "b.txt", "--columns", "name,size", feed.path],
      directory: feed.folder)
    #expect(result.status == .exited(0))
    #expect(try content(feed, "b.txt") == content(feed, "a.txt"))
  }

  @Test("d: rows that were all marked while the feed is read are not all")
  func markedRowsOfAnUnfinishedFeed() async throws {
    let folder = try TemporaryFile("")
    let program = try builtProgram("mocoa-tui")
    let terminal = try await TmuxTerminal(
      shell: "(seq 57; exec sleep 600) | \(program) --fresh", columns: 130, rows: 8,
      directory: folder.folder)
    try await terminal.wait(for: "the rows") { $0.contains("57/57+") }
    try await write(terminal, "a.jsonl")
    try await terminal.wait(for: "the file") {
      $0.contains("wrote 57 rows to a.jsonl.partial; the feed is still being read")
    }
    try await terminal.send(.control("a"))
    try await terminal.wait(for: "the marks") {
      $0.contains("57 rows marked so far; the feed is still being read")
    }
    try await write(terminal, "b.jsonl")
    try await terminal.wait(for: "the file") {
      $0.contains("wrote 57 rows to b.jsonl.partial; the feed is still being read")
    }
    // Some of the rows were chosen.
    try await terminal.send(.space)
    try await write(terminal, "c.jsonl")
    try await terminal.wait(for: "the file") {
      $0.contains("wrote 56 rows to c.jsonl") && !$0.contains("still being read")
    }
  }

  @Test(
    "A11: a displayed file is not replaced", arguments: ["feed.ndjson", "hard.csv", "soft.csv"])
  func displayedFilesAreNotReplaced(_ name: String) async throws {
    let feed = try TemporaryFile(Self.rows, named: "feed.ndjson")
    if name == "hard.csv" {
      try FileManager.default.linkItem(atPath: feed.path, toPath: "\(feed.folder)/\(name)")
    } else if name == "soft.csv" {
      try FileManager.default.createSymbolicLink(
        atPath: "\(feed.folder)/\(name)", withDestinationPath: "feed.ndjson")
    }
    let terminal = try await terminal(feed, ["--fresh", "-f", "size > 1Gi"])
    try await write(terminal, name)
    try await terminal.wait(for: "the error") { $0.contains("is displayed; write to another file") }
    try await terminal.send(.escape)
    try await terminal.wait(for: "the list") { !$0.contains("write to:") }
    // The rows of this page are derived from those of the page below.
    try await terminal.send(.right, "F")
    try await terminal.wait(for: "the values") { $0.contains("count") }
    try await write(terminal, name)
    try await terminal.wait(for: "the error") { $0.contains("is displayed; write to another file") }
    #expect(try content(feed, "feed.ndjson") == Self.rows)
  }

  @Test func aFileIsReplacedOnlyWhenThatIsAnsweredWithYes() async throws {
    let feed = try TemporaryFile(Self.rows, named: "feed.ndjson")
    let path = feed.folder + "/old.csv"
    try Data("old".utf8).write(to: URL(fileURLWithPath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
    let terminal = try await terminal(feed, ["--columns", "name"])
    try await write(terminal, "old.csv")
    try await terminal.wait(for: "the question") { $0.contains("old.csv exists. Replace it?") }
    try await terminal.send(.enter)
    try await terminal.wait(for: "the list") { !$0.contains("Replace it?") }
    #expect(try content(feed, "old.csv") == "old")
    try await terminal.send("w", .up, .enter)
    try await terminal.wait(for: "the question") { $0.contains("old.csv exists. Replace it?") }
    try await terminal.send("y")
    try await terminal.wait(for: "the file") { $0.contains("wrote 3 rows to old.csv") }
    #expect(try content(feed, "old.csv") == "name\r\n\"a,b\"\r\nc\r\nd\r\n")
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o640)
    // Nothing else is left in the folder.
    try await write(terminal, "no-such-folder/a.csv")
    try await terminal.wait(for: "the error") {
      $0.contains("no-such-folder/a.csv: No such file or directory")
    }
    // The name can be corrected.
    #expect(try await terminal.screen().contains("write to:"))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: feed.folder).sorted()
        == ["feed.ndjson", "old.csv"])
  }

  @Test func aCommandLineAndAManifestShowTheSameList() async throws {
    let feed = try TemporaryFile(Self.rows, named: "feed.ndjson")
    let terminal = try await terminal(
      feed, ["-f", "name != 'c'", "--derive=y = sub.x * 2", "--fresh"])
    try await terminal.send("f")
    try await terminal.sendText("y > 2")
    try await terminal.send(.enter)
    try await terminal.wait(for: "one row") { $0.contains("1/1 of 3") }
    try await terminal.send(.right, "t")
    try await terminal.wait(for: "the order") { $0.contains("▲ name") }
    try await terminal.send("-")
    try await terminal.wait(for: "a hidden column") { $0.contains("name is hidden") }
    try await write(terminal, "view.sh")
    try await terminal.wait(for: "the command") { $0.contains("wrote view.sh") }
    #expect(
      try content(feed, "view.sh") == """
        mocoa-tui \(feed.path) --fresh --derive 'y = sub.x * 2' --filter 'name != '\\''c'\\''' \
        --filter 'y > 2' --sort name --columns=size,sub.x,y

        """)
    try await write(terminal, "view.yaml")
    try await terminal.wait(for: "the manifest") { $0.contains("wrote view.yaml") }
    // It is a recipe: with its source, filters and order.
    let result = try await run(
      builtProgram("mocoa-tui"), ["--csv", "--manifest", feed.folder + "/view.yaml"])
    #expect(result.outputText == "size,x,y\r\n300Ki,3,6\r\n", "\(result.errorText)")
  }

  @Test("41: a name behind @ is that of a recipe, whose folder is made")
  func recipesAreSavedByTheirNames() async throws {
    let feed = try TemporaryFile(Self.rows, named: "feed.ndjson")
    let environment = ["XDG_CONFIG_HOME": feed.folder + "/config"]
    let terminal = try await TmuxTerminal(
      running: [builtProgram("mocoa-tui"), feed.path, "--fresh", "-f", "sub.x > 1"], columns: 100,
      rows: 12, environment: environment, directory: feed.folder)
    try await terminal.wait(for: "two rows") { $0.contains("1/2 of 3") }
    try await write(terminal, "@large")
    try await terminal.wait(for: "how to run it") { $0.contains("mocoa-tui @large lists it") }
    let result = try await run(
      builtProgram("mocoa-tui"), ["@large", "--count"], environment: environment)
    #expect(result.outputText == "2\n", "\(result.errorText)")
  }

  @Test("41: lines of text are written as they are")
  func linesOfText() async throws {
    let feed = try TemporaryFile("b\ta\n  c\n\nd\n", named: "lines.txt")
    let terminal = try await terminal(feed, ["--fresh"])
    try await write(terminal, "a.txt")
    try await terminal.wait(for: "the file") { $0.contains("wrote 4 rows to a.txt") }
    #expect(try content(feed, "a.txt") == content(feed, "lines.txt"))
  }

  @Test("41: a recipe of a file with blanks in its name reads that file, and runs nothing")
  func recipesOfNamesWithBlanks() async throws {
    let feed = try TemporaryFile(Self.rows, named: "x $(touch evil).ndjson")
    let terminal = try await terminal(feed, ["--fresh"])
    try await write(terminal, "view.yaml")
    try await terminal.wait(for: "the manifest") { $0.contains("wrote view.yaml") }
    let result = try await run(
      builtProgram("mocoa-tui"), ["--count", "--manifest", feed.folder + "/view.yaml"],
      directory: feed.folder)
    #expect(result.outputText == "3\n", "\(result.errorText)")
    #expect(!FileManager.default.fileExists(atPath: feed.folder + "/evil"))
  }

  @Test("34: members of objects keep their paths where a column is hidden and rows are written")
  func nestedMembersKeepTheirPaths() async throws {
    let feed = try TemporaryFile(#"{"id":1,"o":{"k":5},"x":"y"}"# + "\n", named: "feed.ndjson")
    let terminal = try await terminal(feed, ["--fresh"])
    try await terminal.send(.right, .right, .right, "-")
    try await terminal.wait(for: "a hidden column") { $0.contains("x is hidden") }
    try await write(terminal, "a.csv")
    try await terminal.wait(for: "the file") { $0.contains("wrote 1 row to a.csv") }
    #expect(try content(feed, "a.csv") == "id,o.k\r\n1,5\r\n")
  }

  // Only the columns of the list were counted.
  @Test("34: members that are in few rows are counted among the columns")
  func rareMembersAreCounted() async throws {
    let feed = try TemporaryFile(
      """
      {"id":1,"g":"a","n":3,"o":{"x":1,"y":"q"}}
      {"id":2,"g":"b","n":1,"o":{"x":2}}
      {"id":3,"g":"a","n":2,"extra":"E"}

      """, named: "feed.ndjson")
    let terminal = try await terminal(feed, ["--fresh"])
    try await terminal.send(.right, "-")
    try await terminal.wait(for: "a hidden column") { $0.contains("id is hidden") }
    try await write(terminal, "o.csv")
    try await terminal.wait(for: "the file") {
      $0.contains("wrote 3 rows to o.csv; 4 of 6 columns")
    }
  }

  @Test func rowsAreCopiedInAFormat() async throws {
    let feed = try TemporaryFile(Self.rows, named: "feed.ndjson")
    let terminal = try await terminal(feed, ["--columns", "name"])
    try await terminal.send("W")
    try await terminal.wait(for: "the formats") {
      $0.contains("copy-csv") && $0.contains("copy-json")
    }
    try await terminal.sendText("csv")
    try await terminal.send(.enter)
    try await terminal.wait(for: "the message") {
      $0.contains("copied 3 rows as CSV, 1 of 3 columns") && !$0.contains("control")
    }
  }

  @Test func sizesAndDurationsAreSortedByTheirValues() async throws {
    let ages = ["5d3h", "2h5m", "90s", "-", "12m", "1w"].map { "{\"age\":\"\($0)\"}\n" }.joined()
    for (rows, member, expected) in [
      (Self.rows, "size", "300Ki\n10Mi\n9Gi\n"),
      // One that is none of them comes behind.
      (ages, "age", "90s\n12m\n2h5m\n5d3h\n1w\n-\n"),
      (
        ages.replacingOccurrences(of: "\"-\"", with: "null"), "-age", "1w\n5d3h\n2h5m\n12m\n90s\n\n"
      ),
    ] {
      let result = try await run(
        builtProgram("mocoa-tui"),
        ["--tsv", "--columns", String(member.drop { $0 == "-" }), "-s", member],
        input: Array(rows.utf8))
      #expect(result.outputText.drop { $0 != "\n" }.dropFirst() == expected)
    }
  }
}
