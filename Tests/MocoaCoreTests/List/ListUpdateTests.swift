import MocoaCore
import MocoaTestSupport
import Testing

/// Promises L: how a list follows its data.
@Suite @MainActor struct ListUpdateTests {
  @Test(
    "L1: a row that shows something else keeps its view model, which gets the new model",
    .parity("1.10.12", "ten.7"))
  func aChangedRowKeepsItsViewModel() throws {
    let fixture = ContactList(RowSection(contacts("abc")))
    let b = try #require(fixture.cell(0, 1) as? ContactViewModel)
    fixture.list.model = RowSection(contacts("Bcx"))
    #expect(fixture.listener.heard == ["delete 0.0; insert 0.2; reload 0.1"])
    #expect(fixture.cell(0, 0) === b)
    #expect(b.model.name == "B")
    #expect(b.modelChanges == 1)
    // One whose model cannot be replaced is another one.
    fixture.registry["mocoa://contacts/"].section.cell
      .register(model: Contact.self) { ContactViewModel(model: $0) }
    let made = fixture.cell(0, 0)
    fixture.list.model = RowSection(contacts("bcx"))
    #expect(fixture.cell(0, 0) !== made)
    #expect(fixture.names == [["b", "c", "x"]])
  }

  @Test("L2: a row that shows the same gets the new model silently", .parity("1.10.12"))
  func anEqualRowGetsTheNewModelSilently() throws {
    let fixture = ContactList(SectionList([EchoSection(ids: [1, 2], version: 1)]))
    let cell = try #require(fixture.cell(0, 1) as? ContactViewModel)
    cell.beginDisplay()
    fixture.list.model = SectionList([EchoSection(ids: [1, 2], version: 2)])
    #expect(fixture.listener.heard.isEmpty)
    #expect(cell.model.phone == "2")
    #expect(cell.modelChanges == 0)
  }

  @Test(
    "L3: a row that goes to another section keeps its view model and is moved",
    .parity("1.10.16", "ten.7"))
  func aRowMovesAcrossSections() {
    let fixture = ContactList(SectionList([RowSection(contacts("ab")), RowSection(contacts("c"))]))
    let b = fixture.cell(0, 1)
    fixture.list.model = SectionList([RowSection(contacts("a")), RowSection(contacts("bc"))])
    #expect(fixture.listener.heard == ["move 0.1→1.0"])
    #expect(fixture.cell(1, 0) === b)
    #expect(b.indexPath == [1, 0])
    #expect(b.section === fixture.list.sectionViewModel(at: 1))
  }

  @Test(
    "L4: a cell that is moved to a section with a module of its own is made again there",
    .parity("1.9.14"))
  func aMovedCellIsResolvedAgain() {
    let fixture = ContactList(
      SectionList([RowSection(contacts("a")), RowSection([Contact](), name: "other")]))
    let module = fixture.registry["mocoa://contacts/"].section("other").cell
    module.register(viewModel: OtherContactViewModel.self, view: .cell("Other"))
    let a = fixture.cell(0, 0)
    fixture.list.model = SectionList([
      RowSection([Contact]()), RowSection(contacts("a"), name: "other"),
    ])
    #expect(fixture.cell(1, 0) is OtherContactViewModel)
    #expect(a.list == nil)
    // So is one that an operation moves.
    let store = NamedStore(sections: [
      RowSection(contacts("a")), RowSection([Contact](), name: "other"),
    ])
    fixture.list.model = store
    #expect(!(fixture.cell(0, 0) is OtherContactViewModel))
    store.sections[1].rows = [store.sections[0].rows.removeFirst()]
    fixture.list.moveItem(from: [0, 0], to: [1, 0])
    #expect(fixture.cell(1, 0) is OtherContactViewModel)
  }

