import MocoaFeed
import MocoaTUI

extension Action {
  public static let openCell: Action = "open-cell"
}

/// A list or an object inside a row as a list of its own.
@MainActor
final class NestedPage: InnerFeedPage {
  /// Makes a page.
  ///
  /// - Throws: A `FeedError` where the value cannot be opened as a feed.
  init(_ value: JSONBytes, name: String, in page: FeedPage) throws {
    let bytes = Array(value.slice)
    super.init(
      feed: try Feed(FeedOrigin(name: name) { MemorySource(bytes, name: name) }), over: page)
    status.hint = "? help  > the list under the cursor  Esc back"
  }
}

extension FeedPage {
  /// Shows the array or object under the cursor as a list.
  func openCell() {
    guard let choice = currentChoice else { return _ = sayHowToChooseColumn() }
    guard let cursor, let row = row(at: cursor),
      let value = choice.memberPath.value(in: row.json),
      value.kind == .array || value.kind == .object
    else { return status.show("there is neither an array nor an object under the cursor") }
    let place = "\(feed.name): \(choice.memberPath.text)"
    do { stack?.push(try NestedPage(value, name: place, in: self)) } catch {
      status.show("\(error)", style: .error)
    }
  }
}
