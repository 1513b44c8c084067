extension View {
  /// Returns the places at which lines of the subviews end at an edge of the view.
  ///
  /// They are rows at the left and the right edge, and columns at the others. A line beside the
  /// edge joins them.
  func subviewLineEnds(at edge: Edge) -> [Int] {
    let isAcross = edge == .left || edge == .right
    let length = isAcross ? frame.rows : frame.columns
    return subviews.flatMap { view in
      let isTouching =
        switch edge {
        case .left: view.frame.left == 0
        case .right: view.frame.right == frame.columns
        case .top: view.frame.top == 0
        case .bottom: view.frame.bottom == frame.rows
        }
      guard isTouching, !view.isHidden else { return [Int]() }
      let start = isAcross ? view.frame.top : view.frame.left
      return view.lineEnds(at: edge).map { $0 + start }.filter { (0..<length).contains($0) }
    }
  }
}
