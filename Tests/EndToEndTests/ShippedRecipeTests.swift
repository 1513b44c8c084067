import Foundation
import MocoaTestSupport
import Testing

/// The recipes of the folder `Recipes`, each with recorded output of its program: `NAME.out` is
/// what the program prints, `NAME.csv` the table of it.
@Suite struct ShippedRecipeTests {
  static let folder = Package.folder.appendingPathComponent("Recipes").path
  static let recordings =
    Package.folder.appendingPathComponent("Tests/EndToEndTests/Recipes").path

  static let names: [String] = {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return files.filter { $0.hasSuffix(".yaml") }.map { String($0.dropLast(5)) }.sorted()
  }()

  private func text(of path: String) throws -> String {
    try String(contentsOfFile: path, encoding: .utf8)
  }

  private func recipe(_ name: String) throws -> String {
    try text(of: "\(Self.folder)/\(name).yaml")
  }

  /// What `mocoa-tui @` lists.
  private func listed() async throws -> [[String: Any]] {
    let list = try await run(
      builtProgram("mocoa-tui"), ["@", "--json"], environment: ["XDG_CONFIG_HOME": "/nowhere"])
    return try list.outputText.split(separator: "\n").compactMap {
      try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
    }
  }

  @Test func thereAreThirtyAndAllAreListed() async throws {
    #expect(Self.names.count >= 30)
    let rows = try await listed()
    #expect(rows.compactMap { $0["name"] as? String } == Self.names)
    for row in rows {
      #expect((row["description"] as? String)?.isEmpty == false, "\(row)")
      #expect(row["installed"] is Bool, "\(row)")
    }
  }

  /// Runs a recipe over the recorded output of its program.
  private func runRecorded(_ name: String, _ options: [String]) async throws -> ProgramResult {
    let recording = "\(Self.recordings)/\(name).out"
    let row = try #require(try await listed().first { $0["name"] as? String == name })
    var arguments = ["@\(name)"] + options
    let bin = try TemporaryFile("", named: "none")
    let program = (row["needs"] as? String)?.split(separator: " ").first.map(String.init)
    let environment = try await variables(program, "cat '\(recording)'", in: bin.folder)
    if program == nil { arguments.insert(recording, at: 1) }
    return try await run(builtProgram("mocoa-tui"), arguments, environment: environment)
  }

