/// A value of a row as queries see it, without memory of its own.
///
/// It points into the bytes of the row and must not outlive them.
enum QueryValue {
  case number(Quantity)
  /// A string: the bytes between the quotes, escapes and all.
  case text(UnsafeRawBufferPointer)
  case bool(Bool)
  case null
  /// An array or an object.
  case container(UnsafeRawBufferPointer)

  /// Reads the text of one value; nil where it is none.
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

  /// Hands over the bytes that the content of a string stands for.
  ///
  /// - Complexity: No memory where the string has no escapes.
  static func withUnescaped<Result>(
    _ content: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    guard ByteSearch.contains(UInt8(ascii: "\\"), in: content) else { return body(content) }
    var text = JSONText.unescaped(content)
    return text.withUTF8 { body(UnsafeRawBufferPointer($0)) }
  }
}
