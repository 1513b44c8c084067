import MocoaCore

/// What a table keeps between two frames: where it is scrolled to, and where its cursor is.
public struct TableViewState: Hashable, Sendable {
  /// The element at the top of the viewport; nil while the table is empty.
  public var topElement: TableElement?

  /// How many rows of the top element are above the viewport.
  public var topOffset = 0

  /// The row that the cursor is on; nil while there is none.
  public var cursor: ListIndexPath?

  /// How far the columns are scrolled sideways, in character columns.
  public var columnOffset = 0

  /// Makes the state of a table that was never scrolled.
  public init() {}
}

/// Whether rows that no module shows are seen.
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