  @Test(
    "L5: inserted, deleted and changed headers are distinguished from rows",
    .parity("1.10.15", "ten.7"))
  func headersAreCompared() {
    let store = ContactStore([contacts("a"), [], contacts("b")], headers: ["A", nil, "C"])
    let fixture = ContactList(store)
    let header = fixture.list.supplementaryViewModel(of: .header, in: 0) as? TitleViewModel
    #expect(fixture.list.supplementaryViewModel(of: .header, in: 1) == nil)
    let third = fixture.list.supplementaryViewModel(of: .header, in: 2)
    fixture.list.performBatchUpdates { store.headers = ["AA", "B", nil] }
    #expect(fixture.listener.heard == ["delete header 2.0; insert header 1.0; reload header 0.0"])
    #expect(fixture.list.supplementaryViewModel(of: .header, in: 0) === header)
    #expect(header?.model == "AA")
    #expect(fixture.list.supplementaryViewModel(of: .header, in: 2) == nil)
    #expect(third?.list == nil)
    let made = fixture.list.supplementaryViewModel(of: .header, in: 1) as? TitleViewModel
    #expect(made?.model == "B")
    // Each of several of a kind is compared.
    let badges = [["1", "2"], ["1", "x", "3"], ["1"]].map {
      SectionList([RowSection(contacts("a"), footer: "End", supplementaries: ["badge": $0])])
    }
    for model in badges { fixture.list.model = model }
    #expect(
      fixture.listener.heard.suffix(2) == [
        "insert badge 0.2; reload badge 0.1", "delete badge 0.1, badge 0.2",
      ])
  }

  @Test(
    "L6: rows of one identity are matched by occurrence; nothing is reloaded",
    .parity("1.10.11", "ten.7"))
  func duplicatesAreMatchedByOccurrence() {
    let fixture = ContactList(RowSection(contacts("aab")))
    let (first, second) = (fixture.cell(0, 0), fixture.cell(0, 1))
    fixture.list.model = RowSection(contacts("aaab"))
    #expect(fixture.list.existingCellViewModel(at: [0, 0]) === first)
    #expect(fixture.list.existingCellViewModel(at: [0, 1]) === second)
    #expect(fixture.listener.heard == ["insert 0.2"])
    // The first of three stays the first, wherever it goes.
    let crossed = ContactList(RowSection(contacts("abcdefghijklmanopqrstuvwxyza")))
    let cells = [0, 13, 27].map { crossed.cell(0, $0) }
    crossed.list.model = RowSection(contacts("zyxwvutsrqponamlkjihgfedcbaa"))
    #expect(cells.map(\.indexPath) == [[0, 13], [0, 26], [0, 27]])
  }

  @Test("L7: a changed row that does not fit any more becomes an error, and back")
  func aChangedRowMayFail() {
    let good = EncodedRow(contact: contacts("a")[0])
    let fixture = ContactList(KeyedRows(rows: [(1, good)]))
    #expect(fixture.cell(0, 0) is ContactViewModel)
    fixture.list.model = KeyedRows(rows: [(1, EncodedRow())])
    #expect(fixture.listener.heard.last == "reload 0.0")
    #expect(fixture.cell(0, 0).isFailure)
    fixture.list.model = KeyedRows(rows: [(1, good)])
    #expect(fixture.cell(0, 0) is ContactViewModel)
  }

  @Test("L8: a section's name decides about its view model, whose elements stay", .parity("1.3.1"))
  func aRenamedSectionGetsItsModule() {
    let fixture = ContactList(SectionList([RowSection(contacts("a"), identity: 1, header: "A")]))
    let other = fixture.registry["mocoa://contacts/"].section("other")
    other.register(viewModel: OtherSectionViewModel.self)
    let cell = fixture.cell(0, 0)
    let header = fixture.list.supplementaryViewModel(of: .header, in: 0)
    fixture.list.model = SectionList([
      RowSection(contacts("a"), name: "other", identity: 1, header: "A")
    ])
    #expect(fixture.listener.heard.last == "reload sections 0")
    #expect(fixture.list.sectionViewModel(at: 0) is OtherSectionViewModel)
    #expect(fixture.cell(0, 0) === cell)
    #expect(fixture.list.supplementaryViewModel(of: .header, in: 0) === header)
    #expect(cell.section === fixture.list.sectionViewModel(at: 0))
    // defect C22: the steps after the own name were not tried.
    let section = fixture.registry["mocoa://contacts/"].section
    section.register(viewModel: DefaultSectionViewModel.self)
    fixture.list.model = SectionList([RowSection(contacts("a"), name: "unknown", identity: 1)])
    #expect(fixture.list.sectionViewModel(at: 0) is DefaultSectionViewModel)
    section.unregister()
    fixture.list.model = SectionList([RowSection(contacts("a"), name: "another", identity: 1)])
    #expect(type(of: fixture.list.sectionViewModel(at: 0)) == SectionViewModel.self)
    #expect(fixture.cell(0, 0) === cell)
  }

  @Test("L9: a registered view model that is none of a section is logged and not used")
  func anUnfitSectionViewModelIsLogged() {
    let fixture = ContactList(RowSection(contacts("a")))
    fixture.registry["mocoa://contacts/"].section.register(model: Any.self) { _ in ViewModel() }
    #expect(type(of: fixture.list.sectionViewModel(at: 0)) == SectionViewModel.self)
    #expect(fixture.diagnostics.heard.count == 1)
  }

  @Test("L10: reloading everything keeps what can be found again", .parity("1.9.2"))
  func reloadingKeepsByIdentity() {
    let store = ContactStore([contacts("abcd")])
    let fixture = ContactList(store)
    let (a, b, c) = (fixture.cell(0, 0), fixture.cell(0, 1), fixture.cell(0, 2))
    let section = fixture.list.sectionViewModel(at: 0)
    fixture.list.selectionMode = .multiple
    // One with a view model, and one without.
    fixture.list.selectItems(at: [[0, 2], [0, 3]])
    store.sections = [contacts("xCyda")]
    fixture.list.reloadData()
    #expect(fixture.listener.heard == ["reload everything"])
    #expect(fixture.cell(0, 1) === c)
    #expect(fixture.cell(0, 4) === a)
    #expect(fixture.list.sectionViewModel(at: 0) === section)
    #expect((c as? ContactViewModel)?.model.name == "C")
    #expect(b.list == nil)
    #expect(fixture.list.selectedIndexPaths == [[0, 1], [0, 3]])
  }

  @Test("L10: a value that is reloaded has the same rows, even without identities")
  func aReloadedValueKeepsItsRows() {
    let list = ListViewModel(model: RowSection([1, 1, 2]))
    let cell = list.cellViewModel(at: [0, 1])
    list.reloadData()
    #expect(list.existingCellViewModel(at: [0, 1]) === cell)
  }

  @Test("L10: rows are searched up to a limit", arguments: [(100_000, true), (100_001, false)])
  func rowsAreSearchedUpToALimit(count: Int, isFound: Bool) {
    let list = ListViewModel(model: SectionList([CountingSection(numberOfItems: count)]))
    let cell = list.cellViewModel(at: [0, count - 1])
    list.reloadData()
    #expect((list.existingCellViewModel(at: [0, count - 1]) === cell) == isFound)
  }

  @Test("L11: a section can be reloaded alone")
  func aSectionIsReloaded() {
    let store = ContactStore([contacts("ab"), contacts("c")])
    let fixture = ContactList(store)
    let (a, c) = (fixture.cell(0, 0), fixture.cell(1, 0))
    store.sections[0] = contacts("Abd")
    fixture.list.sectionViewModel(at: 0).reloadData()
    #expect(fixture.listener.heard == ["reload sections 0; insert 0.2; reload 0.0…0.1"])
    #expect(fixture.cell(0, 0) === a)
    #expect((a as? ContactViewModel)?.model.name == "A")
    #expect(fixture.cell(1, 0) === c)
  }

  @Test("L11, S3: rows of a reloaded section that have other places are found by identity")
  func rowsOfAReloadedSectionAreFound() {
    let store = ContactStore([contacts("abcd"), contacts("x")])
    let fixture = ContactList(store)
    let cells = (0..<4).map { fixture.cell(0, $0) }
    fixture.list.select(at: [0, 0])
    store.sections[0].reverse()
    fixture.list.reloadSections([0])
    #expect(fixture.list.selectedIndexPaths == IndexPathSet([[0, 3]]))
    #expect((0..<4).allSatisfy { fixture.cell(0, $0) === cells[3 - $0] })
    #expect(fixture.diagnostics.heard.isEmpty)
  }

  @Test("L12: sections are found again by identity, then by object, then by name")
  func sectionsAreFoundAgain() {
    /// The old section of each new one.
    func origins(_ old: [any SectionModel], _ new: [any SectionModel]) -> [Int?] {
      let list = ListViewModel(model: SectionList(old))
      let made = old.indices.map { list.sectionViewModel(at: $0) }
      list.model = SectionList(new)
      return new.indices.map { index in
        made.firstIndex { $0 === list.existingSectionViewModel(at: index) }
      }
    }
    let (a, b) = (
      RowSection(contacts("a"), identity: "A"), RowSection(contacts("b"), identity: "B")
    )
    #expect(origins([a, b], [b, a]) == [1, 0])
    let (x, y) = (RowSection(contacts("a"), name: "x"), RowSection(contacts("b"), name: "y"))
    #expect(origins([x, y], [y, x]) == [1, 0])
    #expect(origins([x, x, y], [y, x, x, x]) == [2, 0, 1, nil])
    let section = CountingSection(numberOfItems: 1)
    #expect(origins([section], [CountingSection(numberOfItems: 1), section]) == [nil, 0])
  }

  @Test("L13: setting a cell's model shows it again", .parity("1.4.8"))
  func settingAModelReloads() throws {
    let fixture = ContactList(RowSection(contacts("ab")))
    let b = try #require(fixture.cell(0, 1) as? ContactViewModel)
    b.model.name = "B"
    #expect(fixture.listener.heard == ["reload 0.1"])
    #expect(b.modelChanges == 1)
  }

  @Test("L14: the number of supplementary elements is known without making any")
  func countingMakesNothing() {
    let fixture = ContactList(SectionList([RowSection(contacts("a"), header: "A")]))
    #expect(fixture.list.numberOfSupplementaryElements(of: .header, in: 0) == 1)
    #expect(fixture.list.numberOfSupplementaryElements(of: .footer, in: 0) == 0)
    #expect(fixture.list.existingSectionViewModel(at: 0) == nil)
  }

  @Test(
    "L15: kinds are those of the list, then those that only the section names", .parity("1.8.8"))
  func supplementaryKindsAreJoined() {
    let section = RowSection(contacts("a"), supplementaries: ["badge": ["1", "2"]])
    let fixture = ContactList(SectionList([section]))
    #expect(
      fixture.list.sectionViewModel(at: 0).supplementaryKinds == ["header", "footer", "badge"])
    #expect(fixture.list.sectionViewModel(at: 0).numberOfSupplementaryViewModels(of: "badge") == 2)
    fixture.list.supportedSupplementaryKinds = ["badge", "header"]
    #expect(fixture.list.sectionViewModel(at: 0).supplementaryKinds == ["badge", "header"])
  }

  @Test("defect K3: a model that the program has set survives other changes of the list")
  func aModelOfTheProgramIsKept() throws {
    let fixture = ContactList(RowSection(contacts("ab"), header: "A"))
    let a = try #require(fixture.cell(0, 0) as? ContactViewModel)
    let title = try #require(fixture.list.supplementaryViewModel(of: .header, in: 0))
    a.model.name = "mine"
    (title as? TitleViewModel)?.model = "mine"
    #expect(a.modelChanges == 1)
    fixture.list.model = RowSection(contacts("abc"), header: "A")
    fixture.list.model = RowSection(contacts("xac"), header: "A")
    #expect(fixture.cell(0, 1) === a)
    #expect(a.model.name == "mine")
    #expect(fixture.list.supplementaryViewModel(of: .header, in: 0) === title)
    #expect((title as? TitleViewModel)?.model == "mine")
    #expect(a.modelChanges == 1)
    // A change of the row itself is newer.
    fixture.list.model = RowSection(contacts("xAc"), header: "B")
    #expect(a.model.name == "A")
    #expect(a.modelChanges == 2)
    #expect((title as? TitleViewModel)?.model == "B")
    fixture.list.model = RowSection(contacts("Ac"))
    #expect(a.model.name == "A")
  }
}

