import MocoaTestSupport
import Testing

@testable import MocoaTUI

@MainActor @Suite struct TextAreaTests {
  private func screen(_ text: String, columns: Int = 8, rows: Int = 3) throws -> (
    ScreenDriver, TextArea
  ) {
    let area = TextArea(text: text, rows: 1...3)
    return (try ScreenDriver(columns: columns, rows: rows, showing: area), area)
  }

  @Test func textIsWrappedAndEnterBeginsALine() throws {
    let (screen, area) = try screen("one two three")
    screen.expect("one two\nthree\n")
    #expect(screen.terminal.cursor == Point(column: 5, row: 1))
    screen.press(.up, .end, .enter)
    screen.expect("one two\n three\n")
    screen.type("x")
    #expect(area.text == "one two\nx three")
  }

  @Test func theCursorKeepsItsColumnAndTheTextScrolls() throws {
    let (screen, area) = try screen("abcd\nx\nabcd\nabcd")
    screen.expect("x\nabcd\nabcd")
    screen.press(.up, .up)
    #expect(area.cursor == 6)
    screen.press(.up)
    #expect(area.cursor == 4)
    screen.expect("abcd\nx\nabcd")
    #expect(!area.perform("text-up"), "the key goes on to the form")
    screen.press(.home, Key(.down, .shift))
    #expect(area.selection == 0..<5)
    screen.press(.delete)
    #expect(area.text == "x\nabcd\nabcd")
    screen.press(.control("_"))
    #expect(area.text == "abcd\nx\nabcd\nabcd")
    screen.press(Key("_", .alt))
    #expect(area.text == "x\nabcd\nabcd")
  }

  @Test(arguments: [0, 1, 2, 3])
  func anAreaWithoutRoomIsHarmless(columns: Int) throws {
    let area = TextArea(text: "日本 a\n\nb")
    let row = HStack { area.extent(.fixed(columns)) }
    let screen = try ScreenDriver(columns: 5, rows: 2, showing: row)
    screen.press(.up, .down, .home, .end, .backspace)
    #expect(area.text == "日本 a\n\n")
  }
}

@MainActor @Suite struct TextSelectionTests {
  @Test func whatIsSelectedIsReplacedCutAndCopied() throws {
    let field = TextField(text: "one two")
    let screen = try ScreenDriver(columns: 10, rows: 1, showing: field)
    screen.press(Key(.left, [.control, .shift]))
    #expect(field.selection == 4..<7)
    #expect(screen.overlay(column: 4, row: 0) == .textSelection)
    screen.press(.alt("w"))
    #expect(screen.terminal.clipboard == "two")
    screen.type("x")
    #expect(field.text == "one x" && field.selection == nil)
    screen.press(.alt("a"), .control("w"))
    #expect(field.text.isEmpty)
    screen.press(.control("y"))
    #expect(field.text == "one x")
  }

  @Test func whatWasTypedIsUndoneAtOnceAndDoneAgain() throws {
    let field = TextField(text: "a")
    let screen = try ScreenDriver(columns: 10, rows: 1, showing: field)
    screen.type("bcd")
    screen.press(.backspace)
    screen.press(.control("_"))
    #expect(field.text == "abcd")
    screen.press(.control("_"))
    #expect(field.text == "a")
    screen.press(.control("_"))
    #expect(field.text == "a")
    screen.press(Key("_", .alt), Key("_", .alt))
    #expect(field.text == "abc")
  }

  @Test func aSecretIsNotCopied() throws {
    let field = TextField(text: "secret")
    field.isSecret = true
    let screen = try ScreenDriver(columns: 10, rows: 1, showing: field)
    screen.press(.alt("a"), .alt("w"))
    #expect(screen.terminal.clipboard == nil)
  }

  @Test func theMouseSelects() throws {
    let field = TextField(text: "one two")
    let screen = try ScreenDriver(columns: 10, rows: 1, showing: field)
    screen.mouse(.press(.left), column: 0, row: 0)
    screen.mouse(.drag(.left), column: 3, row: 0)
    #expect(field.selection == 0..<3)
  }
}
