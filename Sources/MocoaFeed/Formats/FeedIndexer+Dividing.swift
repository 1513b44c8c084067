/// Documents that are divided into rows by a member.
extension FeedIndexer {
  /// Returns whether the object at the position is a row, as it has the member whose elements are
  /// to be rows, such as `paths`, and the first elements of its arrays have none of that name.
  ///
  /// - Complexity: O(bytes of the sample).
  func isRowToDivide() throws -> Bool {
    guard options.format == nil, options.pointer == nil, let member = options.dividedMember else {
      return false
    }
    let sample = try cursor.sample
    guard let value = member.range(in: sample), Self.isContainer(sample[value.lowerBound]) else {
      return false
    }
    var scanner = MemberScanner(sample)
    guard scanner.enter(UInt8(ascii: "{")) else { return false }
    while scanner.nextKey() != nil, let value = scanner.nextValue() {
      var elements = MemberScanner(sample[rebased: value])
      guard elements.enter(UInt8(ascii: "[")), let first = elements.nextValue() else { continue }
      let element = sample[rebased: value.lowerBound + first.lowerBound..<value.upperBound]
      if member.range(in: element) != nil { return false }
    }
    return true
  }

  private static func isContainer(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[")
  }
}
