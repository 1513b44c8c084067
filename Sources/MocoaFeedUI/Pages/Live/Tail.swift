/// The state of following the last row of a list that grows, as `tail -f` does.
struct Tail {
  enum State: Equatable {
    /// The user has not moved yet; a feed that continues is shown from its end.
    case undecided
    /// The cursor follows the last row, which was at this position.
    case following(position: Int)
    /// The cursor does not follow; the number of rows of the feed, displayed or not, when it left
    /// the end, nil if it never did.
    case released(rowCount: Int?)
  }

  private(set) var state = State.undecided

  /// A Boolean value that indicates whether the cursor follows the last row.
  var isFollowing: Bool { if case .following = state { true } else { false } }

  /// Follows the last of a number of rows.
  mutating func follow(rowCount: Int) { state = .following(position: rowCount - 1) }

  /// Forgets the number of rows, which others have replaced.
  mutating func restart() {
    if state != .undecided { state = .released(rowCount: nil) }
  }

  /// Stops following when the cursor has moved away from the end of the list.
  mutating func cursorDidMove(to position: Int, rowCount: Int) {
    switch state {
    case .undecided where position > 0: state = .released(rowCount: nil)
    case .following(let last) where position < last: state = .released(rowCount: rowCount)
    default: break
    }
  }

  /// Stops following a feed of a number of rows; the cursor stays on its row.
  mutating func release(rowCount: Int) {
    if isFollowing { state = .released(rowCount: rowCount) }
  }

  /// Returns the number of rows appended since the cursor left the end; 0 if it never was there.
  func newRows(_ countFrom: (Int) -> Int) -> Int {
    guard case .released(let count?) = state else { return 0 }
    return max(0, countFrom(count))
  }
}
