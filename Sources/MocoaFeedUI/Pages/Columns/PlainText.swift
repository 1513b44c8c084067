/// The text of a JSON value, as of ``JSONDisplayText``, that consists of parts of its bytes.
enum PlainText {
  /// A part: the content of a string, or a number or a word.
  case part(UnsafeRawBufferPointer)
  /// The summary of an array of such values.
  case array(Elements)

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
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - isWhole: A Boolean value that indicates whether the text of an array is its JSON.
  init?(of value: UnsafeRawBufferPointer, isWhole: Bool) {
    switch value.first {
    case UInt8(ascii: "\""):
      guard !value.contains(UInt8(ascii: "\\")) else { return nil }
      self = .part(UnsafeRawBufferPointer(rebasing: value[1..<value.count - 1]))
    case UInt8(ascii: "["):
      guard !isWhole, let elements = Self.elements(of: value) else { return nil }
      self = .array(elements)
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
}
