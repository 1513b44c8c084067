/// A regular expression as a tree.
indirect enum RegexNode {
  /// One scalar out of a set.
  case scalar(ScalarSet)
  case sequence([RegexNode])
  case alternatives([RegexNode])
  case repetition(RegexNode, minimum: Int, maximum: Int?)
  case assertion(RegexAssertion)
}

/// A condition on a place between two bytes.
enum RegexAssertion: Sendable {
  case textStart, textEnd, wordBoundary, noWordBoundary
}

/// A set of Unicode scalars, as ranges.
struct ScalarSet {
  var ranges: [ClosedRange<UInt32>]

  /// Whether all scalars but these are meant; both cases of a letter are left out then.
  var isInverted = false

  /// All scalars but the line feed, which is what `.` stands for.
  static let anyButNewline = ScalarSet(ranges: [0...9, 11...0x10FFFF])
  static let digits = ScalarSet(ranges: [0x30...0x39])
  static let space = ScalarSet(ranges: [
    9...13, 0x20...0x20, 0x85...0x85, 0xA0...0xA0, 0x2000...0x200A, 0x2028...0x2029,
    0x3000...0x3000,
  ])
  /// Letters, digits and `_`; all that is not ASCII counts as a letter.
  static let word = ScalarSet(ranges: [
    0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A, 0x80...0x10FFFF,
  ])

  /// The scalars that are not in the set.
  var inverted: ScalarSet {
    var result: [ClosedRange<UInt32>] = []
    var next: UInt32 = 0
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if range.lowerBound > next { result.append(next...range.lowerBound - 1) }
      next = max(next, range.upperBound + 1)
    }
    if next <= 0x10FFFF { result.append(next...0x10FFFF) }
    return ScalarSet(ranges: result)
  }

  /// The set with both cases of each letter; of ranges with thousands of scalars ASCII only.
  var ignoringCase: ScalarSet {
    var result = ranges
    for range in ranges {
      if range.count > 2_000 {
        let letters = range.clamped(to: 0x41...0x7A)
        for value in letters { Self.appendCases(of: value, to: &result) }
      } else {
        for value in range { Self.appendCases(of: value, to: &result) }
      }
    }
    return ScalarSet(ranges: result)
  }

  private static func appendCases(of value: UInt32, to ranges: inout [ClosedRange<UInt32>]) {
    guard let scalar = UnicodeScalar(value), scalar.properties.isCased else { return }
    for mapping in [scalar.properties.lowercaseMapping, scalar.properties.uppercaseMapping] {
      let scalars = mapping.unicodeScalars
      guard scalars.count == 1, let other = scalars.first, other != scalar else { continue }
      ranges.append(other.value...other.value)
    }
  }
}
