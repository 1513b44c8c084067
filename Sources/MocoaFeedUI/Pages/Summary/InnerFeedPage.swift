import MocoaFeed
import MocoaTUI

/// A page of rows that come from those of another page, which `q` and Esc go back to.
@MainActor
class InnerFeedPage: FeedPage {
  /// The page whose rows are looked at.
  private(set) weak var origin: FeedPage?
  /// Modules do not keep the registry that they are in.
  private let registry = ModuleRegistry()

  /// Makes a page.
  ///
  /// - Parameters:
  ///   - feed: The rows.
  ///   - cells: How they are shown; nil for plain JSON.
  ///   - page: The page whose rows are looked at.
  init(feed: Feed, cells: CellRules? = nil, over page: FeedPage) {
    origin = page
    let module = registry["mocoa://computed/"]
    if let cells { module.section.cell.register(cells) }
    super.init(feed: feed, module: module)
    table.showsTextCursor = page.table.showsTextCursor
  }

  override var keyMap: KeyMap {
    super.keyMap.appending(KeyMap([.init(.back, ["q"], help: "Back to the list")]))
  }

  override func perform(_ action: Action) -> Bool {
    if super.perform(action) { return true }
    guard action == .back else { return false }
    stack?.pop()
    return true
  }
}
