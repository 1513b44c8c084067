// The panes of views, which the application orders on the screen.

extension View {
  /// Returns the canvas of the view's pane, or nil if it is not visible.
  ///
  /// The pane is replaced if its visible part has changed.
  func paneCanvas(in canvas: Canvas?, _ isForced: inout Bool) -> Canvas? {
    guard let styles = canvas?.buffer.styles ?? application?.styles else { return nil }
    let origin = canvas?.buffer.origin ?? .zero
    let place = (canvas?.frame ?? frame).offsetBy(columns: origin.column, rows: origin.row)
    let visible = (canvas?.clip ?? frame).offsetBy(columns: origin.column, rows: origin.row)
    if visible.isEmpty {
      guard pane != nil else { return nil }
      pane?.removeSurface()
      pane = nil
      panesDidChange()
    } else if pane?.frame != visible || pane?.buffer.styles !== styles {
      pane?.removeSurface()
      pane = Pane(frame: visible, styles: styles)
      isForced = true
      panesDidChange()
    }
    return pane.map { pane in
      Canvas(
        buffer: pane.buffer,
        frame: place.offsetBy(columns: -visible.left, rows: -visible.top))
    }
  }

  /// Requests that the surfaces of panes are updated with the next frame.
  func panesDidChange() {
    // Cells are added and removed often.
    guard hasPane || !subviews.isEmpty else { return }
    application?.panesDidChange()
  }

  /// Appends the panes of the view and of its descendants, from bottom to top.
  func appendPanes(to panes: inout [View]) {
    guard !isHidden else { return }
    if pane != nil { panes.append(self) }
    for view in subviews { view.appendPanes(to: &panes) }
  }
}
