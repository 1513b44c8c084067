import Foundation
import MocoaTUI
import MocoaTestSupport
import Testing

/// What is wrong with a row is shown in its place; the other rows are as they would be without it.
@Suite struct BadRowTests {
  /// The last one counted silently.
  @Test(arguments: [
    ["--json", "-f", "a == 2"], ["--json", "-f", "a + 0 == 2 || !a"], ["--count", "-f", "a > 1"],
    ["--json", "--derive", "b = a * 2"], ["--csv", "-s", "a"], ["--count", "--unique", "a"],
    ["--json", "--group-by", "a"], ["--csv", "-f", "a == 2", "-c", "a"],
  ])
  func membersRepeatedInARowAreReported(_ arguments: [String]) async throws {
    let text = "{\"a\":3}\n{\"a\":1,\"a\":2}\n"
    let result = try await run(
      builtProgram("mocoa-tui"), arguments, input: Array(text.utf8))
    let lines = result.errorText.split(separator: "\n")
    #expect(lines.count == 1 && result.errorText.contains("a member more than once; the last one"))
    #expect(result.status == .exited(0), "\(result.errorText)")
    let plain = try await run(
      builtProgram("mocoa-tui"), arguments, input: Array("{\"a\":3}\n{\"a\":2}\n".utf8))
    #expect(plain.errorText.isEmpty)
  }

  // Only the first one of those that were added together was reported.
  @Test(
    "34: each row of a followed file that cannot be read is said, and their number at the end",
    arguments: [["--json"], ["--json", "--unique", "n"]])
  func unreadableRowsOfFollowedFilesAreSaid(_ options: [String]) async throws {
    let file = try TemporaryFile("id,n\n1,a\n", named: "f.csv")
    let terminal = try await TmuxTerminal(
      running: [builtProgram("mocoa-tui"), "--follow"] + options + [file.path], columns: 140,
      rows: 50)
    try await terminal.wait(for: "the row") { $0.contains("\"n\":\"a\"") }
    try append(to: file.path) { try $0.write(contentsOf: Data("5\n6,7,8\n9,b\n".utf8)) }
    try await terminal.wait(for: "two rows") {
      $0.contains("line 3, column 1") && $0.contains("line 4, column 1")
    }
    let rows = "10,x,y\n\(String(repeating: "7\n", count: 30))11,c\n"
    try append(to: file.path) { try $0.write(contentsOf: Data(rows.utf8)) }
    try await terminal.wait(for: "many rows") {
      $0.contains("\"n\":\"c\"") && $0.contains("more rows cannot be read and are left out")
    }
    try append(to: file.path) { try $0.write(contentsOf: Data("7\n7\n12,d\n".utf8)) }
    try await terminal.wait(for: "only their number") {
      $0.contains("\"n\":\"d\"") && $0.contains("2 more rows cannot be read and are left out")
    }
    try await terminal.send(.control("c"))
    try await terminal.wait(for: "the total") {
      $0.contains("in all, 35 rows cannot be read and are left out")
    }
  }

  @Test func membersThatAreRepeatedAreInTheStatusBar() async throws {
    let file = try TemporaryFile("{\"a\":3}\n{\"a\":1,\"a\":2}\n", named: "a.ndjson")
    let terminal = try await TmuxTerminal.showing(
      file.path, arguments: ["--fresh"], columns: 140, rows: 6)
    try await terminal.wait(for: "the note") {
      $0.contains("1 row has a member more than once; the last one counts: a (row 2)")
    }
  }

