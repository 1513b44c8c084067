// Made by Scripts/make-width-table.py from Unicode 15.0. Do not edit.

@testable import MocoaTUI

enum CharacterClassCounts {
  /// How many scalar values (and surrogates) are in each class.
  static let counts: [(CharacterClass, Int)] = [
    (.narrow, 162_005),
    (.wide, 120_214),
    (.joining, 1_967),
    (.invisible, 420),
    (.replaced, 827_460),
    (.narrowPictograph, 855),
    (.widePictograph, 1_186),
    (.modifier, 5),
  ]

  /// FNV-1a of the classes from 0 to 0x10FFFF, a byte each.
  static let checksum: UInt64 = 0x6DC615E5B802A6BB
}
