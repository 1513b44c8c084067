import MocoaCore
import MocoaTestSupport
import Testing

/// Lists of the rows of an outline, which apply its changesets.
@Suite @MainActor struct OutlineListTests {
  struct Folder: Identifiable, Equatable, Sendable {
    let id: String
    var folders: [Folder] = []
  }

  typealias Rows = Outline<Folder, String>

  final class FolderViewModel: CellViewModel<Rows.Row> {}

  private let folders = ["a", "b", "c"].map { name in
    Folder(
      id: name,
      folders: (1...3).map { Folder(id: "\(name)\($0)", folders: [Folder(id: "\(name)\($0)x")]) })
  }
  private let registry = ModuleRegistry()
  private let diagnostics = DiagnosticRecorder()
  private let listener = Listener()
  private let list: ListViewModel

  init() {
    let module = registry["mocoa://folders/"]
    module.section.cell.register(viewModel: FolderViewModel.self, view: .cell("FolderCell"))
    registry.logger = diagnostics.logger
    list = ListViewModel(module: module)
    list.model = RowSection(Rows(folders, id: \.id, children: \.folders))
    list.ready()
    listener.record(list)
  }

  /// Changes an outline, and shows it.
  private func show(_ outline: inout Rows, _ change: (inout Rows) -> Changeset) {
    let changeset = change(&outline)
    list.performBatchUpdates(comparingData: false) {
      list.model = RowSection(outline)
      list.reloadItems(at: changeset.itemReloads)
      list.deleteItems(at: changeset.itemDeletes)
      list.insertItems(at: changeset.itemInserts)
    }
  }

  private var texts: [String] {
    (0..<list.numberOfItems(in: 0)).map { item in
      let cell = list.cellViewModel(at: ListIndexPath(section: 0, item: item)) as? FolderViewModel
      return cell.map { "\($0.model.element.id)\($0.model.isExpanded ? "+" : "")" } ?? "?"
    }
  }

  @Test("40: a list applies the changesets of an outline without comparing rows")
  func changesetsAreApplied() {
    var outline = Rows(folders, id: \.id, children: \.folders)
    let last = list.cellViewModel(at: [0, 2])
    list.selectItems(at: [[0, 2]])
    show(&outline) { $0.expand(at: 1) }
    #expect(texts == ["a", "b+", "b1", "b2", "b3", "c"])
    #expect(listener.heard == ["insert 0.2…0.4; reload 0.1"])
    #expect(list.cellViewModel(at: [0, 5]) === last && list.isSelected([0, 5]))
    for position in [0, 3, 2, 1] { show(&outline) { $0.expand(at: position) } }
    #expect(texts.prefix(8) == ["a+", "a1+", "a1x", "a2+", "a2x", "a3+", "a3x", "b+"])
    show(&outline) { $0.collapse(at: 7) }
    show(&outline) { $0.reveal("c2x") }
    #expect(texts.suffix(6) == ["b", "c+", "c1", "c2+", "c2x", "c3"])
    show(&outline) { $0.collapseAll() }
    #expect(texts == ["a", "b", "c"])
    #expect(list.cellViewModel(at: [0, 2]) === last && diagnostics.heard.isEmpty)
  }

  @Test("40: a changeset of another outline is reported, and the list has the rows of the model")
  func wrongChangesetsAreReported() {
    var outline = Rows(folders, id: \.id, children: \.folders)
    outline.expand(at: 0)
    show(&outline) { _ in Changeset() }
    #expect(texts == ["a+", "a1", "a2", "a3", "b", "c"])
    #expect(diagnostics.heard.count == 1)
  }

  @Test("40: random changesets of an outline lead to its rows", arguments: 0..<20 as Range<UInt64>)
  func randomChangesetsAreApplied(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var outline = Rows(folders, id: \.id, children: \.folders)
    for _ in 0..<40 {
      let position = Int.random(in: 0..<outline.count, using: &generator)
      let action = Int.random(in: 0..<5, using: &generator)
      let level = Int.random(in: 1...4, using: &generator)
      show(&outline) { outline in
        switch action {
        case 0: outline.collapse(at: position)
        case 1: outline.expand(toLevel: level)
        case 2: outline.reveal(["a1x", "b2x", "c3"][position % 3])
        default: outline.expand(at: position)
        }
      }
      #expect(texts == outline.map { "\($0.element.id)\($0.isExpanded ? "+" : "")" })
    }
    #expect(diagnostics.heard.isEmpty)
  }
}
