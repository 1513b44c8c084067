import MocoaCore
import MocoaTestSupport
import Synchronization
import Testing

@testable import MocoaTUI

/// A page that notes what happens to it.
private final class NotePage: Page, ModulePage {
  let options: ModuleOptions
  let notes = NoteViewModel()
  var events: [String] = []

  init(context: PageContext) throws {
    options = context.options
    if options.contains("refuse") { throw PageError.noPage }
    if options.contains("needy") { throw PageError.missingOption("id") }
    super.init()
  }

  override var title: String { options.string("title") ?? "note" }
  override var viewModel: ViewModel? { notes }
  override var canBecomeFocused: Bool { true }
  override func didAppear() { events.append("appear") }
  override func didDisappear() { events.append("disappear") }
  override func draw(in canvas: inout Canvas) { canvas.write(title) }
}

private final class NoteViewModel: ViewModel {
  var heard: [String] = []
  override func receive(_ emission: Emission) -> EmissionResponse {
    heard.append(emission.name)
    return .handled
  }
}

@MainActor @Suite struct PageOpeningTests {
  let registry = ModuleRegistry()
  let stack = PageStack()
  let screen: ScreenDriver
  let log = Log()

  final class Log: Sendable {
    let entries = Mutex<[String]>([])
  }

  init() throws {
    registry["mocoa://notes/page"].register(page: NotePage.self)
    registry["mocoa://notes/cell"].register(WordCell.self)
    registry.logger = { [log] diagnostic in
      log.entries.withLock { $0.append("\(diagnostic)") }
    }
    stack.registry = registry
    screen = try ScreenDriver(columns: 20, rows: 3, showing: stack)
  }

  private func push(
    _ query: String = "", options: [String: (any Sendable)?] = [:]
  ) throws -> NotePage {
    try #require(stack.push("mocoa://notes/page\(query)", options: options) as? NotePage)
  }

  @Test func whatIsGivenByHandGoesBeforeTheQuery() throws {
    let page = try push("?size=2&hidden=1&tag=a&tag=b", options: ["size": 3, "hidden": nil])
    #expect(page.options.integer("size") == 3)
    #expect(page.options.contains("hidden") && page.options["hidden"] == nil)
    #expect(page.options["tag"] as? [String] == ["a", "b"])
  }

  @Test(arguments: [
    "mocoa://notes/none", "mocoa://notes/cell", "not an address", "mocoa://notes/page?refuse",
  ])
  func whatCannotBeOpenedChangesNothing(address: String) throws {
    let page = try push("?title=first")
    #expect(stack.push(address) == nil)
    #expect(stack.present(address) == nil)
    #expect(page.addChild(address, in: registry) == nil)
    #expect(stack.pages.count == 1 && page.subviews.isEmpty)
    #expect(page.events == ["appear"])
    #expect(log.entries.withLock { $0.count } == 3)
    screen.expect("first")
  }

  @Test func aMissingOptionIsReported() {
    #expect(stack.push("mocoa://notes/page?needy") == nil)
    #expect(log.entries.withLock { $0.last }?.contains("the option \"id\" is missing") == true)
  }

  @Test func pagesComeAndGoInPairs() throws {
    let first = try push("?title=first")
    let second = try push("?title=second")
    screen.expect("second")
    #expect(first.events == ["appear", "disappear"])
    stack.pop()
    screen.expect("first")
    #expect(first.events == ["appear", "disappear", "appear"])
    #expect(second.events == ["appear", "disappear"])
    #expect(stack.pop() == nil, "the last page stays")
  }

  @Test func emissionsReachTheOpenerOfThePage() throws {
    let first = try push()
    let second = try push()
    #expect(second.notes.isReady)
    #expect(second.notes.emit("saved") == .handled)
    #expect(first.notes.heard == ["saved"])
    stack.pop()
    #expect(second.notes.emit("late") != .handled)
    let opener = NoteViewModel()
    opener.ready()
    let third = try #require(stack.push("mocoa://notes/page", from: opener) as? NotePage)
    #expect(third.notes.emit("edited") == .handled)
    #expect(opener.heard == ["edited"] && first.notes.heard == ["saved"])
  }

  @Test func dismissingTakesAwayAllAboveThePresentedPage() throws {
    _ = try push("?title=first")
    let second = stack.present("mocoa://notes/page?title=second")
    _ = try push("?title=third")
    #expect(stack.dismiss() === second)
    screen.expect("first")
    #expect(stack.dismiss() == nil)
  }

