/// The view model of a list whose items have one type.
///
/// ```swift
/// let list = ItemListViewModel(contacts, module: modules["mocoa://contacts/"])
/// list.items.append(contact)   // the difference is shown; O(items)
/// list.append(contact)         // the same; O(1)
/// list[path].name = "Ada"      // O(1)
/// ```
@MainActor
open class ItemListViewModel<Item: Identifiable & Equatable & SendableMetatype>: ListViewModel {
  /// Creates an idle list of one section.
  @inlinable
  public convenience init(_ items: [Item], module: Module? = nil) {
    self.init(model: SectionList([RowSection(items)]), module: module)
  }

  /// Creates an idle list of one section, whose modules need no address.
  ///
  /// - Parameters:
  ///   - items: The items.
  ///   - register: Registers cells, headers and footers in the module of the sections.
  public convenience init(_ items: [Item], registering register: (SectionModule) -> Void) {
    let registry = ModuleRegistry()
    let module = registry["mocoa://items/"]
    register(module.section)
    self.init(items, module: module)
    ownRegistry = registry
  }

  /// Creates an idle list of one section, whose items have several kinds of cells.
  ///
  /// ```swift
  /// ItemListViewModel(rows) { row in
  ///   switch row {
  ///   case .contact(let contact):
  ///     ItemCell(ContactViewModel.self, contact, view: contactView)
  ///   case .note(let text): ItemCell(NoteViewModel.self, text, view: noteView)
  ///   }
  /// }
  /// ```
  ///
  /// An item whose kind changes gets a new cell.
  ///
  /// - Parameters:
  ///   - items: The items.
  ///   - cell: Returns the cell of an item; it must not change anything.
  public convenience init(_ items: [Item], cell: @escaping (Item) -> ItemCell) {
    var cells: ItemCells<Item>?
    self.init(items, registering: { cells = ItemCells(in: $0, cell) })
    self.cells = cells
  }

  private final var cells: ItemCells<Item>?

  open override func cellContent(of item: Any) -> CellContent {
    guard let cells, let item = item as? Item else { return super.cellContent(of: item) }
    return cells.content(of: item)
  }

  /// The sections of items; setting them updates the list by the difference.
  ///
  /// Sections of a model that the program has set, whose rows have another type, are not among
  /// them, and stay where they are.
  ///
  /// - Complexity: O(sections) to read.
  @inlinable public final var sections: [RowSection<[Item]>] {
    get { (0..<model.numberOfSections).compactMap { model.section(at: $0) as? RowSection<[Item]> } }
    set {
      var rest = newValue[...]
      var sections: [any SectionModel] = []
      for index in 0..<model.numberOfSections {
        let section = model.section(at: index)
        if !(section is RowSection<[Item]>) {
          sections.append(section)
        } else if let next = rest.popFirst() {
          sections.append(next)
        }
      }
      model = SectionList(sections + Array(rest))
    }
  }

  /// The items of the first section; setting them updates the list by the difference.
  @inlinable public final var items: [Item] {
    get { sections.first?.rows ?? [] }
    set {
      var sections = sections
      if sections.isEmpty { sections = [RowSection(newValue)] } else { sections[0].rows = newValue }
      self.sections = sections
    }
  }

  /// The item at an index path; setting it updates the list by the difference.
  ///
  /// It is that of the newest data: while observers and hooks are notified of a change, another of
  /// them may have set other data, which the list does not display yet.
  ///
  /// - Precondition: The newest data contain the index path.
  /// - Complexity: O(1) to read, and to set an item of the same `id`.
  public final subscript(path: ListIndexPath) -> Item {
    get { newestRow(of: [Item].self, at: path) }
    set { replaceItem(at: path, with: newValue) }
  }

  /// Appends items to a section.
  ///
  /// - Complexity: O(sections + new items), amortized; see
  ///   `ListViewModel.appendItems(_:toSection:)`.
  @inlinable
  public final func append(contentsOf items: some Sequence<Item>, toSection section: Int = 0) {
    appendItems(Array(items), toSection: section)
  }

  /// Appends an item to a section; see `append(contentsOf:toSection:)`.
  @inlinable
  public final func append(_ item: Item, toSection section: Int = 0) {
    appendItems([item], toSection: section)
  }
}

extension ItemListViewModel where Item: Sendable {
  /// Updates the list to other items in one section; see `ListViewModel.update(to:)`.
  @inlinable @discardableResult
  public final func update(to items: [Item]) async -> Bool {
    await update(to: RowSection(items))
  }
}
