/// Sixty-four bytes that are compared at once, and the resulting bit masks.
///
/// A mask has bit *i* set if byte *i* matches. The processor compares lanes; one bit of each lane
/// is gathered into a word with plain shifts, so that the same source serves every architecture:
/// lane *i* of word *j* keeps bit *j* only, the eight words are or-ed, and the result is an 8×8 bit
/// matrix whose transpose is the mask (Warren, *Hacker's Delight*, 7-3).
struct ByteBlock {
  /// The number of bytes in a block.
  static let count = 64

  private let lanes: SIMD64<UInt8>

  /// Reads the 64 bytes at an address, which need not be aligned.
  @inline(__always)
  init(at address: UnsafeRawPointer) {
    lanes = address.loadUnaligned(as: SIMD64<UInt8>.self)
  }

  /// Reads the bytes at an offset, and pads the last ones with NUL bytes.
  @inline(__always)
  init(of bytes: UnsafeRawBufferPointer, at offset: Int) {
    if let start = bytes.baseAddress, offset + Self.count <= bytes.count {
      self.init(at: start + offset)
    } else {
      self.init(padding: bytes[rebased: offset..<bytes.count])
    }
  }

  /// Reads fewer than 64 bytes and pads them with NUL bytes.
  private init(padding bytes: UnsafeRawBufferPointer) {
    var lanes = SIMD64<UInt8>.zero
    withUnsafeMutableBytes(of: &lanes) { $0.copyMemory(from: bytes) }
    self.lanes = lanes
  }

  @inline(__always)
  private init(lanes: SIMD64<UInt8>) {
    self.lanes = lanes
  }

  /// The block with bit 5 of each byte set, so that `[` is `{` and `]` is `}`.
  ///
  /// A lane-wise `|` on 64 bytes is not vectorized by the compiler; on eight words it is.
  @inline(__always)
  var withBracketsAsBraces: ByteBlock {
    let words = unsafeBitCast(lanes, to: SIMD8<UInt64>.self)
    let bit = SIMD8<UInt64>(repeating: 0x2020_2020_2020_2020)
    return ByteBlock(lanes: unsafeBitCast(words | bit, to: SIMD64<UInt8>.self))
  }

  /// A Boolean value that indicates whether there are no quotes, backslashes or control characters.
  @inline(__always)
  var isPlainText: Bool {
    let quotes = lanes(equalTo: UInt8(ascii: "\""))
    let backslashes = lanes(equalTo: UInt8(ascii: "\\"))
    let controls = unsafeBitCast(lanes .< SIMD64<UInt8>(repeating: 0x20), to: SIMD8<UInt64>.self)
    return (quotes | backslashes | controls) == .zero
  }

  /// Returns the matches of a byte, as a mask whose bits are still in matrix order.
  ///
  /// Enough to test or count matches; `BitMatrix.transposed` puts the bits in order.
  @inline(__always)
  func matches(_ byte: UInt8) -> BitMatrix { BitMatrix(lanes: lanes(equalTo: byte)) }

  /// Returns lanes of ones where a byte matches and zeros elsewhere; eight lanes to a word.
  @inline(__always)
  func lanes(equalTo byte: UInt8) -> SIMD8<UInt64> {
    unsafeBitCast(lanes .== SIMD64<UInt8>(repeating: byte), to: SIMD8<UInt64>.self)
  }
}

/// The matches in a block, as eight rows of eight bits in columns.
struct BitMatrix {
  let bits: UInt64

  /// Gathers one bit of each lane.
  @inline(__always)
  init(lanes: SIMD8<UInt64>) {
    let kept =
      lanes
      & SIMD8(
        0x0101_0101_0101_0101, 0x0202_0202_0202_0202, 0x0404_0404_0404_0404,
        0x0808_0808_0808_0808, 0x1010_1010_1010_1010, 0x2020_2020_2020_2020,
        0x4040_4040_4040_4040, 0x8080_8080_8080_8080)
    let halves = kept.lowHalf | kept.highHalf
    let quarters = halves.lowHalf | halves.highHalf
    bits = quarters.x | quarters.y
  }

  /// A Boolean value that indicates whether nothing matched.
  @inline(__always)
  var isEmpty: Bool { bits == 0 }

  /// The mask with bit *i* set if byte *i* matches.
  @inline(__always)
  var transposed: UInt64 {
    var result = bits
    var swap = (result ^ (result >> 7)) & 0x00AA_00AA_00AA_00AA
    result ^= swap ^ (swap << 7)
    swap = (result ^ (result >> 14)) & 0x0000_CCCC_0000_CCCC
    result ^= swap ^ (swap << 14)
    swap = (result ^ (result >> 28)) & 0x0000_0000_F0F0_F0F0
    result ^= swap ^ (swap << 28)
    return result
  }
}

extension UInt64 {
  /// Returns a mask whose bit *i* is the parity of bits 0 to *i*: from quotes, the quoted bytes.
  @inline(__always)
  var prefixParity: UInt64 {
    var result = self
    result ^= result << 1
    result ^= result << 2
    result ^= result << 4
    result ^= result << 8
    result ^= result << 16
    result ^= result << 32
    return result
  }

  /// The lowest set bit alone.
  @inline(__always)
  var lowestBit: UInt64 { self & (0 &- self) }

  /// Returns a mask of the bits of a half-open range; both bounds are in `0...64`.
  @inline(__always)
  static func bits(from lower: Int, to upper: Int) -> UInt64 {
    let below: UInt64 = upper == 64 ? ~0 : (1 << UInt64(upper)) &- 1
    return lower == 64 ? 0 : below & ~((1 << UInt64(lower)) &- 1)
  }
}
