import MocoaFeed
import MocoaTUI

extension Action {
  static let showStatements: Action = "sql"
}

/// Rows that are stored in an engine.
extension FeedPage {
  /// The palette action for rows of an engine, and a key if there is a page to return to.
  var engineKeyMap: KeyMap {
    var bindings: [KeyMap.Binding] = []
    if feed.statements != nil {
      bindings.append(.init(.showStatements, [], help: "Show the SQL of the last requests"))
    }
    if stack?.pages.count ?? 1 > 1 {
      bindings.append(.init(.back, ["q"], help: "Back to the list"))
    }
    return KeyMap(bindings)
  }

  func performEngineAction(_ action: Action) -> Bool {
    switch action {
    case .back where feed.isQueryRunning:
      feed.stop()
      status.show("Cancelling")
    case .showStatements:
      guard let statements = feed.statements else { return false }
      stack?.push(PagerPage(name: "sql", lines: statements.map { Line($0) }))
    default: return false
    }
    return true
  }
}
