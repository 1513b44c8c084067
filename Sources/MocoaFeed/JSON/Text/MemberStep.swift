/// One step of a path: a key of an object, or a position in an array.
final class MemberStep: Sendable {
  /// The key as the bytes between its quotes, if nothing in it needs an escape.
  let key: [UInt8]

  /// The position in an array, if the key can be one; a negative one counts from the end.
  let index: Int?

  /// Finds the key with its quotes.
  private let quoted: ByteFinder

  /// Finds the start of an escape with which the key may be written.
  private let escape: ByteFinder

  convenience init(_ key: String) {
    self.init(key: Array(key.utf8)[...], index: Self.index(of: key))
  }

  /// Returns the position in an array that a key can be, which from the end is `-1` or less.
  static func index(of key: String) -> Int? {
    guard key.utf8.first == UInt8(ascii: "-") else { return JSONPointer.index(key) }
    return JSONPointer.index(String(key.dropFirst())).flatMap { $0 > 0 ? -$0 : nil }
  }

  init(key: ArraySlice<UInt8>, index: Int? = nil) {
    self.key = Array(key)
    self.index = index
    let name = String(decoding: key, as: UTF8.self)
    quoted = ByteFinder("\"\(name)\"", ignoresCase: false)
    let isPlain = key.allSatisfy { $0 > 0x2F && $0 < 0x7F && $0 != UInt8(ascii: "\\") }
    escape = ByteFinder(isPlain ? "\\u00" : "\\", ignoresCase: false)
  }

  /// Returns whether bytes of a row can contain the key; `false` is certain, `true` is not.
  ///
  /// - Complexity: O(n) for n bytes, at memory speed.
  func mayOccur(in bytes: UnsafeRawBufferPointer) -> Bool {
    quoted.first(in: bytes) != nil
      || ByteSearch.contains(UInt8(ascii: "\\"), in: bytes) && escape.first(in: bytes) != nil
  }
}
