import MocoaCore
import MocoaTestSupport
import Testing

/// How long a list keeps the view models of its cells.
@Suite @MainActor struct CellLifetimeTests {
  // defect C18: cells were never released, so that scrolling a list made an object for every row.
  @Test("L29: scrolling keeps a bounded number of cells", .parity("1.9.1"))
  func scrollingKeepsABoundedNumberOfCells() {
    let fixture = ContactList(SectionList([CountingSection(numberOfItems: 1_000_000)]))
    for item in 0..<2_000 { _ = fixture.cell(0, item) }
    #expect((0..<2_000).allSatisfy { fixture.list.existingCellViewModel(at: [0, $0]) != nil })
    for item in 0..<100_000 { _ = fixture.cell(0, item) }
    let kept = (0..<100_000).count { fixture.list.existingCellViewModel(at: [0, $0]) != nil }
    #expect(kept <= 4_000)
    #expect(kept > 0)
  }

  @Test("L29: cells that are shown, selected, referenced or have state are kept")
  func cellsThatAreInUseAreKept() {
    let section = CountingSection(numberOfItems: 100_000)
    let fixture = ContactList(SectionList([section]))
    fixture.registry["mocoa://contacts/"].section.cell.register(
      viewModel: StatefulViewModel.self, view: .cell("ContactCell"))
    fixture.list.selectionMode = .multiple
    let held = fixture.cell(0, 0)
    weak let displayed = fixture.cell(0, 1)
    displayed?.beginDisplay()
    weak let selected = fixture.cell(0, 2)
    fixture.list.select(at: [0, 2])
    weak let stateful = fixture.cell(0, 3) as? StatefulViewModel
    stateful?.isExpanded = true
    weak let edited = fixture.cell(0, 4) as? StatefulViewModel
    edited?.model.name = "edited"
    weak let unused = fixture.cell(0, 5)
    for item in 6..<20_000 { _ = fixture.cell(0, item) }
    #expect(fixture.list.existingCellViewModel(at: [0, 0]) === held)
    #expect(displayed != nil && selected != nil && stateful != nil && edited != nil)
    #expect(unused == nil)
    // One that was released is made again.
    #expect(fixture.cell(0, 5).isReady)
  }

  @Test("L19: a cell and its position are found as fast among many cells as among few")
  func cellsAreFoundInConstantTime() {
    func time(among count: Int) -> Duration {
      let list = ListViewModel(model: SectionList([CountingSection(numberOfItems: count)]))
      let cells = (0..<count).map { list.cellViewModel(at: [0, $0]) }
      let clock = ContinuousClock()
      let times = (0..<5).map { _ in
        clock.measure {
          for step in 0..<1_000 {
            let path = ListIndexPath(section: 0, item: step % count)
            if let cell = list.existingCellViewModel(at: path) { _ = list.indexPath(of: cell) }
          }
        }
      }
      return withExtendedLifetime(cells) { times.min() ?? .zero }
    }
    let few = time(among: 10)
    #expect(time(among: 20_000) < few * 50)
  }

  @Test("defect K7: a cell with children or observers is kept while it has them")
  func cellsWithChildrenOrObserversAreKept() {
    let fixture = ContactList(SectionList([CountingSection(numberOfItems: 100_000)]))
    let page = ViewModel()
    fixture.cell(0, 0).addChild(page)
    let owner = Listener()
    fixture.cell(0, 1).observe(.text, owner: owner) { owner, _ in owner.heard.append("text") }
      .store(in: &owner.subscriptions)
    weak let opener = fixture.cell(0, 0)
    weak let observed = fixture.cell(0, 1)
    for item in 2..<20_000 { _ = fixture.cell(0, item) }
    #expect(opener != nil && page.parent === opener)
    fixture.cell(0, 1).send(.text, "new")
    #expect(owner.heard == ["text"])
    page.removeFromParent()
    owner.subscriptions = []
    for item in 2..<40_000 { _ = fixture.cell(0, item) }
    #expect(opener == nil && observed == nil)
  }
}

private final class StatefulViewModel: CellViewModel<Contact> {
  var isExpanded = false
  override var keepsState: Bool { isExpanded }
}
