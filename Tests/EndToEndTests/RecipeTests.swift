import Foundation
import MocoaTUI
import MocoaTestSupport
import Testing

/// Recipes: manifests with a source that are run by their names, and the options in manifests.
@Suite struct RecipeTests {
  /// A folder of configuration with one recipe.
  struct Kitchen {
    let file: TemporaryFile
    var environment: [String: String]

    init(_ text: String, named name: String = "things") throws {
      file = try TemporaryFile(text, named: "mocoa/recipes/\(name).yaml")
      environment = ["XDG_CONFIG_HOME": file.root, "XDG_STATE_HOME": file.root + "/state"]
    }

    func run(_ arguments: String..., input: String = "") async throws -> ProgramResult {
      try await MocoaTestSupport.run(
        builtProgram("mocoa-tui"), arguments, input: Array(input.utf8), environment: environment)
    }
  }

  static let things = """
    description: Things of a test
    source: [printf, '[{"id":1,"n":30},{"id":2,"n":10},{"id":3,"n":20}]']
    sort: -n
    filter: n > 10
    derive: [d = n * 2]
    columns: [id, {member: d, title: Double}]
    watch: 60
    """

  // MARK: Options

  @Test func recipesTakeTheOptionsOfTheCommandLine() async throws {
    let kitchen = try Kitchen(Self.things)
    #expect(try await kitchen.run("@things", "--csv").table == "id,Double\n1,60\n3,40\n")
    #expect(
      try await kitchen.run("@things", "--json").outputText
        == "{\"id\":1,\"n\":30,\"d\":60}\n{\"id\":3,\"n\":20,\"d\":40}\n")
  }

  @Test("41: --explain and --help name the file of a recipe and what it runs")
  func recipesAreExplained() async throws {
    let kitchen = try Kitchen(Self.things)
    let explained = try await kitchen.run("@things", "--explain").outputText
    let first = try #require(explained.split(separator: "\n").first)
    #expect(first.contains("/things.yaml:2: source: printf") && explained.contains("@things: "))
    let help = try await kitchen.run("--help", "@things").outputText
    #expect(help.contains("Things of a test") && help.contains("/things.yaml is its file"))
    #expect(try await kitchen.run("--help", "@nothing").status == .exited(2))
  }

  @Test func whatIsTypedTakesPrecedence() async throws {
    let kitchen = try Kitchen(Self.things)
    #expect(
      try await kitchen.run("@things", "--csv", "-s", "id", "-c", "n").table == "n\n30\n20\n")
    #expect(
      try await kitchen.run("-f", "n < 30", "@things", "--csv").table == "id,Double\n3,40\n")
    let feed = try TemporaryFile("[{\"id\":7,\"n\":11}]")
    #expect(
      try await kitchen.run("@things", feed.path, "--csv").table == "id,Double\n7,22\n")
    #expect(
      try await kitchen.run("@things", "--csv", "--", "echo", "[{\"id\":8,\"n\":12}]").table
        == "id,Double\n8,24\n")
  }

  @Test func anOrderCanBeAList() async throws {
    let kitchen = try Kitchen(
      "source: [echo, '[{\"a\":1,\"b\":1},{\"a\":1,\"b\":2}]']\nsort: [a, -b]")
    #expect(try await kitchen.run("@things", "--csv").table == "a,b\n1,2\n1,1\n")
  }

  @Test func groupsOfARecipeAreNotSortedByItsRows() async throws {
    let kitchen = try Kitchen(Self.things)
    #expect(
      try await kitchen.run("@things", "--group-by", "id", "--csv").table
        == "id,count\n1,1\n3,1\n")
  }

  @Test func theUsersManifestOfAFeedHasOptions() async throws {
    let kitchen = try Kitchen("")
    let feed = try TemporaryFile("[{\"n\":1},{\"n\":3},{\"n\":2}]", named: "numbers.json")
    try Data("sort: -n\nfilter: n > 1\n".utf8)
      .write(to: URL(fileURLWithPath: kitchen.file.root + "/mocoa/numbers.yaml"))
    #expect(try await kitchen.run(feed.path, "--csv").table == "n\n3\n2\n")
    #expect(try await kitchen.run(feed.path).outputText.split(separator: "\n").count == 3)
    #expect(try await kitchen.run(feed.path, "--csv", "-s", "n").table == "n\n2\n3\n")
  }

  @Test func aManifestHasASourceWithoutBeingARecipe() async throws {
    let kitchen = try Kitchen(Self.things)
    #expect(
      try await kitchen.run("--manifest", kitchen.file.path, "--csv").table
        == "id,Double\n1,60\n3,40\n")
    let feed = try TemporaryFile("[{\"id\":7,\"n\":11}]")
    #expect(
      try await kitchen.run("--manifest", kitchen.file.path, "--csv", feed.path).table
        == "id,Double\n7,22\n")
  }

  // MARK: Sources and arguments

  @Test func aSourceIsAFileACommandOrALineForAShell() async throws {
    let feed = try TemporaryFile("[{\"n\":1}]")
    let file = try Kitchen("source: \(feed.path)")
    #expect(try await file.run("@things", "--csv").table == "n\n1\n")
    let line = try Kitchen("source: printf '{\"n\":%s}\\n' 1 | sed s/1/2/")
    #expect(try await line.run("@things", "--csv").table == "n\n2\n")
  }

  /// What is typed is never text of a shell.
  @Test(arguments: [
    "source: [printf, '{{json .}} %s\\n', '{what}', '{who}']",
    "source: printf '{{json .}} %s\\n' {what} {who}",
  ])
  func argumentsAreWords(_ source: String) async throws {
    let kitchen = try Kitchen(source + "\narguments: [what, {name: who, default: it's}]\n")
    let hostile = "a\"; $(touch \(kitchen.file.root)/made) `id` 'b' {who} \\n"
    let result = try await kitchen.run("@things", hostile, "--format", "text", "--csv")
    #expect(result.outputText.contains("{{json .}} it's"), "\(result.outputText)")
    #expect(
      result.outputText.contains("{{json .}} \(hostile)".replacing("\"", with: "\"\"")),
      "\(result.outputText)")
    #expect(!FileManager.default.fileExists(atPath: kitchen.file.root + "/made"))
  }

  @Test func missingAndSurplusArgumentsAreWrongUsage() async throws {
    let kitchen = try Kitchen(
      "source: [echo, '{what}', '{who}']\narguments: [what, {name: who, default: x}]\n")
    let cases = [(["@things"], "no argument"), (["@things", "a", "b", "c"], "a b c")]
    for (arguments, found) in cases {
      let result = try await run(
        builtProgram("mocoa-tui"), arguments, environment: kitchen.environment)
      #expect(result.status == .exited(2))
      #expect(
        result.errorText
          == "mocoa-tui: \(kitchen.file.path):1: source: expected mocoa-tui @things WHAT [WHO], "
          + "found \(found)\n")
    }
  }

  // MARK: Faults

  @Test(arguments: [
    ("source: [ls]\nfliter: x", "2: fliter: unknown key; did you mean 'filter'?"),
    ("source: [ls]\nsuorce: x", "2: suorce: unknown key; did you mean 'source'?"),
    ("source: [ls]\nwatch: abc", "2: watch: --watch must be a number of seconds"),
    ("source: [ls]\nwatch: true\nsort: x", "2: watch: Missing value"),
    ("source: [ls]\nfilter: true\nsort: x", "2: filter: Missing value"),
    ("source: [ls]\nfollow: 'yes'", "2: follow: The option '--follow' does not take any value"),
    ("source: [ls]\nfilter: n >", "2: filter: the expression ends"),
    ("source: [ls]\nderive: {a: b}", "2: derive: expected a text, a number, a list of them"),
    ("source: [ls]\njson: true", "2: json: a manifest cannot set this option"),
    ("source: {a: b}", "1: source.a: unknown key; there are: file"),
    ("source: []", "1: source: expected a command, a file or an address, found nothing"),
    ("columns: [a]", " 'source' is missing: a command, a file or an address"),
    ("arguments: [a]", "1: arguments: arguments are for a 'source', which is missing"),
    ("source: [ls]\narguments: [a]", "1: source: the argument 'a' is not used: {a} is missing"),
    ("source: [ls, '{a}']\narguments: [a b]", "2: arguments[0]: a name has letters, digits"),
    ("source: [ls]\ndetail: echo '{a}'", "2: detail: the field {a} is inside quotes"),
  ])
  func faultsNameFileLineAndKey(_ text: String, _ message: String) async throws {
    let kitchen = try Kitchen(text + "\n")
    let result = try await kitchen.run("@things")
    #expect(result.status == .exited(2) && result.output.isEmpty)
    #expect(
      result.errorText.hasPrefix("mocoa-tui: \(kitchen.file.path):\(message)"),
      "\(result.errorText)")
  }

  @Test func anUnknownRecipeIsNamedAndAFileCanHaveItsName() async throws {
    let kitchen = try Kitchen(Self.things)
    let result = try await kitchen.run("@thing")
    #expect(result.status == .exited(2))
    #expect(
      result.errorText
        == "mocoa-tui: there is no recipe 'thing'; did you mean 'things'? mocoa-tui @ lists them; "
        + "a file of this name is opened as ./@thing\n")
    for name in ["@../recipes/things", "@.things"] {
      #expect(try await kitchen.run(name).errorText.contains("there is no recipe"))
    }
    let feed = try TemporaryFile("[{\"n\":1}]", named: "@things")
    let file = try await run(
      builtProgram("mocoa-tui"), ["./@things", "--csv"], directory: feed.folder)
    #expect(file.table == "n\n1\n")
  }

  @Test("41: a recipe is run by the name of its file, too")
  func filesAreRecipes() async throws {
    let file = try TemporaryFile(Self.things, named: "mine.yaml")
    for name in ["@mine.yaml", "@./mine.yaml", "@\(file.path)"] {
      let result = try await MocoaTestSupport.run(
        builtProgram("mocoa-tui"), [name, "--csv"], directory: file.folder)
      #expect(result.table == "id,Double\n1,60\n3,40\n", "\(result.errorText)")
    }
  }

  @Test func aMissingProgramIsNamed() async throws {
    let kitchen = try Kitchen("description: x\nsource: [no-such-program, x]\n")
    let result = try await kitchen.run("@things", "--json")
    #expect(result.status == .exited(1))
    #expect(
      result.errorText.hasPrefix(
        "mocoa-tui: \(kitchen.file.path):2: source: no-such-program is not installed"))
    let other = try Kitchen("needs: [no-such-program, sh]\nsource: echo '[{}]' | cat\n")
    #expect(try await other.run("@things", "--json").table == "{}\n")
  }

  @Test func aCommandThatFailsOrPrintsNothingIsNamedWithItsPlace() async throws {
    let failing = try Kitchen("source: [sh, -c, 'echo oops >&2; exit 3']\n")
    let result = try await failing.run("@things", "--json")
    #expect(result.status == .exited(1))
    #expect(
      result.errorText == """
        mocoa-tui: @things: exited with status 3: oops
        mocoa-tui: \(failing.file.path):1: source: sh -c 'echo oops >&2; exit 3': \
        run this to see why it fails, or change it there\n
        """)
    let empty = try Kitchen("source: ['true']\n")
    let note = try await empty.run("@things", "--plain").errorText
    #expect(note.hasSuffix("mocoa-tui: \(empty.file.path):1: source: true: prints nothing\n"))
  }

  @Test("41: a recipe says what is missing if there are no rows, printed and in the list")
  func emptySourcesAreExplained() async throws {
    let advice = "empty: nothing is here; make adds something\n"
    for source in [
      "source: ['true']", "source: [echo, '{}']\nat: /x",
      "source: [echo, '{\"a\":1}']\nunnest: b", "source: [printf, 'a,b\\n']\nformat: csv",
    ] {
      let kitchen = try Kitchen("\(source)\n\(advice)")
      let text = try await kitchen.run("@things", "--plain").errorText
      let note = "mocoa-tui: @things: nothing is here; make adds something\n"
      #expect(text.hasSuffix(note), "\(text)")
      #expect(!text.contains("why it fails"), "\(text)")
    }
    let failing = try Kitchen("source: ['false']\n\(advice)")
    let text = try await failing.run("@things", "--plain").errorText
    #expect(text.contains("why it fails") && !text.contains("nothing is here"), "\(text)")
    for (advice, shown) in [(advice, "make adds something"), ("", "prints no rows")] {
      let kitchen = try Kitchen("source: ['true']\n\(advice)")
      let terminal = try await TmuxTerminal(
        running: [builtProgram("mocoa-tui"), "@things"], columns: 100, rows: 12,
        environment: kitchen.environment)
      try await terminal.wait(for: "the sentence") {
        $0.contains("No rows") && $0.contains(shown) && $0.contains("things.yaml:1: source: true")
      }
    }
  }

  @Test(
    "41: a source that is neither a command nor a file is named with its place",
    arguments: [
      ("source: 5", "source: expected a command, a file or an address, found a number"),
      ("source: true", "source: expected a command, a file or an address, found true or false"),
      ("source: none.json", "source: none.json: no such file; a command has several words"),
    ])
  func sourcesThatAreNone(_ source: String, _ message: String) async throws {
    let kitchen = try Kitchen(source)
    let result = try await kitchen.run("@things", "--plain")
    #expect(result.status == .exited(2))
    #expect(
      result.errorText.hasPrefix("mocoa-tui: \(kitchen.file.path):1: \(message)"),
      "\(result.errorText)")
  }

  // MARK: The list of recipes

  @Test func allRecipesAreListedWithWhatTheyNeed() async throws {
    let kitchen = try Kitchen("description: Mine\nsource: [no-such-program]\n", named: "aaa")
    let lines = try await kitchen.run("@", "--json").outputText.split(separator: "\n")
    #expect(
      lines.first?.hasPrefix(
        #"{"name":"aaa","description":"Mine","needs":"no-such-program","installed":false,"#)
        ?? false)
    let table = try await kitchen.run("@", "-f", "name == \"aaa\"").outputText
    #expect(table.contains("Mine") && table.contains("✗"))
  }

  @Test func enterRunsARecipeAndLeavingItGoesBack() async throws {
    let kitchen = try Kitchen(Self.things, named: "aaa")
    let terminal = try await TmuxTerminal(
      running: [builtProgram("mocoa-tui"), "@"], columns: 100, rows: 20,
      environment: kitchen.environment)
    try await terminal.wait(for: "the recipes") { $0.contains("Things of a test") }
    try await terminal.send(.enter)
    try await terminal.wait(for: "the rows") { $0.contains("Double") && $0.contains("1/2 of 3") }
    try await terminal.send("q")
    try await terminal.wait(for: "the recipes again") { $0.contains("Things of a test") }
    try await terminal.send("q")
    #expect(try await terminal.waitForEnd() == 0)
  }

  // MARK: The interface

  @Test("41: the view of a recipe is written as a recipe, with what it reads and derives")
  func theViewOfARecipe() async throws {
    let kitchen = try Kitchen(Self.things)
    let terminal = try await TmuxTerminal(
      running: [builtProgram("mocoa-tui"), "@things", "--fresh"], columns: 100, rows: 12,
      environment: kitchen.environment)
    try await terminal.wait(for: "the rows") { $0.contains("1/2 of 3") }
    try await terminal.send("f")
    try await terminal.sendText("d > 50")
    try await terminal.send(.enter)
    try await terminal.wait(for: "one row") { $0.contains("1/1 of 3") }
    try await terminal.send("w")
    try await terminal.wait(for: "the question") { $0.contains("write to:") }
    try await terminal.sendText(kitchen.file.folder + "/mine.yaml")
    try await terminal.send(.enter)
    try await terminal.wait(for: "the recipe") { $0.contains("wrote ") && !$0.contains("without") }
    #expect(try await kitchen.run("@mine", "--csv").table == "id,Double\n1,60\n")
  }

  @Test("41: that of a recipe whose source is another command has no source, which is said")
  func theViewOfARecipeOverACommand() async throws {
    let kitchen = try Kitchen(Self.things)
    let terminal = try await TmuxTerminal(
      running: [
        builtProgram("mocoa-tui"), "@things", "--fresh", "--", "echo", "[{\"id\":8,\"n\":12}]",
      ], columns: 120, rows: 12, environment: kitchen.environment)
    try await terminal.wait(for: "the row") { $0.contains("1/1") }
    try await terminal.send("w")
    try await terminal.wait(for: "the question") { $0.contains("write to:") }
    try await terminal.sendText(kitchen.file.folder + "/mine.yaml")
    try await terminal.send(.enter)
    try await terminal.wait(for: "the limit") { $0.contains("without source") }
  }

  @Test func whatTheUserChangesIsRestoredInPlaceOfTheRecipe() async throws {
    let kitchen = try Kitchen(Self.things)
    func terminal() async throws -> TmuxTerminal {
      let terminal = try await TmuxTerminal(
        running: [builtProgram("mocoa-tui"), "@things"], columns: 100, rows: 12,
        environment: kitchen.environment)
      try await terminal.wait(for: "the rows") { Screen($0).isComplete && $0.contains("Double") }
      return terminal
    }
    let first = try await terminal()
    try await first.send("s")
    try await first.wait(for: "the prompt") { $0.contains("sort by") }
    try await first.send(.control("u"))
    try await first.sendText("id")
    try await first.send(.enter)
    try await first.wait(for: "the order") { $0.contains("▲ id") }
    try await first.send("q")
    #expect(try await first.waitForEnd() == 0)
    let second = try await terminal()
    try await second.wait(for: "the order") { $0.contains("▲ id") && $0.contains("n > 10") }
  }

  @Test(arguments: ["detail: [printf, '<%s>', '{n}']", "detail: printf '<%s>' {n}"])
  func theDetailIsTheOutputOfACommand(_ detail: String) async throws {
    let kitchen = try Kitchen("\(Self.things)\n\(detail)\n")
    let terminal = try await TmuxTerminal(
      running: [builtProgram("mocoa-tui"), "@things"], columns: 110, rows: 12,
      environment: kitchen.environment)
    try await terminal.wait(for: "the rows") { Screen($0).isComplete && $0.contains("Double") }
    try await terminal.send("v")
    try await terminal.wait(for: "the output") { $0.contains("<30>") }
    try await terminal.send(.down)
    try await terminal.wait(for: "the output") { $0.contains("<20>") }
  }
}

extension ProgramResult {
  /// A table of comma-separated values with line feeds only.
  fileprivate var table: String { outputText.replacing("\r\n", with: "\n") }
}
