/// The parts of a line in a cell, from its center to its sides.
struct LineJunction: OptionSet {
  let rawValue: Int
  static let up = LineJunction(rawValue: 1)
  static let down = LineJunction(rawValue: 2)
  static let left = LineJunction(rawValue: 4)
  static let right = LineJunction(rawValue: 8)

  /// The character with these parts.
  var character: Character { Self.characters[rawValue & 15] }

  private static let characters = Array(" │││─┘┐┤─└┌├─┴┬┼")
}

extension View {
  /// Returns whether the line of a split view is beside an edge of the view.
  func isBesideLine(at edge: Edge) -> Bool {
    guard let split = superview as? SplitView,
      let index = split.shownViews.firstIndex(where: { $0 === self })
    else { return false }
    let (start, end): (Edge, Edge) = split.axis == .horizontal ? (.left, .right) : (.top, .bottom)
    return edge == start && index > 0
      || edge == end && index + 1 < split.shownViews.count
      || split.isBesideLine(at: edge)
  }
}
