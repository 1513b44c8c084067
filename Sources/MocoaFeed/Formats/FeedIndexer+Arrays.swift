extension FeedIndexer {
  /// Records the rows of a document: an array or an object.
  func indexDocument() throws {
    switch try cursor.skipWhitespace() {
    case UInt8(ascii: "["):
      let first = try firstOfArray()
      try indexRootArray()
      if first == UInt8(ascii: "{") || first == UInt8(ascii: "]") { try indexFollowingArrays() }
    case UInt8(ascii: "{"):
      if options.tail != nil { throw FeedError.Reason.noTail }
      if try isRowToDivide() { return try indexStream(.values) }
      try indexRootObject()
    default: return try indexStream(.values)
    }
    if try cursor.skipWhitespace() != nil { throw fault(.trailingBytes) }
  }

  /// Records the rows of the arrays of objects that follow one, such as the pages of a response.
  private func indexFollowingArrays() throws {
    guard options.format == nil else { return }
    var isNoted = false
    while try cursor.skipWhitespace() == UInt8(ascii: "[") {
      let first = try firstOfArray()
      guard first == UInt8(ascii: "{") || first == UInt8(ascii: "]") else { return }
      if options.tail != nil { throw FeedError.Reason.noTail }
      if !isNoted {
        index.noteChoice(
          "arrays follow one another, and their elements are the rows; --format concatenated makes "
            + "each array a row")
        isNoted = true
      }
      cursor.advance(1)
      try indexRows(until: UInt8(ascii: "]"))
    }
  }

  /// Records the rows, or the sections of rows, of the array at the position.
  func indexRootArray() throws {
    cursor.advance(1)
    let first = try cursor.skipWhitespace()
    if options.format == .arrays || first == UInt8(ascii: "[") && options.format != .array {
      if options.tail != nil { throw FeedError.Reason.noTail }
      index.begin(.arrays, shape: .elements)
      // Of a pipe, no more is awaited.
      if options.format == nil, try firstOfArray() != nil,
        !FormatProbe.areArraysOfObjects(cursor.bytes)
      {
        index.noteChoice("each array in the array is a section; --format array makes it a row")
      }
      try indexSections()
    } else {
      index.begin(.array, shape: .elements)
      writer.beginSection()
      if first != UInt8(ascii: "]") { try skipToTailOfArray() }
      try indexRows(until: UInt8(ascii: "]"))
    }
  }

  /// Returns the first byte of the first element of the array at the position, or its closing
  /// bracket.
  private func firstOfArray() throws -> UInt8? {
    while true {
      let first = cursor.bytes.dropFirst().first { !$0.isJSONWhitespace }
      if let first { return first }
      guard try cursor.extend() else { return nil }
    }
  }

  /// Records the rows of an array or object after its opening bracket, through the closing one;
  /// calls a closure after each chunk of the source.
  func indexRows(until bracket: UInt8, onPiece: () -> Void = {}) throws {
    guard let first = try cursor.skipWhitespace() else { throw fault(.truncated) }
    if first == bracket {
      cursor.advance(1)
      return
    }
    writer.beginRows(at: cursor.offset)
    var scanner = ElementScanner()
    var hasContent = false
    while try cursor.fill() {
      let base = cursor.offset
      let bytes = cursor.bytes
      if let close = scanner.scan(bytes, at: base, into: &writer) {
        writer.endRow(at: base + close, next: base + close + 1)
        cursor.advance(close)
        return try pass(bracket)
      }
      // The last row counts only if it is not empty.
      let rest = max(0, writer.rowStart - base)
      hasContent = hasContent && rest == 0 || !bytes.isBlank(in: rest..<bytes.count)
      cursor.advance(bytes.count)
      onPiece()
    }
    if hasContent { endCutRow() }
    throw fault(.truncated)
  }

  /// Adds the row in which the source was truncated, if it is complete; a number may not be.
  ///
  /// The error is reported as an error of the source.
  func endCutRow() {
    let range = writer.rowStart..<cursor.offset
    var row: [UInt8] = []
    guard range.count <= options.longestRow, let bytes = try? cursor.source.bytes(in: range),
      (try? bytes.withUnsafeBytes { try index.coding.append($0, at: range.lowerBound, to: &row) })
        != nil
    else { return }
    let json = JSONBytes(row)
    let value: JSONBytes?
    switch index.coding {
    case .member: value = json.member("value")
    case .fields, .aligned, .ruled, .listing, .pairs, .tables: value = nil
    case .json, .text, .log, .deriving: value = json
    }
    guard (try? json.check()) != nil, let kind = value?.kind else {
      // The last field of a table may be incomplete.
      if value == nil { index.note("the last row has no end and is left out") }
      return
    }
    if kind == .number, bytes.last?.isJSONWhitespace == false { return }
    writer.endRow(at: cursor.offset, next: cursor.offset)
  }

  private func pass(_ bracket: UInt8) throws {
    guard let byte = try cursor.peek() else { throw fault(.truncated) }
    guard byte == bracket else {
      let expected = "'\(Character(UnicodeScalar(bracket)))'"
      throw fault(.notJSON(.unexpected(byte: byte, expected: expected)))
    }
    cursor.advance(1)
  }

  /// Records the sections of an array after its opening bracket, through the closing one.
  func indexSections() throws {
    defer { describeSections() }
    var isFirst = true
    while true {
      switch try cursor.skipWhitespace() {
      case UInt8(ascii: "]"):
        guard isFirst else { throw fault(.missingValue) }
        cursor.advance(1)
        return
      case UInt8(ascii: "["):
        writer.beginSection()
        cursor.advance(1)
        try indexRows(until: UInt8(ascii: "]"))
      case UInt8(ascii: "{") where index.progress.format == .sections:
        writer.beginSection()
        try indexSectionObject()
      case nil: throw fault(.truncated)
      default: try indexLoneRow()
      }
      isFirst = false
      guard try passComma() else { return }
    }
  }

  /// Records a value in place of a section as a section of one row.
  private func indexLoneRow() throws {
    let start = cursor.offset
    writer.beginSection()
    guard try cursor.skipValue() else { throw fault(.truncated) }
    writer.beginRows(at: start)
    writer.endRow(at: cursor.offset, next: cursor.offset)
  }

  /// Consumes a comma or the closing bracket; returns `true` for a comma.
  func passComma() throws -> Bool {
    switch try cursor.skipWhitespace() {
    case UInt8(ascii: ","):
      cursor.advance(1)
      return true
    case UInt8(ascii: "]"), UInt8(ascii: "}"):
      cursor.advance(1)
      return false
    case nil: throw fault(.truncated)
    case let byte?: throw fault(.notJSON(.unexpected(byte: byte, expected: "',' or the end")))
    }
  }

  func fault(_ reason: FeedError.Reason) -> Interruption { .broken(reason, offset: cursor.offset) }
}
