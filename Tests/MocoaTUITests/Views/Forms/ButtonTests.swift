import MocoaTestSupport
import Observation
import Testing

@testable import MocoaTUI

@MainActor @Observable private final class Door {
  var isLocked = false
}

@MainActor @Suite struct ButtonTests {
  private let account = Account()

  @Test(arguments: [Key.enter, .space]) func keysPressIt(key: Key) throws {
    var count = 0
    let screen = try ScreenDriver(columns: 12, rows: 1, showing: Button("Go") { count += 1 })
    screen.expect("[ Go ]")
    screen.press(key)
    #expect(count == 1)
    screen.press("x", .escape)
    #expect(count == 1)
  }

  @Test func theFocusIsSeen() throws {
    let button = Button("Go") {}
    let screen = try ScreenDriver(columns: 12, rows: 1, showing: button)
    #expect(screen.overlay(column: 0, row: 0) == .cursorRow)
    #expect(screen.overlay(column: 6, row: 0) == nil)
    let other = ProbeView("o")
    other.isFocusable = true
    button.addSubview(other)
    screen.application.focus(other)
    screen.expect("[ Go ]")
    #expect(screen.overlay(column: 0, row: 0) == nil)
  }

  @Test func theMousePressesWhereItWasPressedAndReleased() throws {
    var count = 0
    let screen = try ScreenDriver(columns: 12, rows: 1, showing: Button("Go") { count += 1 })
    screen.mouse(.press(.left), column: 5, row: 0)
    #expect(count == 0)
    screen.mouse(.release(.left), column: 0, row: 0)
    #expect(count == 1)
    screen.mouse(.press(.left), column: 0, row: 0)
    screen.mouse(.release(.left), column: 8, row: 0)
    screen.mouse(.press(.left), column: 8, row: 0)
    screen.mouse(.release(.left), column: 0, row: 0)
    screen.mouse(.press(.right), column: 0, row: 0)
    screen.mouse(.release(.right), column: 0, row: 0)
    #expect(count == 1)
  }

  @Test func aConditionIsFollowed() throws {
    let door = Door()
    var count = 0
    let button = Button("Go", isEnabled: { !door.isLocked }) { count += 1 }
    let screen = try ScreenDriver(columns: 12, rows: 1, showing: button)
    let place = Point(column: 2, row: 0)
    #expect(screen.terminal.style(at: place)?.style == .body)
    door.isLocked = true
    screen.expect("[ Go ]")
    #expect(screen.terminal.style(at: place)?.style == .tertiary)
    screen.press(.enter)
    #expect(!button.press())
    #expect(count == 0)
    #expect(!button.canBecomeFocused)
    door.isLocked = false
    screen.press(.enter)
    #expect(count == 1)
  }

  @Test func aCommandIsFollowedToItsEnd() async throws {
    account.name = "Ada"
    let button = Button("Open", command: account.open) { [account] in account.name }
    let screen = try ScreenDriver(columns: 12, rows: 1, showing: button)
    screen.press(.enter)
    #expect(account.open.isExecuting)
    screen.application.fireTimers(at: .now + Spinner.interval)
    screen.expect("[ Open ] ⠋")
    #expect(button.canBecomeFocused, "the focus stays")
    screen.press(.enter)
    await account.finish()
    screen.expect("[ Open ]")
    #expect(account.attempts == ["Ada"])
    #expect(screen.application.timers.next == nil)
  }

  @Test func longTitlesAreCutAndTitlesChange() throws {
    let button = Button("Continue") {}
    let screen = try ScreenDriver(columns: 9, rows: 1, showing: button)
    screen.expect("[ Cont… ]")
    button.title = "OK"
    screen.expect("[ OK ]")
    button.title = "\u{1B}[2J"
    screen.expect("[ ␛[2J ]")
  }
}
