import MocoaCore
import MocoaTestSupport
import Testing

@testable import MocoaTUI

/// Keys that are bound to closures, whatever their help says.
@MainActor @Suite struct PageKeyTests {
  private final class PlainPage: Page {
    override var canBecomeFocused: Bool { true }
  }

  @Test("defect U7: a key that is described as Back calls its closure")
  func theHelpIsNotTheAction() throws {
    let screen = try ScreenDriver(columns: 20, rows: 4)
    let stack = screen.show(PlainPage())
    let page = PlainPage()
    var calls: [String] = []
    page.on("b", help: "Back") { calls.append("b") }
    page.on("c", help: "Back") { calls.append("c") }
    page.on("x", help: "Quit") { calls.append("x") }
    stack.push(page)
    screen.press("b", "c", "x")
    #expect(calls == ["b", "c", "x"])
    #expect(stack.top === page && screen.application.exitStatus == nil)
    screen.press(.escape)
    #expect(stack.top !== page)
  }

  @Test("defect U7: an action on rows has its own identity, whatever its title is")
  func theTitleIsNotTheAction() async throws {
    let screen = try ScreenDriver(columns: 30, rows: 5)
    var calls: [String] = []
    let page = ListPage("N", [1, 2].map { Word(id: $0, text: "row \($0)") })
      .row { word, canvas in canvas.write(word.text) }
      .action("b", "Undo") { calls.append("b \($0.id)") }
      .action("e", "Move down") { calls.append("e \($0.id)") }
      .action("x", "Undo") { calls.append("x \($0.id)") }
    _ = screen.show(page)
    for key: Key in ["b", "e", "x"] {
      screen.press(key)
      await screen.settle()
    }
    #expect(calls == ["b 1", "e 1", "x 1"])
    // So do help and palette, which list all of them.
    let bindings = screen.application.focusedBindings
    for key: Key in ["b", "e", "x"] {
      let binding = try #require(bindings.first { $0.keys == [key] })
      #expect(binding.run(in: ()))
      await screen.settle()
    }
    #expect(calls == ["b 1", "e 1", "x 1", "b 1", "e 1", "x 1"])
  }

  @Test func closuresTakePrecedenceOverTheKeyMapOfThePage() throws {
    let screen = try ScreenDriver(columns: 40, rows: 60)
    let page = ListPage("N", WordList.words(["a", "b"]))
    var calls: [String] = []
    page.on("n", help: "Load more") { calls.append("n") }
    page.on(.escape, help: "Leave") { calls.append("Esc") }
    screen.show(page)
    screen.press("n", .escape)
    #expect(calls == ["n", "Esc"])
    screen.press("?")
    #expect(screen.picture.contains("Load more") && !screen.picture.contains("Next match"))
    #expect(screen.picture.contains("│ backspace "))
  }

  @Test("40: keys of a page and its actions precede those of its list, and the help has no others")
  func keysPrecedeThoseOfTheList() async throws {
    let screen = try ScreenDriver(columns: 40, rows: 10)
    var calls: [String] = []
    let page = ListPage("N", WordList.words(["a", "b"]))
      .columns { Column("TEXT", \.text).sortable() }
      .action("h", "History") { calls.append("h \($0.text)") }
    page.on("l", help: "Logs") { calls.append("l") }
    screen.show(page)
    screen.press("l", "h")
    await screen.settle()
    #expect(calls == ["l", "h a"])
    #expect(helps(of: "l", on: screen) == ["Logs"] && helps(of: "h", on: screen) == ["History"])
    #expect(helps(of: .right, on: screen) == ["Move the column cursor right"])
  }

  @Test("40: keys of a page precede those of a list page and of a pager in it")
  func keysPrecedeThoseOfPartsOfThePage() throws {
    let parts: [View] = [ListPage("N", WordList.words(["a"])), PagerView("a text")]
    for part in parts {
      let screen = try ScreenDriver(columns: 40, rows: 10)
      let page = Page()
      page.addSubview(part)
      var calls: [String] = []
      for key: Key in ["j", "g", "r"] { page.on(key, help: "Call") { calls.append("\(key)") } }
      screen.show(page)
      screen.press("j", "g", "r")
      #expect(calls == ["j", "g", "r"])
      #expect(helps(of: "j", on: screen) == ["Call"])
    }
  }

