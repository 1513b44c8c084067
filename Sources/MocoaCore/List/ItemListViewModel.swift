/// The view model of a list whose items have one type.
///
/// ```swift
/// let list = ItemListViewModel(contacts, module: modules["mocoa://contacts/"])
/// list.items.append(contact)   // the difference is shown
/// list[path].name = "Ada"      // so is this
/// ```
@MainActor
open class ItemListViewModel<Item: Identifiable & Equatable & SendableMetatype>: ListViewModel {
  /// Creates an idle list of one section.
  @inlinable
  public convenience init(_ items: [Item], module: Module? = nil) {
    self.init(model: SectionList([RowSection(items)]), module: module)
  }

  /// The sections; setting them updates the list by the difference.
  ///
  /// - Complexity: O(sections) to read.
  @inlinable public final var sections: [RowSection<[Item]>] {
    get {
      switch model {
      case let section as RowSection<[Item]>: [section]
      case let list as SectionList: list.sections.compactMap { $0 as? RowSection<[Item]> }
      default: []
      }
    }
    set { model = SectionList(newValue) }
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
  /// - Precondition: The list contains the index path.
  @inlinable public final subscript(path: ListIndexPath) -> Item {
    get { sections[path.section].rows[path.item] }
    set {
      var sections = sections
      sections[path.section].rows[path.item] = newValue
      self.sections = sections
    }
  }
}

extension ItemListViewModel where Item: Sendable {
  /// Updates the list to other items in one section; see `ListViewModel.update(to:)`.
  @inlinable @discardableResult
  public final func update(to items: [Item]) async -> Bool {
    await update(to: RowSection(items))
  }
}
