/// A code of bits for bytes, shorter for those that are frequent, that keeps their order: texts are
/// in the order of their codes.
///
/// The bytes are split where the weights of both sides are nearest, and the sides again; a byte of
/// weight w of W has at most 2 + log₂(W/w) bits (Gilbert and Moore, *Variable-length binary
/// encodings*, 1959).
struct AlphabeticCode: Sendable {
  private struct Word: Sendable {
    var bits: UInt32 = 0
    var count: UInt32 = 0
  }

  /// The words of the bytes from 0 to 255.
  private var words = [Word](repeating: Word(), count: 256)

  /// Makes a code.
  ///
  /// - Parameter counts: How often each byte from 0 to 255 was met in a sample; it may be one that
  ///   was not.
  /// - Precondition: There are 256 counts.
  init(counts: [Int]) {
    precondition(counts.count == 256, "Each byte needs a count.")
    // A total of some 2¹⁶ keeps words short enough for 32 bits.
    let total = max(1, counts.reduce(0, +))
    var sums = [0]
    for count in counts { sums.append(sums[sums.count - 1] + 1 + count * 65_536 / total) }
    split(0..<256, sums, Word())
  }

  private mutating func split(_ bytes: Range<Int>, _ sums: [Int], _ word: Word) {
    guard bytes.count > 1 else { return words[bytes.lowerBound] = word }
    let middle = (sums[bytes.lowerBound] + sums[bytes.upperBound]) / 2
    var cut = bytes.lowerBound + 1
    while cut < bytes.upperBound - 1, sums[cut] < middle { cut += 1 }
    if cut > bytes.lowerBound + 1, middle - sums[cut - 1] < sums[cut] - middle { cut -= 1 }
    split(bytes.lowerBound..<cut, sums, Word(bits: word.bits << 1, count: word.count + 1))
    split(cut..<bytes.upperBound, sums, Word(bits: word.bits << 1 | 1, count: word.count + 1))
  }

  /// Appends the code of bytes, filled up with zeros to whole bytes.
  ///
  /// - Complexity: O(n) for n bytes.
  func append(_ bytes: ArraySlice<UInt8>, to code: inout [UInt8]) {
    var (bits, count): (UInt64, UInt32) = (0, 0)
    words.withUnsafeBufferPointer { words in
      for byte in bytes {
        let word = words[Int(byte)]
        bits = bits << UInt64(word.count) | UInt64(word.bits)
        count += word.count
        while count >= 8 {
          count -= 8
          code.append(UInt8(truncatingIfNeeded: bits >> UInt64(count)))
        }
      }
    }
    if count > 0 { code.append(UInt8(truncatingIfNeeded: bits << UInt64(8 - count))) }
  }
}
