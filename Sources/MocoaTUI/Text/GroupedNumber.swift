extension Int {
  /// The number with thousands separated: `1 000`.
  package var grouped: String {
    if (0..<1_000).contains(self) { return String(self) }
    // Up to nineteen digits, six gaps and a sign; up to fifteen bytes need no memory of their own.
    let capacity = magnitude < 100_000_000_000 ? 15 : 26
    return String(unsafeUninitializedCapacity: capacity) { bytes in
      var (rest, start, digits) = (magnitude, bytes.count, 0)
      func put(_ byte: UInt8) {
        start -= 1
        bytes.initializeElement(at: start, to: byte)
      }
      repeat {
        if digits > 0, digits % 3 == 0 { put(UInt8(ascii: " ")) }
        put(UInt8(ascii: "0") + UInt8(rest % 10))
        rest /= 10
        digits += 1
      } while rest > 0
      if self < 0 { put(UInt8(ascii: "-")) }
      let count = bytes.count - start
      for index in 0..<count { bytes[index] = bytes[start + index] }
      return count
    }
  }
}