// MARK: - Fixtures

/// Sections that change in place.
private final class NamedStore: ListModel {
  var sections: [RowSection<[Contact]>]

  init(sections: [RowSection<[Contact]>]) { self.sections = sections }

  var numberOfSections: Int { sections.count }
  func section(at index: Int) -> any SectionModel { sections[index] }
}

private final class OtherContactViewModel: CellViewModel<Contact> {}

private final class OtherSectionViewModel: SectionViewModel {}
private final class DefaultSectionViewModel: SectionViewModel {}

/// Contacts of fixed content fingerprints, whose models contain the version of the section.
private struct EchoSection: SectionModel {
  var ids: [Int]
  var version: Int

  var rowFingerprints: [RowFingerprint]? {
    ids.map { RowFingerprint(id: UInt64($0), content: 0) }
  }
  var moduleName: ModuleName { .default }
  var numberOfItems: Int { ids.count }
  var supplementaryKinds: [ModuleKind] { [] }
  func item(at index: Int) -> Any { Contact(id: ids[index], name: "", phone: "\(version)") }
  func numberOfSupplementaryModels(of kind: ModuleKind) -> Int { 0 }
  func supplementaryModel(of kind: ModuleKind, at index: Int) -> Any? { nil }
}

/// Encoded rows that have an identity through their fingerprints.
private struct KeyedRows: ListModel, SectionModel {
  var rows: [(id: UInt64, row: EncodedRow)]

  var numberOfSections: Int { 1 }
  func section(at index: Int) -> any SectionModel { self }
  var rowFingerprints: [RowFingerprint]? {
    rows.map { RowFingerprint(id: $0.id, content: $0.row.contact == nil ? 0 : 1) }
  }
  var moduleName: ModuleName { .default }
  var numberOfItems: Int { rows.count }
  var supplementaryKinds: [ModuleKind] { [] }
  func item(at index: Int) -> Any { rows[index].row }
  func numberOfSupplementaryModels(of kind: ModuleKind) -> Int { 0 }
  func supplementaryModel(of kind: ModuleKind, at index: Int) -> Any? { nil }
}
