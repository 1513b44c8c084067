import MocoaCore
import MocoaTestSupport
import Testing

@Suite @MainActor struct ListViewModelTests {
  let registry = ModuleRegistry()
  let listener = Listener()
  let contacts = [
    Contact(id: 1, name: "Ann", phone: "11"), Contact(id: 2, name: "Bob", phone: "22"),
  ]

  private func list(_ model: any ListModel, isRegistered: Bool = true) -> ListViewModel {
    let module = registry["mocoa://contacts/"]
    if isRegistered {
      module.section.cell.register(viewModel: ContactViewModel.self, view: .cell("ContactCell"))
      module.section.header.register(viewModel: TitleViewModel.self, view: .cell("Title"))
    }
    let list = ListViewModel(model: model, module: module)
    list.observeChanges(owner: listener) { [listener] _, change in
      switch change {
      case .update(let changeset): listener.heard.append("\(changeset)")
      case .modules: listener.heard.append("modules")
      case .layout: listener.heard.append("layout")
      case .spacing: listener.heard.append("spacing")
      case .selection(let selected, let deselected, _):
        listener.heard.append("select \(selected) deselect \(deselected)")
      }
    }
    .store(in: &listener.subscriptions)
    list.ready()
    return list
  }

  private func path(_ section: Int, _ item: Int) -> ListIndexPath {
    ListIndexPath(section: section, item: item)
  }

  @Test(
    "L19: a million rows make no view model; one that is asked for is found in O(1), both ways",
    .parity("1.9.1", "1.9.4", "1.9.6"))
  func aMillionRowsMakeNoViewModel() {
    let section = CountingSection(numberOfItems: 1_000_000)
    let list = list(SectionList([section]))
    #expect(list.numberOfItems(in: 0) == 1_000_000)
    #expect(section.requests == 0)
    #expect(list.existingCellViewModel(at: path(0, 5)) == nil)
    let cell = list.cellViewModel(at: path(0, 999_999))
    #expect(section.requests == 1)
    #expect(cell.indexPath == path(0, 999_999))
    #expect(list.indexPath(of: cell) == path(0, 999_999))
    #expect(list.cellViewModel(at: path(0, 999_999)) === cell)
    #expect(cell.isReady)
    #expect(cell.parent === list.sectionViewModel(at: 0))
  }

  @Test(
    "L19: what may not be is asked for without making anything, and by any index",
    .parity("1.9.4", "1.9.6"))
  func missingPositionsAreKnown() {
    let list = list(SectionList([RowSection(contacts), RowSection([Contact]())]))
    let paths = [
      path(0, 0), path(0, 1), path(0, 2), path(0, -1), path(1, 0), path(2, 0), path(-1, 0),
    ]
    for isMade in [false, true] {
      #expect(paths.map(list.contains) == [true, true] + Array(repeating: false, count: 5))
      #expect((0..<2).map(list.numberOfItems) == [2, 0] && list.numberOfSections == 2)
      #expect(paths.allSatisfy { list.existingCellViewModel(at: $0) == nil })
      #expect([-1, 2].allSatisfy { list.existingSectionViewModel(at: $0) == nil })
      #expect((list.existingSectionViewModel(at: 1) != nil) == isMade)
      let sections = Array(list.sectionViewModels)
      #expect(sections.map(\.index) == [0, 1] && sections.map(\.numberOfItems) == [2, 0])
    }
    let cell = list.cellViewModel(at: path(0, 1))
    #expect(cell.index == 1 && list.existingCellViewModel(at: path(0, 1)) === cell)
    #expect(list.indexPath(of: AnyCellViewModel()) == nil)
    let other = ListViewModel(model: RowSection(contacts))
    #expect(list.indexPath(of: other.cellViewModel(at: path(0, 0))) == nil)
  }

  @Test("L20: cells become ready with their list", .parity("1.4.1"))
  func cellsBecomeReadyWithTheList() {
    let list = ListViewModel(model: RowSection(contacts), module: nil)
    let cell = list.cellViewModel(at: path(0, 0))
    #expect(!list.isReady && !cell.isReady)
    list.ready()
    #expect(cell.isReady)
    #expect(list.cellViewModel(at: path(0, 1)).isReady)
  }

