import MocoaFeed
import MocoaTUI

/// An array or an object of a row as a list.
@MainActor
final class NestedPage: InnerFeedPage {
  private var snapshot: RowSnapshot?

  /// Creates a page of the elements or members of a value.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - row: The row that has it.
  ///   - name: The title.
  ///   - page: The page of the row.
  /// - Throws: A `FeedError` if the value cannot be opened as a feed.
  init(_ value: JSONBytes, of row: JSONBytes, name: String, in page: FeedPage) throws {
    let bytes = Array(value.slice)
    super.init(
      feed: try Feed(FeedOrigin(name: name) { MemorySource(bytes, name: name) }), over: page)
    status.hint = "? help  Enter as in the list  > the list under the cursor  Esc back"
    page.takeSelections(of: self)
    snapshot = RowSnapshot(of: [row], in: page.feed) { [weak self] hasChanged in
      self?.pendingRows = hasChanged ? RowSnapshot.message : nil
    }
  }
}

extension FeedPage {
  /// Shows the array or object under the cursor as a list.
  func openCell() {
    guard let cursor, let row = row(at: cursor) else { return status.show("no row") }
    // Without a column cursor, the first nested value of the row.
    let choices = currentChoice.map { [$0] } ?? columns.choices
    func value(of choice: ColumnChoice) -> JSONBytes? {
      choice.memberPath.value(in: row.json).flatMap {
        $0.kind == .array || $0.kind == .object ? $0 : nil
      }
    }
    guard let choice = choices.first(where: { value(of: $0) != nil }), let value = value(of: choice)
    else {
      return status.show(
        "there is neither an array nor an object \(currentChoice == nil ? "in" : "under") the "
          + (currentChoice == nil ? "row" : "cursor"))
    }
    let place = "\(feed.name): \(choice.memberPath.text)"
    do { stack?.push(try NestedPage(value, of: row.json, name: place, in: self)) } catch {
      status.show("\(error)", style: .error)
    }
  }
}
