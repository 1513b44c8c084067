import MocoaCore

/// A page with a list and a status bar that shows the position of the cursor.
@MainActor
open class ListViewPage: StatusPage {
  private let name: String

  /// The list view: the table, or the collection.
  public let content: ListView

  /// The text that rows must contain to be visible; always empty on a page without a filter.
  var rowFilter: String {
    get { "" }
    set {}
  }

  /// The columns that rows are sorted by, as they are typed; nil for the order of the list.
  var rowOrder: String? {
    get { nil }
    set {}
  }

  /// Creates a page around a list view.
  public init(title: String = "", content: ListView) {
    name = title
    self.content = content
    super.init()
    addSubview(content)
    status.title = title
    status.hint = "? keys"
    content.observeMove(owner: self) { $0.cursorDidMove() }.store(in: &subscriptions)
  }

  open override var title: String { name }
  open override var viewModel: ViewModel? { content.list }
  open override var preferredFocus: View? { content }

  open override var keyMap: KeyMap { Self.listKeyMap.appending(featureKeyMap) }

  private static let listKeyMap =
    KeyMap.leavingPage.appending(searchKeyMap).appending(sectionKeyMap)

  static let searchKeyMap = KeyMap(
    for: ListViewPage.self, ListSearch.bindings.map { $0.within { $0.search } })

  private(set) lazy var search = ListSearch(page: self)

  /// The key that goes to a section by name.
  static let sectionKeyMap = KeyMap(
    for: ListViewPage.self, SectionFinder.bindings.map { $0.within { $0.sections } })

  private lazy var sections = SectionFinder(page: self, collapsing: collapsing)

  /// The feature of collapsing sections; nil if they cannot be collapsed.
  var collapsing: SectionCollapsing? { nil }

  /// Called when the cursor has moved, or the row under it has changed.
  func cursorDidMove() {
    status.position = content.cursorNumber.map { "\($0.number + 1)/\($0.count)" } ?? ""
  }

  public var currentItem: Any? { content.cursor.flatMap { item(at: $0) } }
  public var targetItems: [Any] { content.targetIndexPaths.compactMap { item(at: $0) } }

  /// Returns the row at an index path, or nil if there is none.
  func item(at path: ListIndexPath) -> Any? {
    guard let list = content.list, list.contains(path) else { return nil }
    return list.model.section(at: path.section).item(at: path.item)
  }

  public func updateStatus() {
    if !features.isEmpty { status.activity = featureTexts.joined(separator: "  ") }
  }
}

extension ListViewPage: ListContext {
  public func name(ofSection index: Int) -> String {
    guard let section = content.list?.model.section(at: index) else { return "" }
    return section.supplementaryModel(of: .header, at: 0).map { "\($0)" }
      ?? section.moduleName.rawValue
  }

  public func positionRestorer() -> () -> Void {
    guard let list = content.list, let cursor = content.cursor else { return {} }
    let anchor = AnchoredPosition(cursor, in: list)
    return { [weak self] in
      guard let self, let model = self.content.list?.model else { return }
      let isFound = anchor.find(in: model)
      content.moveCursor(to: anchor.position)
      if !isFound { status.report("the row is gone; this is another", style: .warning) }
    }
  }
}

/// The position of a row to which the cursor returns, which changes with the list.
@MainActor
private final class AnchoredPosition {
  /// The position; the old one if the row is gone, or its section is collapsed.
  private(set) var position: ListIndexPath

  /// The `id` of the row; nil if only its position is known.
  private let id: AnyHashable?

  private var isCollapsed = false

  /// A Boolean value that indicates whether the list does not have the row.
  private var isGone = false
  private var subscription: Subscription?

  init(_ position: ListIndexPath, in list: ListViewModel) {
    self.position = position
    id =
      list.contains(position)
      ? list.model.section(at: position.section).rowID(at: position.item) : nil
    subscription = list.observeChanges(owner: self) { [weak list] anchor, change in
      guard case .update(let changeset) = change else { return }
      anchor.isGone = false
      guard !changeset.isReload else { return }
      list.map { anchor.move(by: changeset.mapping, in: $0.model) }
    }
  }

  /// Looks for the row, which may have moved while its section was collapsed.
  ///
  /// - Complexity: O(1) if it is at its position, else O(rows).
  /// - Returns: `false` if the list does not have it.
  func find(in model: any ListModel) -> Bool {
    guard let id, !isGone else { return !isGone }
    let sections = 0..<model.numberOfSections
    if sections.contains(position.section),
      model.section(at: position.section).uncollapsed.rowID(at: position.item) == id
    {
      return true
    }
    for section in sections {
      let rows = model.section(at: section).uncollapsed
      for item in 0..<rows.numberOfItems where rows.rowID(at: item) == id {
        position = ListIndexPath(section: section, item: item)
        return true
      }
    }
    isGone = true
    return false
  }

  private func move(by mapping: ChangesetMapping, in model: any ListModel) {
    let section = mapping.newSection(of: position.section) ?? position.section
    let wasCollapsed = isCollapsed
    isCollapsed = section < model.numberOfSections && model.section(at: section).isCollapsed
    if wasCollapsed || isCollapsed {
      position = ListIndexPath(section: section, item: position.item)
    } else {
      position = mapping.newPosition(of: position) ?? position
    }
  }
}

/// A page with a list as a table.
@MainActor
open class TablePage: ListViewPage {
  /// The table.
  public let table: TableView

  /// Creates a page.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - list: The list.
  ///   - table: The table, such as one of a subclass.
  public init(title: String = "", list: ListViewModel, table: TableView = TableView()) {
    self.table = table
    super.init(title: title, content: table)
    table.show(list)
  }
}

/// A page with a list as a collection.
@MainActor
open class CollectionPage: ListViewPage {
  /// The collection.
  public let collection: CollectionView

  /// Creates a page.
  public init(title: String = "", list: ListViewModel, layout: any CollectionLayout) {
    collection = CollectionView(layout: layout)
    super.init(title: title, content: collection)
    collection.show(list)
  }
}
