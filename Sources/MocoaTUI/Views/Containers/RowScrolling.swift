/// A view that scrolls vertically through rows.
@MainActor
protocol RowScrolling: View {
  /// The number of the first visible row.
  var firstRow: Int { get }

  /// Scrolls so that a row is the first visible one, or as close to it as the content permits.
  func scroll(to row: Int)
}

extension RowScrolling {
  func scroll(by rows: Int) { scroll(to: firstRow + rows) }

  /// Scrolls by pages, of which one row stays visible.
  func scrollPages(_ count: Int) { scroll(by: count * max(1, frame.rows - 1)) }

  func scrollHalfPages(_ count: Int) { scroll(by: count * max(1, frame.rows / 2)) }

  /// Scrolls by three rows when the mouse wheel is turned.
  ///
  /// - Returns: `true` if the event is a turn of the wheel up or down.
  func handleWheel(_ event: InputEvent) -> Bool {
    guard case .mouse(let mouse) = event else { return false }
    switch mouse.action {
    case .wheel(.down): scroll(by: 3)
    case .wheel(.up): scroll(by: -3)
    default: return false
    }
    return true
  }
}
