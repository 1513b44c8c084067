/// How the keys of a sort are made shorter, so that fewer passes tell the rows apart.
///
/// What all keys of a sample begin with, such as `https://example.org/`, is left away, and the rest
/// is written in an ``AlphabeticCode``. Eight bytes then hold some fourteen letters.
struct SortKeyCode: Sendable {
  /// What all keys begin with.
  private let prefix: [UInt8]

  private let code: AlphabeticCode

  /// Makes a code for keys like those of a sample, or nil where they are short as they are.
  ///
  /// - Parameters:
  ///   - sample: The keys.
  ///   - leavingPrefix: Whether what they begin with is left away; then not every key can be coded.
  init?(sample: [[UInt8]], leavingPrefix: Bool) {
    guard let first = sample.first else { return nil }
    let shared = sample.reduce(leavingPrefix ? first.count : 0) { length, key in
      zip(first.prefix(length), key).prefix { $0 == $1 }.count
    }
    let total = sample.reduce(0) { $0 + $1.count }
    guard total > 8 * sample.count else { return nil }
    prefix = Array(first.prefix(shared))
    var counts = [Int](repeating: 0, count: 256)
    for key in sample { for byte in key.dropFirst(shared) { counts[Int(byte)] += 1 } }
    code = AlphabeticCode(counts: counts)
  }

  /// Makes a key shorter.
  ///
  /// - Returns: Whether the key begins as those of the sample do; others cannot be coded.
  func append(_ key: [UInt8], to coded: inout [UInt8]) -> Bool {
    guard key.starts(with: prefix) else { return false }
    code.append(key[prefix.count...], to: &coded)
    return true
  }
}
