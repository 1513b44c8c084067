import Foundation
import MocoaTUI
import MocoaTestSupport
import Testing

/// Manifests, as the program finds, reads and reports them.
@Suite struct ManifestTests {
  static let manifest = """
    # How the events look.
    theme: light
    keys:
      move-down: [J]
    modules:
      - url: mocoa://events/
        when: kind == "talk"
        cell: "* {title:bold} {date|date:right}"
      - url: mocoa://events/
        cell: "{title} {date|date:right}"
    """

  static let feed = """
    [{"id":1,"title":"Opening","kind":"talk","date":"2024-05-01"},
     {"id":2,"title":"Lunch","kind":"break","date":"2024-05-02"}]
    """

  private func modules(_ arguments: [String], _ environment: [String: String] = [:]) async throws
    -> (status: MocoaTestSupport.ExitStatus, output: String, error: String)
  {
    let result = try await run(
      builtProgram("mocoa-tui"), ["modules"] + arguments, environment: environment)
    return (result.status, result.outputText, result.errorText)
  }

  @Test func templatesShowTheRowsOfAFeed() async throws {
    let feed = try TemporaryFile(Self.feed, named: "events.json")
    let manifest = try TemporaryFile(Self.manifest, named: "my.yaml")
    let terminal = try await TmuxTerminal.showing(
      feed.path, arguments: ["--manifest", manifest.path], columns: 60, rows: 5)
    let screen = try await terminal.press("J", reaching: 2)
    expectScreen(
      screen.lines.prefix(2).joined(separator: "\n"),
      is: """
        * Opening                                         2024-05-01
        Lunch                                             2024-05-02
        """)
  }

  @Test func theUsersOwnManifestIsFoundByTheNameOfTheFeed() async throws {
    let feed = try TemporaryFile(Self.feed, named: "events.json")
    let folder = try TemporaryFile("", named: "none")
    let configuration = folder.folder + "/mocoa"
    try FileManager.default.createDirectory(
      atPath: configuration, withIntermediateDirectories: true)
    for name in ["events.yaml", "events.json.yml"] {
      try Data("cell: \"from \(name) {title}\"".utf8)
        .write(to: URL(fileURLWithPath: "\(configuration)/\(name)"))
      let result = try await modules([feed.path], ["XDG_CONFIG_HOME": folder.folder])
      #expect(result.status == .exited(0))
      #expect(result.output.contains("2 rows: \"from \(name) {title}\""), "\(result.output)")
    }
    // One in the folder of the feed, or where the program runs, is not looked for.
    let result = try await modules([feed.path], ["XDG_CONFIG_HOME": "/nowhere"])
    #expect(result.output.contains("2 rows: JSONCell"))
  }

