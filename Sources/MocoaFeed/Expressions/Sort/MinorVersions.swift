/// Numbers in texts such as 3.8 and 3.11, which have another order as versions.
///
/// Numbers may be versions if there are at least half of those between the least and the greatest
/// with one number in front of the point, as of 3.8, 3.9 and 3.11, but not of 98.6 and 98.25.
struct MinorVersions: Sendable {
  /// By the number in front of the point, those behind it: a bit for each from 0 to 40.
  private var minors: [UInt8: UInt64] = [:]

  /// A Boolean value that indicates whether some number is no version, as 0.5, 2.05, 2.75 or 130.
  private var haveOthers = false

  /// Adds the text of a number without a unit.
  mutating func add(_ content: UnsafeRawBufferPointer) {
    guard !haveOthers else { return }
    let whole = content.prefix { $0.isDigit }
    let rest = content[whole.endIndex...]
    guard 1...2 ~= whole.count, whole.first != UInt8(ascii: "0") else { return haveOthers = true }
    // A whole number has one place in both orders.
    if rest.isEmpty { return }
    let fraction = rest.dropFirst()
    guard rest.first == UInt8(ascii: "."), 1...2 ~= fraction.count, fraction.allSatisfy(\.isDigit),
      fraction.count == 1 || fraction.first != UInt8(ascii: "0")
    else { return haveOthers = true }
    let number = { (digits: Slice<UnsafeRawBufferPointer>) in
      digits.reduce(0 as UInt8) { $0 * 10 + ($1 & 0x0F) }
    }
    // Prices have such fractions, minor versions have not.
    guard number(fraction) <= 40 else { return haveOthers = true }
    minors[number(whole), default: 0] |= UInt64(1) << UInt64(number(fraction))
  }

  mutating func add(_ other: MinorVersions) {
    haveOthers = haveOthers || other.haveOthers
    minors.merge(other.minors) { $0 | $1 }
  }

  /// What is said of two of them that are sorted or compared as numbers, `3.11 as less than 3.8`;
  /// nil if there are none.
  var note: String? {
    guard !haveOthers else { return nil }
    var note: String?
    for (whole, mask) in minors.sorted(by: { $0.key < $1.key }) {
      let (digits, others) = (mask & 0x3FF, mask & ~0x3FF)
      guard digits != 0, others != 0 else { continue }
      let span = UInt64.bitWidth - mask.leadingZeroBitCount - mask.trailingZeroBitCount
      guard 2 * mask.nonzeroBitCount >= span else { return nil }
      let (digit, other) = (63 - digits.leadingZeroBitCount, others.trailingZeroBitCount)
      if other / 10 < digit, note == nil {
        note = "\(whole).\(other) as less than \(whole).\(digit)"
      }
    }
    return note
  }
}