  @Test("A member that a row has more than once is named, and the last one counts")
  func repeatedMembersAreReported() async throws {
    let text =
      #"{"a":1,"d":{"x":1}}"# + "\n" + #"{"a":2,"d":{"x":2,"x":3}}"# + "\n"
      + #"{"a":3,"a":4,"\u0061":5,"d":{"x":6}}"# + "\n"
    let file = try TemporaryFile(text, named: "rows.ndjson")
    func notes(_ arguments: String...) async throws -> (output: String, notes: String) {
      let result = try await run(builtProgram("mocoa-tui"), [file.path] + arguments)
      #expect(result.status == .exited(0))
      return (result.outputText.replacing("\r\n", with: "\n"), result.errorText)
    }
    let both = "mocoa-tui: 2 rows have a member more than once; the last one counts: d.x (row 2)\n"
    #expect(try await notes("--csv") == ("a,d.x\n1,1\n2,3\n5,6\n", both))
    #expect(try await notes("--csv", "--sort", "-a") == ("a,d.x\n5,6\n2,3\n1,1\n", both))
    #expect(try await notes("--plain").notes == both)
    #expect(
      try await notes("--tsv", "--columns", "a") == (
        "a\n1\n2\n5\n",
        "mocoa-tui: 1 row has a member more than once; the last one counts: a (row 3)\n"
      ))
    #expect(try await notes("--group-by", "d.x", "--sum", "a", "--csv").notes == both)
    #expect(try await notes("--json") == (text, ""))
  }

  /// A file and the screen that it makes, 70 columns wide.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let bytes: [UInt8]
    let screen: String

    init(_ name: String, _ bytes: [UInt8], _ screen: String) {
      (testDescription, self.bytes, self.screen) = (name, bytes, screen)
    }

    init(_ name: String, _ text: String, _ screen: String) {
      self.init(name, Array(text.utf8), screen)
    }
  }

  static let cases = [
    Case(
      "a truncated array", "[1, \"two\",\n {\"a\": ",
      """
      1
      two
      """),
    Case(
      "a broken line", "{\"id\": 1}\n{\"id\": tru}\n{\"id\": 3}\n",
      """
      id
       1
      ! line 2: found a word that is not true, false or null  │  {"id": tru}
       3
      """),
    Case("invalid UTF-8", Array("[\"a".utf8) + [0xFF] + Array("b\"]".utf8), "a\u{FFFD}b"),
    Case("a lone surrogate", #"["x\ud800y"]"#, "x\u{FFFD}y"),
    Case("a number beyond all doubles", "[1e999, -1e-999]", "1e999\n-1e-999"),
    Case(
      "a byte of nought in a string", "[\"a\u{0}b\", \"c\"]",
      """
      ! line 1: a string holds byte 0x00, which must be escaped  │  "a␀b"
      c
      """),
    Case("an escaped nought", #"["a\u0000b"]"#, "a␀b"),
    Case("a byte-order mark", "\u{FEFF}[\"a\", \"b\"]", "a\nb"),
    Case("a byte-order mark before lines", "\u{FEFF}{\"a\": 1}\n{\"a\": 2}\n", "a\n1\n2"),
    Case("CRLF", "[\r\n\"a\",\r\n\"b\"\r\n]\r\n", "a\nb"),
    Case("lines that end in CRLF", "{\"a\": 1}\r\n{\"a\": 2}\r\n", "a\n1\n2"),
    Case(
      "escape sequences", #"["\u001b]0;title\u0007\u009b31m\u001bPq\u001b\\", "\ttab\nline"]"#,
      "␛]0;title␇�31m␛Pq␛\\\n tab␊line"),
    Case(
      "raw escape sequences", "[\"\u{1B}[2J\u{9B}2J\"]",
      "! line 1: a string holds byte 0x1B, which must be escaped  │  \"␛[2J�2…"),
  ]

  @Test(arguments: cases) func theOthersAreShown(_ input: Case) async throws {
    let file = try TemporaryFile(input.bytes)
    let terminal = try await TmuxTerminal.showing(file.name, in: file.folder, columns: 70, rows: 8)
    let screen = try await terminal.screen()
    expectScreen(Screen(screen.lines.joined(separator: "\n")).linesOfRows, is: input.screen)
    let bytes = try await PseudoTerminal.showing([file.path], columns: 160, rows: 8).start
    #expect(bytes.foreignSequences == [])
  }

  @Test func tenThousandLevelsAreOneRow() async throws {
    let deep = String(repeating: "[", count: 10_000) + String(repeating: "]", count: 10_000)
    let file = try TemporaryFile("[{\"a\": \(deep)}, {\"a\": 2}]")
    let terminal = try await TmuxTerminal.showing(file.name, in: file.folder, columns: 60, rows: 6)
    try await terminal.wait(for: "both rows") { $0.hasPrefix("a\n[1]\n2\n") }
    try await terminal.send(.enter)
    try await terminal.wait(for: "the row in full") { $0.contains("\"a\": [\n    [\n      [") }
    try await terminal.send(.end)
    try await terminal.wait(for: "its end") { $0.contains("\n}\n") }
    try await terminal.send(.escape)
    try await terminal.wait(for: "the list") { Screen($0).position == 1 }
  }

  /// More than is read of a row: an error in its place, and everything goes on as usual meanwhile.
  @Test func aRowOfManyMegabytesIsAnError() async throws {
    let megabytes = 17
    let file = try TemporaryFile("[1,\n\"")
    try append(to: file.path) { handle in
      let block = Data(repeating: UInt8(ascii: "x"), count: 1 << 20)
      for _ in 0..<megabytes { try handle.write(contentsOf: block) }
      try handle.write(contentsOf: Data("\",3]".utf8))
    }
    let terminal = try await TmuxTerminal(
      running: [builtProgram("mocoa-tui"), file.name], columns: 80, rows: 5, directory: file.folder)
    try await terminal.wait(for: "the first row") { $0.hasPrefix("1\n") }
    try await terminal.send(.enter)
    try await terminal.wait(for: "the first row in full") { $0.contains("Esc back") }
    try await terminal.send(.escape)
    try await terminal.wait(for: "all rows", timeout: .seconds(60)) { Screen($0).count == 3 }
    let lines = try await terminal.screen().lines
    let length = megabytes << 20 + 2
    #expect(lines[0] == "1" && lines[2] == "3")
    #expect(lines[1].hasPrefix("! line 2: the row is \(length) bytes long, more than the 16777216"))
    _ = try await terminal.press(.down, reaching: 2)
    try await terminal.send(.enter)
    try await terminal.wait(for: "the row's beginning") {
      $0.hasPrefix("! \(file.name): line 2") && $0.contains("\n\"xxxx")
    }
    try await terminal.send(.escape)
    // An Esc that comes together with the next key would be another key.
    try await terminal.wait(for: "the list again", timeout: .seconds(30)) {
      Screen($0).position == 2
    }
    _ = try await terminal.press(.end, reaching: 3)
    try await terminal.send("q")
    #expect(try await terminal.waitForEnd() == 0)
  }

  private func append(to path: String, _ body: (FileHandle) throws -> Void) throws {
    let handle = try #require(FileHandle(forWritingAtPath: path))
    defer { try? handle.close() }
    try handle.seekToEnd()
    try body(handle)
  }
}

extension [UInt8] {
  /// Control functions that the program has no use for: whatever is here came from the feed.
  var foreignSequences: [String] {
    // The last ones: the terminal's palette as it was, by ncurses, and what its background is.
    let known = /\u{1B}(\[[?0-9;]*[A-Za-z]|[=>78MD()][B0]?|\]104\u{7}|\]11;\?\u{1B}\\)/
    let rest = text.replacing(known, with: "")
    return rest.unicodeScalars.filter { scalar in
      let isControl = scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)
      return isControl && !["\r", "\n", "\u{8}", "\u{F}", "\t"].contains(scalar)
    }.map { String($0.value, radix: 16) }
  }
}
