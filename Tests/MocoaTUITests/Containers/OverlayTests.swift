import MocoaCore
import MocoaTestSupport
import Testing

@testable import MocoaTUI

@MainActor @Suite struct OverlayTests {
  /// A view with one key of its own.
  private final class Counter: View {
    var count = 0
    override var canBecomeFocused: Bool { true }
    override var keyMap: KeyMap { Self.keys }
    private static let keys = KeyMap(
      for: Counter.self, title: "Counter",
      [
        .init("count", ["c", "j"], help: "counts") {
          $0.count += 1
          $0.setNeedsDisplay()
        },
        .init("never", ["j"], help: "is not reached", when: { _ in true }) { _ in },
        .init("absent", ["k"], help: "is not available", when: { _ in false }) { _ in },
      ])
    override func draw(in canvas: inout Canvas) { canvas.write("\(count)") }
  }

  @Test func helpListsTheKeysFromTheFocusOutwards() throws {
    let counter = Counter()
    let screen = try ScreenDriver(columns: 63, rows: 12, showing: counter)
    screen.application.showHelp()
    screen.expect(
      """
      0     ┌─ Keys ──────────────────────────────────────────┐
            │ Counter                                         │
            │ c, j       counts                               │
            │                                                 │
            │ Program                                         │
            │ ?, f1      Show these keys                      │
            │ :          List all actions                     │
            │ ctrl-c     Cancel, or end the program           │
            │ ctrl-z     Suspend the program                  │
            │ ctrl-l     Redraw the screen                    │
            │ f9, alt-m  Toggle text selection with the mouse │
            └──────────────────────── / searches  Esc closes ─┘
      """)
    screen.press("c")
    #expect(counter.count == 0, "help keeps the keys from what lies below")
    screen.press(.escape, "c")
    #expect(counter.count == 1)
    screen.expect("1")
  }

  @Test func keysThatAreTakenAreListedOnce() {
    let inner = KeyMap(
      for: View.self, title: "Inner", [.init("a", ["x", "y"], help: "inner") { _ in }])
    let outer = KeyMap(
      for: View.self,
      [
        .init("b", ["x", "z"], help: "outer") { _ in }, .init("c", ["y"], help: "lost") { _ in },
      ])
    let help = HelpOverlay(keyMaps: [inner, outer])
    let text = help.subviews.compactMap { $0 as? PagerView }.first
    let lines = (text?.text ?? []).map { line in
      line.runs.map { TextWidth.padded($0.text, to: $0.columns(upTo: .max)) }.joined()
    }
    #expect(lines == ["Inner", "x, y  inner", "", "z     outer"])
  }

  // `-` was "Collapse the row" and "Hide the column".
  @Test("39: a key with two available bindings is listed for the first one")
  func helpListsAKeyOnce() {
    let map = KeyMap(
      for: View.self, title: "Feed",
      [
        .init("a", ["-"], help: "collapse", when: { _ in true }) { _ in },
        .init("b", ["-", "x"], help: "hide") { _ in },
      ])
    let help = HelpOverlay(keyMaps: [map])
    let text = help.subviews.compactMap { $0 as? PagerView }.first
    #expect(text?.text.map { $0.runs.map(\.text).joined() } == ["Feed", "-  collapse", "x  hide"])
  }

  @Test func everyKeyMapOfTheLibraryIsFreeOfConflicts() {
    let maps = [
      TableView.defaultKeyMap, CollectionView.defaultKeyMap, PagerView.defaultKeyMap,
      SplitView.defaultKeyMap, TextField.defaultKeyMap, FormView.formKeyMap,
      Button.buttonKeyMap, ActionMenu.defaultKeyMap, MessageOverlay.defaultKeyMap,
      HelpOverlay.defaultKeyMap, PageStack.defaultKeyMap, TabPage.defaultKeyMap,
      Application.keyMap,
    ]
    for map in maps {
      #expect(map.conflicts == [], "\(map.title)")
      #expect(!map.title.isEmpty, "\(map.bindings.first?.help ?? "")")
    }
  }

  @Test func aMessageIsAnsweredOnce() throws {
    let screen = try ScreenDriver(columns: 40, rows: 7, showing: Counter())
    var answers: [Int?] = []
    let message = MessageOverlay(
      title: "Ada", text: "Call 555-0101?", answers: ["Call", "Cancel"]
    ) { answers.append($0) }
    screen.application.present(message)
    screen.expect(
      """
      0
                ┌─ Ada ────────────┐
                │ Call 555-0101?   │
                │                  │
                │  Call    Cancel  │
                └──────────────────┘
      """)
    screen.press(.right, .enter)
    #expect(answers == [1])
    screen.application.present(MessageOverlay(title: "", text: "") { answers.append($0) })
    screen.press(.escape)
    #expect(answers == [1, nil])
  }

  @Test("38.7: colors hide nothing of what is asked")
  func messagesHaveNoColorsOfData() throws {
    let screen = try ScreenDriver(columns: 44, rows: 7, showing: Counter())
    let text = "Run $ ls\u{1B}[30;40m; rm -r x\u{1B}[m\r\nnow?"
    screen.application.present(MessageOverlay(title: "Run", text: text))
    #expect(screen.picture.contains("Run $ ls␛[30;40m; rm -r x␛[m"))
    #expect(screen.picture.contains(" now?"))
  }

  @Test func helpIsShownAboveADialog() throws {
    let screen = try ScreenDriver(columns: 60, rows: 20)
    screen.show(TablePage(title: "List", list: ListViewModel()))
    screen.application.present(MessageOverlay(title: "Ada", text: "Call 555-0101?"))
    screen.press("?")
    #expect(screen.picture.contains("Close the message"))
    screen.press("?")
    #expect(screen.picture.contains("555-0101") && !screen.picture.contains("Close the message"))
  }

