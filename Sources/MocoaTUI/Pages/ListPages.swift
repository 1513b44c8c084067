import MocoaCore

/// A list as a table that fills a page.
@MainActor
open class TablePage: Page {
  /// The table.
  public let table = TableView()

  private let name: String

  /// Makes a page.
  public init(title: String = "", list: ListViewModel) {
    name = title
    super.init()
    addSubview(table)
    table.show(list)
  }

  open override var title: String { name }
  open override var viewModel: ViewModel? { table.list }
  open override var preferredFocus: View? { table }
  open override func layoutSubviews() { table.frame = bounds }

  /// The keys of the page besides the table's.
  open override var keyMap: KeyMap { .leavingPage }

  open override func perform(_ action: Action) -> Bool { performLeaving(action) }
}

/// A list as a collection that fills a page.
@MainActor
open class CollectionPage: Page {
  /// The collection.
  public let collection: CollectionView

  private let name: String

  /// Makes a page.
  public init(title: String = "", list: ListViewModel, layout: any CollectionLayout) {
    name = title
    collection = CollectionView(layout: layout)
    super.init()
    addSubview(collection)
    collection.show(list)
  }

  open override var title: String { name }
  open override var viewModel: ViewModel? { collection.list }
  open override var preferredFocus: View? { collection }
  open override func layoutSubviews() { collection.frame = bounds }

  /// The keys of the page besides the collection's.
  open override var keyMap: KeyMap { .leavingPage }

  open override func perform(_ action: Action) -> Bool { performLeaving(action) }
}

extension KeyMap {
  /// The keys that lead back to the page below.
  public static let leavingPage = KeyMap(
    unchecked: [.init(.back, [.escape, .backspace], help: "goes back")], title: "Page")
}

extension Page {
  /// Goes back to the page below where the action says so and there is one.
  ///
  /// - Returns: whether it was done.
  public func performLeaving(_ action: Action) -> Bool {
    guard action == .back, let stack, stack.pages.count > 1 else { return false }
    stack.pop()
    return true
  }
}
