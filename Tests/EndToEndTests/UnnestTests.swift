import MocoaTestSupport
import Testing

/// Elements of members as rows of their own.
@Suite struct UnnestTests {
  @Test("41: --unnest gives a row for each element of a value that is calculated")
  func calculatedElements() async throws {
    let rows = #"{"id":1,"o":[{"sep":"a;b"},{"sep":"c"}]}"# + "\n"
    let split = #"p = split(o.sep, ";")"#
    let result = try await run(
      builtProgram("mocoa-tui"), ["--csv", "--unnest", "o", "--unnest", split, "-c", "id,p"],
      input: Array(rows.utf8))
    #expect(result.outputText == "id,p\r\n1,a\r\n1,b\r\n1,c\r\n" && result.errorText == "")
    for (arguments, error) in [
      (["--derive", "p = split(x, 1)", "--unnest", "p"], "; --unnest 'p = split(x, 1)' is not"),
      (["--unnest", "split(x, 1)"], "that is calculated has a name: --unnest 'x = split(x, 1)'"),
      (["--unnest", "p = split(nosuch, 1)"], "--unnest: no row has a member 'nosuch'"),
      (["--unnest", "p = split("], "--unnest: "), (["--unnest", "= o"], "--unnest: the name in"),
    ] {
      let wrong = try await run(
        builtProgram("mocoa-tui"), ["--json"] + arguments, input: Array(rows.utf8))
      #expect(wrong.status == .exited(2) && wrong.errorText.contains(error), "\(wrong)")
    }
  }
}
