/// Arithmetic that saturates at the bounds of `Int`, which stands for "as wide as possible".
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
