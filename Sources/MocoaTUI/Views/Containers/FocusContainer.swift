/// A view that looks different while the focus is in it.
@MainActor
protocol FocusContainer: View {
  /// Called when the focus has moved into the view, within it, or out of it.
  func focusDidMove()
}

extension View {
  /// Whether the focus is on this view or on one that is part of it.
  public var containsFocus: Bool {
    application?.focusedView?.isPart(of: self) ?? false
  }

  /// Notifies the views around this one that the focus has moved.
  func tellContainersOfFocus() {
    for view in sequence(first: self as View, next: \.superview) {
      (view as? any FocusContainer)?.focusDidMove()
    }
  }
}