  @Test("40: keys of one's own need no subclass, whichever list the page has")
  func keysOfTablesAndCollections() throws {
    let words = [WordList(["a", "b"]), WordList(["a", "b"])]
    var targets: [String] = []
    let pages: [ListViewPage] = [
      TablePage(list: words[0].list),
      CollectionPage(list: words[1].list, layout: GridLayout(columns: 2, itemRows: 1)),
    ]
    for page in pages {
      let screen = try ScreenDriver(columns: 40, rows: 6)
      screen.show(
        page.on("x", "j", help: "Target") { [unowned page] in
          targets += page.targetItems.compactMap { ($0 as? Word)?.text }
        })
      screen.press("x", "j")
      #expect(targets == ["a", "a"])
      #expect(helps(of: "j", on: screen) == ["Target"])
      targets = []
    }
  }

  /// The descriptions of a key in the help.
  private func helps(of key: Key, on screen: ScreenDriver) -> [String] {
    screen.application.focusedKeyMaps.flatMap(\.bindings).filter { $0.keys.contains(key) }
      .map(\.help)
  }

  @Test("defect U7: the palette runs the closure of a key")
  func thePaletteRunsTheClosure() throws {
    let screen = try ScreenDriver(columns: 40, rows: 10)
    let stack = screen.show(PlainPage())
    let page = PlainPage()
    var calls = 0
    page.on("b", help: "Back") { calls += 1 }
    stack.push(page)
    let palette = CommandPalette(screen.application.focusedBindings, hasRows: false) {
      screen.application.run($0)
    }
    // The closure and the binding `back` have one name, and each is listed.
    let index = try #require(palette.shown.firstIndex { $0.binding.keys == ["b"] })
    #expect(palette.shown.count { $0.name == "back" } == 2)
    screen.application.present(palette)
    palette.choose(index)
    #expect(calls == 1 && stack.top === page)
    screen.application.perform("back")
    #expect(calls == 1 && stack.top !== page)
  }

  @Test(
    "41: the beginnings of words find an action, and letters in the midst of them do not",
    arguments: [
      ("chcol", ["choose-columns"]), ("cc", ["choose-columns"]), ("computed", ["choose-columns"]),
      ("json", ["copy-json-lines"]), ("join", []), ("reset", []), ("clear", []),
      ("seback", ["search-backward"]), ("prevsec", ["previous-section"]),
    ])
  func wordsFindActions(text: String, names: [String]) {
    let bindings = [
      KeyBinding<Void>("choose-columns", [], help: "Choose columns, or add a computed one") {},
      KeyBinding<Void>("copy-json-lines", [], help: "Copy the rows") {},
      KeyBinding<Void>("search-backward", [], help: "Search backwards") {},
      KeyBinding<Void>("previous-section", [], help: "Go to the section before") {},
    ]
    let palette = CommandPalette(bindings, hasRows: false) { _ in }
    #expect(palette.entries(matching: text).map(\.name) == names)
  }

  @Test("41: / in the help shows only the keys with a text, and Enter runs none of them")
  func theHelpIsSearched() throws {
    let screen = try ScreenDriver(columns: 54, rows: 12, showing: StatusPage())
    screen.press("?")
    screen.application.renderIfNeeded()
    let all = screen.picture
    #expect(all.contains("/ searches  Esc closes"))
    screen.press("/", "S", "c", "r", "e")
    let narrowed = screen.picture
    #expect(narrowed.contains("Redraw the screen") && narrowed.contains("/Scre"))
    #expect(!narrowed.contains("Suspend") && !narrowed.contains("name of an action"))
    screen.press(.enter)
    #expect(screen.picture.contains("Redraw the screen") && !screen.picture.contains("Suspend"))
    screen.press("/", "x", "x")
    #expect(screen.picture.contains("no key has this text"))
    screen.press(.escape)
    #expect(screen.picture == all)
    screen.press(":")
    #expect(screen.picture.contains("name of an action"))
    screen.press(.escape, "?", .escape)
    #expect(!screen.picture.contains("Keys"))
  }

  @Test("41: Ctrl-C leaves what is open, and ends the program where nothing is")
  func interrupting() throws {
    let page = StatusPage()
    let screen = try ScreenDriver(columns: 60, rows: 12, showing: page)
    var cancelCount = 0
    page.ask(
      PromptRequest(
        label: "/", history: .search, onSubmit: { _ in true }, onCancel: { cancelCount += 1 }))
    screen.press("a", .control("c"))
    #expect(page.prompt == nil && cancelCount == 1 && screen.application.exitStatus == nil)
    screen.press("?", .control("c"))
    #expect(screen.application.topOverlay == nil && screen.application.exitStatus == nil)
    screen.press("?", "/", "x", .control("c"))
    #expect(screen.application.topOverlay != nil && screen.application.exitStatus == nil)
    screen.press(":", .control("c"), .control("c"))
    #expect(screen.application.topOverlay == nil && screen.application.exitStatus == 130)
  }
}
