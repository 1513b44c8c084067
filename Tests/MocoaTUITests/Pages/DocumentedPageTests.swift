import Foundation
import MocoaCore
import MocoaTestSupport
import Testing

@testable import MocoaTUI

// The code of the articles of Sources/MocoaTUI/MocoaTUI.docc that no example has.

private struct Pod: Identifiable, Equatable, Sendable {
  var id: Int
  var name: String
  var phase = "Running"
  var isPaused = false
}

/// A cluster in memory.
@MainActor private final class Cluster {
  var pods = [Pod(id: 1, name: "api"), Pod(id: 2, name: "db"), Pod(id: 3, name: "proxy")]

  func delete(_ pod: Pod) async throws { pods.removeAll { $0 == pod } }
  func apply(_ pod: Pod) async throws { pods.insert(pod, at: pods.count { $0.id < pod.id }) }
  func restart(_ pods: [Pod]) async throws {
    for index in self.pods.indices where pods.contains(self.pods[index]) {
      self.pods[index].phase = "Pending"
    }
  }
}

@MainActor @Suite struct DocumentedActionTests {
  private let cluster = Cluster()

  @Test("40: marked rows are acted on, one by one or at once")
  func actions() async throws {
    let page = ListPage("Pods") { [cluster] in cluster.pods }
      .row {
        Text(\.name)
        Spacer()
        Badge(\.phase)
      }
      .action("d", "Delete", confirm: { "Delete \($0.count) pods?" }) { [cluster] pod in
        try await cluster.delete(pod)
      } undo: { [cluster] pod in
        try await cluster.apply(pod)
      }
    page.action("R", "Restart") { [cluster, unowned page] in
      try await cluster.restart(page.targets)
    }
    let screen = try ScreenDriver(columns: 40, rows: 8)
    screen.show(page)
    await screen.settle()
    screen.press(.space, .space, "R")
    await screen.settle()
    #expect(cluster.pods.map(\.phase) == ["Pending", "Pending", "Running"])
    screen.press("d")
    await screen.settle()
    #expect(screen.picture.contains("Delete 2 pods?"))
    screen.press("y")
    await screen.settle()
    #expect(cluster.pods.map(\.name) == ["proxy"])
    screen.press("u")
    await screen.settle()
    #expect(cluster.pods.count == 3)
  }
}

private struct Folder: Equatable, Sendable {
  var name: String
  var count: Int
}

private struct File: Equatable, Sendable {
  var name: String
  var size: Int
}

private enum Entry: Identifiable, Equatable, Sendable {
  case folder(Folder)
  case file(File)

  var id: String {
    switch self {
    case .folder(let folder): folder.name
    case .file(let file): file.name
    }
  }
}

private final class FolderCell: TableViewCell<CellViewModel<Folder>> {
  override func draw(in canvas: inout Canvas) {
    canvas.write(viewModel.model.name, style: .title)
  }
}

private final class FileCell: TableViewCell<CellViewModel<File>> {
  override func draw(in canvas: inout Canvas) { canvas.write(viewModel.model.name) }
}

private struct Load: Identifiable, Equatable, Sendable {
  var id: Int
  var value: Int
}

private final class LoadCell: CollectionViewCell<CellViewModel<Load>> {
  override func draw(in canvas: inout Canvas) {
    canvas.write("\(viewModel.model.value)", alignment: .trailing)
  }
}

private struct Note: Identifiable, Equatable, NamedModel {
  var id: String
  var moduleName: ModuleName { id.isEmpty ? "blank" : "note" }
}

private final class NoteCell: TableViewCell<CellViewModel<Note>> {
  override func draw(in canvas: inout Canvas) { canvas.write("* " + viewModel.model.id) }
}

private final class BlankCell: TableViewCell<CellViewModel<Note>> {
  override func draw(in canvas: inout Canvas) { canvas.write("(blank)", style: .tertiary) }
}

@MainActor @Suite struct DocumentedKindTests {
  private let entries: [Entry] = [
    .folder(Folder(name: "Sources", count: 3)), .file(File(name: "README.md", size: 812)),
  ]

  private func show(_ page: StatusPage) throws -> ScreenDriver {
    let screen = try ScreenDriver(columns: 30, rows: 3)
    page.showsStatusBar = false
    screen.show(page)
    return screen
  }

  @Test("40: kinds of rows that one closure draws")
  func oneClosure() throws {
    let page = ListPage("Files", entries).row { entry, canvas in
      switch entry {
      case .folder(let folder):
        canvas.write(folder.name, style: .title)
        canvas.write("\(folder.count) files", style: .secondary, alignment: .trailing)
      case .file(let file):
        canvas.write(file.name)
        canvas.write("\(file.size) B", style: .number, alignment: .trailing)
      }
    }
    try show(page).expect(
      """
      Sources                3 files
      README.md                812 B
      """)
  }

  @Test("40: kinds of rows with cells of their own")
  func cells() throws {
    let list = ItemListViewModel(entries) { entry in
      switch entry {
      case .folder(let folder): ItemCell(FolderCell.self, folder)
      case .file(let file): ItemCell(FileCell.self, file)
      }
    }
    let page = TablePage(title: "Files", list: list)
    try show(page).expect("Sources\nREADME.md")
  }

