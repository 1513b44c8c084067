/// A view and the room that it was offered.
struct Measurement: Hashable {
  fileprivate var view: ObjectIdentifier
  fileprivate var proposal: Size
}

/// Measuring each view once for a proposal while a tree is laid out.
///
/// Without that, stacks in stacks measure the innermost views 2ⁿ times at a depth of n: each stack
/// measures its views to divide its room, and again to know how far they reach across.
extension View {
  /// The view that holds the measurements of the tree.
  private var top: View {
    var top = self
    while let next = top.superview { top = next }
    return top
  }

  /// The size that the view needs, as ``sizeThatFits(_:)`` returned it in this pass.
  ///
  /// The view is measured again after ``invalidateSize()``, and in the next pass.
  func measured(in proposal: Size) -> Size {
    let top = top
    let measurement = Measurement(view: ObjectIdentifier(self), proposal: proposal)
    if let size = top.measurements?[measurement] { return size }
    let size = sizeThatFits(proposal)
    top.measurements?[measurement] = size
    return size
  }

  /// Caches measurements until a layout pass has ended.
  func measuring<Result>(_ pass: () -> Result) -> Result {
    let top = top
    guard top.measurements == nil else { return pass() }
    top.measurements = [:]
    defer { top.measurements = nil }
    return pass()
  }

  /// Has the views of the tree measured again within the pass.
  func forgetMeasurements() {
    let top = top
    if top.measurements != nil { top.measurements = [:] }
  }
}