  @Test("L21: encoded rows are decoded when they are shown; what does not decode is an error")
  func encodedRowsAreDecodedWhenShown() throws {
    let list = list(RowSection([EncodedRow(contact: contacts[0]), EncodedRow()]))
    let cell = try #require(list.cellViewModel(at: path(0, 0)) as? ContactViewModel)
    #expect(cell.model == contacts[0])
    let failed = list.cellViewModel(at: path(0, 1))
    #expect(failed.isFailure)
    #expect(failed.module?.url.identity == "contacts/:/:")
  }

  @Test("L22: a row that is gone when it is read is an error in its place", .parity("1.8.9"))
  func aRowThatIsGoneIsAnErrorInItsPlace() {
    let section = CountingSection(numberOfItems: 3)
    let list = list(SectionList([section]))
    section.numberOfItems = 1
    #expect(list.cellViewModel(at: path(0, 2)).isFailure)
    #expect(list.cellViewModel(at: path(0, 0)) is ContactViewModel)
  }

  @Test(
    "L23: what is registered late takes the place of placeholders",
    .parity("1.2.8", "1.2.19", "1.3.9", "ten.4"))
  func lateRegistrationReplacesPlaceholders() {
    let list = list(RowSection(contacts), isRegistered: false)
    let placeholder = list.cellViewModel(at: path(0, 0))
    #expect(placeholder.isPlaceholder)
    let module = registry["mocoa://contacts/"].section.cell
    module.register(viewModel: ContactViewModel.self, view: .cell("ContactCell"))
    #expect(listener.heard.last == "modules")
    let cell = list.cellViewModel(at: path(0, 0))
    #expect(cell is ContactViewModel)
    #expect(placeholder.parent == nil)
    #expect(list.cellViewModel(at: path(0, 0)) === cell)
    // Another view leaves the view model as it is.
    module.register(view: .cell("OtherCell"))
    #expect(list.cellViewModel(at: path(0, 0)) === cell)
    guard case .module(let resolved) = list.cellViewModel(at: path(0, 0)).resolution else {
      Issue.record("A module was expected.")
      return
    }
    #expect(resolved.view.name == "OtherCell")
    // Another view model does not, nor does a module that comes before this one.
    module.register(viewModel: ContactViewModel.self)
    let next = list.cellViewModel(at: path(0, 0))
    #expect(next !== cell)
    list.model = RowSection(contacts, name: "s", identity: 0)
    let named = list.cellViewModel(at: path(0, 0))
    registry["mocoa://contacts/"].section("s").cell
      .register(viewModel: ContactViewModel.self, view: .cell("ContactCell"))
    #expect(list.cellViewModel(at: path(0, 0)) !== named)
  }

  /// A section with a header, which can be asked for no other.
  private struct TitleSection: ListModel, SectionModel {
    var numberOfSections: Int { 1 }
    func section(at index: Int) -> any SectionModel { self }
    var numberOfItems: Int { 0 }
    func item(at index: Int) -> Any { index }
    var supplementaryKinds: [ModuleKind] { [.header] }
    func supplementaryModel(of kind: ModuleKind, at index: Int) -> Any? { ["Title"][index] }
  }

  @Test(
    "L24: headers are there where the section has models for them",
    .parity("1.3.7", "1.9.5", "1.11.2"))
  func headersAreMadeWhereThereAreModels() {
    let list = list(SectionList([RowSection(contacts, header: "Title"), RowSection(contacts)]))
    #expect((list.sectionViewModel(at: 0).headerViewModel as? TitleViewModel)?.model == "Title")
    #expect(list.supplementaryViewModel(of: .header, in: 1) == nil)
    #expect(list.supplementaryViewModel(of: .header, at: 1, in: 0) == nil)
    #expect(list.supplementaryViewModel(of: .footer, in: 0) == nil)
    #expect(list.sectionViewModel(at: 0).footerViewModel == nil)
    list.model = TitleSection()
    #expect((list.sectionViewModel(at: 0).headerViewModel as? TitleViewModel)?.model == "Title")
    #expect([-1, 1].allSatisfy { list.supplementaryViewModel(of: .header, at: $0, in: 0) == nil })
    // defect C22: neither a footer nor a placeholder was made.
    list.model = RowSection(contacts, footer: "End")
    let footer = list.sectionViewModel(at: 0).footerViewModel
    #expect(footer?.isPlaceholder == true)
    registry["mocoa://contacts/"].section.footer
      .register(viewModel: TitleViewModel.self, view: .cell("Title"))
    #expect((list.sectionViewModel(at: 0).footerViewModel as? TitleViewModel)?.model == "End")
  }

