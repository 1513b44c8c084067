import Foundation
import MocoaTestSupport
import Testing

/// Rows as a tree, by the identities of their parents.
@Suite struct TreeTests {
  private static let processes = """
      PID  PPID USER     COMMAND
        1     0 root     init
       10     1 root     sshd
       20    10 ada      bash
       30    20 ada      vim
       11     1 root     cron
       40    99 bob      lost

    """
  private static let input = Array(processes.utf8)

  private func printed(_ arguments: String...) async throws -> String {
    let result = try await run(builtProgram("mocoa-tui"), arguments, input: Self.input)
    #expect(result.status == .exited(0), "\(result.errorText)")
    return result.outputText.replacing("\r\n", with: "\n")
  }

  @Test func aTreeIsPrintedInItsOrder() async throws {
    #expect(
      try await printed("--plain", "--parent", "ppid", "--columns", "COMMAND,PID") == """
        COMMAND        PID
        init             1
          sshd          10
            bash        20
              vim       30
          cron          11
        lost            40

        """)
    #expect(
      try await printed(
        "--csv", "--id", "pid", "--parent", "PPID", "--columns", "PID", "-s", "-PID")
        == "PID\n40\n1\n11\n10\n20\n30\n")
    #expect(
      try await printed("--json", "--parent", "PPID", "--columns", "PID", "-f", "USER == \"ada\"")
        == "{\"PID\":20}\n{\"PID\":30}\n")
    #expect(
      try await printed("--csv", "--parent", "PPID", "--columns", "PID", "--limit", "2")
        == "PID\n1\n10\n")
  }

  @Test(arguments: [
    (["--parent", "boss", "--json"], "--parent: no row has a member 'boss'"),
    (["--parent", "ppid", "--id", "uid", "--json"], "--id: no row has a member 'uid'"),
    (["--parent", "ppid", "--section-by", "USER"], "--section-by and --parent cannot be combined"),
    (["--parent", "ppid", "--group-by", "USER"], "--group-by and --parent cannot be combined"),
    (["--parent", "ppid", "--unique", "USER"], "--unique and --parent cannot be combined"),
    (["--expanded", "2"], "--expanded is for a tree"),
    (["--parent", "ppid", "--expanded", "0"], "must be a number of levels, or all"),
    (["--parent", "ppid", "--follow", "--json"], "--parent needs the end of the feed"),
    (
      ["--parent", "ppid", "--tree-path", "COMMAND"], "--parent and --tree-path cannot be combined"
    ),
    (["--children", "x", "--merge", "--json"], "--children and --merge cannot be combined"),
  ])
  func whatIsWrongIsReported(_ arguments: [String], _ error: String) async throws {
    let file = try TemporaryFile(Self.processes, named: "ps.txt")
    let result = try await run(builtProgram("mocoa-tui"), arguments + [file.path])
    #expect(result.status == .exited(2) && result.output == [])
    #expect(result.errorText.contains(error), "\(result.errorText)")
  }

  @Test func rowsArePlacedByTheirPaths() async throws {
    let rows = [
      "./src/a/b.c", ".", "./src", "lib/x/y", "./src/a", "src-2/z", "/src/a/b.c/", "lib", "C", "",
    ].map { "{\"path\":\"\($0)\"}\n" }.joined()
    let result = try await run(
      builtProgram("mocoa-tui"), ["--plain", "--tree-path", "path", "--columns", "path"],
      input: Array(rows.utf8))
    #expect(
      result.outputText == """
        path
        .
          ./src
            ./src/a
              ./src/a/b.c
              /src/a/b.c/
          src-2/z
          lib
            lib/x/y
          C


        """, "\(result.outputText)")
  }

  @Test(
    "38: what contradicts the tree is said, as in the list",
    arguments: [["--plain"], ["--json"], ["--csv", "-f", "id < 9"]])
  func contradictionsAreReported(_ way: [String]) async throws {
    let links = [(1, 0), (1, 0), (2, 9), (3, 4), (4, 3), (5, 5)]
    let rows = links.map { "{\"id\":\($0),\"up\":\($1)}\n" }.joined()
    let result = try await run(
      builtProgram("mocoa-tui"), way + ["--id", "id", "--parent", "up"], input: Array(rows.utf8))
    let text = "1 row without its parent, 2 cycles of parents, 1 row repeats an earlier id"
    #expect(result.errorText.contains("mocoa-tui: \(text)\n"), "\(result.errorText)")
    #expect(result.status == .exited(0))
  }

  @Test("41: rows at any level are indented by it")
  func deepRowsAreIndented() async throws {
    let rows = (0..<30).map { "{\"id\":\"n\($0)\",\"up\":\"n\($0 - 1)\"}\n" }.joined()
    let result = try await run(
      builtProgram("mocoa-tui"), ["--plain", "--parent", "up", "--columns", "id"],
      input: Array(rows.utf8))
    let lines = (0..<30).map { String(repeating: " ", count: 2 * $0) + "n\($0)" }
    #expect(result.outputText == (["id"] + lines).joined(separator: "\n") + "\n")
  }

  private static let nested = """
    [{"name":"etc","files":[{"name":"hosts"},{"name":"ssh","files":[{"name":"sshd","size":3}]}]},
     {"name":"tmp","files":[]}, {"name":"vmlinuz","size":9}]
    """

  @Test("34: children that nothing identifies are below their own parents", arguments: 0..<4)
  func childrenWithoutIdentities(seed: Int) async throws {
    var random = SeededGenerator(seed: UInt64(seed))
    var expected: [String] = []
    func text(depth: Int) -> String {
      // Two rows have each value, so that it is no identity.
      let value = expected.count / 2
      expected.append("\(value)")
      let children = (0..<Int.random(in: 0...(depth < 3 ? 3 : 0), using: &random)).map { _ in
        text(depth: depth + 1)
      }
      let list = children.isEmpty ? "" : ",\"kids\":[\(children.joined(separator: ","))]"
      return "{\"v\":\(value)\(list)}"
    }
    let roots = (0..<30).map { _ in text(depth: 0) }
    let result = try await run(
      builtProgram("mocoa-tui"), ["--csv", "--columns", "v", "--children", "kids"],
      input: Array(roots.joined(separator: "\n").utf8))
    let rows = result.outputText.split(separator: "\r\n").dropFirst().map(String.init)
    #expect(rows == expected)
    #expect(result.status == .exited(0), "\(result.errorText)")
  }

  @Test func elementsAreRowsBelowTheirRows() async throws {
    func printed(_ arguments: String...) async throws -> String {
      let result = try await run(
        builtProgram("mocoa-tui"), arguments, input: Array(Self.nested.utf8))
      #expect(result.status == .exited(0) && result.errorText == "", "\(result.errorText)")
      return result.outputText
    }
    #expect(
      try await printed("--plain", "--children", "files", "--columns", "name,files,size") == """
        name          files  size
        etc               2
          hosts
          ssh             1
            sshd                3
        tmp               0
        vmlinuz                 9

        """)
    #expect(
      try await printed("--json", "--children", "files", "-f", "size > 2", "--sort", "-name")
        == "{\"name\":\"vmlinuz\",\"size\":9}\n{\"name\":\"sshd\",\"size\":3}\n")
    #expect(try await printed("--count", "--children", "files") == "6\n")
  }

  // The elements below those of the members of an object were left in their rows.
  @Test("34: members of an object, and of objects in them at any depth, are rows")
  func membersOfObjectsAreRows() async throws {
    let tree = """
      {"packages":{"a":{"v":1,"packages":{"b":{"v":2,"packages":{"c":{"v":3}}},"d":{"v":4}}},
       "e":{"v":5}}}
      """
    let expected = """
      {"v":1,"packages":2,"key":"a"}
      {"v":2,"packages":1,"key":"b"}
      {"v":3,"key":"c"}
      {"v":4,"key":"d"}
      {"v":5,"key":"e"}

      """
    let result = try await run(
      builtProgram("mocoa-tui"), ["--json", "--at", "/packages", "--children", "packages"],
      input: Array(tree.utf8))
    #expect(result.outputText == expected && result.errorText == "", "\(result.errorText)")
  }

  @Test func elementsThatNoRowHasAreReported() async throws {
    let result = try await run(
      builtProgram("mocoa-tui"), ["--json", "--children", "file"], input: Array(Self.nested.utf8))
    #expect(result.status == .exited(2))
    #expect(result.errorText.contains("--children: no row has a member 'file'"))
    #expect(result.errorText.contains("files"))
  }

  @Test func aTreeOfElementsIsExpandedAndStaysSoWhenItIsReloaded() async throws {
    let file = try TemporaryFile(Self.nested, named: "files.json")
    let terminal = try await TmuxTerminal(
      running: [
        builtProgram("mocoa-tui"), file.name, "--children", "files", "--expanded", "1",
      ], columns: 90, rows: 10, directory: file.folder)
    try await terminal.wait(for: "the top level") {
      $0.contains("▸ etc") && $0.contains("1/3 of 6") && !$0.contains("hosts")
    }
    try await terminal.send(.right)
    try await terminal.wait(for: "the elements") { $0.contains("  ▸ ssh") }
    let changed = Self.nested.replacing(
      "[{\"name\":\"etc", with: "[{\"name\":\"bin\"},{\"name\":\"etc")
    try Data(changed.utf8).write(to: URL(filePath: file.path))
    try await terminal.send("r")
    try await terminal.wait(for: "the new row") {
      $0.contains("bin") && $0.contains("▾ etc") && $0.contains("  ▸ ssh")
    }
    try await terminal.send("q")
  }

  @Test func rowsWithoutAnIdentityAreReported() async throws {
    let file = try TemporaryFile("{\"a\":1,\"b\":2}\n", named: "rows.ndjson")
    let result = try await run(builtProgram("mocoa-tui"), ["--json", "--parent", "a", file.path])
    #expect(result.status == .exited(2) && result.errorText.contains("name it with --id"))
  }

  @Test func aTreeIsExpandedFilteredAndSorted() async throws {
    let file = try TemporaryFile(Self.processes, named: "ps.txt")
    let terminal = try await TmuxTerminal(
      running: [
        builtProgram("mocoa-tui"), file.name, "--parent", "ppid", "--columns", "COMMAND,PID,USER",
        "--expanded", "1",
      ], columns: 90, rows: 10, directory: file.folder)
    try await terminal.wait(for: "the top level") {
      $0.contains("▸ init") && $0.contains("1/2 of 6") && !$0.contains("sshd")
    }
    try await terminal.send(.right)
    try await terminal.wait(for: "the children") {
      $0.contains("▾ init") && $0.contains("  ▸ sshd") && $0.contains("    cron")
    }
    try await terminal.send("0")
    try await terminal.wait(for: "all rows") { $0.contains("        vim") }
    try await terminal.send("f")
    try await terminal.wait(for: "the prompt") { $0.contains("filter:") }
    try await terminal.sendText("COMMAND == \"vim\"")
    try await terminal.send(.enter)
    try await terminal.wait(for: "the ancestors") {
      $0.contains("vim") && $0.contains("sshd") && !$0.contains("cron") && $0.contains("1/4 of 6")
    }
    try await terminal.send(.backspace)
    try await terminal.wait(for: "all rows again") { $0.contains("1/6 of 6") }
    try await terminal.send("q")
  }
}
