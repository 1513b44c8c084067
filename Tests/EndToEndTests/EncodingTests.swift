import Foundation
import MocoaTestSupport
import Testing

/// Text that is not UTF-8: it is written as U+FFFD, which is reported, and the status is 1.
@Suite struct EncodingTests {
  private static let latin1 = Array("id,name\n1,ann\n2,Ren".utf8) + [0xE9] + Array("\n3,zoe\n".utf8)

  private static let json =
    Array(#"{"id":1,"name":"ann"}"#.utf8) + [0x0A] + Array(#"{"id":2,"name":"Ren"#.utf8) + [0xE9]
    + Array("\"}\n".utf8)

  private static let note =
    "line 2, column 20: the text here is not UTF-8; iconv converts other encodings; "
    + "1 row is written with U+FFFD in such places\n"

  private func result(_ arguments: [String], _ bytes: [UInt8]) async throws -> ProgramResult {
    try await run(builtProgram("mocoa-tui"), arguments, input: bytes)
  }

  @Test(arguments: [
    ["--json"], ["--json", "--columns", "id,name"], ["--csv"], ["--tsv"], ["--markdown"],
    ["--plain"], ["--csv", "--sort", "-id"], ["--json", "--sort", "-id"],
    ["--json", "--sort", "-id", "--columns", "name"], ["--json", "--filter", "id > 0"],
    ["--json", "--jobs", "1"],
  ])
  func replacedTextIsReported(_ arguments: [String]) async throws {
    let result = try await result(arguments, Self.json)
    #expect(result.status == .exited(1))
    #expect(result.errorText == "mocoa-tui: standard input: " + Self.note)
    #expect(String(validating: result.output, as: UTF8.self)?.contains("Ren\u{FFFD}") == true)
  }

  @Test("Values of members whose names are replaced are written", arguments: ["--plain", "--csv"])
  func valuesOfReplacedNamesAreWritten(_ option: String) async throws {
    let result = try await result([option], Array(#"{"na"#.utf8) + [0xE9] + Array("\":17}\n".utf8))
    #expect(result.outputText.split { $0.isWhitespace } == ["na\u{FFFD}", "17"].map { $0[...] })
    #expect(result.status == .exited(1))
  }

  @Test func aTableInAnotherEncodingIsReported() async throws {
    let result = try await result(["--csv"], Self.latin1)
    #expect(result.outputText == "id,name\r\n1,ann\r\n2,Ren\u{FFFD}\r\n3,zoe\r\n")
    #expect(result.errorText.contains("line 3, column 6: the text here is not UTF-8"))
    #expect(result.status == .exited(1))
  }

  @Test func namesInAnotherEncodingAreReported() async throws {
    let result = try await result(["--csv"], [0xE9] + Array(",b\n1,2\n".utf8))
    #expect(result.outputText == "\u{FFFD},b\r\n1,2\r\n")
    #expect(result.errorText.contains("names of columns are not UTF-8"))
  }

  /// As JSON it stays the escape that it is.
  @Test(arguments: [("--csv", "a\r\n\u{FFFD}\r\n", 1), ("--json", "{\"a\":\"\\ud800\"}\n", 0)])
  func halfOfASurrogatePairIsReported(_ option: String, _ text: String, _ status: Int32)
    async throws
  {
    let result = try await result([option], Array("[{\"a\":\"\\ud800\"}]".utf8))
    #expect(result.outputText == text)
    #expect(result.status == .exited(status))
    #expect(result.errorText.isEmpty == (status == 0))
  }

  @Test func aRowWithoutAnEndIsReportedWhereTheCommandFails() async throws {
    let result = try await run(
      builtProgram("mocoa-tui"),
      ["--format", "csv", "--csv", "--", "sh", "-c", "printf 'a,b\n1,2\n3,4'; exit 3"])
    #expect(result.outputText == "a,b\r\n1,2\r\n" && result.status == .exited(1))
    #expect(result.errorText.contains("the last row has no end and is left out"))
  }

  /// They read alike, and are others for JSON.
  @Test func equivalentNamesOfColumnsStayApart() async throws {
    let table = "\u{E9},e\u{301}\r\n1,2\r\n"
    let result = try await result(["--csv"], Array(table.utf8))
    #expect(result.output == Array(table.utf8))
  }

  @Test(arguments: [["--\u{1B}[31m"], ["--filter", "\u{1B}[31m==", "--json"]])
  func errorsHoldNoControlCharacters(_ arguments: [String]) async throws {
    let result = try await result(arguments, Self.json)
    #expect(result.status == .exited(2))
    #expect(!result.error.contains(0x1B), "\(result.errorText)")
  }

  @Test func rowsThatAreNotPrintedAreNotReported() async throws {
    let result = try await result(["--json", "--filter", "id == 1"], Self.json)
    #expect(result.outputText == "{\"id\":1,\"name\":\"ann\"}\n")
    #expect(result.status == .exited(0) && result.errorText.isEmpty)
  }

  @Test func theListSaysThatTextIsReplaced() async throws {
    let file = try TemporaryFile(Self.latin1, named: "latin1.csv")
    let terminal = try await TmuxTerminal(
      running: [builtProgram("mocoa-tui"), file.name], columns: 100, rows: 8,
      directory: file.folder)
    try await terminal.wait(for: "the note") {
      $0.contains("Ren\u{FFFD}") && $0.contains("text that is not UTF-8")
    }
  }

  /// Nothing ends a followed file, so that it is said at once.
  @Test func replacedTextOfAFollowedFileIsReportedOnce() async throws {
    let more = Array("{\"id\":3,\"name\":\"Zo".utf8) + [0xEB] + Array("\"}\n".utf8)
    let file = try TemporaryFile(Self.json + more, named: "log.ndjson")
    let result = try await run(
      "timeout", ["2", try builtProgram("mocoa-tui"), "--follow", "--json", file.path])
    #expect(result.outputText.contains("Zo\u{FFFD}"))
    #expect(
      result.errorText == "mocoa-tui: \(file.path): line 2, column 20: the text here is not UTF-8; "
        + "iconv converts other encodings; it is written with U+FFFD in such places\n")
  }

  @Test func compressedFilesCannotBeFollowed() async throws {
    let file = try TemporaryFile([0x1F, 0x8B, 8, 0], named: "log.ndjson.gz")
    let result = try await run(builtProgram("mocoa-tui"), ["--follow", "--json", file.path])
    #expect(result.errorText.contains("is compressed with gzip; decompress it first"))
    #expect(result.status == .exited(1))
  }

  @Test(arguments: [("12", 1), ("12\n", 0), ("{\"a\":1}", 0), ("true", 0)])
  func aNumberWithoutAnEndIsNoRecord(_ record: String, _ status: Int32) async throws {
    let result = try await result(["--json"], Array("\u{1E}1\n\u{1E}\(record)".utf8))
    let rows = status == 0 ? "1\n\(record.split(separator: "\n")[0])\n" : "1\n"
    #expect(result.outputText == rows && result.status == .exited(status))
    #expect(result.errorText.isEmpty == (status == 0))
  }

  /// Tabs and escape sequences, a mark of direction, and a line end.
  private static let controls = Array(#"[{"a":"x\u001b[31m\u009b\u202ey\tz"},{"a":"p\nq"}]"#.utf8)

  @Test("Only a terminal gets data without control characters", arguments: ["--markdown", "--csv"])
  func dataKeepControlCharacters(_ option: String) async throws {
    let result = try await result([option], Self.controls)
    #expect(result.outputText.contains("x\u{1B}[31m\u{9B}\u{202E}y\tz"))
    #expect(result.status == .exited(0) && result.errorText == "")
  }

  @Test("A carriage return is a line end in a cell of Markdown")
  func markdownHasNoLineEnds() async throws {
    let result = try await result(["--markdown"], Array(#"[{"a":"p\r\nq\rr\ns"}]"#.utf8))
    #expect(result.outputText == "| a |\n| --- |\n| p<br>q<br>r<br>s |\n")
  }

  @Test(
    "Control characters that are replaced in aligned text are counted",
    arguments: [
      ["--plain"], ["-o", "a.txt"], ["--plain", "--width", "40"], ["--plain", "-s", "a"],
    ])
  func replacedControlCharactersAreReported(_ way: [String]) async throws {
    let folder = try TemporaryFile(Self.controls, named: "rows.json")
    let result = try await run(
      builtProgram("mocoa-tui"), way + [folder.name], directory: folder.folder)
    let written = FileManager.default.contents(atPath: folder.folder + "/a.txt").map { [UInt8]($0) }
    let output = (written ?? result.output).text
    #expect(output.contains("x\u{FFFD}y z\n") && output.contains("p␊q\n"))
    #expect(
      result.errorText == "mocoa-tui: control characters in 2 values are replaced or removed; "
        + "--json and --csv keep them\n")
    #expect(result.status == .exited(0))
  }

  @Test("Control characters that are replaced in a followed file are reported at once")
  func replacedControlCharactersOfAFollowedFileAreReported() async throws {
    let file = try TemporaryFile("{\"a\":\"x\\ty\"}\n{\"a\":\"x\\ty\"}\n", named: "log.ndjson")
    let result = try await run(
      "timeout", ["2", try builtProgram("mocoa-tui"), "--follow", "--plain", file.path])
    #expect(result.outputText.contains("x y\nx y\n"))
    #expect(
      result.errorText == "mocoa-tui: control characters in the text are replaced or removed; "
        + "--json and --csv keep them\n")
  }
}
