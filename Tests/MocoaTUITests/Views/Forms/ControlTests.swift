import MocoaCore
import MocoaTestSupport
import Observation
import Testing

@testable import MocoaTUI

@MainActor @Observable private final class Settings {
  var isDone = false
  var size = "M"
}

@MainActor @Suite struct ControlTests {
  private let settings = Settings()

  @Test func aToggleIsPressedByTheSpaceBarAndTheMouse() throws {
    let toggle = Toggle("Done", isOn: ValueBinding(settings, \.isDone))
    let screen = try ScreenDriver(columns: 12, rows: 1, showing: toggle)
    screen.expect("[ ] Done")
    #expect(screen.overlay(column: 1, row: 0) == .cursorRow)
    screen.press(.space)
    screen.expect("[x] Done")
    screen.click("Done")
    #expect(!settings.isDone)
    settings.isDone = true
    screen.expect("[x] Done")
  }

  @Test func aPickerGoesAround() throws {
    let picker = Picker(["S", "M", "L"], selection: ValueBinding(settings, \.size))
    let screen = try ScreenDriver(columns: 12, rows: 1, showing: picker)
    screen.expect("‹ M ›")
    screen.press(.right, .right)
    screen.expect("‹ S ›")
    screen.press(.left)
    screen.expect("‹ L ›")
    screen.mouse(.press(.left), column: 0, row: 0)
    screen.mouse(.release(.left), column: 0, row: 0)
    screen.expect("‹ M ›")
    settings.size = "XXL"
    screen.expect("‹ none ›")
    screen.press(.space)
    screen.expect("‹ S ›")
  }

  @Test func radioButtonsShowAllOptionsAndLeaveTheEndsToTheForm() throws {
    let form = FormView()
    let binding = ValueBinding(settings, \.size)
    form.add(Picker(["S", "M"], selection: binding, showsAll: true), label: "Size")
    form.add(Toggle("Done", isOn: ValueBinding(settings, \.isDone)))
    let screen = try ScreenDriver(columns: 16, rows: 4, showing: form)
    screen.expect(
      """
      Size  ( ) S
            (•) M

            [ ] Done
      """)
    screen.press(.up)
    #expect(settings.size == "S")
    screen.press(.down, .down, .space)
    #expect(settings.size == "M" && settings.isDone)
    screen.click("( ) S")
    #expect(settings.size == "S")
  }

  @Test func controlsHaveNoRoomAtAll() throws {
    for size in [Size(columns: 0, rows: 0), Size(columns: 1, rows: 1), Size(columns: 2, rows: 5)] {
      let screen = try ScreenDriver(
        columns: size.columns, rows: size.rows,
        showing: VStack {
          Toggle("Done", isOn: ValueBinding(settings, \.isDone))
          Picker([String](), selection: ValueBinding(settings, \.size))
          Picker(["S"], selection: ValueBinding(settings, \.size), showsAll: true)
        })
      screen.press(.space, .left, .right, .down)
      screen.mouse(.press(.left), column: 0, row: 0)
      screen.mouse(.release(.left), column: 0, row: 9)
    }
  }
}

@MainActor @Suite struct FormTests {
  private enum Priority: String, CaseIterable { case low, high }

  private struct Task: Equatable {
    var title = ""
    var isDone = false
    var priority = Priority.low
  }

  private final class AskingPage: Page {
    var saved: [Task?] = []
    var isConfirmed: Bool?
    var name: String?

    func edit() {
      task { [weak self] in
        guard let self else { return }
        let answer = await present(
          Form(Task(), title: "Task") {
            Field("Title", \.title).required()
            Field("Done", \.isDone)
            Field("Priority", \.priority)
          })
        saved.append(answer)
      }
    }
  }

  private let page = AskingPage()
  private let screen: ScreenDriver

  init() throws {
    screen = try ScreenDriver(columns: 44, rows: 11)
    screen.show(page)
  }

  @Test func aNumberIsCheckedWhileItIsTyped() async {
    struct Server { var port = 80 }
    var saved: Int?
    page.task { [page] in
      let form = Form(Server()) { Field("Port", \.port, in: 1...65_535) }
      saved = await page.present(form)?.port
    }
    await screen.settle()
    screen.press(.end, .backspace, .backspace)
    screen.type("70000")
    screen.press(.enter, .enter)
    #expect(screen.picture.contains("a number from 1 to 65535"))
    screen.press(.end, .backspace)
    #expect(!screen.picture.contains("a number from"))
    screen.press(.enter, .enter)
    await screen.settle()
    #expect(saved == 7_000)
  }

