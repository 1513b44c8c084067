import MocoaCore
import MocoaTUI
import MocoaTestSupport
import Observation
import Testing

/// A view model that records the emissions that it receives, and handles some of them.
private final class Hearer: ViewModel {
  var heard: [String] = []
  var handles = false

  override func receive(_ emission: Emission) -> EmissionResponse {
    heard.append(emission.name)
    return handles ? .handled : .forward
  }
}

@Observable private final class ClockViewModel: ViewModel {
  var time = "9:00"
}

/// A view of a clock, which records what happens to its view model.
private final class ClockView: View, ViewModelView {
  typealias ViewModelType = ClockViewModel
  var events: [String] = []

  override func draw(in canvas: inout Canvas) { canvas.write(viewModel.time) }

  override func viewModelWillChange() { events.append("will \(boundViewModel != nil)") }

  override func viewModelDidChange() {
    events.append("did \(boundViewModel != nil)")
    guard boundViewModel != nil else { return }
    let viewModel = viewModel
    follow({ viewModel.time }, to: { [unowned self] in events.append($0) })
  }
}

private final class HearerPage: Page {
  let hearer: Hearer?
  var heard: [String] = []
  var handles = false

  override func receive(_ emission: Emission) -> EmissionResponse {
    heard.append(emission.name)
    return handles ? .handled : .forward
  }

  init(_ hearer: Hearer?) {
    self.hearer = hearer
    super.init()
  }

  override var viewModel: ViewModel? { hearer }
}

/// A page that is opened by its address, and displays the text of its options.
private final class TextPage: Page, ModulePage {
  let options: ModuleOptions
  let source = ViewModel()

  init(context: PageContext) { options = context.options }

  override var viewModel: ViewModel? { source }
  override func draw(in canvas: inout Canvas) { canvas.write(options.string("text") ?? "") }
}

/// A cell that records its events, and handles an edit if it is asked to.
private final class EventCell: TableViewCell<EventCellViewModel> {
  override func didSelect() { viewModel.log.events.append("view select") }
  override func didDeselect() { viewModel.log.events.append("view deselect") }
  override func willDisplay() { viewModel.log.events.append("view display") }
  override func didEndDisplaying() { viewModel.log.events.append("view end") }
  override func didHighlight(_ isHighlighted: Bool) {
    viewModel.log.events.append("highlight \(isHighlighted)")
  }
  override func handleEdit(
    _ key: EmissionKey<CellEdit>, completion: CellEdit.Completion
  ) -> Bool {
    viewModel.log.events.append("view edit")
    guard viewModel.log.isHandledByView else { return false }
    completion.finish(true)
    return true
  }
  override func draw(in canvas: inout Canvas) { canvas.write(viewModel.model.text) }
}

@MainActor private final class EventLog {
  var events: [String] = []
  var isHandledByView = false
}

private struct EventRow: Identifiable, Equatable {
  let id: Int
  let text: String
  let log: EventLog

  static func == (one: EventRow, other: EventRow) -> Bool { one.id == other.id }
}

private final class EventCellViewModel: CellViewModel<EventRow> {
  var log: EventLog { model.log }
  override func didSelect() { log.events.append("select") }
  override func didDeselect() { log.events.append("deselect") }
  override func willDisplay() { log.events.append("display") }
  override func didEndDisplaying() { log.events.append("end") }
  override func handleEdit(_ key: EmissionKey<CellEdit>, completion: CellEdit.Completion) {
    log.events.append("edit")
    completion.finish(true)
  }
}

