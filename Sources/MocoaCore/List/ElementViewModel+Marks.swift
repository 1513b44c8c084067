extension ElementViewModel {
  /// Asks for the height to be measured anew before the next frame in which a view shows the
  /// element.
  public final func setNeedsMeasuring() {
    needsMeasuring = true
    list?.didChangeLayout(of: self)
  }

  /// Marks the element to be drawn, without a word to the list; for types that are observable.
  package final func markForRefresh() { needsRefresh = true }

  /// Says that a view has measured the element.
  package final func didMeasure() { needsMeasuring = false }

  /// Says that the view that shows the element has drawn it.
  package final func didRefresh() { needsRefresh = false }
}
