import MocoaTestSupport
import Testing

/// The options that each run begins with: those of the user's file and of `MOCOA_OPTS`.
@Suite struct DefaultOptionsTests {
  static let feed = Array(#"[{"id":1,"n":30},{"id":2,"n":10},{"id":3,"n":20}]"#.utf8)

  private func printed(
    _ arguments: [String], file: String? = nil, variable: String? = nil
  ) async throws -> (result: ProgramResult, path: String) {
    let file = try TemporaryFile(file ?? "", named: "mocoa/config")
    var environment = ["XDG_CONFIG_HOME": file.root]
    environment["MOCOA_OPTS"] = variable
    let result = try await run(
      builtProgram("mocoa-tui"), arguments, input: Self.feed, environment: environment)
    return (result, file.path)
  }

  @Test func theFileComesBeforeTheVariableAndBothBeforeTheArguments() async throws {
    let file = "# how numbers are read\n\n  --columns id  \n-s -n\n--tsv\n"
    #expect(try await printed([], file: file).result.outputText == "id\n1\n3\n2\n")
    #expect(
      try await printed([], file: file, variable: "--sort n").result.outputText == "id\n2\n3\n1\n")
    #expect(
      try await printed(["-s", "id"], file: file, variable: "--sort n").result.outputText
        == "id\n1\n2\n3\n")
    #expect(
      try await printed(["--no-config", "--json", "-c", "n"], file: file, variable: "-s n")
        .result.outputText == "{\"n\":30}\n{\"n\":10}\n{\"n\":20}\n")
  }

  @Test func columnsGivenTwiceAreRefused() async throws {
    for defaults in [nil, "-c id --sort n"] {
      #expect(
        try await printed(["-c", "id", "--columns=n"], variable: defaults).result.errorText
          .contains("--columns can be given once; separate members by commas: id,n"))
      let sorted = try await printed(["-s", "-n", "-s", "id", "--json"], variable: defaults).result
      #expect(sorted.status == .exited(2) && sorted.errorText.contains("--sort can be given once"))
    }
  }

  @Test func ofTheFormatsTheLastIsLeft() async throws {
    let file = "-c n\n--csv\n"
    #expect(
      try await printed(["--json"], file: file).result.outputText
        == "{\"n\":30}\n{\"n\":10}\n{\"n\":20}\n")
    #expect(
      try await printed([], file: file, variable: "--tsv").result.outputText == "n\n30\n10\n20\n")
    #expect(try await printed(["--csv", "--json"], file: file).result.status == .exited(2))
  }

  @Test func quotesKeepBlanksTogether() async throws {
    let file = "--json\n--filter 'n > 10 && n < 30'\n--filter=\"id ~ /[{]?3/\"\n"
    #expect(try await printed([], file: file).result.outputText == "{\"id\":3,\"n\":20}\n")
  }

  @Test(arguments: [
    ("--json\n--thme light\n", nil, ":2: Unknown option '--thme'"),
    ("--json\n--jobs x\n", nil, ":2: --jobs must be at least 1, not 'x'"),
    ("--jobs\n", nil, ":1: Missing value for '--jobs <number>'"),
    ("--json\n--filter 'n\n", nil, ":2: the closing ' is missing"),
    ("--json feed.json\n", nil, ":1: only options are allowed here"),
    ("--command ls\n", nil, ":1: only options are allowed here"),
    ("--json\n--help\n", nil, ":2: help and version are no options for each run"),
    ("--version\n", nil, ":1: help and version are no options for each run"),
    ("--command\n", nil, ":1: only options are allowed here"),
    ("\n-- ls\n", nil, ":2: only options are allowed here"),
    ("", "--json --no-config", "MOCOA_OPTS: only options are allowed here"),
    ("", "--csv=1", "MOCOA_OPTS: "),
  ])
  func errorsAreReportedWithTheirPosition(
    _ file: String, _ variable: String?, _ reason: String
  ) async throws {
    let (result, path) = try await printed(["-"], file: file, variable: variable)
    #expect(result.status == .exited(2))
    let place = variable == nil ? path : ""
    #expect(result.errorText.hasPrefix("mocoa-tui: \(place)\(reason)"), "\(result.errorText)")
    // Help is there all the same.
    let help = try await printed(["--help"], file: file, variable: variable).result
    #expect(help.status == .exited(0) && help.outputText.contains("--no-config"))
  }

  @Test(arguments: [
    ("--json\n--watch 2\n", [], "--watch 2"), ("-s nn\n", ["--json"], "-s nn"),
    ("--manifest no-such-file\n", [], "--manifest no-such-file"),
    ("--json\n", ["--limit-columns", "2"], "--json"),
  ])
  func anErrorSaysWhichLineHasTheOption(
    _ file: String, _ arguments: [String], _ option: String
  ) async throws {
    let (result, path) = try await printed(arguments + ["-"], file: file)
    #expect(result.status == .exited(2))
    #expect(
      result.errorText.hasSuffix(" has \(option); --no-config ignores it\n")
        && result.errorText.contains("mocoa-tui: \(path):"), "\(result.errorText)")
  }

  @Test func aFileThatCannotBeReadIsReported() async throws {
    let file = try TemporaryFile("", named: "mocoa/config/folder")
    let result = try await run(
      builtProgram("mocoa-tui"), [], input: Self.feed, environment: ["XDG_CONFIG_HOME": file.root])
    #expect(result.status == .exited(2))
    #expect(result.errorText.contains("/mocoa/config: it is not a regular file"))
  }

  @Test func theInterfaceBeginsWithThem() async throws {
    let feed = try TemporaryFile(Self.feed)
    let terminal = try await TmuxTerminal(
      running: [builtProgram("mocoa-tui"), feed.path], columns: 60, rows: 8,
      environment: ["MOCOA_OPTS": "-f 'n > 10'"])
    try await terminal.wait(for: "two rows") { $0.contains("1/2 of 3") && $0.contains("n > 10") }
  }
}
