/// A view above all others that receives all input until it is dismissed, such as a menu.
///
/// ```swift
/// application.present(HelpOverlay(keyMaps: application.focusedKeyMaps))
/// ```
@MainActor
open class OverlayView: LayerView {
  /// Creates an overlay, which is a pane; the application sets its frame.
  public override init(frame: Rect = .zero) {
    super.init(frame: frame)
    isPane = true
  }

  /// A Boolean value that indicates whether a click outside the overlay dismisses it.
  open var isDismissedByClickOutside: Bool { true }

  /// Returns the frame of the overlay on the screen; by default centered, within the edges.
  open func frame(in bounds: Rect) -> Rect {
    bounds.centered(sizeThatFits(bounds.size))
  }

  /// Called when the overlay was dismissed.
  open func didDismiss() {}

  /// Called after ``didDismiss()``, once.
  var onDismiss: (() -> Void)?

  /// Dismisses the overlay, and returns the focus to the view that had it before.
  public func dismiss() {
    guard superview != nil else { return }
    removeFromSuperview()
    didDismiss()
    onDismiss?()
    onDismiss = nil
  }

  /// Displays a message in the view below the overlay.
  package override func showMessage(_ text: String) {
    application?.focus(below: self)?.showMessage(text)
  }

  /// Consumes input that would reach the views below, except keys that the application handles.
  open override func handle(_ event: InputEvent) -> Bool {
    switch event {
    case .key(let key):
      return Application.keyMap.binding(of: key, in: self) == nil
        && keyMap.binding(of: key, in: self) == nil
    case .mouse(let mouse):
      if case .press = mouse.action, !bounds.contains(mouse.point), isDismissedByClickOutside {
        dismiss()
      }
      return true
    case .paste, .focus, .resize, .background: return true
    }
  }
}

extension KeyBinding where Owner: OverlayView {
  /// Returns a binding that dismisses the overlay.
  package static func dismissal(_ keys: [Key], help: String) -> KeyBinding {
    KeyBinding("dismiss", keys, help: help) { $0.dismiss() }
  }
}

extension Application {
  /// Presents an overlay above all other views, which has the focus until it is dismissed.
  public func present(_ overlay: OverlayView) {
    root.addSubview(overlay)
    updateFocus()
  }

  /// Returns the view at a point of the screen; only the top overlay and its subviews, if any.
  func hit(at point: Point) -> (view: View, point: Point)? {
    guard let overlay = topOverlay else { return root.hitTest(point) }
    let inner = Point(
      column: point.column - overlay.frame.left, row: point.row - overlay.frame.top)
    return overlay.hitTest(inner) ?? (overlay, inner)
  }
}