  /// The variables with which a program is a script in a folder.
  private func variables(
    _ program: String?, _ script: String, in folder: String
  ) async throws -> [String: String] {
    let common = ["XDG_CONFIG_HOME": "/nowhere", "TZ": "UTC"]
    guard let program else { return common }
    // Written by another program: none that the tests start meanwhile may have it open.
    let result = try await run(
      "/bin/sh", ["-c", #"cat > "$0" && chmod 755 "$0""#, "\(folder)/\(program)"],
      input: Array("#!/bin/sh\n\(script)\n".utf8))
    #expect(result.status == .exited(0))
    return common.merging(["PATH": "\(folder):/usr/bin:/bin"]) { _, path in path }
  }

  @Test("41: the recipe says that there is no journal, for which journalctl waits")
  func thereIsNoJournal() async throws {
    let bin = try TemporaryFile("", named: "none")
    let script = "case $* in *--follow*) sleep 60 ;; esac"
    let environment = try await variables("journalctl", script, in: bin.folder)
    let result = try await run(
      builtProgram("mocoa-tui"), ["@\(Self.folder)/journal.yaml", "--csv"],
      environment: environment)
    #expect(result.errorText.contains("there is no journal here"), "\(bin.name): \(result)")
  }

  /// The rows, columns and values of recorded output.
  @Test(arguments: ShippedRecipeTests.names)
  func recordedOutputIsRead(_ name: String) async throws {
    let result = try await runRecorded(name, ["--csv"])
    #expect(result.status == .exited(0) && result.errorText == "", "\(result.errorText)")
    // Ages depend on the day.
    let table = result.outputText.replacing("\r\n", with: "\n")
      .replacing(/\d+ [a-z]+ ago/, with: "AGO")
    #expect(table == (try text(of: "\(Self.recordings)/\(name).csv")), "\(table)")
  }

  @Test(
    "41: the title of a column means what it shows",
    arguments: [
      ("packages", "size > 10MB", 2), ("interfaces", "ip == \"127.0.0.1\"", 1),
      ("npm-packages", "package == \"express\"", 1),
    ])
  func titlesAreNoOtherMembers(_ name: String, _ filter: String, _ count: Int) async throws {
    let result = try await runRecorded(name, ["--csv", "-f", filter])
    let rows = result.outputText.split(whereSeparator: \.isNewline).dropFirst()
    #expect(rows.count == count && result.errorText == "", "\(result)")
  }

  /// Such a name would mean the member, and not what the column shows.
  @Test(
    "41: no title of a column is the name of another member", arguments: ShippedRecipeTests.names)
  func noTitleHidesAMember(_ name: String) async throws {
    let rows = try await runRecorded(name, ["--json"]).outputText.split(separator: "\n").map {
      try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
    }
    for column in try await values(at: "/columns", of: name) {
      guard let column = column as? [String: Any], let title = column["title"] as? String else {
        continue
      }
      let cell = (column["cell"] as? String)?.drop { $0 != "{" }.dropFirst()
      let shown = cell?.prefix { !"|:}".contains($0) } ?? (column["member"] as? String ?? "")[...]
      let isMember = rows.contains { $0?[title] != nil }
      #expect(title == shown || !isMember, "\(column)")
    }
  }

  /// What is at a place of a recipe, as rows.
  private func values(at pointer: String, of name: String) async throws -> [Any] {
    let result = try await run(
      builtProgram("mocoa-tui"), ["\(Self.folder)/\(name).yaml", "--at", pointer, "--json"])
    return try result.outputText.split(separator: "\n").map {
      try JSONSerialization.jsonObject(with: Data($0.utf8), options: .fragmentsAllowed)
    }
  }

  /// The commands of the detail and the actions with the values of the first row, and what is asked
  /// before, as in the file `NAME.actions`; of scripts, the words with the values in them.
  @Test("41.2: actions and details are commands for a row", arguments: ShippedRecipeTests.names)
  func actionsAreCommandsForARow(_ name: String) async throws {
    var templates: [(title: String, text: String)] = []
    let detail = try await values(at: "/detail", of: name).compactMap { $0 as? String }
    if !detail.isEmpty { templates.append(("detail", detail.joined(separator: " "))) }
    for action in try await values(at: "/actions", of: name) {
      guard let action = action as? [String: Any], let key = action["key"] as? String else {
        continue
      }
      for kind in ["run", "run-tty", "sh", "sh-tty", "copy", "open"] {
        let words = action[kind] as? [String]
        (words?.joined(separator: " ") ?? action[kind] as? String).map {
          templates.append((key, $0))
        }
      }
      (action["confirm"] as? String).map { templates.append(("\(key)?", $0)) }
    }
    let row = try await runRecorded(name, ["--json", "--limit", "1"]).output
    var commands = ""
    for (title, template) in templates {
      guard template.contains("{") else {
        commands += "\(title): \(template)\n"
        continue
      }
      let result = try await run(
        builtProgram("mocoa-tui"), ["--format", "ndjson", "--select-1", "--print", template],
        input: row)
      #expect(result.status == .exited(0), "\(title): \(result.errorText)")
      commands += "\(title): \(result.outputText)"
    }
    let file = "\(Self.recordings)/\(name).actions"
    #expect(commands == (try? text(of: file)) ?? "", "\(commands)")
  }

  @Test(
    "41: marked stashes are dropped, not those that get their numbers meanwhile",
    arguments: ["K", "P"])
  func stashesAreKnownByTheirCommits(_ key: String) async throws {
    let file = try TemporaryFile("", named: "none")
    let script = """
      git init -q && git config user.email a@b.c && git config user.name a && touch 1 2 3 &&
      git add 1 2 3 && git commit -qm a &&
      for n in 1 2 3; do echo $n > $n && git stash push -qm "work $n" || exit; done
      """
    let made = try await run("/bin/sh", ["-c", script], directory: file.folder)
    try #require(made.status == .exited(0), "\(made.errorText)")
    let terminal = try await TmuxTerminal(
      running: [builtProgram("mocoa-tui"), "@\(Self.folder)/stashes.yaml", "--fresh"],
      columns: 120, rows: 50, environment: ["XDG_CONFIG_HOME": "/nowhere"], directory: file.folder)
    try await terminal.wait(for: "the stashes") { $0.contains("work 1") && $0.contains("1/3") }
    try await terminal.sendText("  \(key)")
    try await terminal.wait(for: "the question") { $0.contains("(and 1 more)") }
    try await terminal.sendText("y")
    try await terminal.wait(for: "the answers of git") {
      $0.components(separatedBy: "Dropped").count == 3
    }
    let left = try await run("git", ["stash", "list", "--format=%gs"], directory: file.folder)
    #expect(
      left.outputText.hasSuffix(": work 1\n") && !left.outputText.contains("work 2"),
      "\(file.folder): \(left.outputText)")
  }

  /// Each has something that people want: a command for a row.
  @Test(arguments: ShippedRecipeTests.names)
  func thereIsADetailOrAnAction(_ name: String) throws {
    let text = try recipe(name)
    #expect(text.contains("\ndetail:") || text.contains("\nactions:"))
    #expect(text.hasPrefix("description: "))
    let documents = Package.folder.appendingPathComponent("Documentation/Recipes.md").path
    #expect(try self.text(of: documents).contains("\n| `@\(name)` | "))
  }

  /// What changes something asks first; what does not leaves the rows as they are, or is a shell
  /// or console that the user asked for.
  @Test(arguments: ShippedRecipeTests.names)
  func whatChangesSomethingAsks(_ name: String) throws {
    guard let actions = try recipe(name).components(separatedBy: "\nactions:\n").dropFirst().first
    else { return }
    for action in actions.components(separatedBy: "\n  - ") {
      let isHarmless =
        action.contains("copy: ") || action.contains("open: ") || action.contains("reload: false")
        || action.contains("title: A shell") || action.contains("title: Console")
      #expect(action.contains("confirm: ") || isHarmless, "\(action)")
    }
  }

  /// The schema for editors has the keys of all recipes, and a description of each.
  @Test func theSchemaHasTheKeysOfManifests() async throws {
    let result = try await run(builtProgram("mocoa-tui"), ["generate", "--schema"])
    #expect(result.status == .exited(0), "\(result.errorText)")
    let schema = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output)) as? [String: Any])
    let properties = try #require(schema["properties"] as? [String: [String: Any]])
    #expect(properties.values.allSatisfy { ($0["description"] as? String)?.isEmpty == false })
    for name in Self.names {
      for line in try recipe(name).split(separator: "\n") where line.first?.isLetter == true {
        let key = String(line.prefix { $0 != ":" })
        #expect(properties[key] != nil, "\(name): \(key)")
      }
    }
    for key in ["watch", "id", "at", "format", "sort", "filter", "derive", "columns", "actions"] {
      #expect(properties[key] != nil, "\(key)")
    }
    // What no manifest sets is in none.
    for key in ["json", "csv", "output", "command", "explain", "help"] {
      #expect(properties[key] == nil, "\(key)")
    }
  }
}
