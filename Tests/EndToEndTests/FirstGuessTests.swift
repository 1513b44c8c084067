import MocoaTestSupport
import Testing

/// Names and values of options as they are first typed.
@Suite struct FirstGuessTests {
  private static let pods = """
    {"kind":"a","status":{"phase":"Failed","rank":2},"at":"2026-11-29T10:00:00"}
    {"kind":"b","status":{"phase":"Running","rank":1},"at":"2026-11-29T12:00:00"}

    """

  private func printed(
    _ arguments: [String], _ input: String = pods
  ) async throws -> (output: String, error: String) {
    let result = try await run(builtProgram("mocoa-tui"), arguments, input: Array(input.utf8))
    return (result.outputText, result.errorText)
  }

  @Test(
    "41: a short name is resolved in all members of the first rows",
    arguments: [
      (["--json", "-s", "rank", "-c", "kind"], "{\"kind\":\"b\"}\n{\"kind\":\"a\"}\n"),
      (["--json", "-srank", "-ckind"], "{\"kind\":\"b\"}\n{\"kind\":\"a\"}\n"),
      (["--json", "-s-phase", "-c=kind"], "{\"kind\":\"b\"}\n{\"kind\":\"a\"}\n"),
      (["--csv", "--group-by", "phase"], "phase,count\r\nFailed,1\r\nRunning,1\r\n"),
    ])
  func shortNames(arguments: [String], output: String) async throws {
    // The name of a derived member is no short name, and neither is one of two members.
    let result = try await printed(arguments)
    #expect(result.output == output && result.error == "", "\(result)")
    let row = #"{"a":{"x":1},"b":{"x":2},"c":{"y":1}}"# + "\n"
    let two = row + row
    #expect(
      try await printed(["--json", "-s", "x"], two).error.contains("no row has a member 'x'"))
    let derived = try await printed(["--json", "--derive", "y = missing", "-f", "!y"], two)
    #expect(derived.error.contains("no row has a member 'missing'"), "\(derived)")
  }
}
