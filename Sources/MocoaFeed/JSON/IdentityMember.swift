/// A member's name, or the way to it, taken apart once to be looked up in many rows.
struct IdentityMember: Sendable {
  private let name: String
  private let parts: [String]

  /// Reads a name as `JSONBytes.member(_:)` does.
  init(_ name: String) {
    self.name = name
    let parts = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    self.parts = parts.count > 1 ? parts : []
  }

  /// The bytes of the member's value, or nil where there is none or it is null.
  ///
  /// In a member of an object, `"key": value`, the key is the member `key`.
  func value(in row: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
    var found = Self.child(name, of: row)
    if found == nil, !parts.isEmpty {
      found = parts.reduce(Optional(row)) { object, part in
        object.flatMap { Self.child(part, of: $0) }
      }
    }
    guard let found, found.first != UInt8(ascii: "n") else { return nil }
    return found
  }

  private static func child(
    _ name: String, of bytes: UnsafeRawBufferPointer
  ) -> UnsafeRawBufferPointer? {
    var walker = JSONWalker(bytes)
    if walker.enter(UInt8(ascii: "{")) {
      while let key = walker.nextKey(), let value = walker.nextValue() {
        if walker.isKey(key, equalTo: name) {
          return UnsafeRawBufferPointer(rebasing: bytes[value])
        }
      }
    } else if bytes.first == UInt8(ascii: "\""), name == "key", let key = walker.nextKey(),
      walker.nextValue() != nil
    {
      return UnsafeRawBufferPointer(rebasing: bytes[key])
    }
    return nil
  }
}
