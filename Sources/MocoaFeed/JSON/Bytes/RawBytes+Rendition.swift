import MocoaCore

extension UnsafeRawBufferPointer {
  /// A Boolean value that indicates whether the bytes may have colors or overstriking.
  var mayHaveRendition: Bool {
    ByteSearch.contains(GraphicRendition.escape, in: self)
      || ByteSearch.contains(GraphicRendition.backspace, in: self)
  }

  /// The bytes without sequences that select colors, or move the cursor in front of a line; nil if
  /// they have none.
  var withoutRendition: [UInt8]? {
    ByteSearch.contains(GraphicRendition.escape, in: self)
      ? GraphicRendition.removed(from: self, movesInFront: true) : nil
  }

  /// Calls a closure with the bytes without sequences that select colors.
  @inline(__always)
  func withoutColors<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let bytes = withoutRendition else { return try body(self) }
    return try bytes.withUnsafeBufferPointer { (bytes) throws(Failure) in
      try body(UnsafeRawBufferPointer(bytes))
    }
  }
}
