extension FeedIndexer {
  /// Whether the rows are looked for inside a part of the document.
  var isInside: Bool { options.pointer?.tokens.isEmpty == false }

  /// Takes down the rows of the part of a document that a pointer leads to: the elements of an
  /// array, or what the whole would give if it were that object.
  ///
  /// What is behind that part is not read.
  func indexDocument(at pointer: JSONPointer) throws {
    for token in pointer.tokens {
      let isFound =
        switch try cursor.skipWhitespace() {
        case UInt8(ascii: "{"): try enterMember(token)
        case UInt8(ascii: "["): try enterElement(token)
        default: false
        }
      guard isFound else { throw nothing(at: pointer) }
    }
    switch try cursor.skipWhitespace() {
    case UInt8(ascii: "["): try indexRootArray()
    case UInt8(ascii: "{"): try indexRootObject()
    default: throw nothing(at: pointer)
    }
  }

  /// Moves to the value of a member of the object at the position, if it has such a one.
  private func enterMember(_ name: String) throws -> Bool {
    cursor.advance(1)
    if try cursor.skipWhitespace() == UInt8(ascii: "}") { return false }
    repeat {
      if try readKey().key == name { return true }
      try skipValue()
    } while try passComma()
    return false
  }

  /// Moves to an element of the array at the position, if it has so many.
  private func enterElement(_ position: String) throws -> Bool {
    guard var rest = JSONPointer.index(position) else { return false }
    cursor.advance(1)
    if try cursor.skipWhitespace() == UInt8(ascii: "]") { return false }
    while rest > 0 {
      try skipValue()
      guard try passComma() else { return false }
      rest -= 1
    }
    return true
  }

  private func nothing(at pointer: JSONPointer) -> FeedError {
    FeedError(source: cursor.source.name, reason: .nothingAt(pointer))
  }
}
