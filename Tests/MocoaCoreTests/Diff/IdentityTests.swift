import Foundation
import MocoaTestSupport
import Testing

@testable import MocoaCore

/// Equality and hashes of identities, held against the standard library's.
@Suite struct IdentityTests {
  private let hash = IdentityHash()

  /// Short and long strings, ASCII and not, many of them equal by canonical equivalence alone.
  private var strings: [String] {
    let pieces = ["", "a", "b", "e\u{301}", "é", "K", "\u{212A}", ";", "\u{37E}", "`", "\u{1FEF}"]
    let frames = ["", "seven b", "eight by", "nine byte", "a name that is longer than sixteen "]
    return frames.flatMap { frame in
      pieces.flatMap { first in pieces.map { first + frame + $0 } + [frame + first + frame] }
    }
  }

  @Test func stringsAreEqualAsTheStandardLibrarySays() {
    let strings = strings
    for first in strings {
      for second in strings {
        let (one, other) = (String(Array(first)), String(Array(second)))
        let isEqual = isSameIdentity(one, other)
        if isEqual != (first == second) { Issue.record("\(first) and \(second)") }
        if isEqual, hash(first) != hash(second) { Issue.record("hashes of \(first), \(second)") }
      }
    }
    #expect(Set(strings.map { hash($0) }).count == Set(strings).count)
  }

  /// The three characters that the hash folds are all that are equivalent to an ASCII one.
  @Test func onlyThreeCharactersAreEquivalentToASCII() {
    let equivalent = (0x80...0x10FFFF).compactMap(Unicode.Scalar.init).filter { scalar in
      String(scalar).decomposedStringWithCanonicalMapping.utf8.allSatisfy { $0 < 0x80 }
    }
    #expect(equivalent.map(\.value) == [0x37E, 0x1FEF, 0x212A])
  }

  @Test func integersAndOtherIdentitiesHashByValue() {
    for value in [0, 1, -1, Int.max, Int.min] {
      #expect(hash(value) == hash(value))
      #expect(hash(Int32(truncatingIfNeeded: value)) == hash(Int32(truncatingIfNeeded: value)))
      #expect(hash([value]) == hash([value]))
    }
    #expect(Set((0..<10_000).map { hash($0) }).count > 9_990)
    #expect(Set((0..<10_000).map { hash(UInt64($0) << 40) }).count > 9_990)
  }
}
