extension ElementViewModel {
  /// Requests that the height is measured again before the next frame in which a view shows the
  /// element.
  public final func setNeedsMeasuring() {
    needsMeasuring = true
    list?.didChangeLayout(of: self)
  }

  /// Marks the element to be drawn without notifying the list; for observable types.
  package final func markForRefresh() { needsRefresh = true }

  /// Notes that a view has measured the element.
  package final func didMeasure() { needsMeasuring = false }

  /// Notes that the view that shows the element has drawn it.
  package final func didRefresh() { needsRefresh = false }
}
