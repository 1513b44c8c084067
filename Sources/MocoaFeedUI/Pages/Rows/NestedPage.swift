import MocoaFeed
import MocoaTUI

/// An array or an object of a row as a list.
@MainActor
final class NestedPage: InnerFeedPage {
  private var snapshot: RowSnapshot?

  /// Creates a page of the elements or members of a value, which the current row of a page has.
  ///
  /// - Throws: A `FeedError` if the value cannot be opened as a feed.
  init(_ value: JSONBytes, at path: MemberPath, of row: JSONBytes, in page: any FeedContext) throws
  {
    let bytes = Array(value.slice)
    let name = "\(page.feed.name): \(path.text)"
    // The members of an object are the rows, not those of a list in it.
    let options = FeedOptions(format: value.kind == .object ? .members : nil)
    let outer = page.pathInSource
    super.init(
      feed: try Feed(
        FeedOrigin(name: name) { MemorySource(bytes, name: name) }, options: options),
      over: page)
    outerPath = outer.map { outer in { outer(MemberPath(keys: path.keys + $0.keys)) } }
    status.hint = "? help  Enter as in the list  > the list under the cursor  Esc back"
    page.takeSelections(of: self)
    snapshot = RowSnapshot(of: [row], in: page.feed) { [weak self] hasChanged in
      self?.statusBar.pendingRows = hasChanged ? RowSnapshot.message : nil
    }
  }
}
