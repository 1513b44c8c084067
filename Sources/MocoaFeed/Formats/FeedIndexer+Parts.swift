/// Streams of documents, each of which has rows in a part.
extension FeedIndexer {
  /// Records the rows of the parts of all documents in one section.
  ///
  /// The rows are the elements of an array, or else the part itself. A document that is not JSON is
  /// a row with an error; so is one without the part, after one that has it.
  func indexStream(_ format: FeedFormat, at pointer: JSONPointer) throws {
    let delimiter: UInt8? = format == .lines ? 0x0A : format == .records ? 0x1E : nil
    index.begin(format, shape: .elements)
    writer.beginSection()
    var hasPart = false
    while let first = try nextDocument() {
      if let delimiter, let end = try endOfBrokenDocument(delimiter) {
        addRow(cursor.offset..<cursor.offset + end)
        cursor.advance(end)
      } else if try indexParts(of: pointer.tokens[...], at: pointer) {
        hasPart = true
      } else if hasPart, first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
        // The closing bracket follows immediately: a row with a missing value.
        addRow(cursor.offset - 1..<cursor.offset - 1)
      }
    }
    if !hasPart, writer.rowCount == 0 { throw nothing(at: pointer) }
    if !nullParts.isEmpty {
      let subject = nullParts.count == 1 ? "1 part is" : "\(nullParts.count) parts are"
      index.note("\(subject) null, which is taken for lists without elements")
    }
    if leavesOutKeys { index.note("the keys for * are left out; --unnest for --at keeps them") }
  }

  /// Records the rows of the parts of the current document to which a pointer leads.
  ///
  /// `*` stands for all members or elements.
  ///
  /// - Returns: `true` if there is such a part.
  private func indexParts(of tokens: ArraySlice<String>, at pointer: JSONPointer) throws -> Bool {
    guard pointer.hasWildcard else {
      guard try enter(pointer) else { return false }
      try indexPart()
      try leave()
      return true
    }
    let first = try cursor.skipWhitespace()
    guard let token = tokens.first else {
      try indexPart(isElement: pointer.tokens.last == JSONPointer.wildcard)
      return true
    }
    let isObject = first == UInt8(ascii: "{")
    guard isObject || first == UInt8(ascii: "[") else {
      try skipValue()
      return false
    }
    if try passOpening(of: UInt8(ascii: isObject ? "}" : "]")) {
      // Rows may be searched for in all of no elements.
      return token == JSONPointer.wildcard
    }
    var hasPart = false
    var position = 0
    repeat {
      let key = isObject ? try readKey().key : String(position)
      position += 1
      if token == JSONPointer.wildcard || token == key {
        guard try indexParts(of: tokens.dropFirst(), at: pointer) else { continue }
        if hasPart, isObject, token == JSONPointer.wildcard { leavesOutKeys = true }
        hasPart = true
      } else {
        try skipValue()
      }
    } while try passComma()
    return hasPart
  }

  /// Returns the length of the rest of a line or record if that is not JSON; nil if it is, or is
  /// too long.
  private func endOfBrokenDocument(_ delimiter: UInt8) throws -> Int? {
    var searched = 0
    var end: Int?
    repeat {
      let bytes = cursor.bytes
      end = bytes[searched...].firstIndex(of: delimiter)
      searched = bytes.count
    } while try end == nil && cursor.extend()
    guard end != nil || searched < ByteCursor.capacity else { return nil }
    let document = UnsafeRawBufferPointer(rebasing: cursor.bytes[..<(end ?? searched)])
    let isJSON =
      delimiter == 0x0A
      ? ValueLineScanner.ends(in: document) != nil : CheckedScanner.isValid(document)
    return isJSON ? nil : document.count
  }

  /// Records the elements of the array at the position, or another value as one row; null is a row
  /// if it is an element, or if other parts are rows, too.
  func indexPart(isElement: Bool = false) throws {
    let first = try cursor.skipWhitespace()
    if first == UInt8(ascii: "[") {
      arePartsArrays = arePartsArrays ?? true
      nullParts = []
      cursor.advance(1)
      return try indexRows(until: UInt8(ascii: "]"))
    }
    let start = cursor.offset
    try skipValue()
    let range = start..<cursor.offset
    if first == UInt8(ascii: "n"), !isElement, arePartsArrays != false {
      if arePartsArrays == nil { nullParts.append(range) }
      return
    }
    arePartsArrays = arePartsArrays ?? false
    nullParts.forEach(addRow)
    nullParts = []
    addRow(range)
  }

  func addRow(_ range: Range<Int>) {
    writer.beginRows(at: range.lowerBound)
    writer.endRow(at: range.upperBound, next: range.upperBound)
  }
}
