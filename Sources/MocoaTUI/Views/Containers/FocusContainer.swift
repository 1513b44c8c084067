/// A view whose appearance depends on whether it contains the focus.
@MainActor
protocol FocusContainer: View {
  /// Called when the focus has moved into, within or out of the view.
  func focusDidMove()
}

extension View {
  /// A Boolean value that indicates whether the view or one of its descendants has the focus.
  public var containsFocus: Bool {
    application?.focusedView?.isPart(of: self) ?? false
  }

  /// Notifies the view and its ancestors that the focus has moved.
  func notifyContainersOfFocus() {
    for view in sequence(first: self as View, next: \.superview) {
      (view as? any FocusContainer)?.focusDidMove()
    }
  }
}