  @Test("40: a grid of cells that are one row high")
  func grid() throws {
    let loads = (0..<6).map { Load(id: $0, value: $0 * 7) }
    let page = CollectionPage(
      title: "Loads", list: ItemListViewModel(loads, cell: LoadCell.self),
      layout: GridLayout(columns: 4, itemRows: 1))
    let screen = try ScreenDriver(columns: 23, rows: 3)
    page.showsStatusBar = false
    screen.show(page)
    screen.expect("    0     7    14    21\n   28    35")
  }

  @Test("40: kinds of rows that are registered by name")
  func names() throws {
    let notes = [Note(id: "call Ada"), Note(id: "")]
    let registry = ModuleRegistry()
    let module = registry["mocoa://notes/"]
    module.section.cell("note").register(NoteCell.self)
    module.section.cell("blank").register(BlankCell.self)
    let page = TablePage(title: "Notes", list: ItemListViewModel(notes, module: module))
    try show(page).expect("* call Ada\n(blank)")
  }
}

@MainActor @Suite struct DocumentedComparisonTests {
  private let pods = Cluster().pods

  @Test("40: a list, a form and a key, as they are written elsewhere")
  func comparison() async throws {
    let page = ListPage("Pods", pods)
      .row {
        Text(\.name).bold().strikethrough(\.isPaused)
        Spacer()
        Badge(\.phase) { $0 == "Running" ? .success : .warning }
      }
      .onOpen { pod in DetailPage(pod) }
    page.on("e", help: "Edit") { [unowned page] in
      guard let pod = page.current else { return }
      page.task { [unowned page] in
        guard let saved = await page.present(Form(pod) { Field("Paused", \.isPaused) }) else {
          return
        }
        page.items = page.items.map { $0.id == saved.id ? saved : $0 }
      }
    }
    let screen = try ScreenDriver(columns: 30, rows: 12)
    screen.show(page)
    #expect(screen.picture.hasPrefix("api                   Running"))
    screen.press("e")
    await screen.settle()
    screen.press(.space, .enter)
    await screen.settle()
    #expect(page.current?.isPaused == true)
    screen.press(.enter)
    #expect(screen.picture.hasPrefix("api is Running"))
  }
}

private struct Issue: Identifiable, Equatable, Sendable {
  var id: Int
  var created: Date
  var body: String
}

@MainActor @Suite struct DocumentedColumnTests {
  @Test("40: dates in columns, and Markdown beside rows")
  func datesAndMarkdown() throws {
    let issues = [
      Issue(id: 1, created: Date(timeIntervalSince1970: 0), body: "# Crash\n- on **start**")
    ]
    let page = ListPage("Issues", issues)
      .columns {
        Column("ID", \.id)
        Column("CREATED", \.created, format: ColumnFormat { $0.formatted(.iso8601) })
      }
      .detail { MarkdownView($0.body) }
    let screen = try ScreenDriver(columns: 40, rows: 16)
    screen.show(page)
    #expect(screen.picture.contains(" 1  1970-01-01T00:00:00Z\n"))
    #expect(screen.picture.contains("\nCrash\n• on start\n"))
  }
}

private struct Message: Identifiable, Equatable, Sendable {
  var id: Int
  var text: String
}

private final class ChatPage: Page {
  private let field = TextField(prompt: "Message")

  init(_ messages: AsyncStream<Message>, send: @escaping (String) -> Void) {
    super.init()
    let list = ListPage("Chat", consuming: messages)
      .row { Text(\.text) }
      .followsEnd()
    field.onSubmit = { [unowned self] text in
      send(text)
      field.text = ""
    }
    addSubview(
      VStack {
        list
        field.extent(.fixed(1))
      })
  }

  override var preferredFocus: View? { field }
}

private final class TitledPage: StatusPage {
  override var title: String { "A title" }
}

@MainActor @Suite struct DocumentedChatTests {
  @Test("40: a status bar displays the title of its page until it has another one")
  func titleOfAPage() throws {
    let page = TitledPage()
    let screen = try ScreenDriver(columns: 30, rows: 3)
    screen.show(page)
    #expect(screen.picture.hasSuffix(" A title"))
    page.status.title = "Another"
    #expect(screen.picture.hasSuffix(" Another"))
  }

  @Test("40: a field below a list, which Tab leaves")
  func chat() async throws {
    let (messages, continuation) = AsyncStream<Message>.makeStream()
    var count = 0
    let page = ChatPage(messages) { text in
      count += 1
      continuation.yield(Message(id: count, text: text))
    }
    let screen = try ScreenDriver(columns: 30, rows: 5)
    screen.show(page)
    screen.type("hello")
    screen.press(.enter)
    await screen.wait(for: "the message") { screen.picture.hasPrefix("hello") }
    #expect(screen.picture.hasSuffix("Message"))
    #expect(screen.application.focusedView is TextField)
    screen.press(.tab)
    #expect(screen.application.focusedView is TableView)
  }
}

private final class DetailPage: StatusPage {
  init(_ pod: Pod) {
    super.init()
    addSubview(VStack { Label("\(pod.name) is \(pod.phase)") })
  }
}
