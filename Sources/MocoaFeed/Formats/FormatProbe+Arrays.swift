/// Arrays, and text that begins with a bracket.
extension FormatProbe {
  /// Returns the error by which a text in brackets is no array: `[10:00:01] [notice] ready`.
  ///
  /// It is in the first element, or behind an array on the first line. The rest of the array is not
  /// awaited: its rows are needed while it is being written.
  func errorOfArray() throws -> JSONSyntaxError? {
    let content = cursor.bytes.dropFirst().drop(while: \.isJSONWhitespace)
    if content.starts(with: "{\"".utf8) { return nil }
    var (end, isClosed) = endOfFirstElement(in: cursor.bytes)
    if end == nil || isClosed { (end, isClosed) = endOfFirstElement(in: try cursor.sample) }
    let line = try firstLine()
    let text = UnsafeRawBufferPointer(rebasing: cursor.bytes[line])
    let isLonger = !cursor.bytes.isBlank(in: line.upperBound..<cursor.bytes.count)
    // Bytes after the sample may be beyond the end of the element.
    if let error = error(in: 1..<(try end ?? cursor.sample.count)) {
      if case .unexpectedEnd = error.reason { return nil }
      // Without words, or if nothing follows, it is rather an array with an error.
      let isText = text.isProse || isLonger && content.first != UInt8(ascii: "\"")
      guard isText, isLonger || !isArray(text) else { return nil }
      return JSONSyntaxError(reason: error.reason, offset: error.offset + 1)
    }
    guard isClosed, let end, end < line.upperBound, text.isProse || isLonger,
      text[(end + 1)...].contains(where: { !$0.isJSONWhitespace })
    else { return nil }
    return errorAmongValues(in: end + 1..<line.upperBound)
  }

  /// Returns whether the first line is an array of numbers or words, and the next one is no JSON:
  /// the array may be a time in brackets, as in the log of X, which begins with `[    21.034] `.
  func isArrayAboveText() throws -> Bool {
    let line = try firstLine()
    guard !cursor.bytes[line].dropFirst().contains(where: { "[{\"".utf8.contains($0) }),
      isArray(UnsafeRawBufferPointer(rebasing: cursor.bytes[line]))
    else { return false }
    let lines = try cursor.sampleRanges(2)
    return lines.count > 1 && errorAmongValues(in: lines[1]) != nil
  }

  /// Returns whether the values of the sample are arrays of objects, which are the rows.
  ///
  /// In a file of lines, each array is a row.
  func areArraysOfObjects() throws -> Bool {
    guard !cursor.source.isNamed(Self.namesOfLines) else { return false }
    return try Self.areArraysOfObjects(cursor.sample)
  }

  /// Returns whether all values of a sample, which may be elements of an array and may be cut at
  /// the end, are arrays, and all of their elements objects.
  static func areArraysOfObjects(_ sample: UnsafeRawBufferPointer) -> Bool {
    var hasObject = false
    var position = 0
    while let start = sample[position...].firstIndex(where: {
      !$0.isJSONWhitespace && $0 != UInt8(ascii: ",")
    }) {
      // The end of the array whose elements they are.
      if sample[start] == UInt8(ascii: "]") { break }
      guard sample[start] == UInt8(ascii: "[") else { return false }
      var scanner = ElementScanner()
      var elements = [start + 1]
      let close = scanner.scan(sample[rebased: start + 1..<sample.count]) {
        elements.append(start + $0 + 2)
        return true
      }
      for element in elements {
        let first = sample[element...].first { !$0.isJSONWhitespace }
        if first == UInt8(ascii: "{") { hasObject = true }
        let isEnd = first == UInt8(ascii: "]") && elements.count == 1
        guard first == nil || first == UInt8(ascii: "{") || isEnd else { return false }
      }
      guard let close else { break }
      position = start + close + 2
    }
    return hasObject
  }

  /// Returns whether a line ends with the closing bracket of the array that it begins with.
  private func isArray(_ line: UnsafeRawBufferPointer) -> Bool {
    var scanner = ElementScanner()
    let close = scanner.scan(UnsafeRawBufferPointer(rebasing: line.dropFirst())) { _ in true }
    return close.map { line.isBlank(in: $0 + 2..<line.count) } ?? false
  }

  /// Returns where the first element of an array ends, and whether the array ends there, too.
  private func endOfFirstElement(
    in bytes: UnsafeRawBufferPointer
  ) -> (end: Int?, isClosed: Bool) {
    var scanner = ElementScanner()
    var comma: Int?
    let close = scanner.scan(UnsafeRawBufferPointer(rebasing: bytes.dropFirst())) {
      comma = $0
      return false
    }
    return ((comma ?? close).map { $0 + 1 }, comma == nil && close != nil)
  }
}

extension UnsafeRawBufferPointer {
  /// A Boolean value that indicates whether the bytes may be an array or an object with an error,
  /// or begin with a comment: no JSON begins as `/usr/bin`, `[section]` or `{:id=>1}` do.
  var mayBeJSON: Bool {
    let text = drop(while: \.isJSONWhitespace)
    let rest = text.dropFirst().drop(while: \.isJSONWhitespace)
    switch text.first {
    case UInt8(ascii: "/"): return text.dropFirst().first.map { "/*".utf8.contains($0) } ?? true
    case UInt8(ascii: "{"):
      guard let next = rest.first, next != UInt8(ascii: ":") else {
        return rest.dropFirst().first.map { !$0.isPartOfWord } ?? true
      }
      return next.isPartOfWord || "\"'{}[]/,$-".utf8.contains(next)
    case UInt8(ascii: "["): return Self.mayBeElement(rest)
    default: return false
    }
  }

  /// Returns whether a text may begin with an element of an array.
  private static func mayBeElement(_ text: Slice<UnsafeRawBufferPointer>) -> Bool {
    let word = text.prefix { !$0.isJSONWhitespace && $0 != UInt8(ascii: ",") && $0 != 0x5D }
    guard let first = word.first, !"\"'{[/".utf8.contains(first) else { return true }
    let name = String(decoding: word, as: UTF8.self)
    // A word may lack its quotes in a list of several.
    let isOfList =
      word.allSatisfy(\.isPartOfWord) && text[word.endIndex...].first == UInt8(ascii: ",")
    return isOfList || Double(name) != nil || words.contains(name.lowercased())
  }

  /// The words that are values, in other notations, too, in lower case.
  private static let words: Set = [
    "true", "false", "null", "none", "nil", "undefined", "nan", "infinity", "-infinity",
  ]
}
