import Testing

@testable import MocoaTUI

@Suite struct CharacterClassTests {
  static let samples: [(UInt32, CharacterClass)] = [
    (0x41, CharacterClass.narrow), (0xE9, .narrow), (0x65E5, .wide), (0xAC00, .wide),
    (0x301, .joining), (0x20E3, .joining), (0x1161, .joining), (0x11A8, .joining),
    (0x0BBF, .narrow), (0x200D, .invisible), (0xFE0F, .invisible),
    (0x202E, .invisible), (0xFEFF, .invisible), (0xAD, .invisible), (0xE0020, .invisible),
    (0x00, .replaced), (0x1B, .replaced), (0x9B, .replaced), (0xD800, .replaced),
    (0x2028, .replaced), (0xFFFE, .replaced), (0x0378, .replaced), (0x10_FFFF, .replaced),
    (0x11_0000, .replaced), (0xFFFF_FFFF, .replaced), (0x2764, .narrowPictograph),
    (0x1F600, .widePictograph), (0x1F3FD, .modifier), (0x1F1EB, .narrow),
    (0xE000, .narrow), (0x10_0000, .narrow), (0x0600, .narrow), (0x115F, .wide),
  ]

  @Test func everyScalarHasTheClassThatTheGeneratorGaveIt() {
    var counts: [CharacterClass: Int] = [:]
    var checksum: UInt64 = 0xCBF2_9CE4_8422_2325
    for scalar in UInt32(0)...0x10_FFFF {
      let classOfScalar = CharacterClass(of: scalar)
      counts[classOfScalar, default: 0] += 1
      checksum = (checksum ^ UInt64(classOfScalar.rawValue)) &* 0x100_0000_01B3
    }
    for (each, count) in CharacterClassCounts.counts {
      #expect(counts[each] == count, "\(each)")
    }
    #expect(CharacterClassCounts.counts.count == CharacterClass.allCases.count)
    #expect(checksum == CharacterClassCounts.checksum)
  }

  @Test(arguments: samples)
  func characterHasClass(scalar: UInt32, expected: CharacterClass) {
    #expect(CharacterClass(of: scalar) == expected)
  }
}
