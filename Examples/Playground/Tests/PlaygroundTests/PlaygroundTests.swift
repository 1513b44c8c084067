import MocoaTUI
import MocoaTestSupport
import Testing

@testable import Playground

@MainActor @Suite struct PlaygroundTests {
  private let registry = ModuleRegistry()
  private let screen: ScreenDriver

  init() throws {
    registerModules(registry)
    screen = try ScreenDriver(columns: 30, rows: 9)
  }

  private func open(_ view: String = "table") throws -> PageStack {
    try screen.open("mocoa://playground/\(view)", in: registry)
  }

  private func list(of stack: PageStack) -> PlaygroundViewModel? {
    (stack.pages.first as? PlaygroundTable)?.playground
      ?? (stack.pages.first as? PlaygroundCollection)?.playground
  }

  @Test func aTable() throws {
    _ = try open()
    screen.type("jj7")
    screen.expect(
      """
      Contacts: 4
      Dmitri                 5550103
      Chloé                  5550102
      Bo                     5550101
      Ada                    5550100



       Playground        ? keys 2/4
      """)
  }

  @Test func aCollection() throws {
    _ = try open("collection")
    screen.press(.down)
    screen.expect(
      """
      Contacts: 4
       ┌─ Ada ─────┐ ┌─ Bo ──────┐
       │ 5550100   │ │ 5550101   │
       └───────────┘ └───────────┘
       ┌─ Chloé ───┐ ┌─ Dmitri ──┐
       │ 5550102   │ │ 5550103   │
       └───────────┘ └───────────┘

       Playground        ? keys 3/4
      """)
  }

  /// Whatever was done, rows that stay keep their view models, and the screen shows what is there.
  @Test(arguments: ["table", "collection"])
  func rowsKeepTheirViewModels(view: String) throws {
    let stack = try open(view)
    let playground = try #require(list(of: stack))
    var random = SeededGenerator(seed: 22)
    for step in 0..<300 {
      let before = cells(playground)
      let key = "123456789abcde".randomElement(using: &random).map(String.init) ?? ""
      screen.type(key)
      let after = cells(playground)
      for (id, cell) in after {
        if let old = before[id] { #expect(old === cell, "step \(step): \(key)") }
      }
      #expect(after.count == playground.contacts.count)
      let title = "Contacts: \(playground.contacts.count)"
      #expect(
        view == "collection" || screen.terminal.lines.first == title, "step \(step): \(key)")
      let end = playground.contacts.isEmpty ? "" : "/\(playground.contacts.count)"
      #expect(screen.terminal.lines.last?.hasSuffix(end) == true, "step \(step): \(key)")
    }
  }

  private func cells(_ playground: PlaygroundViewModel) -> [Int: AnyCellViewModel] {
    var cells: [Int: AnyCellViewModel] = [:]
    for (index, contact) in playground.contacts.enumerated() {
      cells[contact.id] = playground.cellViewModel(at: ListIndexPath(section: 0, item: index))
    }
    return cells
  }

  @Test func theCursorKeepsItsRow() throws {
    _ = try open()
    screen.type("2jj3")
    #expect(screen.picture.contains("13/13"), "C is the last of list 2")
    screen.type("2")
    #expect(screen.picture.contains("3/6"))
    screen.type("8b")
    #expect(screen.picture.contains("3/6"), "one came before it, and went")
  }

  // defect T12
  @Test(arguments: ["table", "collection"])
  func reloadingBindsTheRowsAgainAndKeepsTheCursor(view: String) throws {
    let stack = try open(view)
    screen.press(.down)
    let picture = screen.picture
    let playground = try #require(list(of: stack))
    var reloads = 0
    let token = playground.observeChanges(owner: stack) { _, change in
      if case .update(let changeset) = change, changeset.isReload { reloads += 1 }
    }
    screen.type("r")
    #expect(reloads == 1 && screen.picture == picture)
    token.cancel()
  }

  // defect T12
  @Test func aRowIsMovedByKeys() throws {
    let stack = try open()
    screen.press(Key(.down, .alt))
    #expect(list(of: stack)?.contacts.map(\.name) == ["Bo", "Ada", "Chloé", "Dmitri"])
    #expect(screen.picture.contains("2/4"), "the cursor stays with the row")
    screen.press(Key(.up, .alt), Key(.up, .alt))
    #expect(list(of: stack)?.contacts == Samples.start)
  }

  @Test func deletingFromNothingDoesNothing() throws {
    let stack = try open()
    screen.type("ebcde")
    #expect(list(of: stack)?.contacts.isEmpty == true)
    screen.expect("Contacts: 0\n\n\n\n\n\n\n\n Playground            ? keys")
    screen.type("1")
    #expect(screen.picture.contains("Ada"))
  }

  @Test(arguments: ["table", "collection"])
  func theEditorSpeaksToTheRow(view: String) throws {
    let stack = try open(view)
    screen.type("\r")
    screen.type(" L.")
    screen.press(.enter)
    screen.press(.enter)
    #expect(stack.pages.count == 1, "Enter after the last field saves")
    #expect(screen.picture.contains("Ada L."))
    #expect(list(of: stack)?.contacts.first?.name == "Ada L.")
    let frames = screen.terminal.frameCount
    screen.type("4")
    #expect(screen.terminal.frameCount - frames <= 1)
    #expect(screen.picture.contains("Ada L."), "the list has kept it")
  }

  @Test func whatIsNotChangedSaysNothing() {
    let editor = EditorViewModel(Contact(id: 1, name: "Ada", phone: "1"))
    let ear = Ear()
    ear.addChild(editor)
    ear.ready()
    editor.save(name: "Ada", phone: "")
    #expect(ear.heard.isEmpty)
    editor.save(name: "Bo", phone: "2")
    #expect(ear.heard == ["name", "phone"])
  }

  private final class Ear: ViewModel {
    var heard: [String] = []
    override func receive(_ emission: Emission) -> EmissionResponse {
      heard.append(emission.name)
      return .handled
    }
  }

  @Test func cancellingChangesNothing() throws {
    let stack = try open()
    screen.type("\rxx\u{1B}")
    #expect(stack.pages.count == 1 && list(of: stack)?.contacts == Samples.start)
  }

  @Test(arguments: ["table", "collection"])
  func theMouseAloneIsEnough(view: String) throws {
    let stack = try open(view)
    screen.rightClick("Bo")
    screen.wheel(1, over: "Actions")
    screen.click("Show list 1")
    #expect(list(of: stack)?.contacts == Samples.first)
    screen.doubleClick("TEST A")
    screen.click("Phone")
    screen.click("Save")
    #expect(stack.pages.count == 1)
    screen.doubleClick("TEST A")
    screen.click("Cancel")
    #expect(stack.pages.count == 1)
  }
}
