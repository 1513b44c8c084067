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

  /// The members of an object, in order; none of another value.
  package var members: [(key: String, value: JSONBytes)] {
    var members: [(key: String, value: JSONBytes)] = []
    forEachMember { key, value in
      members.append((key, value))
      return true
    }
    return members
  }

  /// The elements of an array, in order; none of another value.
  package var elements: [JSONBytes] {
    var elements: [JSONBytes] = []
    forEachElement { element in
      elements.append(element)
      return true
    }
    return elements
  }

  /// The number of the members of an object, or of the elements of an array; nil for other values.
  package var elementCount: Int? { withBytes { MemberScanner.count(in: $0) } }

  /// Returns an object without the members of a name.
  func removing(_ name: String) -> [UInt8] {
    var json = [UInt8(ascii: "{")]
    for (key, value) in members where key != name {
      if json.count > 1 { json.append(UInt8(ascii: ",")) }
      JSONText.quote(key, to: &json)
      json.append(UInt8(ascii: ":"))
      json.append(contentsOf: value.slice)
    }
    return json + [UInt8(ascii: "}")]
  }

  /// Iterates over the elements of an array, until `body` returns `false`; none if it is no array.
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
