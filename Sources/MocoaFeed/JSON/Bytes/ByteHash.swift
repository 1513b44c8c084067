/// Hashes bytes to 64 well-distributed bits.
///
/// Sixteen bytes at a time are mixed by multiplying two words to 128 bits and folding these (Wang
/// Yi, *wyhash*, 2019). The seed is random per run, so that collisions cannot be constructed; two
/// different rows collide with a probability of about 1 in 2⁶⁴.
struct ByteHash: Sendable {
  /// The hash function of this run of the program.
  static let ofThisRun = ByteHash(seed: .random(in: .min ... .max))

  private static let first: UInt64 = 0xA076_1D64_78BD_642F
  private static let second: UInt64 = 0xE703_7ED1_A0B4_28DB

  private let seed: UInt64

  init(seed: UInt64) {
    self.seed = seed ^ Self.first
  }

  /// Returns the hash of bytes.
  ///
  /// - Complexity: O(n) for n bytes; some gigabytes a second.
  @inline(__always)
  func callAsFunction(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    var hash = seed
    var offset = 0
    while offset + 16 <= bytes.count {
      let low = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      let high = bytes.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self)
      hash = Self.fold(low ^ Self.second, high ^ hash)
      offset += 16
    }
    var low: UInt64 = 0
    var high: UInt64 = 0
    for position in offset..<bytes.count {
      let shift = UInt64(position - offset) & 7 * 8
      if position - offset < 8 {
        low |= UInt64(bytes[position]) << shift
      } else {
        high |= UInt64(bytes[position]) << shift
      }
    }
    hash = Self.fold(low ^ Self.second, high ^ hash)
    return Self.fold(hash ^ Self.first, UInt64(bytes.count) ^ Self.second)
  }

  /// Returns the hash of two words.
  @inline(__always)
  func callAsFunction(_ first: UInt64, _ second: UInt64) -> UInt64 {
    Self.fold(first ^ seed, second ^ Self.second)
  }

  @inline(__always)
  private static func fold(_ first: UInt64, _ second: UInt64) -> UInt64 {
    let product = first.multipliedFullWidth(by: second)
    return product.high ^ product.low
  }
}
