import MocoaCore
import MocoaFeed
import MocoaTUI
import MocoaTestSupport
import Testing

@testable import MocoaFeedUI

@MainActor @Suite struct ManifestTests {
  // MARK: Making values

  private func value(_ value: JSONValue) -> ManifestValue {
    let content: ManifestValue.Content =
      switch value {
      case .null: .null
      case .bool(let bool): .bool(bool)
      case .number(let number): .number(number.text)
      case .string(let text): .string(text)
      case .array(let elements): .list(elements.map { self.value($0) })
      case .object(let object):
        .mapping(object.map { .init(key: $0.key, line: 7, value: self.value($0.value)) })
      }
    return ManifestValue(content, line: 7)
  }

  private func manifest(_ json: String) throws -> Manifest {
    try Manifest(value(JSONValue(parsing: json)))
  }

  private func screen(
    _ manifest: Manifest, _ feed: String, columns: Int = 30, rows: Int = 5
  ) throws -> (ScreenDriver, FeedPage) {
    let feed = Feed(source: MemorySource(Array(feed.utf8), name: "things.json"))
    let registry = ModuleRegistry()
    manifest.register(in: registry, forFeed: feed.name)
    let page = try Application.makePage(feed: feed, registry: registry)
    manifest.configure(page)
    #expect(feed.wait(forRows: .max, timeout: .seconds(10)))
    return (try ScreenDriver(columns: columns, rows: rows, showing: page), page)
  }

  // MARK: Rows

