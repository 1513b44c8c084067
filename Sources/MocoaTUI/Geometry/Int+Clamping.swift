/// Coordinates come from anywhere, and "as wide as it gets" is often said as `Int.max`: what lies
/// beyond the largest number is taken to lie at it, where it is clipped like all else.
extension Int {
  /// The sum, or the number next to it that there is.
  func adding(clamping other: Int) -> Int {
    let (sum, isBeyond) = addingReportingOverflow(other)
    return isBeyond ? (other < 0 ? .min : .max) : sum
  }

  /// The difference, or the number next to it that there is.
  func subtracting(clamping other: Int) -> Int {
    let (difference, isBeyond) = subtractingReportingOverflow(other)
    return isBeyond ? (other < 0 ? .max : .min) : difference
  }
}