  @Test("40: fields may be in conditions and loops", arguments: [true, false])
  func fieldsInConditionsAndLoops(isNew: Bool) {
    struct Server {
      var names = ["a", "b"]
      var isOn = true
    }
    screen.application.present(
      Form(Server()) {
        if isNew { Field("Create", \.isOn) } else { Field("Replace", \.isOn) }
        for index in 0..<2 { Field("Name \(index)", \.names[index]) }
      })
    let picture = screen.picture
    #expect(picture.contains("Create") == isNew && picture.contains("Replace") == !isNew)
    #expect(picture.contains(#/Name 0 +a/#) && picture.contains(#/Name 1 +b/#))
  }

  @Test func aFormGivesTheValueThatWasSaved() async {
    page.edit()
    await screen.settle()
    screen.expect(
      """

      ┌─ Task ───────────────────────────────────┐
      │ Title                                    │
      │                                          │
      │ Done      [ ]                            │
      │                                          │
      │ Priority  ‹ low ›                        │
      │                                          │
      │           [ Save ]    [ Cancel ]         │
      └──────────────────────────────────────────┘
      """)
    screen.type("Tea\t \t ")
    screen.click("Save")
    await screen.settle()
    #expect(page.saved == [Task(title: "Tea", isDone: true, priority: .high)])
    #expect(screen.application.topOverlay == nil)
  }

  @Test func whatIsWrongIsShownWhenTheFormIsToBeSaved() async {
    page.edit()
    await screen.settle()
    #expect(!screen.picture.contains("required"))
    screen.click("Save")
    #expect(screen.picture.contains("│           required"))
    screen.type("x")
    #expect(!screen.picture.contains("required"), "and goes when it is right")
    screen.click("Save")
    await screen.settle()
    #expect(page.saved == [Task(title: "x")])
  }

  @Test func aFormThatIsClosedGivesNothing() async {
    page.edit()
    await screen.settle()
    screen.type("Tea")
    screen.press(.escape)
    await screen.settle()
    #expect(page.saved == [nil])
  }

  @Test func aFormIsClosedWithThePageThatAsked() async {
    let stack = page.stack
    let other = AskingPage()
    stack?.push(other)
    other.edit()
    await screen.settle()
    #expect(screen.application.topOverlay != nil)
    stack?.pop()
    await screen.settle()
    #expect(screen.application.topOverlay == nil)
    #expect(other.saved == [nil])
  }

  @Test func aQuestionThatIsNeverAnsweredEndsWithTheProgram() async throws {
    var screen: ScreenDriver? = try ScreenDriver(columns: 20, rows: 5)
    let page = AskingPage()
    screen?.show(page)
    page.edit()
    await screen?.settle()
    page.removeFromSuperview()
    screen = nil
    await turns { !page.saved.isEmpty }
    #expect(page.saved == [nil])
  }

  @Test func aPageThatIsNotShownHasNoAnswers() async {
    #expect(await AskingPage().confirm("Sure?") == false)
    #expect(await AskingPage().ask("Name") == nil)
  }

  @Test("40: questions, and prompts for a text, are asked") func questionsAreAsked() async {
    page.task { [page] in page.isConfirmed = await page.confirm("Delete it?", title: "Pod") }
    await screen.settle()
    #expect(screen.picture.contains("Delete it?"))
    screen.press("y")
    await screen.settle()
    #expect(page.isConfirmed == true)
    page.task { [page] in page.name = await page.ask("Name", text: "Ad") }
    await screen.settle()
    screen.type("a")
    screen.press(.enter)
    await screen.settle()
    #expect(page.name == "Ada")
  }

  @Test func formsFitOnAnyScreen() async {
    for (columns, rows) in [(1, 1), (0, 0), (9, 4), (200, 3)] {
      page.edit()
      await screen.settle()
      screen.resize(columns: columns, rows: rows)
      screen.press(.tab, .tab, .tab, .enter, .escape)
      await screen.settle()
      #expect(screen.application.topOverlay == nil)
    }
  }
}
