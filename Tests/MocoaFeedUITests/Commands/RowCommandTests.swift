import MocoaFeed
import MocoaTUI
import MocoaTestSupport
import Testing

@testable import MocoaFeedUI

@MainActor @Suite struct RowCommandTests {
  static let row = JSONBytes(
    Array(
      #"{"id":7,"name":"a b; rm -rf / 'x'","url":"https://example.com/1","tags":["p","q"]}"#.utf8))

  @Test func aValueIsOneArgumentWhateverIsInIt() throws {
    let command = try RowCommand(
      parsing: #"d=run:kubectl delete "pod {name}" {tags|join(" ")} --id={id} ''"#)
    #expect(command.keys == ["d"])
    #expect(
      command.program?.arguments(for: Self.row) == [
        "kubectl", "delete", "pod a b; rm -rf / 'x'", "p q", "--id=7", "",
      ])
  }

  @Test func aQuestionMarkBehindTheVerbAsksBefore() throws {
    let command = try RowCommand(parsing: "d=run?:rm {name}")
    #expect(command.work == (try RowCommand(parsing: "d=run:rm {name}")).work)
    #expect(command.confirmation?.text(for: Self.row) == "run: rm a b; rm -rf / 'x'")
    #expect(try RowCommand(parsing: "d=run:rm {name}").confirmation == nil)
    #expect(throws: RowCommandError.self) { try RowCommand(parsing: "d=rm?:x") }
  }

  @Test func shellScriptGetsValuesAsVariables() throws {
    let command = try RowCommand(parsing: "ctrl-x=sh:f() {{ echo {name}; }}; f other | cat")
    let arguments = try #require(command.program?.arguments(for: Self.row))
    #expect(arguments[3...] == ["sh", "a b; rm -rf / 'x'"])
    #expect(!arguments[2].contains("rm"))
    #expect(try CommandResult.run(arguments).output == "a b; rm -rf / 'x'\n")
    let line = #"f() { echo 'a b; rm -rf / '\''x'\'''; }; f other | cat"#
    #expect(command.program?.line(for: Self.row) == line)
  }

  @Test("35: an argument of a recipe in an action is answered as such")
  func argumentsOfRecipes() throws {
    var command = try RowCommand(parsing: "d=run:git -C {dir} log {name}")
    command.sourceArguments = ["dir"]
    do {
      _ = try command.resolved(for: [Self.row], in: ColumnCatalog())
      Issue.record("there is no member dir")
    } catch {
      #expect("\(error)".contains("no row has a member dir; the argument of that name is for"))
    }
  }

  @Test func shellScriptWithoutFieldsRunsAsItIs() throws {
    let command = try RowCommand(parsing: "x=sh:echo \"$#\"")
    let arguments = try #require(command.program?.arguments(for: Self.row))
    #expect(try CommandResult.run(arguments).output == "0\n")
  }

  /// Scalars that make one `Character` with a quote before or behind them, or mean something to a
  /// shell.
  nonisolated static let scalarsAroundQuotes: [Unicode.Scalar] = [
    "\u{301}", "\u{200D}", "\u{FE0F}", "\u{600}", "\u{1F3FD}", "\u{E0061}", "\u{903}", "\u{1160}",
    "\u{D}", "\u{A}", "\u{1}", "\u{7F}", "\u{85}", "\u{A0}", "\u{2028}", "\u{FEFF}", "\u{1F1E6}",
    "\u{110BD}", "\\", "$", "`", "\"", "#", "{", "(", ";", "a", " ", "*", "\u{10FFFF}",
  ]

  // defect S1
  @Test(arguments: scalarsAroundQuotes) func shellSeesEachValueAsOneArgument(
    _ scalar: Unicode.Scalar
  ) throws {
    let command = try RowCommand(parsing: "x=sh:printf '%s|' {a} {b}")
    let (a, b) = ("'\(scalar); echo PWNED #", "\(scalar)'; echo PWNED; '\(scalar)")
    let row: JSONValue = ["a": .string(a), "b": .string(b)]
    let arguments = try #require(command.program?.arguments(for: JSONBytes(Array("\(row)".utf8))))
    #expect(Array(try CommandResult.run(arguments).output.utf8) == Array("\(a)|\(b)|".utf8))
    // What is shown of it can be pasted into a shell.
    for value in [a, b] {
      let pasted = ["/bin/sh", "-c", "printf %s " + ShellTemplate.word(for: value)]
      #expect(Array(try CommandResult.run(pasted).output.utf8) == Array(value.utf8))
    }
  }

  // defect S15
  @Test(arguments: [
    (#"echo "{name}""#, "inside quotes"), ("echo '{name}'", "inside quotes"),
    ("echo `cat {name}`", "inside backquotes"), ("echo $(({id} + 1))", "inside arithmetic"),
    ("echo ${{x:-{name}}}", "inside '${…}'"), ("cat <<E\n{name}\nE", "here-document"),
    ("ls # {name}", "inside a comment"), (#"echo \\{name}"#, "behind a backslash"),
    ("echo ${name}", "behind '$'"), (#"echo "a" "$(echo "{name}")""#, "inside quotes"),
  ])
  func fieldsInQuotesAreRefused(_ script: String, _ place: String) {
    let error = #expect(throws: RowCommandError.self) { try RowCommand(parsing: "x=sh:\(script)") }
    #expect(error?.description.contains(place) == true, "\(error?.description ?? "")")
  }

  // The parenthesis of `case` closes no substitution, and other shells than sh evaluate numbers.
  @Test(
    "A17, A19: fields behind case, [[ and ((",
    arguments: [
      (#"printf %s "$(case x in x) printf "%s|" "{a}";; esac)""#, "behind 'case'"),
      (#"printf %s "$(case x in x) printf "%s|" "a";; esac) {id}""#, "behind 'case'"),
      (#"echo "$(case x in x) echo {id};; esac)""#, "behind 'case'"),
      ("(( {id} ))", "inside arithmetic"), ("if [[ {id} -eq 1 ]]; then :; fi", "behind '[['"),
      ("[[ x -eq {id} ]]", "behind '[['"), ("let {id}", "behind 'let'"),
    ])
  func fieldsThatShellsReadDifferentlyAreRefused(_ script: String, _ place: String) {
    let error = #expect(throws: RowCommandError.self) { try RowCommand(parsing: "x=sh:\(script)") }
    #expect(error?.description.contains(place) == true, "\(error?.description ?? "")")
  }

  @Test(arguments: [
    #"echo "a" {name} 'b' {id}"#, #"echo "$(basename {name})" {id}"#, "(cd {name}; ls)",
    "echo a#b {name} # comment\necho {id}", "cat <{name} >{id}", "x={name}; echo $x",
    "echo $((1 + 2)) {name}", "case {name} in a) echo {id};; esac",
    "[[ -n x ]] && echo {id}", "let x=1; echo {id}", "echo showcase lets {id}",
    "case x in (x) (echo {id});; esac; (echo {name})",
  ])
  func fieldsOutsideQuotesAreAccepted(_ script: String) throws {
    _ = try RowCommand(parsing: "x=sh:\(script)")
  }

  @Test(arguments: [
    ("o", "expected KEY=VERB:TEXT"), ("=open", "expected KEY=VERB:TEXT"),
    ("hyper-x=copy:{id}", "\"hyper\" in \"hyper-x\" is not a modifier"),
    ("o=opne:{url}", "did you mean 'open'?"), ("o=open", "expected copy:, open:, run:, sh:"),
    ("o=copy:{id", "the closing '}' is missing"), ("o=run:", "the command is missing"),
    ("o=run:a 'b", "the closing ' is missing"),
  ])
  func invalidBindingsAreReported(_ text: String, _ message: String) {
    let error = #expect(throws: RowCommandError.self) { try RowCommand(parsing: text) }
    #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
  }

  @Test func theKeyMayBeTheSignItself() throws {
    #expect(try RowCommand(parsing: "==copy:{id}").keys == ["="])
  }

  @Test(arguments: [
    ("https://example.com/a?b=c", true), ("HTTP://x", true), ("file:///etc/passwd", false),
    ("javascript:alert(1)", false), ("-x", false), ("", false), ("https://a b", false),
    ("https://a\u{1B}", false), ("//x", false), (":x", false),
  ])
  func onlyLinksOfTheWebAreOpened(_ link: String, _ isAllowed: Bool) {
    #expect((LinkPolicy().objection(to: link) == nil) == isAllowed)
  }

  @Test func otherSchemesCanBeAllowed() {
    #expect(LinkPolicy(schemes: ["mailto"]).objection(to: "mailto:a@b.c") == nil)
  }

  @Test(arguments: [
    (#"{"a":"https://1","url":"https://2"}"#, "https://2"),
    (#"{"url":"x","a":{"b":["http://3"]}}"#, "http://3"), (#"{"a":"see https://1"}"#, nil),
    (#""https://4""#, "https://4"), ("{", nil),
  ])
  func theFirstLinkIsFound(_ row: String, _ link: String?) {
    #expect(JSONBytes(Array(row.utf8)).firstLink == link)
  }

  @Test("41: the output of a command keeps its colors, and no other sequences")
  func linesOfATerminalKeepTheirColors() {
    #expect(
      TerminalOutput.lines(of: "\u{1B}[1;31mred\u{1B}[0m\ta\r\nb\n\n")
        == ["\u{1B}[1;31mred\u{1B}[0m     a", "b"])
    #expect(
      TerminalOutput.lines(of: "\u{1B}[2Jl\u{1B}]0;t\u{1B}\\i\u{1B}(0nk \u{1B}[1mb\u{08}b")
        == ["link \u{1B}[1mb\u{08}b"])
  }

  // MARK: On a page

  private func screen(
    _ commands: [String], feed: String = #"[{"id":1},{"id":2},{"id":3}]"#
  ) throws -> (ScreenDriver, FeedPage) {
    let feed = Feed(source: MemorySource(Array(feed.utf8), name: "things.json"))
    let page = try Application.makePage(feed: feed, registry: ModuleRegistry())
    #expect(feed.wait(forRows: .max, timeout: .seconds(10)))
    page.actions.commands = try commands.map { try RowCommand(parsing: $0) }
    let stack = PageStack()
    stack.push(page)
    let screen = try ScreenDriver(columns: 60, rows: 8, showing: stack)
    screen.application.focus(page.table)
    return (screen, page)
  }

  @Test func theMarkedRowsAreCopiedElseTheCurrentOne() throws {
    let (screen, page) = try screen(["j=copy:no {id}"])
    screen.press("j")
    #expect(screen.terminal.clipboard == "no 1")
    #expect(page.table.state.cursor?.item == 0)
    screen.press(.down, .space, "j", "y")
    #expect(screen.terminal.clipboard == #"{"id":2}"#)
    #expect(screen.terminal.picture.contains(#"copied {"id":2}"#))
  }

  @Test func commandUsesTheMemberThatAColumnTitleStandsFor() throws {
    let (screen, page) = try screen(["x=copy:{name}"], feed: #"[{"metadata":{"name":"pod"}}]"#)
    #expect(page.columns.choices.map(\.column.title) == ["name"])
    screen.press("x")
    #expect(screen.terminal.clipboard == "pod")
  }

  @Test(arguments: [
    (#"[{"name":"a"}]"#, "no row has a member nmae; did you mean name?"),
    (#"[{"name":"a","nmae":null}]"#, "the row has no nmae"),
  ])
  func commandWithAMissingMemberIsRefused(_ feed: String, _ message: String) throws {
    let (screen, page) = try screen(["x=copy:{nmae}", "r=run:touch dir/{nmae}"], feed: feed)
    for key: Key in ["x", "r"] {
      screen.press(key)
      #expect(screen.terminal.picture.contains(message))
    }
    #expect(screen.terminal.clipboard == nil)
    #expect(!page.actions.work.isRunning)
  }

  @Test("39: a command for the whole row says of null that it is that")
  func commandForANullRow() throws {
    let (screen, _) = try screen(["x=copy:{}"], feed: "[null]")
    screen.press("x")
    #expect(screen.terminal.clipboard == nil)
    #expect(screen.terminal.picture.contains("the row is null, and nothing was"))
  }

  /// The zero byte was left out: another file was touched.
  @Test(arguments: ["r=run:touch {n}", "r=sh:touch {n}"])
  func commandWithAZeroByteIsRefused(_ binding: String) throws {
    let (screen, page) = try screen([binding], feed: #"[{"n":"a\u0000b"}]"#)
    screen.press("r")
    #expect(screen.terminal.picture.contains("has a NUL byte in a value"))
    let (invalid, _) = try self.screen([binding], feed: #"[{"n":"a\ud800b"}]"#)
    invalid.press("r")
    #expect(invalid.terminal.picture.contains("has a value that is not valid Unicode"))
    #expect(!page.actions.work.isRunning)
  }

  @Test func defaultValueAllowsAMissingMember() throws {
    let (screen, _) = try screen(["x=copy:<{name|default()}>"], feed: #"[{"id":1},{"id":2}]"#)
    screen.press("x")
    #expect(screen.terminal.clipboard == "<>")
  }

  @Test func commandIsRefusedWhereOneOfSeveralRowsLacksTheMember() throws {
    let (screen, _) = try screen(["x=copy:{a}"], feed: #"[{"a":1},{"b":1}]"#)
    screen.press(.space, .space, "x")
    #expect(screen.terminal.clipboard == nil)
    #expect(screen.terminal.picture.contains("row 2 of the 2 has no a"))
  }

  @Test func controlCharactersAreNotCopied() throws {
    let (screen, _) = try screen(
      ["x=copy:{a}"], feed: #"[{"a":"l\u001bs\r\nx\ty\u009b\u0000"}]"#)
    screen.press("x")
    #expect(screen.terminal.clipboard == "ls\nx\ty")
  }

  @Test func aQuestionIsAskedWhereItIsWanted() throws {
    let (screen, page) = try screen([])
    page.actions.commands = [
      RowCommand(
        name: "note", title: "Note", keys: ["x"], work: .copy(try RowTemplate(parsing: "{id}")),
        confirmation: try RowTemplate(parsing: "Really {id}?"))
    ]
    screen.press("x")
    #expect(screen.terminal.picture.contains("Really 1?"))
    screen.press(.escape)
    #expect(screen.terminal.clipboard == nil)
    // defect P1: neither Enter alone nor n does it.
    screen.press("x", .enter, "x", "n", "x", .space)
    #expect(screen.terminal.clipboard == nil)
    #expect(screen.application.topOverlay == nil)
    screen.press("x", "y")
    #expect(screen.terminal.clipboard == "1")
  }

  @Test func questionShowsWhatWillRun() throws {
    let (screen, page) = try screen(
      [], feed: #"[{"id":"a b"},{"id":2},{"id":3},{"id":4},{"id":5},{"id":6}]"#)
    page.actions.commands = [
      RowCommand(
        name: "note", title: "Note", keys: ["x"],
        work: .run(.words(try ["rm", "--", "{id}"].map { try RowTemplate(parsing: $0) })),
        confirmation: try RowTemplate(parsing: "Delete {id}?"))
    ]
    screen.press(.space, .space, .space, .space, .space, .space, "x")
    let picture = screen.terminal.picture
    #expect(picture.contains("Delete a b? (and 5 more)") && picture.contains("$ rm -- 'a b'"))
    #expect(picture.contains("$ rm -- 2"))
    screen.press(.down, .down, .down, .down, .down, .down, .down, .down)
    #expect(screen.terminal.picture.contains("$ rm -- 5"))
    #expect(screen.terminal.picture.contains("the same for 1 more"))
    screen.press(.escape)
  }

  @Test func aLinkThatIsNoneIsRefused() throws {
    let (screen, _) = try screen(["x=open:file://{id}"])
    screen.press("x")
    #expect(screen.terminal.picture.contains("links of file: are not opened"))
    screen.press("o")
    #expect(screen.terminal.picture.contains("the row has no link"))
  }

  @Test func keyCanBeBoundToAnActionOfThePage() throws {
    let (screen, page) = try screen([])
    guard case .action(let action, let key) = try KeyAssignment(parsing: "x=last-row") else {
      Issue.record("not an action")
      return
    }
    page.bind(key, to: action)
    screen.press("x")
    #expect(page.table.state.cursor?.item == 2)
    screen.press("g", "G")
    #expect(page.table.state.cursor?.item == 2)
    #expect(throws: RowCommandError.self) { try KeyAssignment(parsing: "x=lost-row") }
  }

  // defect P5
  @Test func dotOpensThePaletteWhereARowHasNoActions() throws {
    let (screen, _) = try screen([])
    screen.press(".")
    #expect(screen.application.topOverlay is CommandPalette)
  }

  // defect P5
  @Test func markedRowsAreCountedAfterARange() throws {
    let (screen, _) = try screen([])
    screen.press(.space, "j", "V")
    #expect(screen.terminal.picture.contains("3 marked"))
  }

  // defect P5
  @Test func emptyResultSaysWhy() throws {
    let (screen, page) = try screen([])
    let filter = try RowFilter(parsing: "id == 9")
    page.query.setFilters([filter, filter])
    page.source.wait()
    screen.application.renderIfNeeded()
    #expect(page.filters.count == 1)
    #expect(screen.terminal.picture.contains("No rows match: id == 9"))
    screen.press(.backspace)
    page.source.wait()
    screen.application.renderIfNeeded()
    #expect(!screen.terminal.picture.contains("No rows"))
  }

  @Test func anUnboundKeyIsReported() throws {
    let (screen, _) = try screen([])
    screen.press("Z")
    #expect(screen.terminal.picture.contains("Z is not bound; ? lists the keys"))
  }

  // MARK: The palette

  @Test func thePaletteFindsActionsByName() throws {
    let (screen, page) = try screen(["x=copy:{id}"])
    screen.press(":")
    #expect(screen.application.topOverlay is CommandPalette)
    #expect(screen.terminal.picture.contains("copy-x"))
    for key in "lastr" { screen.press(Key(key)) }
    screen.press(.enter)
    #expect(screen.application.topOverlay == nil)
    #expect(page.table.state.cursor?.item == 2)
    // What was chosen comes first the next time.
    screen.press(":")
    let palette = try #require(screen.application.topOverlay as? CommandPalette)
    #expect(palette.shown.first?.name == "last-row")
    for key in "copy-x" { screen.press(Key(key)) }
    screen.press(.enter)
    #expect(screen.terminal.clipboard == "3")
  }

  @Test func aNumberLeadsToTheRow() throws {
    let (screen, page) = try screen([])
    screen.press(":", "2", .enter)
    #expect(page.table.state.cursor?.item == 1)
    screen.press(":", "9", "9", .enter)
    #expect(page.table.state.cursor?.item == 2)
    screen.press(":", "z", "z", "q")
    #expect(screen.terminal.picture.contains("no such action"))
    screen.press(.enter, .escape)
    #expect(screen.application.topOverlay == nil)
  }
}
