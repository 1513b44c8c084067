import MocoaTestSupport
import Testing

/// Options by their former names, which are valid for one version.
@Suite("41: options by their former names") struct FormerOptionTests {
  private static let table = Array("name,city\nAda,London\n".utf8)

  @Test(
    "are read as the new ones, which a note names",
    arguments: [
      (["--has-header"], "--has-header is now called --header-row yes", 1),
      (["--no-header"], "--no-header is now called --header-row no", 2),
      (["--header-row", "no"], nil, 2),
    ])
  func headers(_ options: [String], _ note: String?, _ count: Int) async throws {
    let result = try await run(
      builtProgram("mocoa-tui"), ["--json"] + options, input: Self.table)
    #expect(result.status == .exited(0))
    #expect(result.outputText.count { $0 == "\n" } == count)
    #expect(result.errorText == note.map { "mocoa-tui: \($0)\n" } ?? "")
  }

  @Test("are reported with their place in the configuration and in MOCOA_OPTS")
  func defaults() async throws {
    let file = try TemporaryFile("# tables\n--has-header\n", named: "mocoa/config")
    let result = try await run(
      builtProgram("mocoa-tui"), ["--json"], input: Self.table,
      environment: ["XDG_CONFIG_HOME": file.root, "MOCOA_OPTS": "--no-header"])
    #expect(result.outputText.count { $0 == "\n" } == 2)
    #expect(
      result.errorText == """
        mocoa-tui: \(file.path):2: --has-header is now called --header-row yes
        mocoa-tui: MOCOA_OPTS: --no-header is now called --header-row no

        """)
  }

  @Test("are read as keys of manifests")
  func manifests() async throws {
    let manifest = try TemporaryFile("no-header: true\nsort: column_1\n", named: "table.yaml")
    for (option, note) in [
      ("--manifest", ""), ("--modules", "mocoa-tui: --modules is now called --manifest\n"),
    ] {
      let result = try await run(
        builtProgram("mocoa-tui"), ["--json", option, manifest.path], input: Self.table)
      #expect(result.outputText.hasPrefix(#"{"column_1":"Ada""#), "\(result)")
      #expect(
        result.errorText == note
          + "mocoa-tui: \(manifest.path):1: no-header is now called header-row: no\n")
    }
  }

  @Test("are read in their old order, with both parts of a cursor")
  func cursors() async throws {
    for options in [
      ["--cursor-param", "c", "--next-pointer", "/next"],
      ["--next-pointer=/next", "--cursor-param=c"],
    ] {
      let result = try await run(
        builtProgram("mocoa-tui"), ["--json", "http://127.0.0.1:1/"] + options)
      #expect(result.errorText.contains("--next-pointer is now called --paging cursor=NAME:/POIN"))
      #expect(result.status == .exited(1), "\(result.errorText)")
    }
  }

  @Test("are not looked for in commands, or in values that may begin with a hyphen")
  func words() async throws {
    let result = try await run(
      builtProgram("mocoa-tui"), ["--plain", "--", "printf", "%s\\n", "--modules", "--key"])
    #expect(result.outputText.contains("--modules") && !result.errorText.contains("now called"))
    let filtered = try await run(
      builtProgram("mocoa-tui"), ["--json", "--sort", "--key", "--header-row", "yes"],
      input: Self.table)
    #expect(!filtered.errorText.contains("now called"), "\(filtered.errorText)")
  }

  @Test("are neither in the help nor in the manual")
  func help() async throws {
    for option in ["--help", "--manual"] {
      let text = try await run(builtProgram("mocoa-tui"), [option]).outputText
        .replacing("\\-", with: "-")
      for name in ["--modules", "--cert ", "--key ", "--pages", "--has-header", "--page-param"] {
        #expect(!text.contains(name), "\(name)")
      }
    }
  }
}