  // defect C22: no list had a row without a model.
  @Test("L22: a missing model has a row all the same", .parity("1.8.5"))
  func aMissingModelHasARow() {
    let list = list(RowSection([contacts[0], nil]))
    #expect(list.numberOfItems(in: 0) == 2)
    #expect(list.cellViewModel(at: path(0, 1)).isFailure)
    #expect(list.cellViewModel(at: path(0, 0)) is ContactViewModel)
    let values: [[Contact?]] = [[nil, contacts[0]]]
    #expect(self.list(SectionList(of: values)).numberOfItems(in: 0) == 2)
  }

  @Test("M7: rows and sections are looked up by their names", .parity("1.8.1"))
  func rowsAreLookedUpByTheirNames() {
    let module = registry["mocoa://named/"]
    let view = ModuleView.cell("Cell")
    module.section("s").cell("x").register(viewModel: ContactViewModel.self, view: view)
    module.section.cell("y").register(viewModel: ContactViewModel.self, view: view)
    let rows = ["x", "y", "z"].map { EncodedRow(moduleName: $0, contact: contacts[0]) }
    let list = ListViewModel(
      model: SectionList([RowSection(rows, name: "s"), RowSection(rows)]), module: module)
    let found = (0..<2).map { section in
      (0..<3).map { list.cellViewModel(at: path(section, $0)).module?.url.identity }
    }
    #expect(found == [["named/s/x", "named/:/y", nil], [nil, "named/:/y", nil]])
  }

  @Test("L25: appended rows leave all others alone")
  func appendedRowsLeaveTheOthersAlone() {
    let section = CountingSection(numberOfItems: 10)
    let list = list(SectionList([section]))
    let cell = list.cellViewModel(at: path(0, 9))
    let requests = section.requests
    section.numberOfItems = 1_000
    #expect(list.numberOfItems(in: 0) == 10)
    list.appendItems(toSection: 0)
    #expect(listener.heard == ["insert 0.10…0.999"])
    #expect(list.numberOfItems(in: 0) == 1_000)
    #expect(list.cellViewModel(at: path(0, 9)) === cell)
    #expect(section.requests == requests)
    list.appendItems(toSection: 0)
    #expect(listener.heard.count == 1)
    list.appendSections(in: SectionList([section, section]))
    #expect(listener.heard.last == "insert sections 1")
    #expect(list.numberOfSections == 2)
  }

  @Test("L1, S3: a new model keeps view models and selection of the rows that are still there")
  func aNewModelKeepsWhatIsStillThere() throws {
    let list = list(RowSection(contacts))
    let gone = list.cellViewModel(at: path(0, 0))
    gone.beginDisplay()
    let kept = try #require(list.cellViewModel(at: path(0, 1)) as? ContactViewModel)
    list.select(at: path(0, 1))
    list.model = RowSection([Contact(id: 2, name: "Bobby", phone: "22")])
    #expect(listener.heard.last == "delete 0.0; reload 0.1")
    #expect(list.numberOfItems(in: 0) == 1)
    #expect(!gone.isDisplayed)
    #expect(gone.list == nil)
    #expect(list.cellViewModel(at: path(0, 0)) === kept)
    #expect(kept.model.name == "Bobby")
    #expect(kept.indexPath == path(0, 0))
    #expect(list.selectedIndexPaths == [path(0, 0)])
  }

  @Test(
    "L26: a reload that climbs is reported to the observers, and the view model stays",
    .parity("1.4.23", "1.4.24"))
  func reloadIsRequestedByEmission() {
    let list = list(SectionList([RowSection(contacts, header: "Title")]))
    let cell = list.cellViewModel(at: path(0, 1))
    #expect(cell.emit(.reload) == .handled)
    #expect(list.supplementaryViewModel(of: .header, in: 0)?.emit(.reload) == .handled)
    #expect(list.sectionViewModel(at: 0).emit(.reload) == .handled)
    #expect(listener.heard == ["reload 0.1", "reload header 0.0", "reload sections 0"])
    #expect(list.cellViewModel(at: path(0, 1)) === cell)
    let plain = ViewModel()
    list.addChild(plain)
    #expect(plain.emit(.reload) != .handled)
  }

