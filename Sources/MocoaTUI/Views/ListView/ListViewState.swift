import MocoaCore

/// The scroll position and the cursor of a list view.
///
/// It can be stored, and restored with ``ListView/restore(_:)``.
public struct ListViewState: Hashable, Sendable, Codable {
  /// The first element in the viewport, or nil.
  var topElement: ListElement?

  /// The number of rows of the top element above the viewport; negative if it starts below the top.
  var topOffset = 0

  /// The item under the cursor, or nil.
  public var cursor: ListIndexPath?

  /// The column that the cursor returns to after a short line.
  var goal: Int?

  /// The horizontal offset of the columns, in character columns.
  var columnOffset = 0

  /// Creates the initial state of a view.
  public init() {}

  /// Moves the cursor and the top with their elements in a change of the list; the nearest visible
  /// item that remains takes the place of a deleted one.
  mutating func follow(
    visible: [ListIndexPath], to newElement: (ListElement) -> ListElement?
  ) {
    func newPosition(of path: ListIndexPath) -> ListIndexPath? {
      if let new = newElement(.item(path)) { return new.indexPath }
      let neighbors = Array(visible.drop { $0 <= path }) + visible.prefix { $0 < path }.reversed()
      for neighbor in neighbors {
        if let new = newElement(.item(neighbor)) { return new.indexPath }
      }
      return nil
    }
    cursor = cursor.map { newPosition(of: $0) ?? $0 }
    guard let top = topElement else { return }
    if let new = newElement(top) {
      topElement = new
    } else if case .item(let path) = top {
      (topElement, topOffset) = (.item(newPosition(of: path) ?? path), min(0, topOffset))
    }
  }

  /// Returns whether the scroll position is that of another state.
  func isScrolled(as other: ListViewState?) -> Bool {
    topElement == other?.topElement && topOffset == other?.topOffset
  }
}

/// The visibility of items without a registered module.
public enum PlaceholderVisibility: String, Hashable, Sendable, CaseIterable {
  /// A placeholder lists the missing modules.
  case show
  /// The items take no rows.
  case hide

  /// `show` in debug builds, `hide` in release builds.
  public static var `default`: PlaceholderVisibility {
    #if DEBUG
      .show
    #else
      .hide
    #endif
  }
}
