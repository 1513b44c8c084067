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
