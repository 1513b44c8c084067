import MocoaFeed
import Testing

@testable import MocoaFeedUI

/// What is displayed when a feed is reloaded while the rows of the reload before are compared.
@MainActor @Suite struct OverlappingReloadTests {
  // Marks and the cursor stayed at their places, which were those of other rows.
  @Test("39: rows of a feed that is reloaded again meanwhile are compared by identity, too")
  func reloadsOverlap() throws {
    let rows = #"[{"id":1,"n":2},{"id":2,"n":1}]"#
    let feed = Feed(source: MemorySource(Array(rows.utf8), name: "feed"))
    feed.wait(forRows: 2, timeout: .seconds(10))
    let source = MocoaFeedUI.RowSource(feed: feed)
    var changes: [String] = []
    source.onChange = { change in
      switch change {
      case .rearranged: changes.append("rearranged")
      case .updated: changes.append("updated")
      default: break
      }
    }
    source.setQuery(RowQuery(sortKeys: [SortKey("n")]))
    source.wait()
    #expect(changes == ["rearranged"])
    source.didShow()
    source.feedDidChange(.replaced(generation: 2))
    source.wait()
    #expect(changes == ["rearranged", "updated"])
    // Another of the sources is reloaded before the rows of the first one are displayed.
    source.feedDidChange(.replaced(generation: 3))
    source.didShow()
    source.wait()
    #expect(changes == ["rearranged", "updated", "updated"])
    source.didShow()
    source.setQuery(RowQuery(sortKeys: [SortKey("id")]))
    source.wait()
    #expect(changes.last == "rearranged")
  }
}
