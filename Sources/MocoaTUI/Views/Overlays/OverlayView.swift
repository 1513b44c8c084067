/// A view that lies over everything else, takes all input, and goes away again: help, a menu, a
/// question.
///
/// ```swift
/// application.present(HelpOverlay(keyMaps: application.focusedKeyMaps))
/// ```
@MainActor
open class OverlayView: LayerView {
  /// Makes an overlay, which is a pane; the application gives it its frame.
  public override init(frame: Rect = .zero) {
    super.init(frame: frame)
    isPane = true
  }

  /// Whether a click beside the overlay dismisses it.
  open var isDismissedByClickOutside: Bool { true }

  /// Where the overlay lies on the screen: in the middle, and never beyond the edges.
  open func frame(in bounds: Rect) -> Rect {
    bounds.centered(sizeThatFits(bounds.size))
  }

  /// Called when the overlay was taken away.
  open func didDismiss() {}

  /// Called after that.
  var onDismiss: (() -> Void)?

  /// Dismisses the overlay; the focus goes back to where it was.
  public func dismiss() {
    guard superview != nil else { return }
    removeFromSuperview()
    didDismiss()
    onDismiss?()
    onDismiss = nil
  }

  /// Messages are shown below the overlay.
  package override func showMessage(_ text: String) {
    application?.focus(below: self)?.showMessage(text)
  }

  /// Keeps what it does not know from what lies below; those keys that concern the program as a
  /// whole go on.
  open override func handle(_ event: InputEvent) -> Bool {
    switch event {
    case .key(let key):
      return Application.keyMap.action(for: key) == nil && keyMap.action(for: key) == nil
    case .mouse(let mouse):
      if case .press = mouse.action, !bounds.contains(mouse.point), isDismissedByClickOutside {
        dismiss()
      }
      return true
    case .paste, .focus, .resize, .background: return true
    }
  }
}

extension Application {
  /// Shows an overlay above everything else, and gives it the focus until it is dismissed.
  public func present(_ overlay: OverlayView) {
    root.addSubview(overlay)
    updateFocus()
  }

  /// The view under a point of the screen; while there is an overlay, nothing else is.
  func hit(at point: Point) -> (view: View, point: Point)? {
    guard let overlay = topOverlay else { return root.hitTest(point) }
    let inner = Point(
      column: point.column - overlay.frame.left, row: point.row - overlay.frame.top)
    return overlay.hitTest(inner) ?? (overlay, inner)
  }
}