  @Test func templatesShowTheRows() throws {
    let manifest = try manifest(
      #"{"modules":[{"when":"n > 1","cell":"+ {a:bold}"},{"cell":["{a}","  {n:right}"]}]}"#)
    let (screen, _) = try screen(manifest, #"[{"a":"x","n":1},{"a":"y","n":2}]"#)
    screen.expect("x\n                             1\n+ y\n\n things.json              1/2")
  }

  @Test("41: short names are resolved as in filters")
  func shortNames() throws {
    let pods = """
      [{"metadata":{"name":"web"},"status":{"phase":"Failed"}},
      {"metadata":{"name":"db"},"status":{"phase":"Running"}}]
      """
    let rules =
      #"{"modules":[{"when":"phase == 'Failed'","cell":"F {name}"},{"cell":"{name:bold}"}]}"#
    let (cells, _) = try screen(try manifest(rules), pods)
    cells.expect("F web\ndb\n\n\n things.json              1/2")
    let named = try manifest(#"{"columns":["name",{"title":"p","cell":"{phase|upper}"},"phase"]}"#)
    let (table, _) = try screen(named, pods)
    table.expect(
      "name      p        phase\nweb       FAILED   Failed\ndb        RUNNING  Running\n\n"
        + " things.json              1/2")
  }

  @Test("41: a column with a cell has the member that it names, or the first one of the cell")
  func columnsOfCellsHaveAMember() throws {
    let columns = try manifest(
      #"{"columns":[{"member":"n","cell":"{name} {n}","title":"x"},{"cell":"{a} {b}"}]}"#
    ).columns
    #expect(columns.map(\.memberPath.text) == ["n", "a"])
    #expect(columns.map(\.column.title) == ["x", "a"])
  }

  @Test("41: the question of a command has short names resolved")
  func shortNamesOfQuestions() throws {
    let pods = #"[{"metadata":{"name":"web"},"spec":{"x":1}}]"#
    let actions =
      #"{"actions":[{"name":"delete","key":"d","run":"true {name}","confirm":"Delete {name}?"}]}"#
    let (screen, _) = try screen(try manifest(actions), pods, columns: 60, rows: 12)
    screen.press("d")
    #expect(screen.terminal.picture.contains("Delete web?"), "\(screen.terminal.picture)")
  }

  @Test("38: a manifest has patterns of logs, whose samples are tests")
  func formats() throws {
    let text = #"{"formats":["{a}={b}",{"pattern":"{time} {message}","samples":["10:11:12 up"]}]}"#
    #expect(try manifest(text).formats.map(\.pattern) == ["{a}={b}", "{time} {message}"])
    for (format, message) in [
      (#"{"pattern":"{time} {message}","samples":["no"]}"#, "does not read 'no'"),
      (#""{a:b}""#, "'b' of {a:…} is none of time"), (#"{"samples":"x"}"#, "'pattern' is missing"),
    ] {
      let error = #expect(throws: ManifestError.self) {
        try manifest("{\"formats\":[\(format)]}")
      }
      #expect(error.map { "\($0)".contains(message) } == true, "\(error.map { "\($0)" } ?? "")")
    }
  }

  @Test func rowsOfNoConditionKeepTheColumns() throws {
    let manifest = try manifest(#"{"cell":"+ {a:bold}","modules":[]}"#)
    #expect(manifest.modules.count == 1)
    let conditional = try self.manifest(#"{"modules":[{"when":"n > 1","cell":"+ {a:bold}"}]}"#)
    let (screen, _) = try screen(conditional, #"[{"a":"x","n":1},{"a":"y","n":2}]"#)
    screen.expect("a  n\nx  1\n+ y\n\n things.json              1/2")
  }

  @Test func namedRowsAndSectionsHaveTheirOwn() throws {
    let manifest = try manifest(
      #"""
      {"modules":[{"name":"big","cell":"BIG {a}"},{"section":"s","cell":"in s: {a}",
        "header":"<{.}>","footer":"{.|upper}"},{"cell":"{a}"}]}
      """#)
    let (screen, _) = try screen(
      manifest,
      #"""
      {"sections":[{"items":[{"a":1},{"a":2,"mocoaName":"big"}]},
        {"mocoaName":"s","header":"top","items":[{"a":3}],"footer":"end"}]}
      """#, rows: 7)
    screen.expect("1\nBIG 2\n<top>\nin s: 3\nEND\n\n things.json              1/3")
  }

  @Test func columnsAreAsRequested() throws {
    let manifest = try manifest(
      #"""
      {"columns":["n",{"member":"by.name","title":"Who","width":4},
        {"title":"Bar","cell":"{n|bar(4):4}"},{"cell":"<{a}>","align":"right"}]}
      """#)
    let (screen, page) = try screen(
      manifest, #"[{"a":"x","n":1,"by":{"name":"Ada"}},{"a":"yy","n":4,"by":{"name":"Bob L"}}]"#)
    screen.expect(
      """
      n  Who   Bar      a
      1  Ada   █      <x>
      4  Bob…  ████  <yy>

       things.json              1/2
      """)
    // The others can still be chosen.
    #expect(page.columns.choices.last?.isShown == false)
  }

  @Test func cardsShowWhatTheRowsShow() throws {
    let feed = #"[{"a":"x","n":1,"by":{"name":"Ada"}},{"a":"yy","n":4}]"#
    let columns = try manifest(
      #"""
      {"columns":["n",{"member":"by.name","title":"Who"},{"title":"Bar","cell":"{n|bar(4):4}"}]}
      """#)
    let (screen, _) = try screen(columns, feed, rows: 6)
    screen.press(.tab)
    screen.expect(
      """
      ┌─ 1 ────────────────────────┐
      │ Who Ada                    │
      │ Bar █                      │
      └────────────────────────────┘
      ┌─ 4 ────────────────────────┐
       things.json              1/2
      """)
    let lines = try manifest(#"{"cell":["{a:bold} {n:right}","  {by.name:dim}"]}"#)
    let (other, _) = try self.screen(lines, feed, rows: 6)
    other.press(.tab)
    other.expect(
      """
      ┌────────────────────────────┐
      │ x                        1 │
      │   Ada                      │
      └────────────────────────────┘
      ┌────────────────────────────┐
       things.json              1/2
      """)
  }

  @Test func keysAndThemeAreChanged() throws {
    let manifest = try manifest(
      #"""
      {"keys":{"move-down":["J"],"filter":["j"]},
       "theme":{"base":"light","styles":{"title":"bold red on-white"}}}
      """#)
    let (screen, page) = try screen(manifest, "[1,2,3]")
    screen.press("J")
    #expect(page.table.state.cursor?.item == 1)
    screen.press(.down)
    #expect(page.table.state.cursor?.item == 1)
    screen.press("j")
    #expect(page.prompt != nil)
    let theme = try #require(manifest.theme).theme(over: .dark)
    #expect(
      theme[.title] == TextStyle(foreground: .red, background: .white, attributes: .bold))
    #expect(theme.name == "light" && theme[.link] == Theme.light[.link])
    #expect(try self.manifest(#"{"theme":"monochrome"}"#).theme?.base == "monochrome")
  }

  // MARK: Faults

  @Test(arguments: [
    (#"{"module":[]}"#, "module: unknown key; did you mean 'modules'?"),
    (#"{"modules":{}}"#, "modules: expected a list, found a mapping"),
    (#"{"modules":[{"cel":"x"}]}"#, "modules[0].cel: unknown key; did you mean 'cell'?"),
    (#"{"modules":[{"cell":true}]}"#, "modules[0].cell: expected a text, found true or false"),
    (
      #"{"modules":[{"cell":"{a:bodl}"}]}"#,
      "modules[0].cell: there is no style 'bodl'; did you mean 'bold'?, at 4 near 'bodl'"
    ),
    (#"{"modules":[{"when":"a >","cell":"x"}]}"#, "modules[0].when: the expression ends"),
    (#"{"modules":[{"when":"a > 1","header":"x"}]}"#, "modules[0].when: a condition is for rows"),
    (#"{"modules":[{"name":"x"}]}"#, "modules[0]: one of 'cell', 'columns', 'header'"),
    (#"{"modules":[{"name":"a/b","cell":"x"}]}"#, "modules[0].name: "),
    (#"{"modules":[{"url":"nowhere","cell":"x"}]}"#, "modules[0].url: "),
    (#"{"modules":[{"cell":"x","columns":["a"]}]}"#, "modules[0].columns: a row has a 'cell' or"),
    (#"{"columns":["a","a"]}"#, "columns[1]: duplicate column"),
    (#"{"columns":[{"title":"x"}]}"#, "columns[0]: one of 'member' and 'cell' is missing"),
    (#"{"columns":[{"cell":"a\nb"}]}"#, "columns[0].cell: the cell of a column has one line"),
    (#"{"columns":[{"member":"a","align":"rigth"}]}"#, "did you mean 'right'?"),
    (
      #"{"columns":[{"member":"a","width":-1}]}"#,
      "columns[0].width: expected a whole number from 0 to 10000, found -1"
    ),
    (
      #"{"actions":[{"key":"o","run":"x","open":"y"}]}"#,
      "actions[0]: only one of 'open' and 'run' is possible"
    ),
    (#"{"keys":{"move-dwon":"j"}}"#, "keys.move-dwon: there is no action 'move-dwon'; did you"),
    (#"{"keys":{"filter":"hyper-x"}}"#, "keys.filter: \"hyper\" in \"hyper-x\" is not a modifier"),
    (#"{"theme":"drak"}"#, "theme: there is no theme 'drak'; did you mean 'dark'?"),
    (#"{"theme":{"styles":{"titel":"red"}}}"#, "theme.styles.titel: there is no style 'titel'"),
    (#"{"theme":{"styles":{"title":"rde"}}}"#, "theme.styles.title: 'rde' is neither"),
    (#"{"cell":"a","cell":"b"}"#, "cell: duplicate key"), ("[]", "expected a mapping"),
  ])
  func faultsNameLineAndKey(_ json: String, _ message: String) throws {
    let error = #expect(throws: ManifestError.self) { try manifest(json) }
    let text = "\(try #require(error))"
    #expect(text.hasPrefix("7: \(message)") || text.contains(message), "\(text)")
    #expect(text.hasPrefix("7: "))
  }
}
