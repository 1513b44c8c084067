/// Numbers in texts such as 3.8 and 3.11, which have another order as versions.
struct MinorVersions: Sendable {
  /// By the number in front of the point, the greatest digit behind it, and the least two digits.
  private var bounds: [UInt8: (digit: UInt8, digits: UInt8)] = [:]

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
    if fraction.count == 1 { return add(number(whole), digit: number(fraction)) }
    // Prices have such fractions, minor versions have not.
    guard number(fraction) <= 40 else { return haveOthers = true }
    add(number(whole), digits: number(fraction))
  }

  mutating func add(_ other: MinorVersions) {
    haveOthers = haveOthers || other.haveOthers
    for (whole, bound) in other.bounds { add(whole, digit: bound.digit, digits: bound.digits) }
  }

  private mutating func add(_ whole: UInt8, digit: UInt8 = 0, digits: UInt8 = 99) {
    let old = bounds[whole] ?? (0, 99)
    bounds[whole] = (max(old.digit, digit), min(old.digits, digits))
  }

  /// What is said of two of them that are sorted or compared as numbers, `3.11 as less than 3.8`;
  /// nil if there are none.
  var note: String? {
    guard !haveOthers,
      let (whole, bound) = bounds.filter({ $1.digits / 10 < $1.digit }).min(by: { $0.key < $1.key })
    else { return nil }
    return "\(whole).\(bound.digits) as less than \(whole).\(bound.digit)"
  }
}