  @Test(
    "S1, S2: a selection by the user notifies the cell, one by the program does not",
    .parity("ten.9"))
  func selectionByTheProgramNotifiesNoCell() {
    let list = list(RowSection(contacts))
    let host = EmissionHost()
    host.addChild(list)
    host.ready()
    let cells = Array(list.sectionViewModel(at: 0).cellViewModels).map { $0 as? ContactViewModel }
    list.select(at: path(0, 0))
    #expect(host.keys.isEmpty)
    list.openCell(at: path(0, 1))
    #expect(cells.map { $0?.deselections } == [1, 0])
    #expect(host.keys == ["select 22"])
    #expect(list.selectedIndexPaths == [path(0, 1)])
    list.selectionMode = .multiple
    list.openCell(at: path(0, 0))
    #expect(host.keys == ["select 22", "select 11"])
    #expect(list.selectedIndexPaths == [path(0, 1)])
    list.deselect(at: path(0, 1))
    #expect(list.selectedIndexPaths == [])
    list.selectAllItems()
    list.deselectAllItems()
    #expect(host.keys.count == 2)
    #expect(cells.map { $0?.deselections } == [1, 0])
  }

  @Test("D1: display begins and ends in pairs", .parity("1.11.5"))
  func displayIsPaired() throws {
    let list = list(RowSection(contacts))
    let cell = try #require(list.cellViewModel(at: path(0, 0)) as? ContactViewModel)
    list.existingCellViewModel(at: path(0, 0))?.endDisplay()
    #expect([cell.displays, cell.ends] == [0, 0])
    list.cellViewModel(at: path(0, 0)).beginDisplay()
    list.cellViewModel(at: path(0, 0)).beginDisplay()
    #expect([cell.displays, cell.ends] == [1, 0])
    list.model = RowSection([Contact]())
    cell.endDisplay()
    #expect([cell.displays, cell.ends] == [1, 1])
  }

  @Test("D2: an edit that is not handled is finished with false", .parity("1.11.6"))
  func anUnhandledEditIsFinishedWithFalse() {
    let list = list(RowSection(contacts))
    var results: [Bool] = []
    // Kept, so that it is not its release that finishes it.
    let completion = CellEdit.Completion { results.append($0) }
    list.cellViewModel(at: path(0, 0)).handleEdit(.delete, completion: completion)
    #expect(results == [false])
    completion.finish(true)
    #expect(results == [false])
  }

  @Test(
    "L14: a list without sections is empty, a section without rows has no cells", .parity("1.9.3"))
  func emptinessIsOfSectionsAndOfRows() {
    let list = list(SectionList([]))
    #expect(list.isEmpty && !list.hasCells)
    list.model = SectionList([RowSection([Contact]())])
    #expect(!list.isEmpty && !list.hasCells)
    #expect(list.sectionViewModel(at: 0).isEmpty)
    list.model = SectionList([RowSection([Contact](), header: "Title")])
    #expect(!list.sectionViewModel(at: 0).isEmpty && !list.sectionViewModel(at: 0).hasCells)
    list.model = RowSection(contacts)
    #expect(!list.isEmpty && list.hasCells)
  }

  @Test("L27: an element that is removed by the hierarchy traps", .parity("1.9.18"))
  func removingAnElementByTheHierarchyTraps() async {
    await #expect(processExitsWith: .failure) {
      await MainActor.run {
        let list = ListViewModel(model: RowSection([1, 2]), module: nil)
        list.cellViewModel(at: ListIndexPath(section: 0, item: 0)).removeFromParent()
      }
    }
  }

  @Test("L27: elements belong to their list", .parity("1.9.18"))
  func elementsCannotBeTakenOutOfTheirList() {
    let list = list(RowSection(contacts))
    let cell = list.cellViewModel(at: path(0, 0))
    #expect(!ViewModel().canAdopt(cell))
    #expect(list.children.isEmpty)
  }
}

/// A parent that writes down what climbs up to it.
private final class EmissionHost: ViewModel {
  var keys: [String] = []

  override func receive(_ emission: Emission) -> EmissionResponse {
    keys.append("\(emission.name) \(emission.payload as? String ?? "")")
    return .handled
  }
}
