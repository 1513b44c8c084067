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
  ///   - path: The member that it is.
  ///   - row: The current row of a page, which has it.
  ///   - page: The page.
  /// - Throws: A `FeedError` if the value cannot be opened as a feed.
  init(_ value: JSONBytes, at path: MemberPath, of row: JSONBytes, in page: FeedPage) throws {
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
    do {
      stack?.push(try NestedPage(value, at: choice.memberPath, of: row.json, in: self))
    } catch {
      status.show("\(error)", style: .error)
    }
  }
}
