extension JSONBytes {
  /// Returns the text of a member, found without building values.
  ///
  /// The name is a key of the object; if there is no such key, dots in the name lead through nested
  /// objects and arrays: `author.name`, `tags.0`.
  ///
  /// - Complexity: O(n) for n bytes up to the end of the member.
  public func member(_ name: String) -> JSONBytes? {
    if let member = child(name) { return member }
    guard name.utf8.contains(UInt8(ascii: ".")) else { return nil }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return self[JSONPointer(tokens: parts.map(String.init))]
  }

  /// The text at a pointer, or nil if there is none.
  ///
  /// - Complexity: O(n) for n bytes up to the end of the value.
  public subscript(pointer: JSONPointer) -> JSONBytes? {
    var text = self
    for token in pointer.tokens {
      guard let next = text.child(token) else { return nil }
      text = next
    }
    return text
  }

  /// Iterates over the members of an object in order; does nothing if the text is not an object.
  ///
  /// Invalid JSON is processed as far as possible.
  ///
  /// - Parameter body: Called with the key and the text of the value; returns whether to continue.
  package func forEachMember(_ body: (String, JSONBytes) throws -> Bool) rethrows {
    try withBytes { bytes in
      var scanner = MemberScanner(bytes)
      guard scanner.enter(UInt8(ascii: "{")) else { return }
      while let key = scanner.nextKey(), let value = scanner.nextValue() {
        guard try body(JSONText.unescaped(bytes[rebased: key]), cut(value)) else { return }
      }
    }
  }

  /// Iterates over the elements of an array in order; does nothing if the text is not an array.
  ///
  /// - Parameter body: Called with the text of the element; returns whether to continue.
  package func forEachElement(_ body: (JSONBytes) throws -> Bool) rethrows {
    try withBytes { bytes in
      var scanner = MemberScanner(bytes)
      guard scanner.enter(UInt8(ascii: "[")) else { return }
      while let value = scanner.nextValue() {
        guard try body(cut(value)) else { return }
      }
    }
  }

  private func child(_ token: String) -> JSONBytes? {
    withBytes { bytes in
      var scanner = MemberScanner(bytes)
      if scanner.enter(UInt8(ascii: "{")) {
        // Of duplicate keys the last one is used.
        var found: Range<Int>?
        var token = token
        token.withUTF8 { token in
          let token = UnsafeRawBufferPointer(token)
          while let key = scanner.nextKey(), let value = scanner.nextValue() {
            if scanner.isKey(key, equalTo: token) { found = value }
          }
        }
        return found.map(cut)
      } else if scanner.enter(UInt8(ascii: "[")), var index = JSONPointer.index(token) {
        while let value = scanner.nextValue() {
          if index == 0 { return cut(value) }
          index -= 1
        }
      }
      return nil
    }
  }

  /// Returns a part of the text, which shares its memory.
  func cut(_ range: Range<Int>) -> JSONBytes {
    let start = slice.startIndex
    return JSONBytes(slice[start + range.lowerBound..<start + range.upperBound])
  }
}
