/// A view that scrolls through rows of which some are in sight.
@MainActor
protocol RowScrolling: View {
  /// The number of the first row in sight.
  var firstRow: Int { get }

  /// Scrolls to a row, as far as there are rows.
  func scroll(to row: Int)
}

extension RowScrolling {
  /// Does what an action says, where it scrolls.
  ///
  /// - Returns: whether it does.
  func performScrolling(_ action: Action) -> Bool {
    let page = max(1, frame.rows - 1)
    let half = max(1, frame.rows / 2)
    switch action {
    case .moveDown: scroll(to: firstRow + 1)
    case .moveUp: scroll(to: firstRow - 1)
    case .movePageDown: scroll(to: firstRow + page)
    case .movePageUp: scroll(to: firstRow - page)
    case .moveHalfPageDown: scroll(to: firstRow + half)
    case .moveHalfPageUp: scroll(to: firstRow - half)
    case .moveToTop: scroll(to: 0)
    case .moveToBottom: scroll(to: .max)
    default: return false
    }
    return true
  }

  /// Scrolls by the wheel, three rows at a notch.
  ///
  /// - Returns: whether the wheel was turned up or down.
  func handleWheel(_ event: InputEvent) -> Bool {
    guard case .mouse(let mouse) = event else { return false }
    switch mouse.action {
    case .wheel(.down): scroll(to: firstRow + 3)
    case .wheel(.up): scroll(to: firstRow - 3)
    default: return false
    }
    return true
  }
}
