import MocoaCore

/// A value of a row for queries, which allocates nothing.
///
/// It points into the bytes of the row and must not outlive them.
enum QueryValue {
  case number(Quantity)
  /// A string: the bytes between the quotes, including escapes.
  case text(UnsafeRawBufferPointer)
  case bool(Bool)
  case null
  /// An array or an object.
  case container(UnsafeRawBufferPointer)

  /// Reads the text of one value; nil if it is invalid.
  init?(_ bytes: UnsafeRawBufferPointer) {
    switch bytes.first {
    case UInt8(ascii: "\""):
      self = .text(UnsafeRawBufferPointer(rebasing: bytes.dropFirst().dropLast()))
    case UInt8(ascii: "t"): self = .bool(true)
    case UInt8(ascii: "f"): self = .bool(false)
    case UInt8(ascii: "n"): self = .null
    case UInt8(ascii: "{"), UInt8(ascii: "["): self = .container(bytes)
    case let byte? where byte.isDigit || byte == UInt8(ascii: "-"):
      guard let quantity = Quantity(bytes) else { return nil }
      self = .number(quantity)
    default: return nil
    }
  }

  /// Calls a closure with the unescaped content of a string, such as a key.
  ///
  /// - Complexity: Allocates nothing if the string has no escapes.
  static func withUnescaped<Result>(
    _ content: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    guard ByteSearch.contains(UInt8(ascii: "\\"), in: content) else { return body(content) }
    var text = JSONText.unescaped(content)
    return text.withUTF8 { body(UnsafeRawBufferPointer($0)) }
  }

  /// Calls a closure with the text that a string is for all comparisons, searches and functions:
  /// unescaped, and without sequences that select colors and characters that are struck over.
  ///
  /// - Complexity: As ``withUnescaped(_:_:)`` if the string has no escapes, which these need.
  static func withText<Result>(
    _ content: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    withUnescaped(content) { text in
      guard text.baseAddress != content.baseAddress,
        let plain = GraphicRendition.removed(from: text)
      else { return body(text) }
      return plain.withUnsafeBytes(body)
    }
  }

  /// Calls a closure with bytes that are the same for equal texts only.
  ///
  /// They are those of ``withText(_:_:)``, or as they are written if a part is no character, since
  /// all such parts are replaced by U+FFFD. Texts that are one time in several zones are equal.
  static func withIdentity<Result>(
    _ content: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    withText(content) { text in
      if let time = Timestamp(text) {
        // No other text begins with this byte.
        return withUnsafeBytes(of: (0xFF, time.seconds, time.attoseconds), body)
      }
      let hasEscapes = text.baseAddress != content.baseAddress
      return body(hasEscapes && replacement.first(in: text) != nil ? content : text)
    }
  }

  private static let replacement = ByteFinder("\u{FFFD}", ignoresCase: false)
}

extension UnsafeRawBufferPointer {
  /// A Boolean value that indicates whether the bytes are `true` or `false`.
  @inline(__always)
  var isTruth: Bool { elementsEqual("true".utf8) || elementsEqual("false".utf8) }

  /// The truth value that the bytes are as JSON has it, as Python (`True`) or as spreadsheets
  /// (`TRUE`); nil for other bytes.
  var truth: Bool? {
    guard 4...5 ~= count else { return nil }
    switch String(decoding: self, as: UTF8.self) {
    case "true", "True", "TRUE": return true
    case "false", "False", "FALSE": return false
    default: return nil
    }
  }

  /// The truth value for which the bytes are a word: that of ``truth``, or `yes`, `No` or `OFF`.
  var truthOfWord: Bool? {
    guard 2...3 ~= count else { return truth }
    switch String(decoding: self, as: UTF8.self).lowercased() {
    case "yes", "on": return true
    case "no", "off": return false
    default: return nil
    }
  }
}
