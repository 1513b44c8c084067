/// The values of a member in some rows, one behind the other.
struct MemberValues: Sendable {
  private var bytes: [UInt8] = []

  /// Where each value ends, and whether there is one.
  private var ends: [(end: Int, isThere: Bool)] = []

  /// Appends the value of the next row, or nil where it does not have the member.
  mutating func append(_ value: UnsafeRawBufferPointer?) {
    if let value { bytes.append(contentsOf: value) }
    ends.append((bytes.count, value != nil))
  }

  /// Hands over the values in their order.
  func forEach(_ body: (UnsafeRawBufferPointer?) -> Void) {
    bytes.withUnsafeBytes { bytes in
      var start = 0
      for (end, isThere) in ends {
        body(isThere ? bytes[rebased: start..<end] : nil)
        start = end
      }
    }
  }
}