  @Test func modulesListsWhichModuleShowsWhichRows() async throws {
    let feed = try TemporaryFile(Self.feed, named: "events.json")
    let manifest = try TemporaryFile(Self.manifest, named: "my.yaml")
    let result = try await modules([feed.path, "--manifest", manifest.path])
    #expect(result.status == .exited(0) && result.error.isEmpty)
    #expect(
      result.output.contains(
        """
        1 row: "* {title:bold} {date|date:right}" when kind == "talk"
          mocoa://events/:/json: no module
          mocoa://events/:/:: found
        1 row: "{title} {date|date:right}"
        """), "\(result.output)")
    #expect(result.output.hasPrefix("mocoa://events/\n"))
  }

  @Test(arguments: [
    ("cell: \"{a:bodl}\"", "1: cell: there is no style 'bodl'; did you mean 'bold'?"),
    ("keys:\n  filter: q\n  fliter: x", "3: keys.fliter: there is no action 'fliter'; did you"),
    ("modules:\n  - cell: x\n    wehn: a > 1", "3: modules[0].wehn: unknown key; did"),
    ("cell: [", "2: "), ("cell: &a x", "1: anchors are not supported"),
    ("cell: a\n---\nb: 2", "second"),
    ("cell: yes\nheader: on\nmodul: 1", "3: modul: unknown key; did you mean 'modules'"),
  ])
  func faultsNameFileLineAndKey(_ text: String, _ message: String) async throws {
    let manifest = try TemporaryFile(text, named: "my.yaml")
    let result = try await modules(["--manifest", manifest.path])
    #expect(result.status == .exited(2) && result.output.isEmpty)
    #expect(result.error.hasPrefix("mocoa-tui: \(manifest.path):"), "\(result.error)")
    #expect(result.error.contains(message), "\(result.error)")
  }

  @Test func aManifestThatIsNotThereIsNamed() async throws {
    let result = try await modules(["--manifest", "/nowhere/x.yaml"])
    #expect(result.status == .exited(2))
    #expect(result.error == "mocoa-tui: /nowhere/x.yaml: no such file\n")
  }

  private static let names = "a,name\n1,x\n2,y\n"

  /// They were blank.
  @Test(
    "41: columns that no row has are faults of what is printed, with their lines",
    arguments: [
      ("columns: [a, nmae]", 1), ("columns: [a, {title: t, cell: \"{nmae|badge}\"}]", 1),
      ("columns:\n  - a\n  - nmae\n", 3), ("watch: 2\ncolumns: a, nmae\n", 2),
    ])
  func columnsThatNoRowHasAreFaultsOfWhatIsPrinted(_ text: String, _ line: Int) async throws {
    let feed = try TemporaryFile(Self.names, named: "names.csv")
    let manifest = try TemporaryFile(text, named: "my.yaml")
    for format in ["--csv", "--plain"] {
      let result = try await run(
        builtProgram("mocoa-tui"), ["--manifest", manifest.path, format, feed.path])
      #expect(result.status == .exited(1))
      #expect(
        result.errorText == "mocoa-tui: \(manifest.path):\(line): no row has a member 'nmae'; "
          + "did you mean 'name'?\n")
      #expect(result.outputText.contains("1"))
    }
    let typed = try await run(
      builtProgram("mocoa-tui"), ["--manifest", manifest.path, "-c", "a", "--csv", feed.path])
    #expect(typed.status == .exited(0) && typed.errorText.isEmpty)
  }

  /// A member of a later row, one with a default, one of elements that no row has, and one of other
  /// rows.
  @Test func columnsThatRowsMayLackAreNoFaults() async throws {
    let rows = (0..<200).map { #"{"id":\#($0),"tags":[]\#($0 == 150 ? #","late":1"# : "")}"# }
    let feed = try TemporaryFile(rows.joined(separator: "\n"), named: "rows.ndjson")
    let manifest = try TemporaryFile(
      """
      modules:
        - when: id == "none"
          cell: "{idd}"
        - columns: [late, {title: o, cell: "{other|default()}"}, {title: g, cell: "{tags[0].id}"}]
      """, named: "my.yaml")
    let result = try await run(
      builtProgram("mocoa-tui"), ["--manifest", manifest.path, "--csv", feed.path])
    #expect(result.status == .exited(0) && result.errorText.isEmpty, "\(result.errorText)")
  }

  @Test(arguments: [
    "columns: [a, nmae]", "cell: \"{a} {nmae:bold}\"", "cell: \"{a} {nmae|badge}\"",
    "columns: [a]\ndetail: [echo, \"{nmae}\"]",
  ])
  func membersThatNoRowHasAreInTheStatusBar(_ text: String) async throws {
    let feed = try TemporaryFile(Self.names, named: "names.csv")
    let manifest = try TemporaryFile(text, named: "my.yaml")
    let terminal = try await TmuxTerminal.showing(
      feed.path, arguments: ["--fresh", "--manifest", manifest.path], columns: 140, rows: 6)
    try await terminal.wait(for: "the name") {
      $0.contains("no row has a member 'nmae'; did you mean 'name'?")
    }
  }

  /// What is written for a feed can be read.
  @Test(arguments: Package.feedNames) func generatedManifestsLoad(_ name: String) async throws {
    let path = Package.feeds + "/" + name
    let code = try await run(builtProgram("mocoa-tui"), ["generate", "--manifest", path])
    #expect(code.status == .exited(0))
    let manifest = try TemporaryFile(code.output, named: "my.yaml")
    let result = try await modules([path, "--manifest", manifest.path])
    #expect(result.status == .exited(0), "\(code.outputText)\n\(result.error)")
  }
}