  @Test func initialLetterChoosesAnAnswer() throws {
    let screen = try ScreenDriver(columns: 40, rows: 8, showing: Counter())
    var answers: [Int?] = []
    func ask() {
      screen.application.present(
        MessageOverlay(title: "Pod", text: "Delete it?", answers: ["Yes", "No"], defaultAnswer: 1) {
          answers.append($0)
        })
    }
    ask()
    screen.expect(
      """
      0
           ┌─ Pod ──────────────────────┐
           │ Delete it?                 │
           │                            │
           │                 Yes    No  │
           └─ y yes  n no  Esc close ───┘
      """)
    screen.press("y")
    ask()
    screen.press("n")
    ask()
    screen.press(.enter)
    #expect(answers == [0, 1, 1])
  }

  @Test func longMessageScrollsAboveItsAnswers() throws {
    let screen = try ScreenDriver(columns: 30, rows: 8, showing: Counter())
    let text = (1...9).map { "line \($0)" }.joined(separator: "\n")
    screen.application.present(MessageOverlay(title: "Long", text: text))
    screen.application.renderIfNeeded()
    screen.press(.down)
    let picture = screen.terminal.picture
    #expect(!picture.contains("line 1") && picture.contains("line 2"), "\(picture)")
    #expect(picture.contains("OK") && picture.contains("/9"))
    screen.press(.down, .down, .down, .down, .down, .down, .down, .down)
    #expect(screen.terminal.picture.contains("line 9"))
  }

  @Test(arguments: [
    Size(columns: 1, rows: 1), Size(columns: 0, rows: 0), Size(columns: 5, rows: 2),
  ])
  func overlaysFitOnAnyScreen(size: Size) throws {
    let screen = try ScreenDriver(columns: size.columns, rows: size.rows, showing: Counter())
    screen.application.showHelp()
    screen.application.present(MessageOverlay(title: "a title", text: "some text"))
    screen.application.present(ActionMenu(actions: [.delete, .edit]) { _ in })
    screen.application.renderIfNeeded()
    screen.press("j", .escape, .escape, .escape)
    #expect(screen.application.topOverlay == nil)
  }

  /// So that everything can be done by the mouse alone.
  @Test func aClickOnALineOfTheHelpDoesWhatItSays() throws {
    let counter = Counter()
    let screen = try ScreenDriver(columns: 61, rows: 11, showing: counter)
    screen.application.showHelp()
    screen.application.renderIfNeeded()
    screen.mouse(.press(.left), column: 12, row: 1)
    #expect(counter.count == 0 && screen.application.topOverlay != nil, "a heading does nothing")
    screen.mouse(.press(.left), column: 20, row: 2)
    #expect(counter.count == 1)
    screen.expect("1")
  }

  @Test func helpIsWrappedToANarrowScreenAndShowsHowMuchThereIs() throws {
    let screen = try ScreenDriver(columns: 30, rows: 9, showing: Counter())
    screen.application.showHelp()
    screen.expect(
      """
      ┌─ Keys ─────────────────────┐
      │ Counter                    ┃
      │ c, j       counts          ┃
      │                            ┃
      │ Program                    │
      │ ?, f1      Show these keys │
      │ :          List all        │
      │            actions         │
      └─── / searches  Esc closes ─┘
      """)
    screen.press("G")
    screen.expect(
      """
      ┌─ Keys ─────────────────────┐
      │ ctrl-z     Suspend the     │
      │            program         │
      │ ctrl-l     Redraw the      │
      │            screen          │
      │ f9, alt-m  Toggle text     ┃
      │            selection with  ┃
      │            the mouse       ┃
      └─── / searches  Esc closes ─┘
      """)
  }

  @Test func unhandledKeysGoToTheContainer() {
    let table = TableView()
    let right = Key.right
    #expect(table.keyMap.binding(of: right, in: table) == nil)
    table.columns = [TableColumn(id: "a")]
    #expect(table.keyMap.binding(of: right, in: table)?.name == "scroll-right")
    let field = TextField()
    func name(of key: Key) -> String? { field.keyMap.binding(of: key, in: field)?.name }
    #expect(name(of: .escape) == nil && name(of: .enter) == nil)
    field.onCancel = {}
    #expect(name(of: .escape) == "text-cancel")
    field.onSubmit = { _ in }
    #expect(name(of: .enter) == "text-submit")
    #expect(field.keyMap.title == "Text")
  }

  @Test func manyKeysOfOneActionAreWrappedToo() throws {
    let field = TextField()
    let screen = try ScreenDriver(columns: 40, rows: 9, showing: field)
    screen.application.showHelp()
    screen.expect(
      """
      ┌─ Keys ───────────────────────────────┐
      │ Text                                 ┃
      │ left, ctrl-b      Move left          │
      │ right, ctrl-f     Move right         │
      │ ctrl-left,        Move a word left   │
      │ alt-left, alt-b                      │
      │ ctrl-right,       Move a word right  │
      │ alt-right, alt-f                     │
      └───────────── / searches  Esc closes ─┘
      """)
  }

  @Test func longHelpScrolls() throws {
    let screen = try ScreenDriver(columns: 40, rows: 4, showing: TableView())
    screen.application.showHelp()
    screen.application.renderIfNeeded()
    let first = screen.terminal.lines
    screen.press("G")
    #expect(screen.terminal.lines != first)
    #expect(screen.terminal.lines[2].contains("mouse"))
  }
}
