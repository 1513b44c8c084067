extension FeedIndexer {
  /// A Boolean value that indicates whether the rows are in a part of the document.
  var isInside: Bool { options.pointer?.tokens.isEmpty == false }

  /// Records the rows of the part to which a pointer leads, in one document or each of a stream.
  func indexParts(at pointer: JSONPointer) throws {
    guard try cursor.skipWhitespace() != nil else { throw nothing(at: pointer) }
    if let format = try streamFormat() {
      if format.isConverted { throw nothing(at: pointer) }
      return try indexStream(format, at: pointer)
    }
    pointer.hasWildcard ? try indexStream(.array, at: pointer) : try indexDocument(at: pointer)
  }

  /// Returns the format of a stream; nil for one document.
  private func streamFormat() throws -> FeedFormat? {
    if let format = options.format { return format.isDocument ? nil : format }
    guard case .stream(let format) = try FormatProbe(cursor: cursor, loneLineIsRow: false).verdict()
    else { return nil }
    return format
  }

  /// Records the rows of a part of one document, and of the documents after it.
  private func indexDocument(at pointer: JSONPointer) throws {
    guard try enter(pointer) else { throw nothing(at: pointer) }
    switch try cursor.skipWhitespace() {
    case UInt8(ascii: "["): try indexRootArray()
    case UInt8(ascii: "{"): try indexRootObject()
    default: return try indexScalar(at: pointer)
    }
    try leave()
    try indexFollowingDocuments(at: pointer)
  }

  /// Records a part, which is a row only if the document turns out to be one of several.
  private func indexScalar(at pointer: JSONPointer) throws {
    let start = cursor.offset
    try skipValue()
    let end = cursor.offset
    try leave()
    guard try nextDocument()?.beginsValue == true else { throw nothing(at: pointer) }
    index.begin(.values, shape: .elements)
    writer.beginSection()
    addRow(start..<end)
    try indexFollowingDocuments(at: pointer)
  }

  /// Continues after a document if others follow.
  private func indexFollowingDocuments(at pointer: JSONPointer) throws {
    let format = index.progress.format
    guard let format, [.array, .arrays, .object, .values].contains(format) else { return }
    arePartsArrays = format != .values
    while let byte = try nextDocument() {
      guard byte.beginsValue else { throw fault(.trailingBytes) }
      guard try enter(pointer) else { continue }
      if format == .arrays { writer.beginSection() }
      try indexPart()
      try leave()
    }
  }

  // MARK: Moving

  /// Moves to the next document, and returns its first byte; nil at the end.
  func nextDocument() throws -> UInt8? {
    while let byte = try cursor.skipWhitespace() {
      guard byte == 0x1E else { return byte }
      cursor.advance(1)
    }
    return nil
  }

  /// Moves to the part of the current document to which a pointer leads; else past the document.
  func enter(_ pointer: JSONPointer) throws -> Bool {
    for token in pointer.tokens {
      let first = try cursor.skipWhitespace()
      let isFound =
        switch first {
        case UInt8(ascii: "{"): try enterMember(token)
        case UInt8(ascii: "["): try enterElement(token)
        default: try passValue()
        }
      guard isFound else {
        try leave()
        return false
      }
      enclosing.append(first == UInt8(ascii: "{") ? token : nil)
    }
    return true
  }

  /// Leaves the arrays and objects into which a pointer has led.
  func leave() throws {
    while let name = enclosing.popLast() {
      while try passComma() {
        if let name {
          let (key, offset) = try readKey()
          if key == name, repetition == nil {
            repetition = .broken(.repeatedMember(name), offset: offset)
          }
        }
        try skipValue()
      }
    }
  }

  /// Skips the value at the position, which does not contain the part.
  private func passValue() throws -> Bool {
    try skipValue()
    return false
  }

  /// Moves to the value of a member of the object at the position, or past the object.
  private func enterMember(_ name: String) throws -> Bool {
    if try passOpening(of: UInt8(ascii: "}")) { return false }
    repeat {
      if try readKey().key == name { return true }
      try skipValue()
    } while try passComma()
    return false
  }

  /// Moves to an element of the array at the position, or past the array.
  private func enterElement(_ position: String) throws -> Bool {
    guard var rest = JSONPointer.index(position) else { return try passValue() }
    if try passOpening(of: UInt8(ascii: "]")) { return false }
    while rest > 0 {
      try skipValue()
      guard try passComma() else { return false }
      rest -= 1
    }
    return true
  }

  /// The error where a pointer leads to no rows; they may be in a duplicate of a member.
  func nothing(at pointer: JSONPointer) -> any Error {
    if let repetition { return repetition }
    return FeedError(source: cursor.source.name, reason: .nothingAt(pointer))
  }
}

extension JSONPointer {
  /// The token that stands for all members or elements in which rows are searched for.
  static let wildcard = "*"

  var hasWildcard: Bool { tokens.contains(Self.wildcard) }
}
