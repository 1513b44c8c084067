import Foundation
import MocoaTestSupport
import Testing

/// Tables and lines of text through the program.
@Suite struct TableSourceTests {
  private func printed(_ input: String, _ arguments: String...) async throws -> ProgramResult {
    try await printed(input, arguments)
  }

  private func printed(_ input: String, _ arguments: [String]) async throws -> ProgramResult {
    try await run(builtProgram("mocoa-tui"), arguments, input: Array(input.utf8))
  }

  private func lines(
    _ result: ProgramResult, of text: KeyPath<ProgramResult, String> = \.outputText
  ) -> [String] {
    result[keyPath: text].split(whereSeparator: \.isNewline).map(String.init)
  }

  private static let table = "id,name,score\n1,\"Ada, A.\",9.5\n2,Bo,10\n3,\"C\nD\",7\n"

  @Test func aTableIsFilteredSortedAndExported() async throws {
    let json = try await printed(Self.table, "--json", "--filter", "score > 8", "--sort", "-score")
    #expect(
      json.outputText == """
        {"id":2,"name":"Bo","score":10}
        {"id":1,"name":"Ada, A.","score":9.5}

        """)
    #expect(json.status == .exited(0) && json.errorText == "")
    let csv = try await printed(Self.table, "--csv")
    #expect(csv.outputText.replacing("\r\n", with: "\n") == Self.table)
  }

  @Test(
    "34-1: fields behind the sample that do not fit their column are reported",
    arguments: [
      ["--json"], ["--csv"], ["--plain"], ["--csv", "--sort", "n"],
      ["--group-by", "ok", "--sum", "n"], ["--group-by", "ok", "--max", "n"],
    ])
  func laterFieldsThatDoNotFit(arguments: [String]) async throws {
    let odd = [
      15_000: "00501,true", 15_001: "007,true", 15_002: "\"1,234.50\",true", 15_003: "+5,true",
      15_004: ",", 16_000: "1,yes",
    ]
    let rows = (0..<20_000).map { "\($0),\(odd[$0] ?? "\($0 % 1000),true")\n" }.joined()
    let result = try await printed("id,n,ok\n" + rows, ["--format", "csv"] + arguments)
    let notes = lines(result, of: \.errorText)
    #expect(
      notes.contains(
        "mocoa-tui: standard input: 4 fields of n are text, not written like its other numbers: "
          + "00501 (line 15002); --type 'n = number' reads numbers"))
    #expect(
      notes.contains(
        "mocoa-tui: standard input: 1 field of ok is text, not true or false: yes (line 16002)"))
    // Functions report, with status 1, what they left out of their results.
    #expect(result.status == .exited(arguments[0] == "--group-by" ? 1 : 0))
  }

  @Test("34-4: a type of a column that no source has is an error")
  func typesOfMissingColumns() async throws {
    let files = try [
      TemporaryFile("a,b\n1,x\n2,y\n", named: "a.csv"),
      TemporaryFile("a,zip\n1,007\n", named: "b.csv"),
    ]
    let (first, second) = (files[0].path, files[1].path)
    for arguments in [[first], [first, "--group-by", "a"], [first, first]] {
      let result = try await run(
        builtProgram("mocoa-tui"), ["--csv", "--type", "zip = number"] + arguments)
      #expect(result.status != .exited(0), "\(arguments)")
      #expect(result.errorText.contains("--type: no column 'zip'"), "\(result.errorText)")
    }
    let both = try await run(
      builtProgram("mocoa-tui"), ["--csv", "--type", "zip = number", first, second])
    #expect(both.status == .exited(0), "\(both.errorText)")
    #expect(both.outputText.contains("1,,7") && !both.errorText.contains("is text"))
    let type = ["--type", "zip = text"]
    for (arguments, isKnown) in [
      ([first], false), ([first, first], false), ([first, second], true),
    ] {
      let terminal = try await TmuxTerminal(
        running: [builtProgram("mocoa-tui")] + type + arguments, columns: 100, rows: 8)
      if isKnown {
        try await terminal.wait(for: "the list") { Screen($0).isComplete }
      } else {
        try await terminal.wait(for: "the error") { $0.contains("--type: no column 'zip'") }
        #expect(try await terminal.waitForEnd() == 2)
      }
    }
  }

  @Test("W7: versions and zip codes are different texts, sorted in one order")
  func columnsHaveTypes() async throws {
    let versions = "version,zip\n1.10,01234\n1.9,12345\n1.1,00501\n1.1,99999\n"
    let note =
      "mocoa-tui: standard input: version is text (1.10 and 1.1); --type 'version = number' reads numbers\n"
    let groups = try await printed(versions, "--format", "csv", "--group-by", "version", "--csv")
    #expect(
      lines(groups) == ["version,count", "1.10,1", "1.9,1", "1.1,2"] && groups.errorText == note)
    let equal = try await printed(
      versions, "--format", "csv", "-f", "version == \"1.1\"", "-c", "zip", "--json")
    #expect(equal.outputText == "{\"zip\":\"00501\"}\n{\"zip\":\"99999\"}\n")
    let sorted = try await printed(
      versions, "--format", "csv", "-s", "version,zip", "-c", "version,zip", "--tsv")
    #expect(
      sorted.outputText
        == "version\tzip\n1.1\t00501\n1.1\t99999\n1.9\t12345\n1.10\t01234\n")
    let numbers = try await printed(
      versions, "--format", "csv", "--type", "version = number", "--group-by", "version", "--csv")
    #expect(lines(numbers) == ["version,count", "1.10,3", "1.9,1"] && numbers.errorText == "")
    let signed = try await printed(
      "a,b\n+3,x\n-2,y\n10,z\n-.5,w\n", "--format", "csv", "-s", "a", "-c", "b", "--csv")
    #expect(lines(signed) == ["b", "y", "w", "x", "z"])
    let wrong = try await printed(versions, "--type", "zip = word")
    #expect(wrong.status == .exited(2) && wrong.errorText.contains("'zip = text'"))
  }

  @Test("34: backslashes and quotes between tabs are kept, which is said")
  func doubtfulFieldsAreReported() async throws {
    let rows = (0..<20_000).map { "\($0)\tword\n" }.joined()
    let table = "a\tb\n1\tC:\\temp\n2\tC:\\Users\n" + rows + "3\t\"x\ty\"\n4\t\"z\"\n"
    let result = try await printed(table, "-f", "a <= 4", "-c", "b", "--csv")
    #expect(lines(result).prefix(3) == ["b", "C:\\temp", "C:\\Users"])
    #expect(lines(result).last == "\"\"\"z\"\"\"")
    #expect(
      result.errorText.contains(
        "the backslashes in 1 row are kept: C:\\temp (line 2); --format tsv reads \\t, \\n and "
          + "\\\\ as escapes"))
    #expect(
      result.errorText.contains(
        "the quotes around fields in 1 row are kept: \"z\" (line 20005); --format csv reads them"))
  }

  @Test("34: lines between tabs that are one field in quotes are named")
  func linesInQuotes() async throws {
    let result = try await printed(
      "id\tn\tq\n1\t5\t\"hello\n2\t6\tx\n3\t7\tbig world\"\n4\t8\ty\n", "--json")
    #expect(lines(result).count == 2)
    #expect(
      result.errorText.contains(
        "1 row has several lines with tabs, in quotes: hello (line 2); --format tsv reads quotes "
          + "as text"), "\(result.errorText)")
    let cell = try await printed("id\tb\n1\t\"two\nlines\"\n2\tx\n", "--json")
    #expect(lines(cell).count == 2 && cell.errorText == "")
  }

  @Test(
    "34: carriage returns alone are named beside quotes, too",
    arguments: ["item,qty\rpipe 5\" steel,3\rnail,4\r", "a,b\r\"1\",\"2\"\r\"3\",\"4\"\r"])
  func carriageReturns(_ text: String) async throws {
    let file = try TemporaryFile(text, named: "x.csv")
    let result = try await run(builtProgram("mocoa-tui"), ["--json", file.path])
    #expect(result.status == .exited(1) && result.outputText == "")
    #expect(result.errorText.contains("the lines end with carriage returns alone"))
  }

  @Test("34: a quote between tabs that is not closed is text, and the odd row is named")
  func anUnclosedQuoteIsNoTrap() async throws {
    let text = "a\tb\n1\t\"x\n2\ty\n3\tz\n4\n"
    let result = try await printed(text, "--json")
    #expect(result.status == .exited(1) && result.outputText == "")
    #expect(result.errorText.contains("line 5, column 1: "), "\(result.errorText)")
  }

  @Test("W7: a column that is numbers in one file and texts in another is reported")
  func typesOfSeveralFilesAreCompared() async throws {
    let one = try TemporaryFile("zip,n\n12345,1\n", named: "a.csv")
    let two = try TemporaryFile("zip,n\n01234,2\n12345,3\n", named: "b.csv")
    let program = try builtProgram("mocoa-tui")
    let result = try await run(program, [one.path, two.path, "--group-by", "zip", "--csv"])
    #expect(
      result.errorText
        == "mocoa-tui: --group-by: different groups have the same text of 'zip', such as 12345 "
        + "and \"12345\"; --json tells them apart\n"
        + "mocoa-tui: zip is numbers in \(one.path), texts in \(two.path); "
        + "--type 'zip = text' reads both alike\n")
    let alike = try await run(
      program, [one.path, two.path, "--type", "zip=text", "--group-by", "zip", "--csv"])
    #expect(lines(alike) == ["zip,count", "12345,2", "01234,1"] && alike.errorText == "")
    // A join compares what is written.
    let joined = try await run(
      program, [one.path, "--join", "b = \(two.path) by zip", "-c", "n,b.n", "--csv"])
    #expect(lines(joined) == ["n,b.n", "1,3"], "\(joined)")
  }

  /// What is read is what the commands of this machine print.
  @Test func whatCommandsPrintInColumnsIsATable() async throws {
    let program = try builtProgram("mocoa-tui")
    let space = try await run(
      program, ["--json", "-c", "Filesystem,Capacity", "--", "df", "-P", "/"])
    #expect(space.outputText.hasPrefix("{\"Filesystem\":\""), "\(space)")
    #expect(space.outputText.contains("\"Capacity\":\"") && space.errorText == "")
    let file = try TemporaryFile("abc", named: "a file")
    let files = try await run(
      program, ["--json", "-c", "size,name", "-f", "size == 3", "--", "ls", "-l", file.folder])
    #expect(files.outputText == "{\"size\":3,\"name\":\"a file\"}\n", "\(files)")
    let blocks = ["--json", "-s", "-%USE", "-c", "%USE", "-f", "%USE > 10"]
    let use = try await printed("DISK   %USE\na        9\nb       30\nc       70\n", blocks)
    #expect(use.outputText == "{\"%USE\":70}\n{\"%USE\":30}\n", "\(use)")
    let pods = "NAME    READY   AGE\nweb-a   1/1     5d\ndb      0/1     2d\n"
    #expect(try await printed(pods, "--csv", "-f", "READY:0/").outputText.contains("db,0/1,2d"))
    let lines = try await printed(pods, "--plain", "--format", "text", "-q", "db")
    #expect(lines.outputText == "db      0/1     2d\n")
    let terminal = try await TmuxTerminal(
      shell: "printf '\(pods.replacing("\n", with: "\\n"))' | '\(program)'", columns: 100, rows: 8)
    try await terminal.wait(for: "the columns, and the way back to lines") {
      $0.hasPrefix("NAME      READY  AGE\nweb-a     1/1    5d") && $0.contains("read as a table")
    }
  }

  @Test func columnsFollowATableThatIsAltered() async throws {
    let file = try TemporaryFile("id,a\n1,x\n2,y\n", named: "t.csv")
    let terminal = try await TmuxTerminal.showing(file.name, in: file.folder, columns: 60, rows: 8)
    try Data("id,b,c\n1,x,new\n2,y,old\n".utf8).write(to: URL(filePath: file.path))
    try await terminal.send("r")
    try await terminal.wait(for: "the other columns") {
      $0.hasPrefix("id  b  c\n 1  x  new")
    }
  }

  @Test func theWindowHasATitleOnRequest() async throws {
    let file = try TemporaryFile("[1]", named: "rows.json")
    for (arguments, isTitled) in [(["--window-title"], true), ([], false)] {
      let (terminal, start) = try await PseudoTerminal.showing(arguments + [file.path])
      #expect(start.text.contains("\u{1B}[22;2t\u{1B}]2;mocoa-tui: \(file.path)") == isTitled)
      terminal.write("q")
      let (status, rest) = try await terminal.readToEnd()
      #expect(status == .exited(0) && rest.text.contains("\u{1B}[23;2t") == isTitled)
    }
  }

  @Test func emptyFieldsAreWrittenAsTheyWereRead() async throws {
    let table = "a,b,c\r\n1,,\r\n,x,\"y,z\"\r\n"
    #expect(try await printed(table, "--csv").outputText == table)
    #expect(try await printed(table, "--plain").outputText.contains("null") == false)
  }

  @Test func aRaggedRowIsAnErrorWithItsLine() async throws {
    let result = try await printed("a,b\n1,2\n3\n4,5\n", "--json", "--format", "csv")
    #expect(result.outputText == "{\"a\":1,\"b\":2}\n{\"a\":4,\"b\":5}\n")
    #expect(
      result.errorText
        == "mocoa-tui: standard input: line 3, column 1: the row has 1 field, the header 2; 1 row is left out\n"
    )
    #expect(result.status == .exited(1))
  }

  @Test("38: several tables of a text are printed one after another")
  func severalTables() async throws {
    let result = try await printed(
      "NAME   READY\na      1/1\n\nNAME   TYPE        AGE\ndb     ClusterIP   5d\n", "--json")
    #expect(
      result.outputText
        == "{\"NAME\":\"a\",\"READY\":\"1/1\"}\n{\"NAME\":\"db\",\"TYPE\":\"ClusterIP\",\"AGE\":\"5d\"}\n"
    )
    #expect(
      result.errorText
        == "mocoa-tui: standard input: another table begins in line 4; its rows have "
        + "members of their own\n")
    #expect(result.status == .exited(0))
  }

  @Test("W20: a short row of a table from a pipe is named, and the option that reads the others")
  func aRaggedTableFromAPipeIsRefusedWithItsLine() async throws {
    let table = "id,name\n1,a\n2\n3,c\n"
    let refused = try await printed(table, "--json")
    #expect(refused.status == .exited(1) && refused.outputText == "")
    #expect(refused.errorText.contains("line 3, column 1: a row has 1 field, the first one 2"))
    #expect(refused.errorText.contains("--format csv"))
    let lines = try await printed(table, "--plain")
    #expect(lines.outputText == table && lines.errorText.contains("--format csv"))
    let read = try await printed(table, "--json", "--format", "csv")
    #expect(read.outputText == "{\"id\":1,\"name\":\"a\"}\n{\"id\":3,\"name\":\"c\"}\n")
    #expect(read.status == .exited(1) && read.errorText.contains("line 3"))
  }

  @Test("W3: whether the first line is a header is asked where it is not certain")
  func aHeaderThatIsNotCertainIsAskedFor() async throws {
    let table = "name,city\nAda,London\nBo,Paris\n"
    let refused = try await printed(table, "--json")
    #expect(refused.status == .exited(1) && refused.outputText == "")
    #expect(refused.errorText.contains("--header-row yes"))
    #expect(try await printed(table, "--plain").outputText == table)
    let titled = try await printed(table, "--csv", "--header-row", "yes")
    #expect(titled.outputText.replacing("\r\n", with: "\n") == table && titled.status == .exited(0))
    let rows = try await printed(table, "--json", "--header-row", "no")
    #expect(rows.outputText.count { $0 == "\n" } == 3)
    let named = try TemporaryFile("1,Ada\n2,Bo\n", named: "rows.csv")
    let numbers = try await run(builtProgram("mocoa-tui"), ["--json", named.path])
    #expect(numbers.outputText.count { $0 == "\n" } == 2, "\(numbers)")
  }

  @Test("34: columns of the same name are renamed, which is said; true equals a text")
  func tablesAreReadAsSaid() async throws {
    let names = try await printed("name,name,n\na,b,1\n", "--json", "--header-row", "yes")
    #expect(names.outputText == #"{"name":"a","name_2":"b","n":1}"# + "\n")
    #expect(names.errorText.contains("columns with the name of another one are name_2\n"))
    for filter in [#"t == "true""#, "t == true", #"t in ("true", "x")"#, #"t != "false""#] {
      let found = try await printed("t,n\ntrue,1\nfalse,2\n", "--csv", "-c", "n", "-f", filter)
      #expect(lines(found) == ["n", "1"], "\(filter)")
    }
  }

  @Test("34: what stands beside the list of a document is named")
  func membersBesideTheListAreReported() async throws {
    let text = #"{"id":7,"data":{"kind":"x","next":null,"items":[{"a":1},{"a":2}]},"total":2}"#
    let result = try await printed(text, "--json")
    #expect(result.outputText == "{\"a\":1}\n{\"a\":2}\n" && result.status == .exited(0))
    #expect(
      result.errorText == "mocoa-tui: standard input: rows of /data/items; not shown: /id, "
        + "/data/kind, /total\n")
    // A list without elements may be the one that was asked for.
    let empty = try await printed(#"{"users":[],"roles":[{"a":1}]}"#, "--json")
    #expect(empty.errorText == "mocoa-tui: standard input: rows of /roles; not shown: /users\n")
    let file = try TemporaryFile(text)
    let terminal = try await TmuxTerminal.showing(file.name, in: file.folder)
    try await terminal.wait(for: "the others") {
      $0.contains("rows of /data/items beside 3 members")
    }
  }

  @Test("W14: which list has the rows is reported, with the option for another one")
  func otherListsAreReported() async throws {
    let text = #"{"tags":["a","b","c","d","e","f"],"items":[{"a":1},{"a":2}]}"#
    let result = try await printed(text, "--json")
    #expect(result.outputText == "{\"a\":1}\n{\"a\":2}\n" && result.status == .exited(0))
    #expect(
      result.errorText == "mocoa-tui: standard input: rows of /items; other lists: --at /tags\n")
    let file = try TemporaryFile(text)
    let terminal = try await TmuxTerminal.showing(file.name, in: file.folder)
    try await terminal.wait(for: "the other list") { $0.contains("other lists: --at /tags (25 B)") }
  }

  @Test func rowsThatCannotBeTestedAreReported() async throws {
    let input = "{\"id\":1}\n{\"id\":x}\n{\"id\":3}\n"
    for arguments in [
      ["--json", "--filter", "id >= 0"], ["--csv", "--filter", "id > 2", "--columns", "id"],
      ["--json", "--filter", "id > 2", "--sort", "id", "--columns", "id"],
      ["--json", "--filter", "id > 2", "--group-by", "id"],
    ] {
      let result = try await run(
        builtProgram("mocoa-tui"), arguments, input: Array(input.utf8))
      #expect(result.status == .exited(1), "\(arguments)")
      #expect(result.errorText.contains("line 2, column 7"), "\(arguments): \(result.errorText)")
      #expect(result.outputText.contains("3"), "\(arguments)")
    }
    let ragged = try await printed(
      "id,b\n1,2\n2\n3,4\n", "--format", "csv", "--csv", "--filter", "id < 5")
    #expect(ragged.status == .exited(1) && ragged.errorText.contains("line 3"))
  }

  @Test func aTableWithoutRowsHasItsColumns() async throws {
    let csv = try await printed("a,b\r\n", "--format", "csv", "--csv")
    #expect(csv.outputText == "a,b\r\n" && csv.status == .exited(0))
    let filtered = try await printed("a,b\n", "--format", "csv", "--json", "--filter", "a == 1")
    #expect(filtered.status == .exited(1))
    #expect(lines(filtered, of: \.errorText).count == 1)
    #expect(filtered.errorText.contains("because of the requested format alone"))
  }

  /// The first of two filters hid the row that has the member of the second.
  @Test func aMemberIsLookedForInAllRows() async throws {
    let rows = String(repeating: "{\"b\":5,\"a\":5}\n", count: 3_000)
    for _ in 0..<5 {
      let result = try await printed(
        rows + "{\"a\":{\"x\":1},\"b\":[1]}\n", "--json", "--filter", "b == 5", "--filter",
        "!(a.x == 1)")
      #expect(result.status == .exited(0) && result.errorText == "")
      #expect(result.outputText == rows)
    }
  }

  @Test func groupsOfNoRowAreNoMatch() async throws {
    let result = try await printed("{\"a\":1}\n", "--json", "--filter", "a == 7", "--group-by", "a")
    #expect(result.status == .exited(1))
  }

  @Test func arraysInAnArrayAreReported() async throws {
    let result = try await printed("[[\"id\",\"n\"],[1,\"x\"]]", "--json")
    #expect(result.outputText == "\"id\"\n\"n\"\n1\n\"x\"\n")
    #expect(result.errorText.contains("--format array makes it a row"))
    #expect(try await printed("[[{\"a\":1}],[]]", "--json").errorText == "")
  }

  @Test(arguments: [
    ("{\"a\":[{\"x\":1}],\"b\":", "--at=/a", "ends in the middle"),
    ("{\"a\":[1]}garbage", "--at=/a", "after the end"),
    ("{\"items\":[{\"u\":1}],\"next\": nul[l}", "--json", "line 1, column"),
    ("{\"items\":[{\"u\":1}],\"next\":0x}", "--json", "line 1, column"),
  ])
  func whatIsWrongBehindTheRowsIsReported(
    input: String, option: String, message: String
  ) async throws {
    let result = try await printed(input, "--json", option)
    #expect(result.status == .exited(1))
    #expect(result.errorText.contains(message), "\(result.errorText)")
    #expect(!result.outputText.isEmpty)
  }

  @Test func aZeroByteIsNoEndOfAChoice() async throws {
    let result = try await printed(
      "{\"n\":\"a\\u0000b\"}\n", "--print0", "--select-1", "--print", "{n}")
    #expect(result.status == .exited(1) && result.outputText == "")
    #expect(result.errorText.contains("NUL byte"))
  }

  @Test func oneColumnIsReadAsItWasWritten() async throws {
    for format in ["csv", "tsv"] {
      let input = "[{\"\":1},{\"\":\"\"},{}]"
      let written = try await printed(input, "--\(format)")
      let read = try await printed(written.outputText, "--format", format, "--json")
      #expect(
        read.outputText == "{\"column_1\":1}\n{\"column_1\":null}\n{\"column_1\":null}\n",
        "\(format)")
    }
  }

  @Test func aPipeIsGivenWholeTexts() async throws {
    let long = String(repeating: "x", count: 300)
    let input = (0..<300).map { "{\"a\":\"short\($0)\",\"b\":1}\n" }.joined()
    let result = try await printed(input + "{\"a\":\"\(long)\",\"b\":2}\n", "--plain")
    #expect(result.outputText.contains(long))
  }

  @Test func optionsSayHowATableIsWritten() async throws {
    let plain = try await printed("1:x\n2:y\n", "--json", "--delimiter", ":", "--header-row", "no")
    #expect(
      plain.outputText
        == "{\"column_1\":1,\"column_2\":\"x\"}\n{\"column_1\":2,\"column_2\":\"y\"}\n")
    let wrong = try await printed("a", "--json", "--delimiter", "::")
    #expect(wrong.status == .exited(2))
    let tabs = try await printed("a\tb\n1\tx\n", "--json", "--delimiter", "tab")
    #expect(tabs.outputText == "{\"a\":1,\"b\":\"x\"}\n")
  }

  @Test func linesOfTextAreRows() async throws {
    let result = try await printed("GET /\nPOST /x\n", "--json", "--format", "text")
    #expect(result.outputText == "{\"line\":\"GET /\"}\n{\"line\":\"POST /x\"}\n")
  }
}
