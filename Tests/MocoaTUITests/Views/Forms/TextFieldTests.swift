import MocoaTestSupport
import Observation
import Testing

@testable import MocoaTUI

@MainActor @Observable private final class Person {
  var name = "Ada"
}

/// A field on a small screen, with a page above it.
@MainActor private struct Screen {
  let terminal: ScriptedTerminal
  let application: Application
  let field: TextField

  init(_ field: TextField, columns: Int = 8) throws {
    self.field = field
    terminal = ScriptedTerminal(columns: columns, rows: 1)
    application = Application(terminal: terminal)
    application.root.addSubview(field)
    application.focus(field)
    try application.start()
    application.renderIfNeeded()
  }

  func type(_ text: String) {
    terminal.type(text.utf8)
    application.handleInput()
    application.renderIfNeeded()
  }

  func press(_ keys: Key...) {
    for key in keys { application.dispatch(.key(key)) }
    application.renderIfNeeded()
  }
}

@MainActor @Suite struct TextFieldTests {
  @Test func typingShowsTheTextAndMovesTheCursor() throws {
    let screen = try Screen(TextField(prompt: "name"))
    #expect(screen.terminal.picture == "name")
    #expect(screen.terminal.cursor == Point(column: 0, row: 0))
    screen.type("日a")
    #expect(screen.terminal.picture == "日a")
    #expect(screen.terminal.cursor == Point(column: 3, row: 0))
    screen.press(.left, .left)
    #expect(screen.terminal.cursor == Point(column: 0, row: 0))
  }

  @Test func longTextScrollsSoThatTheCursorIsInSight() throws {
    let screen = try Screen(TextField())
    screen.type("abcdefghij")
    #expect(screen.terminal.picture == "defghij")
    #expect(screen.terminal.cursor == Point(column: 7, row: 0))
    screen.press(.home)
    #expect(screen.terminal.picture == "abcdefgh")
    #expect(screen.terminal.cursor == Point(column: 0, row: 0))
    screen.press(.end, Key("w", .control))
    #expect(screen.terminal.picture == "")
  }

  @Test func deletingBringsBackWhatWasScrolledAway() throws {
    let screen = try Screen(TextField(text: "abcdefghij"))
    screen.press(.backspace, .backspace, .backspace)
    #expect(screen.terminal.picture == "abcdefg")
  }

  @Test func theTextIsWhereItIsBoundTo() throws {
    let person = Person()
    let field = TextField(text: ValueBinding(person, \.name))
    let screen = try Screen(field)
    screen.type("!")
    #expect(person.name == "Ada!")
    #expect(field.text == "Ada!")
  }

  @Test func whatTheProgramSetsIsShown() async throws {
    let person = Person()
    let screen = try Screen(TextField(text: ValueBinding(person, \.name)))
    person.name = "Grace"
    await Task.yield()
    screen.application.renderIfNeeded()
    #expect(screen.terminal.picture == "Grace")
    #expect(screen.terminal.cursor == Point(column: 5, row: 0))
    screen.type("?")
    #expect(person.name == "Grace?")
  }

  @Test func onlyChangesByTheUserAreReported() throws {
    let field = TextField()
    var heard: [String] = []
    field.onChange = { heard.append($0) }
    let screen = try Screen(field)
    screen.type("a")
    screen.type("b")
    screen.press(.left, .home, .backspace)
    field.text = "set"
    #expect(heard == ["a", "ab"])
  }

  @Test func enterAndEscapePropagateUnlessHandled() throws {
    let field = TextField(text: "x")
    #expect(field.perform("text-submit") == false)
    #expect(field.perform("text-cancel") == false)
    var submitted: [String] = []
    field.onSubmit = { submitted.append($0) }
    let screen = try Screen(field)
    screen.press(.enter)
    #expect(submitted == ["x"])
  }

  @Test func pastedTextIsOneLineWithoutCommands() throws {
    let screen = try Screen(TextField(), columns: 20)
    screen.application.dispatch(.paste("one\ntwo\u{1B}[2J"))
    screen.application.renderIfNeeded()
    #expect(screen.terminal.picture == "one two[2J")
  }

  @Test func secretsAreDots() throws {
    let field = TextField(text: "日1")
    field.isSecret = true
    let screen = try Screen(field)
    #expect(screen.terminal.picture == "••")
    #expect(screen.terminal.cursor == Point(column: 2, row: 0))
  }

  @Test func aClickPutsTheCursorThere() throws {
    let screen = try Screen(TextField(text: "日本x"))
    screen.application.dispatch(.mouse(MouseEvent(.press(.left), column: 2, row: 0)))
    #expect(screen.field.cursor == 1)
    screen.application.dispatch(.mouse(MouseEvent(.press(.left), column: 7, row: 0)))
    #expect(screen.field.cursor == 3)
  }

  @Test func aDisabledFieldTakesNothing() throws {
    let field = TextField(text: "x")
    field.isEnabled = false
    let screen = try Screen(field)
    screen.type("y")
    #expect(field.text == "x")
    #expect(screen.application.root.focusOrder.isEmpty)
  }

  @Test func noKeyIsClaimedTwice() {
    #expect(TextField.defaultKeyMap.conflicts.isEmpty)
  }
}

extension TextFieldTests {
  @Test("11: a text is limited, and what exceeds it is reported")
  func textIsLimited() throws {
    let field = TextField(text: "ab")
    field.byteLimit = 8
    var (excessCount, changeCount) = (0, 0)
    field.onExcess = { excessCount += 1 }
    field.onChange = { _ in changeCount += 1 }
    let screen = try Screen(field)
    screen.application.dispatch(.paste("日cdefgh"))
    #expect(field.text == "ab日cde" && excessCount == 1 && changeCount == 1)
    screen.type("x")
    #expect(field.text == "ab日cde" && excessCount == 2 && changeCount == 1)
    // What replaces the selection has its room.
    screen.press(Key("a", .control), Key(.end, .shift))
    screen.application.dispatch(.paste("12345678"))
    #expect(field.text == "12345678" && excessCount == 2 && changeCount == 2)
    screen.press(.backspace)
    screen.type("y")
    #expect(field.text == "1234567y" && excessCount == 2)
  }
}
