import MocoaCore
import MocoaTestSupport
import Testing

@testable import MocoaTUI

/// Headers, footers and elements of other kinds are placed and notified as rows are.
@MainActor @Suite struct SupplementaryDisplayTests {
  private final class NoteViewModel: ModelSupplementaryViewModel<String> {
    var displayCount = 0
    var endCount = 0
    override func willDisplay() { displayCount += 1 }
    override func didEndDisplaying() { endCount += 1 }
  }

  private final class NoteView: TableSupplementaryView<NoteViewModel> {
    override func draw(in canvas: inout Canvas) { canvas.write("- \(viewModel.model)") }
  }

  private static let kinds: [ModuleKind] = [.header, "badge", .footer]

  private static let sections: [RowSection<[Tile]>] = ["A", "B", "C"].map { (title: String) in
    RowSection(
      TileStage.tiles(5), header: title, footer: title.lowercased(),
      supplementaries: ["badge": ["one", "two"]])
  }

  private let registry = ModuleRegistry()
  private let list: ListViewModel

  init() {
    let module = registry["mocoa://tiles/"]
    module.section.cell.register(TileCell.self)
    for kind in Self.kinds { module.section.submodule(kind, .default).register(NoteView.self) }
    list = ListViewModel(model: SectionList(Self.sections), module: module)
  }

  @Test func kindsOfOnesOwnStandBelowTheHeader() throws {
    let collection = CollectionView(layout: GridLayout(columns: 2, itemRows: 1))
    collection.show(list)
    let screen = try ScreenDriver(columns: 6, rows: 8, showing: collection)
    screen.expect(
      """
      - A
      - one
      - two
      00 11
      22 33
      44
      - a
      - B
      """)
  }

  /// Keys, resizes, other pages and other data, in any order.
  @Test(arguments: 0..<8)
  func everyDisplayIsPairedWithAnEnd(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let layouts: [any CollectionLayout] = [
      FlowLayout(), GridLayout(columns: 2, itemRows: 1), FlowLayout(axis: .horizontal),
    ]
    let page = CollectionPage(list: list, layout: layouts[Int(seed) % layouts.count])
    page.collection.hasStickyHeaders = seed % 2 == 0
    let words = WordList(["a"])
    let stack = PageStack()
    stack.push(page)
    let screen = try ScreenDriver(columns: 6, rows: 6, showing: stack)
    let keys: [Key] = [.up, .down, .left, .right, .pageUp, .pageDown, .home, .end, "]", "["]
    var notes: [ObjectIdentifier: NoteViewModel] = [:]
    for step in 0..<80 {
      switch Int.random(in: 0..<8, using: &random) {
      case 0:
        screen.resize(
          columns: Int.random(in: 0...12, using: &random),
          rows: Int.random(in: 0...9, using: &random))
      case 1:
        if stack.pages.count == 1 { stack.push(TablePage(list: words.list)) } else { stack.pop() }
      case 2: list.model = SectionList(Self.sections.shuffled(using: &random))
      default: screen.press(keys.randomElement(using: &random) ?? .down)
      }
      screen.application.renderIfNeeded()
      let visible = page.collection.displayed.map(\.viewModel)
      for case let note as NoteViewModel in visible { notes[ObjectIdentifier(note)] = note }
      let shown = stack.pages.count == 1 ? Set(visible.map { ObjectIdentifier($0) }) : []
      for (id, note) in notes {
        #expect(
          note.displayCount - note.endCount == (shown.contains(id) ? 1 : 0),
          "seed \(seed), step \(step): \(note.model)")
      }
    }
    #expect(notes.count > 3)
  }
}