  @Test func pageThatPushesItselfTerminates() throws {
    let page = try push()
    #expect(!stack.push(page))
    for _ in 0..<300 { stack.push("mocoa://notes/page") }
    #expect(stack.pages.count == PageStack.depthLimit)
    #expect(!page.addChild(page))
  }

  @Test func aChildPageIsPartOfAnother() throws {
    let page = try push()
    let child = try #require(
      page.addChild("mocoa://notes/page", in: registry) as? NotePage)
    #expect(child.notes.emit("from-child") == .handled)
    #expect(page.notes.heard == ["from-child"])
    #expect(child.stack === stack)
    child.removeFromParentPage()
    #expect(child.events == ["appear", "disappear"])
    #expect(child.notes.emit("late") != .handled)
  }

  // defect T12
  @Test func aChildPageIsAsLargeAsThePageAroundIt() throws {
    let page = try push("?title=around")
    let child = try #require(
      page.addChild("mocoa://notes/page?title=inner", in: registry) as? NotePage)
    screen.expect("inner")
    #expect(child.frame == page.bounds)
    screen.resize(columns: 30, rows: 5)
    #expect(child.frame == Rect(column: 0, row: 0, columns: 30, rows: 5))
    child.removeFromParentPage()
    screen.expect("around")
  }

  // defect T12
  @Test func aStackShowsWhyItsFirstPageCannotBeOpened() throws {
    let root = PageStack(root: "mocoa://notes/none", in: registry)
    let screen = try ScreenDriver(columns: 40, rows: 3, showing: root)
    screen.expect("no page at mocoa://notes/none\nno module is registered there")
    #expect(log.entries.withLock { $0.count } == 1)
    #expect(root.push("mocoa://notes/page?title=next") != nil)
    screen.expect("next")
  }

  // defect T12
  @Test func viewsAreMadeByAddress() throws {
    let frame = Rect(column: 2, row: 1, columns: 9, rows: 1)
    let word = WordList.words(["hello"])[0]
    let cell = try registry.makeView(at: "mocoa://notes/cell", model: word, frame: frame)
    #expect(cell.frame == frame)
    let page = try registry.makeView(at: "mocoa://notes/page?title=note")
    #expect((page as? NotePage)?.title == "note")
    let view = View()
    view.addSubview(cell)
    let screen = try ScreenDriver(columns: 20, rows: 3, showing: view)
    screen.expect("\n  hello")
    #expect(throws: PageError.self) { try registry.makeView(at: "mocoa://notes/none") }
    #expect(throws: PageError.self) { try registry.makeView(at: "mocoa://notes/cell", model: 1) }
    #expect(throws: PageError.self) { try registry.makePage(at: "mocoa://notes/cell") }
  }

  @Test func tabsLeaveOutWhatCannotBeOpened() throws {
    let addresses = ["mocoa://notes/page?title=one", "mocoa://x/y", "mocoa://notes/page?title=two"]
    let hidden = TabPage(addresses: addresses, in: registry, placeholders: .hide)
    stack.push(hidden)
    screen.expect(" one   two\none")
    screen.press(">")
    screen.expect(" one   two\ntwo")
    screen.mouse(.press(.left), column: 1, row: 0)
    screen.expect(" one   two\none")
    screen.press(.alt("2"))
    #expect(hidden.selectedIndex == 1)
    #expect((hidden.tabs[0] as? NotePage)?.events.count == 4)
    #expect(log.entries.withLock { $0.count } == 1)
    let shown = TabPage(addresses: addresses, in: registry, placeholders: .show)
    #expect(shown.tabs.map(\.title) == ["one", "?", "two"])
  }

  @Test func listsFillPages() throws {
    let words = WordList(["a", "b"])
    stack.push(TablePage(title: "words", list: words.list))
    screen.expect("a\nb\n words   ? keys 1/2")
    words.list.model = RowSection(WordList.words((0..<9).map { "\($0)" }))
    screen.expect("0\n1\n words   ? keys 1/9")
    let layout = GridLayout(columns: 3, itemRows: 1)
    let page = CollectionPage(list: words.list, layout: layout)
    page.showsStatusBar = false
    stack.push(page)
    screen.expect("0      1      2\n3      4      5\n6      7      8")
    screen.press(.escape, "j")
    screen.expect("0\n1\n words   ? keys 2/9")
  }
}
