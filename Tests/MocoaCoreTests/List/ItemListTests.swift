import MocoaCore
import MocoaTestSupport
import Testing

/// Promises T: lists of one type of items, sections by builder, stored lists, streams of changes.
@Suite @MainActor struct ItemListTests {
  let list = ItemListViewModel(contacts("abc"))
  let listener = Listener()

  init() {
    list.ready()
    listener.record(list)
  }

  @Test("T1: items are read and set with their type, and the difference is shown")
  func itemsAreTyped() {
    list.items.append(contacts("d")[0])
    list.items.swapAt(0, 1)
    list[ListIndexPath(section: 0, item: 0)].name = "B"
    #expect(listener.heard == ["insert 0.3", "move 0.0→0.1", "reload 0.0"])
    #expect(list.items.map(\.name) == ["B", "a", "c", "d"])
    #expect(list.sections.count == 1)
  }

  @Test("T1: sections are read and set with their type")
  func sectionsAreTyped() async {
    list.sections = [RowSection(contacts("ab"), name: "x"), RowSection(contacts("c"), name: "y")]
    #expect(list.sections.map(\.rows.count) == [2, 1])
    #expect(await list.update(to: contacts("xy")))
    #expect(list.items.map(\.name) == ["x", "y"])
  }

  @Test("T1: sections of rows of another type stay where they are")
  func sectionsOfOtherTypesStay() {
    list.model = SectionList {
      RowSection(contacts("a"), header: "A")
      RowSection([1, 2])
      RowSection(contacts("bc"))
    }
    func counts() -> [Int] { (0..<list.numberOfSections).map { list.numberOfItems(in: $0) } }
    list.items.append(contacts("x")[0])
    #expect(counts() == [2, 2, 2])
    list.sections.removeLast()
    #expect(counts() == [2, 2])
    list.sections.insert(RowSection(contacts("uvw")), at: 0)
    #expect(counts() == [3, 2, 2])
    #expect(list.sections.map { $0.header as? String } == [nil, "A"])
  }

  @Test("T1: headers and footers of a section are read and set")
  func headersAreSet() {
    list.sections[0].header = "A"
    list.sections[0].footer = "Z"
    #expect(list.sections[0].supplementaryKinds == [.header, .footer])
    list.sections[0].header = nil
    #expect(list.sections[0].supplementaryKinds == [.footer])
    #expect(list.sections[0].header == nil && list.sections[0].footer as? String == "Z")
  }

  @Test("T2: a builder takes sections, conditions and loops", .parity("1.8.3"))
  func sectionsAreBuilt() {
    func names(hasHeader: Bool) -> [String] {
      let list = SectionList {
        if hasHeader { RowSection([1], name: "head") } else { RowSection([2], name: "none") }
        for number in 1...2 { RowSection([number], name: ModuleName(rawValue: "n\(number)") ?? "") }
        if hasHeader { RowSection([3], name: "foot") }
      }
      return list.sections.map(\.moduleName.rawValue)
    }
    #expect(names(hasHeader: true) == ["head", "n1", "n2", "foot"])
    #expect(names(hasHeader: false) == ["none", "n1", "n2"])
  }

  @Test("T3: a stored list has items, selection and scroll position")
  func listsAreStored() {
    list.selectionMode = .multiple
    list.sections = [RowSection(contacts("ab"), name: "x", header: "X"), RowSection(contacts("c"))]
    list.selectItems(at: [ListIndexPath(section: 0, item: 1), ListIndexPath(section: 1, item: 0)])
    let saved = list.save(top: ListIndexPath(section: 1, item: 0))
    let other = ItemListViewModel([Contact]())
    other.selectionMode = .multiple
    other.sections = [RowSection(contacts("a"), name: "x", header: "X")]
    other.selectItems(at: [ListIndexPath(section: 0, item: 0)])
    other.restore(saved)
    #expect(other.sections.map(\.rows) == list.sections.map(\.rows))
    #expect(other.sections[0].supplementaryModel(of: .header, at: 0) as? String == "X")
    #expect(other.selectedIndexPaths == list.selectedIndexPaths)
    #expect(saved.top == ListIndexPath(section: 1, item: 0))
  }

  @Test("T4: a section is its items unless it says more")
  func sectionsHaveDefaults() {
    struct Numbers: SectionModel {
      var numberOfItems: Int { 3 }
      func item(at index: Int) -> Any { index }
    }
    let section = Numbers()
    #expect(section.moduleName == .default)
    #expect(section.supplementaryKinds.isEmpty)
    #expect(section.numberOfSupplementaryModels(of: .header) == 0)
    let rows = RowSection([1])
    #expect(rows.moduleName == .default && rows.sectionIdentity == nil)
    #expect(rows.supplementaryKinds.isEmpty)
    #expect(ListViewModel(model: SectionList { Numbers() }).numberOfItems(in: 0) == 3)
  }

  @Test("T5: changes are a sequence that ends with the list")
  func changesAreASequence() async {
    var list: ListViewModel? = ListViewModel(model: RowSection(contacts("a")))
    list?.ready()
    let changes = list?.changes
    list?.model = RowSection(contacts("ab"))
    list?.model = RowSection(contacts("b"))
    list = nil
    var heard: [String] = []
    if let changes {
      for await change in changes {
        if case .update(let changeset) = change { heard.append("\(changeset)") }
      }
    }
    #expect(heard == ["insert 0.1", "delete 0.0"])
  }

  @Test("T6: the cells of a section are made when they are read", .parity("1.9.1"))
  func cellsAreMadeLazily() {
    let section = list.sectionViewModel(at: 0)
    let cells = section.cellViewModels
    #expect(section.existingCellViewModel(at: 1) == nil)
    #expect(cells.count == 3)
    #expect(cells[1] === section.existingCellViewModel(at: 1))
    #expect(section.existingCellViewModel(at: 0) == nil)
    #expect(section.existingCellViewModel(at: 2) == nil)
  }

  @Test("T9: a list that registers its cells and headers needs no registry and no address")
  func listsNeedNoAddress() {
    let list = ItemListViewModel(contacts("ab")) { section in
      section.cell.register(viewModel: ContactViewModel.self, view: .cell("Contact"))
      section.header.register(viewModel: TitleViewModel.self, view: .cell("Title"))
    }
    list.ready()
    list.sections = [RowSection(contacts("bc"), header: "B")]
    let title = list.sectionViewModel(at: 0).headerViewModel as? TitleViewModel
    #expect(title?.model == "B")
    let names = list.sectionViewModel(at: 0).cellViewModels.map {
      ($0 as? ContactViewModel)?.model.name
    }
    #expect(Array(names) == ["b", "c"])
  }

  @Test("defect K2: restored sections without a name keep their own headers, in order")
  func unnamedSectionsKeepTheirHeaders() {
    list.sections = [
      RowSection(contacts("a"), identity: 1, header: "A"),
      RowSection(contacts("b"), identity: 2, header: "B"),
    ]
    let saved = list.save()
    list.restore(saved)
    func header(_ section: RowSection<[Contact]>) -> String? {
      section.supplementaryModel(of: .header, at: 0) as? String
    }
    #expect(list.sections.map(header) == ["A", "B"])
    #expect(list.sections.map(\.sectionIdentity) == [1, 2])
    // A section that is not there has no header.
    list.sections = [RowSection(contacts("c"), header: "A")]
    list.restore(saved)
    #expect(list.sections.map(header) == ["A", nil])
  }
}
