/// Positions of views in the hierarchy and on the screen.
extension View {
  /// Returns a Boolean value that indicates whether the view is another one or its descendant.
  func isPart(of other: View) -> Bool {
    var view: View? = self
    while let next = view, next !== other { view = next.superview }
    return view != nil
  }

  /// The upper left corner of the view in the coordinates of the screen.
  var screenOrigin: Point {
    var point = Point.zero
    for view in sequence(first: self as View, next: \.superview) {
      point.column += view.frame.left
      point.row += view.frame.top
    }
    return point
  }

  /// Returns the deepest descendant at a point, with the point in that view's coordinates.
  func hitTest(_ point: Point) -> (view: View, point: Point)? {
    guard !isHidden, bounds.contains(point) else { return nil }
    for view in subviews.reversed() where view.frame.contains(point) {
      let inner = Point(column: point.column - view.frame.left, row: point.row - view.frame.top)
      if let hit = view.hitTest(inner) { return hit }
    }
    return (self, point)
  }
}
