import MocoaCore

/// What a list view keeps between two frames: where it is scrolled to, and where its cursor is.
///
/// It can be stored, and restored with ``ListView/restore(_:)``.
public struct ListViewState: Hashable, Sendable, Codable {
  /// The first element in the viewport; nil while there is none.
  var topElement: ListElement?

  /// How many rows of the top element are above the viewport; negative where it begins below.
  var topOffset = 0

  /// The item that the cursor is on; nil while there is none.
  public var cursor: ListIndexPath?

  /// The column that the cursor goes back to after a short line.
  var goal: Int?

  /// How far the columns are scrolled sideways, in character columns.
  var columnOffset = 0

  /// Makes the state of a view that was never scrolled.
  public init() {}

  /// Whether the viewport is where it is in another state.
  func isScrolled(as other: ListViewState?) -> Bool {
    topElement == other?.topElement && topOffset == other?.topOffset
  }
}

/// Whether items that no module shows are seen.
public enum PlaceholderVisibility: String, Hashable, Sendable, CaseIterable {
  /// A box says what is missing.
  case show
  /// They take no room.
  case hide

  /// Shown in debug builds, hidden in release builds.
  public static var `default`: PlaceholderVisibility {
    #if DEBUG
      .show
    #else
      .hide
    #endif
  }
}
