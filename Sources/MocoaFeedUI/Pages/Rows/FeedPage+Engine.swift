import MocoaFeed
import MocoaTUI

/// Rows that are stored in an engine.
extension FeedPage {
  /// The keys for rows of an engine.
  static let engineBindings: [KeyBinding<FeedPage>] = [
    .init("sql", [], help: "Show the SQL of the last requests", when: { $0.feed.statements != nil })
    {
      $0.stack?.push(PagerPage(name: "sql", lines: ($0.feed.statements ?? []).map { Line($0) }))
    }
  ]
}
