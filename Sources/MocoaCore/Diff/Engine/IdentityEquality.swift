/// Whether two identities are equal, quickly where they are strings.
@inlinable @inline(__always)
func isSameIdentity<Identity: Equatable>(_ first: Identity, _ second: Identity) -> Bool {
  guard Identity.self == String.self, MemoryLayout<String>.size == 16 else {
    return first == second
  }
  return isEqualString(
    unsafeBitCast(first, to: String.self), unsafeBitCast(second, to: String.self))
}

/// Whether two strings are equal; ASCII strings are compared here, others by the standard library.
@inlinable @inline(__always)
func isEqualString(_ first: String, _ second: String) -> Bool {
  // Strings of the same bits share their storage, or are small and have the same bytes.
  let one = unsafeBitCast(first, to: (UInt64, UInt64).self)
  let other = unsafeBitCast(second, to: (UInt64, UInt64).self)
  if one == other { return true }
  return isEqualStringInOtherStorage(first, second)
}

@inlinable
func isEqualStringInOtherStorage(_ first: String, _ second: String) -> Bool {
  let likeness = first.utf8.withContiguousStorageIfAvailable { one in
    second.utf8.withContiguousStorageIfAvailable { other in isEqualASCII(one, other) }
  }
  if let likeness, let likeness, let likeness { return likeness }
  return first == second
}

/// Whether strings of these bytes are equal, or nil where that takes Unicode to answer.
///
/// Most strings that differ do so in their first word, and most that do not are equal: the first
/// word is looked at alone, and the others together, since a loop without a way out is faster.
@inlinable @inline(__always)
func isEqualASCII(_ first: UnsafeBufferPointer<UInt8>, _ second: UnsafeBufferPointer<UInt8>)
  -> Bool?
{
  guard first.count == second.count, first.count >= 8,
    let one = UnsafeRawPointer(first.baseAddress), let other = UnsafeRawPointer(second.baseAddress)
  else { return nil }
  func words(_ offset: Int) -> (UInt64, UInt64) {
    (
      one.loadUnaligned(fromByteOffset: offset, as: UInt64.self),
      other.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    )
  }
  let (start, otherStart) = words(0)
  if start != otherStart {
    // An ASCII character is no part of another one's canonical decomposition, so that texts which
    // differ first in two ASCII characters differ.
    return (start | otherStart) & 0x8080_8080_8080_8080 == 0 ? false : nil
  }
  var (difference, offset) = (UInt64(0), 8)
  let last = first.count &- 8
  while offset < last {
    let (word, otherWord) = words(offset)
    difference |= word ^ otherWord
    offset &+= 8
  }
  let (end, otherEnd) = words(last)
  if difference | (end ^ otherEnd) == 0 { return true }
  return isASCII(first) && isASCII(second) ? false : nil
}

/// Whether all bytes are ASCII.
@inlinable
func isASCII(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
  bytes.reduce(0, |) < 0x80
}
