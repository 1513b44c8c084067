/// Finds one text in many bytes, at memory speed, optionally ignoring the case of ASCII letters.
///
/// The two bytes of the text that are rarest in JSON are searched for at their distance, 64
/// positions at a time; only where both match is the rest compared (the *packed pair* of the
/// `memchr` crate).
package struct ByteFinder: Hashable, Sendable {
  /// The text, in lower case if case is ignored.
  let needle: [UInt8]

  /// A Boolean value that indicates whether the case of ASCII letters is ignored.
  let ignoresCase: Bool

  private let first: Int
  private let second: Int

  package init(_ text: String, ignoresCase: Bool) {
    var needle = Array(text.utf8)
    if ignoresCase { needle = needle.map(\.lowercasedASCII) }
    (self.needle, self.ignoresCase) = (needle, ignoresCase)
    let frequencies = Self.frequencies
    func rarest(where isCandidate: (UInt8) -> Bool) -> Int? {
      needle.indices.filter { isCandidate(needle[$0]) }
        .min { frequencies[Int(needle[$0])] < frequencies[Int(needle[$1])] }
    }
    let first = rarest { _ in true } ?? 0
    self.first = first
    second = rarest { $0 != needle[first] } ?? first
  }

  /// The approximate frequencies of bytes in JSON.
  private static let frequencies: [Int] = {
    var frequencies = [Int](repeating: 10, count: 256)
    for byte in "\" ,:".utf8 { frequencies[Int(byte)] = 100 }
    // From rare to frequent in English.
    for (rank, byte) in "zqxjkvbpygfwmucldrhsnioate".utf8.enumerated() {
      frequencies[Int(byte)] = 20 + 3 * rank
    }
    for byte in 0x30...0x39 { frequencies[byte] = 50 }
    for byte in 0x41...0x5A { frequencies[byte] = 15 }
    for byte in 0x80...0xFF { frequencies[byte] = 12 }
    return frequencies
  }()

  /// Returns bytes with all occurrences replaced; those of an empty text are none.
  func replacingMatches(
    in bytes: UnsafeRawBufferPointer, with new: [UInt8], upTo limit: Int = .max
  ) -> [UInt8]? {
    var result: [UInt8] = []
    var start = 0
    while !needle.isEmpty, let match = first(in: bytes, from: start) {
      guard result.count <= limit else { return nil }
      result.append(contentsOf: bytes[rebased: start..<match])
      result += new
      start = match + needle.count
    }
    result.append(contentsOf: bytes[rebased: start..<bytes.count])
    return result.count <= limit ? result : nil
  }

  /// Returns the offset of the first occurrence at or after a position.
  ///
  /// - Complexity: O(n) for n bytes, except for texts with very many partial matches.
  package func first(in bytes: UnsafeRawBufferPointer, from start: Int = 0) -> Int? {
    guard !needle.isEmpty else { return start <= bytes.count ? start : nil }
    guard let base = bytes.baseAddress else { return nil }
    var offset = start
    // Blocks may only be read if both are entirely in the bytes.
    let lastBlock = bytes.count - max(first, second) - ByteBlock.count
    let one = Probe(needle[first], ignoresCase: ignoresCase)
    let two = Probe(needle[second], ignoresCase: ignoresCase)
    return needle.withUnsafeBytes { needle in
      guard offset <= lastBlock else {
        return firstSlowly(needle, base, from: offset, count: bytes.count)
      }
      while true {
        let found = one.matches(base + offset + first, and: two, base + offset + second)
        if !found.isEmpty {
          var places = found.transposed
          while places != 0 {
            let place = offset + places.trailingZeroBitCount
            if isMatch(needle, base, at: place, count: bytes.count) { return place }
            places &= places &- 1
          }
        }
        guard offset < lastBlock else { return nil }
        // The last block overlaps the previous one.
        offset = min(offset + ByteBlock.count, lastBlock)
      }
    }
  }

  /// Searches fewer bytes than a block.
  private func firstSlowly(
    _ needle: UnsafeRawBufferPointer, _ base: UnsafeRawPointer, from start: Int, count: Int
  ) -> Int? {
    var offset = start
    let last = count - needle.count
    let rare = needle[first]
    while offset <= last {
      let byte = base.load(fromByteOffset: offset + first, as: UInt8.self)
      if byte == rare || ignoresCase && byte.lowercasedASCII == rare,
        isMatch(needle, base, at: offset, count: count)
      {
        return offset
      }
      offset += 1
    }
    return nil
  }

  @inline(__always)
  private func isMatch(
    _ needle: UnsafeRawBufferPointer, _ base: UnsafeRawPointer, at place: Int, count: Int
  ) -> Bool {
    guard place + needle.count <= count else { return false }
    var index = 0
    while index < needle.count {
      let byte = base.load(fromByteOffset: place + index, as: UInt8.self)
      guard (ignoresCase ? byte.lowercasedASCII : byte) == needle[index] else { return false }
      index += 1
    }
    return true
  }
}

/// A byte that is searched for in blocks.
private struct Probe {
  let byte: UInt8
  let folds: Bool

  init(_ byte: UInt8, ignoresCase: Bool) {
    self.byte = byte
    folds = ignoresCase && byte &- UInt8(ascii: "a") < 26
  }

  /// Returns the positions with this byte at one address and another byte at another.
  @inline(__always)
  func matches(
    _ address: UnsafeRawPointer, and other: Probe, _ otherAddress: UnsafeRawPointer
  ) -> BitMatrix {
    BitMatrix(lanes: lanes(at: address) & other.lanes(at: otherAddress))
  }

  @inline(__always)
  private func lanes(at address: UnsafeRawPointer) -> SIMD8<UInt64> {
    let block = ByteBlock(at: address)
    // Bit 5 turns capital letters into lower-case ones.
    return (folds ? block.withBracketsAsBraces : block).lanes(equalTo: byte)
  }
}

extension UInt8 {
  /// The lower-case letter for an ASCII capital; all other bytes are unchanged.
  @inline(__always)
  var lowercasedASCII: UInt8 { self &- UInt8(ascii: "A") < 26 ? self | 0x20 : self }
}
