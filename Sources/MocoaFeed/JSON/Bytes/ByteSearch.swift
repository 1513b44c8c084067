import MocoaSystem

/// Searches of bytes with the routines of the C library.
enum ByteSearch {
  /// Returns whether a byte is among others.
  @inline(__always)
  static func contains(_ byte: UInt8, in bytes: UnsafeRawBufferPointer) -> Bool {
    first(byte, in: bytes) != nil
  }

  /// Returns the offset of the first occurrence of a byte.
  @inline(__always)
  static func first(_ byte: UInt8, in bytes: UnsafeRawBufferPointer) -> Int? {
    guard let base = bytes.baseAddress,
      let found = memchr(base, CInt(byte), bytes.count)
    else { return nil }
    return UnsafeRawPointer(found) - base
  }

  /// Compares bytes: less than 0 if the first come before the second, 0 if they are equal.
  static func order(_ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer) -> Int {
    guard let left = first.baseAddress, let right = second.baseAddress else {
      return first.count - second.count
    }
    let order = memcmp(left, right, min(first.count, second.count))
    return order == 0 ? first.count - second.count : Int(order)
  }

  /// Returns whether two ranges of bytes are equal.
  @inline(__always)
  static func isEqual(_ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer) -> Bool {
    guard first.count == second.count else { return false }
    guard let left = first.baseAddress, let right = second.baseAddress else { return true }
    return memcmp(left, right, first.count) == 0
  }
}
