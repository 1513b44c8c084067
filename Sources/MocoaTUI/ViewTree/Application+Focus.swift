/// A layer of the screen, which confines the focus: the root, and each overlay above it.
@MainActor
open class LayerView: View {
  /// The view that has the focus while the layer is the topmost one and the view is visible.
  fileprivate weak var requestedFocus: View?
}

extension Application {
  /// The overlay that receives all input, or nil.
  public var topOverlay: OverlayView? { root.subviews.last as? OverlayView }

  private var topLayer: LayerView { topOverlay ?? root }

  /// Moves the focus to a view, or to the first one in it that accepts it; nil means the default.
  ///
  /// A view of a layer below the topmost one gets the focus when the layers above are dismissed, a
  /// hidden one when it becomes visible. A view that is not in the application is ignored.
  public func focus(_ view: View?) {
    guard let layer = view.map(layer(of:)) ?? topLayer else { return }
    layer.requestedFocus = view.map { $0.isShown ? $0.firstFocus : $0 }
    updateFocus()
  }

  /// Moves the focus to the next or previous view of the topmost layer, wrapping around.
  func moveFocus(forward: Bool = true) {
    let order = topLayer.focusOrder(with: focusedView)
    guard !order.isEmpty else { return }
    let index = focusedView.flatMap { focused in order.firstIndex { $0 === focused } }
    let start = forward ? 0 : order.count - 1
    focus(order[index.map { ($0 + (forward ? 1 : order.count - 1)) % order.count } ?? start])
  }

  /// Returns the view that gets the focus back when an overlay and all above it are dismissed.
  func focus(below overlay: OverlayView) -> View? {
    let index = root.subviews.firstIndex { $0 === overlay } ?? 0
    let layer = root.subviews[..<index].last as? OverlayView
    return effectiveFocus(of: layer ?? root)
  }

  /// Updates the focus after layers or views were added, removed or hidden.
  func updateFocus() {
    let view = effectiveFocus(of: topLayer)
    guard view !== focusedView else { return }
    let previous = focusedView
    focusedView = view
    previous?.focusDidChange(isFocused: false)
    view?.focusDidChange(isFocused: true)
    previous?.notifyContainersOfFocus()
    view?.notifyContainersOfFocus()
    setNeedsFrame()
  }

  /// Removes the focus from a view that has left its superview.
  func viewDidLeave(_ view: View, from superview: View) {
    for case let layer as LayerView in [root] + root.subviews
    where layer.requestedFocus?.isPart(of: view) == true {
      layer.requestedFocus = superview
    }
    updateFocus()
  }

  /// Returns the requested view if it is visible, else the first focusable one near it.
  private func effectiveFocus(of layer: LayerView) -> View? {
    if let requested = layer.requestedFocus, requested.isPart(of: layer) {
      if requested.isShown, requested === focusedView { return requested.firstFocus }
      let shown = sequence(first: requested, next: \.superview).first(where: \.isShown)
      return (shown ?? layer).firstFocus
    }
    return layer.firstFocus
  }

  private func layer(of view: View) -> LayerView? {
    let layer = sequence(first: view, next: \.superview).first { $0 is LayerView }
    return layer?.isPart(of: root) == true ? layer as? LayerView : nil
  }
}

extension View {
  /// A Boolean value that indicates whether neither the view nor an ancestor is hidden.
  var isShown: Bool {
    var view: View? = self
    while let next = view, !next.isHidden { view = next.superview }
    return view == nil
  }

  /// The view that gets the focus when this one is requested.
  fileprivate var firstFocus: View {
    if canBecomeFocused { return self }
    if let view = preferredFocus, view !== self, view.isShown { return view.firstFocus }
    return focusOrder.first ?? self
  }

  /// The focusable views, in the order of the tree.
  package var focusOrder: [View] { focusOrder(with: nil) }

  /// Returns the focusable views of this layer, including the focused one.
  fileprivate func focusOrder(with focused: View?) -> [View] {
    guard !isHidden else { return [] }
    return (canBecomeFocused || self === focused ? [self] : [])
      + subviews.flatMap { $0 is OverlayView ? [] : $0.focusOrder(with: focused) }
  }
}
