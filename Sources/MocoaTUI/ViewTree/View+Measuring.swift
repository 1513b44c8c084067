/// A view and the size that was proposed to it.
struct Measurement: Hashable {
  fileprivate var view: ObjectIdentifier
  fileprivate var proposal: Size
}

/// Caching of measurements while a tree of views is laid out.
///
/// Without it, nested stacks measure the innermost views 2ⁿ times at a depth of n: each stack
/// measures its views to divide its extent, and again for its size across the axis.
extension View {
  /// The root of the tree, which stores the measurements.
  private var top: View {
    var top = self
    while let next = top.superview { top = next }
    return top
  }

  /// Returns the result of ``sizeThatFits(_:)``, which is cached during a layout pass.
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

  /// Performs a layout pass, during which measurements are cached.
  func measuring<Result>(_ pass: () -> Result) -> Result {
    let top = top
    guard top.measurements == nil else { return pass() }
    top.measurements = [:]
    defer { top.measurements = nil }
    return pass()
  }

  /// Invalidates the cached measurements of the tree.
  func forgetMeasurements() {
    let top = top
    if top.measurements != nil { top.measurements = [:] }
  }
}
