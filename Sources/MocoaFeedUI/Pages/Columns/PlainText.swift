/// The text of a JSON value, as of ``JSONDisplayText``, that consists of parts of its bytes.
enum PlainText {
  /// A part: the content of a string, or a number or a word.
  case part(UnsafeRawBufferPointer)
  /// The summary of an array of such values.
  case array(Elements)
  /// The summary of an object that no member names: the number of its members.
  case object(count: Int)

  /// The elements of an array that are strings without escapes, numbers or words.
  struct Elements {
    fileprivate var count = 0
    fileprivate var shown: [UnsafeRawBufferPointer] = []

    /// Replaces a text by the summary of the array: `[3] red, green, blue`.
    func summarize(into text: inout [UInt8]) {
      text.removeAll(keepingCapacity: true)
      text.append(contentsOf: "[\(count)]".utf8)
      for (index, element) in shown.enumerated() {
        text.append(contentsOf: (index == 0 ? " " : ", ").utf8)
        text.append(contentsOf: element)
      }
    }
  }

  /// Creates the text of a value that is JSON; nil if its text has other characters.
  init?(of value: UnsafeRawBufferPointer, isWhole: Bool) {
    switch value.first {
    case UInt8(ascii: "\""):
      guard !value.contains(UInt8(ascii: "\\")) else { return nil }
      self = .part(UnsafeRawBufferPointer(rebasing: value[1..<value.count - 1]))
    case UInt8(ascii: "["):
      guard !isWhole, let elements = Self.elements(of: value) else { return nil }
      self = .array(elements)
    case UInt8(ascii: "{"):
      guard !isWhole, let text = Self.text(ofObject: value) else { return nil }
      self = text
    case let byte? where byte.isDigit || [0x2D, 0x66, 0x6E, 0x74].contains(byte):
      self = .part(value)
    default: return nil
    }
  }

  private static func elements(of array: UnsafeRawBufferPointer) -> Elements? {
    var elements = Elements()
    var scanner = MemberScanner(array)
    _ = scanner.enter(UInt8(ascii: "["))
    while let range = scanner.nextValue() {
      var part = array[range]
      switch part.first {
      case UInt8(ascii: "["), UInt8(ascii: "{"): return nil
      case UInt8(ascii: "\""):
        guard !part.contains(UInt8(ascii: "\\")) else { return nil }
        part = part.dropFirst().dropLast()
      default: break
      }
      elements.count += 1
      if elements.shown.count < JSONDisplayText.shownElements,
        range.count < JSONDisplayText.longestElement
      {
        elements.shown.append(UnsafeRawBufferPointer(rebasing: part))
      }
    }
    return elements
  }

  /// The names of members that name an object, in order of preference.
  private static let namingKeys = JSONDisplayText.namingKeys.map { Array($0.utf8) }

  /// Returns the text of the member that names an object, or the number of its members; nil if
  /// keys or that text have other characters than their bytes.
  private static func text(ofObject object: UnsafeRawBufferPointer) -> PlainText? {
    var count = 0
    var best: (rank: Int, value: Range<Int>)?
    var scanner = MemberScanner(object)
    _ = scanner.enter(UInt8(ascii: "{"))
    while let keyRange = scanner.nextValue(), let range = scanner.nextValue() {
      count += 1
      let key = UnsafeRawBufferPointer(rebasing: object[keyRange].dropFirst().dropLast())
      guard key.allSatisfy({ $0 < 0x80 && $0 != UInt8(ascii: "\\") }) else { return nil }
      let first = object[range.lowerBound]
      guard first == UInt8(ascii: "\"") || first == UInt8(ascii: "-") || first.isDigit,
        range.count < JSONDisplayText.byteLimit,
        let rank = rank(of: key, below: best?.rank ?? namingKeys.count)
      else { continue }
      best = (rank, range)
    }
    guard let best else { return .object(count: count) }
    return PlainText(of: UnsafeRawBufferPointer(rebasing: object[best.value]), isWhole: false)
  }

  /// Returns how well a key of ASCII names an object, as ``JSONDisplayText/namingRank(of:)``.
  private static func rank(of key: UnsafeRawBufferPointer, below limit: Int) -> Int? {
    let keys = namingKeys[..<limit]
    if let rank = keys.firstIndex(where: { $0.elementsEqual(key) }) { return rank }
    let capitals = UInt8(ascii: "A")...UInt8(ascii: "Z")
    guard key.contains(where: capitals.contains) else { return nil }
    return keys.firstIndex {
      $0.elementsEqual(key.lazy.map { capitals.contains($0) ? $0 | 0x20 : $0 })
    }
  }
}
