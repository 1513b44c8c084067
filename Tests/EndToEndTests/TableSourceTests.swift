import MocoaTestSupport
import Testing

/// Tables and lines of text through the program.
@Suite struct TableSourceTests {
  private func printed(_ input: String, _ arguments: String...) async throws -> ProgramResult {
    try await run(builtProgram("mocoa-tui"), arguments, input: Array(input.utf8))
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

  @Test func optionsSayHowATableIsWritten() async throws {
    let plain = try await printed("1:x\n2:y\n", "--json", "--delimiter", ":", "--no-header")
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
