import MocoaFeed
import MocoaTUI

/// A page of rows that are derived from another page, to which `q` and Esc return.
@MainActor
class InnerFeedPage: FeedPage {
  /// The page from which the rows are derived.
  private(set) weak var origin: (any FeedContext)?

  /// The faults that were known of the rows of that page when these were derived from them.
  var inheritedFaults: ResultFaults

  override var originFaults: ResultFaults { inheritedFaults }

  /// Retains the modules, which do not retain their registry.
  private let registry = ModuleRegistry()

  /// Creates a page above another one, from which the rows are derived; they are plain JSON without
  /// cells.
  init(feed: Feed, cells: CellRules? = nil, over page: any FeedContext) {
    origin = page
    inheritedFaults = page.knownFaults(needsAllRows: false)
    let module = registry["mocoa://computed/"]
    if let cells { module.section.cell.register(cells) }
    super.init(feed: feed, module: module)
    table.showsTextCursor = page.table.showsTextCursor
  }
}
