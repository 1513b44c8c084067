import MocoaCore
import Testing

/// Promises T10 and H4: what the cells of items display.
@MainActor @Suite struct ItemCellTests {
  enum Row: Identifiable, Equatable {
    case person(Contact)
    case note(id: Int, String)

    var id: Int {
      switch self {
      case .person(let contact): contact.id
      case .note(let id, _): id
      }
    }
  }

  final class PersonViewModel: CellViewModel<Contact> {}
  final class NoteViewModel: CellViewModel<String> {}

  let list = ItemListViewModel<Row>([
    .person(Contact(id: 1, name: "Ada")), .note(id: 2, "new"), .person(Contact(id: 3, name: "Bo")),
  ]) { row in
    switch row {
    case .person(let contact): ItemCell(PersonViewModel.self, contact, view: .cell("person"))
    case .note(_, let text): ItemCell(NoteViewModel.self, text, view: .cell("note"))
    }
  }

  private func cell(_ item: Int) -> AnyCellViewModel {
    list.cellViewModel(at: ListIndexPath(section: 0, item: item))
  }

  @Test("T10: an item is displayed by the cell of its kind, with the model of that")
  func kindsHaveCells() {
    list.ready()
    #expect((cell(0) as? PersonViewModel)?.model.name == "Ada")
    #expect((cell(1) as? NoteViewModel)?.model == "new")
    #expect((cell(2) as? PersonViewModel)?.model.name == "Bo")
    #expect(cell(0).module === cell(2).module && cell(0).module !== cell(1).module)
  }

  @Test("T10: an item keeps its cell while its kind is the same, and always its selection")
  func kindsChange() {
    list.ready()
    let path = ListIndexPath(section: 0, item: 0)
    let first = cell(0)
    list.select(at: path)
    list[path] = .person(Contact(id: 1, name: "Eve"))
    #expect(cell(0) === first && (first as? PersonViewModel)?.model.name == "Eve")
    list[path] = .note(id: 1, "was a person")
    #expect((cell(0) as? NoteViewModel)?.model == "was a person")
    #expect(list.isSelected(path))
  }

  /// A list whose cells display the names of contacts, those of the odd ones as notes.
  final class NameList: ListViewModel {
    override func cellContent(of item: Any) -> CellContent {
      guard let contact = item as? Contact else { return super.cellContent(of: item) }
      return CellContent(contact.name, name: contact.id.isMultiple(of: 2) ? .default : "odd")
    }
  }

  /// A list whose cells display contacts by others of other identities, and those with a phone by
  /// another module.
  final class CardList: ListViewModel {
    override func cellContent(of item: Any) -> CellContent {
      guard var contact = item as? Contact else { return super.cellContent(of: item) }
      contact.id += 100
      return CellContent(contact, name: contact.phone.isEmpty ? .default : "phone")
    }
  }

  @Test("H4: a changed item keeps its cell until its content has another module")
  func itemsAreUpdated() {
    let registry = ModuleRegistry()
    let module = registry["mocoa://cards/"]
    module.section.cell.register(viewModel: PersonViewModel.self, view: .cell("card"))
    module.section.cell("phone").register(viewModel: PersonViewModel.self, view: .cell("phone"))
    let list = CardList(model: RowSection([Contact(id: 1, name: "a")]), module: module)
    list.ready()
    let path = ListIndexPath(section: 0, item: 0)
    let cell = list.cellViewModel(at: path)
    list.select(at: path)
    list.model = RowSection([Contact(id: 1, name: "b")])
    #expect(list.cellViewModel(at: path) === cell)
    #expect((cell as? PersonViewModel)?.model == Contact(id: 101, name: "b"))
    list.model = RowSection([Contact(id: 1, name: "b", phone: "5")])
    let other = list.cellViewModel(at: path)
    #expect(other.module === module.section.cell("phone") && list.isSelected(path))
    #expect((other as? PersonViewModel)?.model == Contact(id: 101, name: "b", phone: "5"))
  }

  @Test("H4: a list displays an item by another model and module, of the item's identity")
  func itemsAreTransformed() {
    let registry = ModuleRegistry()
    let module = registry["mocoa://names/"]
    module.section.cell.register(viewModel: NoteViewModel.self, view: .cell("even"))
    module.section.cell("odd").register(viewModel: NoteViewModel.self, view: .cell("odd"))
    let contacts = [Contact(id: 1, name: "a"), Contact(id: 2, name: "b")]
    let list = NameList(model: RowSection(contacts), module: module)
    list.ready()
    let cells = (0...1).map { list.cellViewModel(at: ListIndexPath(section: 0, item: $0)) }
    #expect(cells.map { ($0 as? NoteViewModel)?.model } == ["a", "b"])
    #expect(cells.map { $0.module === module.section.cell } == [false, true])
    list.model = RowSection([contacts[1], Contact(id: 1, name: "c")])
    #expect(list.cellViewModel(at: ListIndexPath(section: 0, item: 1)) === cells[0])
    #expect((cells[0] as? NoteViewModel)?.model == "c")
  }
}
