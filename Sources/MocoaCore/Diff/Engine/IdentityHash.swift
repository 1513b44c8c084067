/// Hashes identities to 32 bits, quickly where they are integers or ASCII strings.
///
/// Equal identities have equal hashes; nothing else is promised, and the seed differs from one run
/// of a program to the next, as the standard library's does. The mixing is that of wyhash (Wang Yi,
/// 2019): a 64 by 64 bit multiplication, whose halves are combined.
@usableFromInline
struct IdentityHash: Sendable {
  @usableFromInline let seed: UInt64

  /// Takes the seed of this run of the program.
  init() { seed = UInt64(truncatingIfNeeded: Hasher().finalize()) | 1 }

  @inlinable @inline(__always)
  func callAsFunction<Identity: Hashable>(_ identity: Identity) -> UInt32 {
    if Identity.self == String.self {
      return hash(of: unsafeBitCast(identity, to: String.self))
    }
    if MemoryLayout<Identity>.size == 8,
      Identity.self == Int.self || Identity.self == UInt.self
        || Identity.self == Int64.self || Identity.self == UInt64.self
    {
      return hash(of: unsafeBitCast(identity, to: UInt64.self))
    }
    if Identity.self == Int32.self || Identity.self == UInt32.self {
      return hash(of: UInt64(unsafeBitCast(identity, to: UInt32.self)))
    }
    return standardHash(of: identity)
  }

  /// The hash of any identity by its own `hash(into:)`, mixed by the standard library.
  @inlinable
  func standardHash(of identity: some Hashable) -> UInt32 {
    var hasher = Hasher()
    hasher.combine(identity)
    return UInt32(truncatingIfNeeded: hasher.finalize())
  }

  @inlinable @inline(__always)
  func hash(of integer: UInt64) -> UInt32 {
    UInt32(truncatingIfNeeded: Self.mix(integer ^ seed, 0x9e37_79b9_7f4a_7c15))
  }

  @inlinable @inline(__always)
  func hash(of string: String) -> UInt32 {
    let ascii = string.utf8.withContiguousStorageIfAvailable { hash(ofASCII: $0) }
    if let ascii, let ascii { return ascii }
    return hash(ofUnicode: string)
  }

  /// The hash of a string as Unicode means it: canonically equivalent strings have the same.
  ///
  /// Three characters outside of ASCII are canonically equivalent to one inside: the Greek question
  /// mark, the Greek varia and the Kelvin sign (UnicodeData.txt, singleton decompositions).
  @usableFromInline
  func hash(ofUnicode string: String) -> UInt32 {
    var folded = String.UnicodeScalarView()
    for scalar in string.unicodeScalars {
      switch scalar.value {
      case 0x037E: folded.append(";")
      case 0x1FEF: folded.append("`")
      case 0x212A: folded.append("K")
      default: folded.append(scalar)
      }
    }
    var text = String(folded)
    return text.withUTF8 { hash(ofASCII: $0) } ?? standardHash(of: text)
  }

  /// The hash of ASCII bytes, or nil where there are others.
  @inlinable
  func hash(ofASCII bytes: UnsafeBufferPointer<UInt8>) -> UInt32? {
    let count = bytes.count
    guard let start = UnsafeRawPointer(bytes.baseAddress), count > 0 else { return 0 }
    var (state, all) = (seed, UInt64(0))
    var (first, last): (UInt64, UInt64)
    if count >= 8 {
      var offset = 0
      while offset + 16 < count {
        first = start.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        last = start.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self)
        all |= first | last
        state = Self.mix(first ^ 0xa076_1d64_78bd_642f, last ^ state)
        offset += 16
      }
      first = start.loadUnaligned(fromByteOffset: max(count - 16, 0), as: UInt64.self)
      last = start.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self)
    } else if count >= 4 {
      first = UInt64(start.loadUnaligned(as: UInt32.self))
      last = UInt64(start.loadUnaligned(fromByteOffset: count - 4, as: UInt32.self))
    } else {
      first = UInt64(bytes[0]) | UInt64(bytes[count / 2]) << 8
      last = UInt64(bytes[count - 1])
    }
    all |= first | last
    guard all & 0x8080_8080_8080_8080 == 0 else { return nil }
    state = Self.mix(first ^ 0xe703_7ed1_a0b4_28db, last ^ state)
    return UInt32(
      truncatingIfNeeded: Self.mix(state ^ 0x8ebc_6af0_9c88_c6e3, UInt64(count) ^ seed))
  }

  @inlinable @inline(__always)
  static func mix(_ first: UInt64, _ second: UInt64) -> UInt64 {
    let product = first.multipliedFullWidth(by: second)
    return product.high ^ product.low
  }
}
