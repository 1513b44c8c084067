/// The values of a member in some rows, concatenated.
struct MemberValues: Sendable {
  private var bytes: [UInt8] = []

  private var ends: [(end: Int, isThere: Bool)] = []

  /// Appends the value of the next row, or nil if it lacks the member.
  mutating func append(_ value: UnsafeRawBufferPointer?) {
    if let value { bytes.append(contentsOf: value) }
    ends.append((bytes.count, value != nil))
  }

  /// Calls a closure with the values in order.
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
