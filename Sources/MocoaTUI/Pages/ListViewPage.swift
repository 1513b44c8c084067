import MocoaCore

/// A list that fills a page, with a status bar below it that says where the cursor is.
@MainActor
open class ListViewPage: StatusPage {
  private let name: String
  let content: ListView
  /// What is searched for; empty where nothing is.
  var searchText = ""

  /// Makes a page around the view of a list.
  init(title: String, content: ListView) {
    name = title
    self.content = content
    super.init()
    addSubview(content)
    status.title = title
    status.hint = "? keys"
    content.onMove = { [weak self] in self?.cursorDidMove() }
  }

  open override var title: String { name }
  open override var viewModel: ViewModel? { content.list }
  open override var preferredFocus: View? { content }

  open override var keyMap: KeyMap { super.keyMap.appending(Self.searchKeyMap) }

  open override func perform(_ action: Action) -> Bool {
    performSearch(action) || super.perform(action)
  }

  /// Called when the cursor or what is below it has changed.
  func cursorDidMove() {
    status.position = content.cursorNumber.map { "\($0.number + 1)/\($0.count)" } ?? ""
  }
}

/// A list as a table that fills a page.
@MainActor
open class TablePage: ListViewPage {
  /// The table.
  public let table = TableView()

  /// Makes a page.
  public init(title: String = "", list: ListViewModel) {
    super.init(title: title, content: table)
    table.show(list)
  }
}

/// A list as a collection that fills a page.
@MainActor
open class CollectionPage: ListViewPage {
  /// The collection.
  public let collection: CollectionView

  /// Makes a page.
  public init(title: String = "", list: ListViewModel, layout: any CollectionLayout) {
    collection = CollectionView(layout: layout)
    super.init(title: title, content: collection)
    collection.show(list)
  }
}