@MainActor @Suite struct ViewModelViewTests {
  @Test(
    "N1: a view is notified of its view model, and observes only the present one",
    .parity("1.4.6"))
  func viewModelsAreExchanged() async throws {
    let screen = try ScreenDriver(columns: 8, rows: 1)
    let (view, page) = (ClockView(), Page())
    let (first, second) = (ClockViewModel(), ClockViewModel())
    view.bind(first)
    page.addSubview(view)
    screen.show(page)
    #expect(first.isReady && first.host === view)
    screen.expect("9:00")
    first.time = "9:01"
    screen.expect("9:01")
    let subscription = first.observe("tick" as ViewModelKey<Int>, owner: view) {
      (view: ClockView, tick: Int) in view.events.append("tick:\(tick)")
    }
    defer { subscription.cancel() }
    first.send("tick" as ViewModelKey<Int>, 1)
    second.time = "12:00"
    view.bind(second)
    screen.expect("12:00")
    first.time = "9:02"
    first.send("tick" as ViewModelKey<Int>, 2)
    await Task.yield()
    #expect(!view.events.contains("9:02") && first.host == nil)
    #expect(view.events.contains("tick:1") && !view.events.contains("tick:2"))
    view.bind(second)
    view.bind(nil)
    #expect(
      view.events.filter { !$0.contains(":") } == [
        "will false", "did true", "will true", "did true", "will true", "did false",
      ])
  }

  @Test("N2: emissions climb from a view to what contains it, its page and the application")
  func emissionsClimbThroughViews() throws {
    let screen = try ScreenDriver(columns: 8, rows: 2)
    let (inner, outer, top, program) = (ViewModel(), Hearer(), Hearer(), Hearer())
    let (box, between, view) = (View(), View(), View())
    box.addSubview(between)
    between.addSubview(view)
    view.bind(inner)
    box.bind(outer)
    let page = HearerPage(top)
    page.addSubview(box)
    screen.application.viewModel = program
    let stack = screen.show(page)
    #expect(inner.emit("a" as EmissionKey<Void>) == .unhandled)
    #expect(outer.heard == ["a"] && top.heard == ["a"] && program.heard == ["a"])
    top.handles = true
    #expect(inner.emit("b" as EmissionKey<Void>) == .handled)
    #expect(program.heard == ["a"])
    // A page without a view model passes on to what opened it.
    let (other, source) = (View(), ViewModel())
    let covering = Page()
    covering.addSubview(other)
    other.bind(source)
    #expect(view.push(covering) && stack.top === covering)
    #expect(source.emit("c" as EmissionKey<Void>) == .handled)
    #expect(outer.heard == ["a", "b", "c"] && top.heard == ["a", "b", "c"])
    // A view model with a parent emits to it, whatever displays it.
    let parent = Hearer()
    parent.ready()
    parent.handles = true
    parent.addChild(source)
    #expect(source.emit("d" as EmissionKey<Void>) == .handled && parent.heard == ["d"])
  }

  /// Shows a page that was opened by address, with a view in a view of a view model that handles.
  private func show(
    _ box: View, of outer: Hearer, around view: View, on screen: ScreenDriver,
    from registry: ModuleRegistry
  ) throws -> PageStack {
    registry["mocoa://text/"].register(page: TextPage.self)
    let stack = try screen.application.open("mocoa://text/?text=first", in: registry)
    outer.handles = true
    box.addSubview(view)
    box.bind(outer)
    stack.top?.addSubview(box)
    return stack
  }

  @Test("N2: a view opens pages by address, whose emissions come to what contains the view")
  func viewsPushAddresses() throws {
    let screen = try ScreenDriver(columns: 8, rows: 2)
    let (registry, outer, box, view) = (ModuleRegistry(), Hearer(), View(), View())
    let stack = try show(box, of: outer, around: view, on: screen, from: registry)
    let pushed = try #require(view.push("mocoa://text/?text=second") as? TextPage)
    #expect(stack.top === pushed && !pushed.isPresented)
    screen.expect("second")
    #expect(pushed.source.emit("a" as EmissionKey<Void>) == .handled && outer.heard == ["a"])
    stack.pop()
    #expect(view.push("mocoa://none/") == nil && stack.pages.count == 1)
    let alone = View()
    #expect(alone.push("mocoa://text/") == nil && !alone.push(Page()))
  }

  @Test("N2: a view presents pages, whose emissions come to what contains the view")
  func viewsPresentPages() throws {
    let screen = try ScreenDriver(columns: 8, rows: 2)
    let (registry, outer, box, view) = (ModuleRegistry(), Hearer(), View(), View())
    let stack = try show(box, of: outer, around: view, on: screen, from: registry)
    let source = Hearer()
    let page = HearerPage(source)
    #expect(view.present(page) && stack.top === page && page.isPresented)
    #expect(!view.present(page))
    #expect(source.emit("a" as EmissionKey<Void>) == .handled && outer.heard == ["a"])
    // Dismissing it removes the pages above it, too.
    #expect(page.push("mocoa://text/?text=above") != nil)
    screen.expect("above")
    #expect(stack.dismiss() === page && !page.isPresented && stack.pages.count == 1)
    let options: [String: (any Sendable)?] = ["text": "given"]
    let other = try #require(view.present("mocoa://text/", options: options) as? TextPage)
    #expect(stack.top === other && other.isPresented)
    screen.expect("given")
    #expect(other.source.emit("b" as EmissionKey<Void>) == .handled && outer.heard == ["a", "b"])
    #expect(stack.dismiss() === other)
    #expect(view.present("mocoa://none/") == nil && stack.pages.count == 1)
    let alone = View()
    #expect(alone.present("mocoa://text/") == nil && !alone.present(Page()))
  }

  @Test("N2: a page is offered what its view model and those below it emit, before its ancestors")
  func emissionsAreOfferedToHosts() throws {
    let screen = try ScreenDriver(columns: 8, rows: 2)
    let (program, top, child) = (Hearer(), Hearer(), ViewModel())
    top.addChild(child)
    screen.application.viewModel = program
    let page = HearerPage(top)
    let stack = screen.show(page)
    #expect(top.emit("a" as EmissionKey<Void>) == .unhandled)
    #expect(child.emit("b" as EmissionKey<Void>) == .unhandled)
    #expect(page.heard == ["a", "b"] && top.heard == ["b"] && program.heard == ["a", "b"])
    // A view in the page that displays the same view model does not stand between them.
    let view = View()
    page.addSubview(view)
    view.bind(top)
    page.handles = true
    #expect(child.emit("c" as EmissionKey<Void>) == .handled)
    #expect(top.heard == ["b", "c"] && program.heard == ["a", "b"])
    // What is pending at an ancestor was offered once.
    let (idle, below) = (Hearer(), HearerPage(Hearer()))
    below.hearer?.ready()
    idle.addChild(try #require(below.hearer))
    below.hearer?.host = below
    #expect(below.hearer?.emit("d" as EmissionKey<Void>) == .pending)
    idle.ready()
    #expect(below.heard == ["d"] && idle.heard == ["d"])
    stack.pop()
  }

  @Test("N2: an emission ends where a host is contained in itself")
  func emissionsEnd() {
    let (outer, inner) = (View(), View())
    let (parent, child) = (Hearer(), ViewModel())
    parent.addChild(child)
    outer.addSubview(inner)
    outer.bind(child)
    inner.bind(parent)
    #expect(child.emit("a" as EmissionKey<Void>) == .unhandled)
    #expect(parent.heard == ["a"])
  }

  @Test("N3: a view model that is created by address is bound to its view")
  func viewModelsAreMadeByAddress() throws {
    let registry = ModuleRegistry()
    registry["mocoa://clock/"].register(
      model: String.self, view: ModuleView(.view, name: "ClockView") { ClockView() }
    ) { time in
      let viewModel = ClockViewModel()
      viewModel.time = time
      return viewModel
    }
    let made = try registry.makeView(at: "mocoa://clock/", model: "8:00")
    let view = try #require(made as? ClockView)
    #expect(view.viewModel.isReady && view.viewModel.time == "8:00")
    let screen = try ScreenDriver(columns: 8, rows: 1, showing: view)
    screen.expect("8:00")
    view.viewModel.time = "8:01"
    screen.expect("8:01")
  }

  @Test("N4: cells are notified before their view models, in pairs, and may handle edits")
  func cellsAreNotified() throws {
    let log = EventLog()
    let registry = ModuleRegistry()
    let module = registry["mocoa://events/"]
    module.section.cell.register(EventCell.self)
    let rows = (0..<3).map { EventRow(id: $0, text: "row \($0)", log: log) }
    let first = ListIndexPath(section: 0, item: 0)
    let list = ItemListViewModel(rows, module: module)
    list.selectionMode = .single
    let screen = try ScreenDriver(columns: 8, rows: 2)
    let page = TablePage(title: "", list: list)
    screen.show(page)
    #expect(screen.picture.hasPrefix("row 0\n"))
    #expect(log.events.filter { !$0.hasPrefix("highlight") } == ["view display", "display"])
    log.events = []
    screen.press(.enter)
    #expect(log.events == ["view select", "select"])
    log.events = []
    list.cellViewModel(at: first).edit(.delete, completion: .init { #expect($0) })
    log.isHandledByView = true
    list.cellViewModel(at: first).edit(.delete, completion: .init { #expect($0) })
    #expect(log.events == ["view edit", "edit", "view edit"])
    log.events = []
    list.deselectCells(at: [first])
    #expect(log.events == ["view deselect", "deselect"])
    log.events = []
    screen.press(.down)
    #expect(screen.picture.hasPrefix("row 1\n"))
    #expect(log.events.contains("highlight true"))
    let display = log.events.filter { !$0.hasPrefix("highlight") }
    #expect(display == ["view end", "end", "view display", "display"], "\(display)")
    log.events = []
    page.stack?.push(Page())
    #expect(!screen.picture.contains("row"))
    #expect(log.events.filter { $0.contains("end") } == ["view end", "end"])
  }

  @Test("N4: a cell is notified that the cursor leaves it while its view model is bound")
  func cellsAreLeftInTime() throws {
    let log = EventLog()
    let registry = ModuleRegistry()
    let module = registry["mocoa://events/"]
    module.section.cell.register(EventCell.self)
    let rows = (0..<3).map { EventRow(id: $0, text: "row \($0)", log: log) }
    let list = ItemListViewModel(rows, module: module)
    let screen = try ScreenDriver(columns: 8, rows: 4)
    screen.show(TablePage(title: "", list: list))
    screen.press(.down)
    log.events = []
    list.items.remove(at: 1)
    #expect(screen.picture.hasPrefix("row 0\nrow 2\n"))
    #expect(
      log.events.filter { $0.hasPrefix("highlight") } == ["highlight false", "highlight true"])
    list.reloadData()
    #expect(screen.picture.hasPrefix("row 0\nrow 2\n"))
    #expect(log.events.last { $0.hasPrefix("highlight") } == "highlight true")
  }

  @Test("T9: a list has a cell for its items without an address")
  func listsWithoutAddresses() throws {
    let screen = try ScreenDriver(columns: 8, rows: 3)
    let rows = (0..<2).map { EventRow(id: $0, text: "row \($0)", log: EventLog()) }
    let list = ItemListViewModel(rows, cell: EventCell.self)
    screen.show(TablePage(title: "", list: list))
    #expect(screen.picture.hasPrefix("row 0\nrow 1\n"))
    list.append(EventRow(id: 2, text: "row 2", log: EventLog()))
    screen.press("G")
    #expect(screen.picture.hasPrefix("row 1\nrow 2\n"))
  }

  @Test("N4: a page of a row leaves the row its cell")
  func aPageOfARowIsNotItsCell() throws {
    let log = EventLog()
    let list = ItemListViewModel([EventRow(id: 0, text: "row", log: log)], cell: EventCell.self)
    let screen = try ScreenDriver(columns: 8, rows: 3)
    let page = TablePage(title: "", list: list)
    let stack = screen.show(page)
    let cell = list.cellViewModel(at: ListIndexPath(section: 0, item: 0))
    let other = Page()
    other.bind(cell)
    stack.push(other)
    stack.pop()
    log.events = []
    screen.press(.enter)
    #expect(log.events.filter { $0.contains("select") } == ["view select", "select"])
  }
}
