import MocoaTestSupport
import Testing

@testable import MocoaTUI

@MainActor @Suite struct FormViewTests {
  private let account = Account()
  private let form = FormView()
  private let name: TextField
  private let code: TextField
  private let button: Button

  init() {
    name = TextField(text: ValueBinding(account, \.name), prompt: "your name")
    code = TextField(text: ValueBinding(account, \.code))
    button = Button("Open", command: account.open) { [account] in account.name }
    form.add(name, label: "Name")
    form.add(code, label: "Secret code")
    form.add(button)
  }

  private func makeScreen(columns: Int = 30, rows: Int = 5) throws -> ScreenDriver {
    try ScreenDriver(columns: columns, rows: rows, showing: form)
  }

  @Test func fieldsStandBehindTheirLabels() throws {
    let screen = try makeScreen()
    screen.expect(
      """
      Name         your name

      Secret code

                   [ Open ]
      """)
    #expect(screen.terminal.style(at: .zero)?.style == .title, "the field with the focus")
    #expect(screen.terminal.style(at: Point(column: 0, row: 2))?.style == .secondary)
  }

  @Test func whatIsTypedIsInTheModelAndTheOtherWayRound() throws {
    let screen = try makeScreen()
    screen.press("A", "d", "a", .tab, "1", "2")
    #expect(account.name == "Ada" && account.code == "12")
    account.name = "Grace"
    account.code = ""
    screen.expect(
      """
      Name         Grace

      Secret code

                   [ Open ]
      """)
  }

  @Test func tabGoesAroundAndPassesOverWhatIsDisabled() throws {
    let screen = try makeScreen()
    func focus() -> View? { screen.application.focusedView }
    screen.press(.tab)
    #expect(focus() === code)
    screen.press(.tab)
    #expect(focus() === name, "the button is disabled")
    account.name = "Ada"
    screen.press(Key(.tab, .shift))
    #expect(focus() === button)
    screen.press(.up)
    #expect(focus() === code)
    screen.press(.down)
    #expect(focus() === button)
    account.name = ""
    screen.press(Key(.tab, .shift))
    #expect(focus() === code, "from where the focus is, though it would not get there again")
  }

  @Test func enterMovesOnThenPressesTheButton() async throws {
    let screen = try makeScreen()
    screen.press("A", .enter)
    #expect(screen.application.focusedView === code)
    #expect(account.attempts.isEmpty)
    screen.press(.enter)
    await account.finish()
    #expect(account.attempts == ["A"])
  }

  @Test func enterBeforeADisabledButtonGoesToTheFirstField() throws {
    let screen = try makeScreen()
    screen.press(.tab, .enter)
    #expect(screen.application.focusedView === name)
    #expect(!account.open.isExecuting)
  }

  @Test func aLowFormScrollsToTheFocus() throws {
    account.name = "Ada"
    let screen = try makeScreen(rows: 2)
    let bar = String(repeating: " ", count: 29)
    screen.expect("Name         Ada             ┃\n\(bar)│")
    screen.press(.tab)
    screen.expect("\(bar)┃\nSecret code                  │")
    screen.press(.tab)
    screen.expect("\(bar)│\n             [ Open ]        ┃")
    screen.press(.tab)
    screen.expect("Name         Ada             ┃\n\(bar)│")
  }

  @Test func aNarrowFormKeepsRoomForItsFields() throws {
    account.name = "Ada"
    let screen = try makeScreen(columns: 12, rows: 5)
    screen.expect(
      """
      Name  Ada

      Sec…

            [ O… ]
      """)
    screen.resize(columns: 1, rows: 1)
    screen.resize(columns: 0, rows: 0)
  }

  @Test func hiddenFieldsTakeNoRoom() throws {
    let screen = try makeScreen()
    code.isHidden = true
    screen.expect(
      """
      Name         your name

                   [ Open ]


      """)
  }

  @Test func noKeyIsClaimedTwice() {
    #expect(FormView.formKeyMap.conflicts.isEmpty)
    #expect(Button.buttonKeyMap.conflicts.isEmpty)
  }
}
