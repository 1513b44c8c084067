/// A view that scrolls vertically through rows.
@MainActor
protocol RowScrolling: View {
  /// The number of the first visible row.
  var firstRow: Int { get }

  /// Scrolls so that a row is the first visible one, or as close to it as the content permits.
  func scroll(to row: Int)
}

extension RowScrolling {
  /// Performs an action that scrolls.
  ///
  /// - Returns: `true` if the action is one that scrolls.
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

  /// Scrolls by three rows when the mouse wheel is turned.
  ///
  /// - Returns: `true` if the event is a turn of the wheel up or down.
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
