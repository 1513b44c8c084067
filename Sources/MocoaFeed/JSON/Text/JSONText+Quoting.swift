extension JSONText {
  /// Appends bytes as a quoted and escaped string.
  package static func quote(_ content: UnsafeRawBufferPointer, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    appendQuoted(content, to: &bytes)
    bytes.append(UInt8(ascii: "\""))
  }

  /// Appends the inside of a string with escapes.
  static func appendQuoted(_ content: UnsafeRawBufferPointer, to bytes: inout [UInt8]) {
    var copied = 0
    for position in 0..<content.count {
      let byte = content[position]
      guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else {
        continue
      }
      bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: content[copied..<position]))
      appendEscape(of: byte, to: &bytes)
      copied = position + 1
    }
    bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: content[copied...]))
  }

  /// Appends a string with quotes and escapes.
  package static func quote(_ string: String, to bytes: inout [UInt8]) {
    var string = string
    string.withUTF8 { quote(UnsafeRawBufferPointer($0), to: &bytes) }
  }

  /// Returns a string with quotes and escapes.
  package static func quoted(_ string: String) -> [UInt8] {
    var bytes: [UInt8] = []
    quote(string, to: &bytes)
    return bytes
  }

  /// Returns the starts of the members of an object: `{"a":`, `,"b":`.
  package static func starts(ofMembers names: [String]) -> [[UInt8]] {
    names.enumerated().map { position, name -> [UInt8] in
      [UInt8(ascii: position == 0 ? "{" : ",")] + quoted(name) + [UInt8(ascii: ":")]
    }
  }

  private static func appendEscape(of byte: UInt8, to bytes: inout [UInt8]) {
    switch byte {
    case 0x0A: bytes.append(contentsOf: "\\n".utf8)
    case 0x0D: bytes.append(contentsOf: "\\r".utf8)
    case 0x09: bytes.append(contentsOf: "\\t".utf8)
    case 0..<0x20:
      bytes.append(contentsOf: (byte < 0x10 ? "\\u000" : "\\u00").utf8)
      bytes.append(contentsOf: String(byte, radix: 16).utf8)
    default: bytes.append(contentsOf: [UInt8(ascii: "\\"), byte])
    }
  }
}
