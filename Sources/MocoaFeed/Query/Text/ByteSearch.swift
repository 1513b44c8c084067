import Glibc

/// Bytes in bytes, by the routines of the C library.
enum ByteSearch {
  /// Whether a byte is among others.
  @inline(__always)
  static func contains(_ byte: UInt8, in bytes: UnsafeRawBufferPointer) -> Bool {
    first(byte, in: bytes) != nil
  }

  /// The offset of the first byte of a value.
  @inline(__always)
  static func first(_ byte: UInt8, in bytes: UnsafeRawBufferPointer) -> Int? {
    guard let base = bytes.baseAddress,
      let found = memchr(base, CInt(byte), bytes.count)
    else { return nil }
    return UnsafeRawPointer(found) - base
  }

  /// Less than 0 where the first bytes are before the second ones, 0 where they are equal.
  static func order(_ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer) -> Int {
    guard let left = first.baseAddress, let right = second.baseAddress else {
      return first.count - second.count
    }
    let order = memcmp(left, right, min(first.count, second.count))
    return order == 0 ? first.count - second.count : Int(order)
  }

  /// Whether two stretches of bytes are equal.
  @inline(__always)
  static func isEqual(_ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer) -> Bool {
    guard first.count == second.count else { return false }
    guard let left = first.baseAddress, let right = second.baseAddress else { return true }
    return memcmp(left, right, first.count) == 0
  }
}
