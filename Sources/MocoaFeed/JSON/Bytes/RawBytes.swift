extension UnsafeRawBufferPointer {
  /// The bytes of a range, counted from 0.
  @inline(__always)
  subscript(rebased range: Range<Int>) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: self[range])
  }

  /// Returns a range without white space and record separators at its ends.
  func trimmed(from lower: Int, to upper: Int) -> Range<Int> {
    var lower = Swift.min(lower, upper)
    var upper = upper
    while lower < upper, self[lower].isJSONWhitespace || self[lower] == 0x1E { lower += 1 }
    while lower < upper, self[upper - 1].isJSONWhitespace { upper -= 1 }
    return lower..<upper
  }
}
