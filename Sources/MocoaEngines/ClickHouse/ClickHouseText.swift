import MocoaFeed

/// Names, texts and values as ClickHouse writes them.
enum ClickHouseText {
  static func quoted(_ name: String) -> String { SQLText.enclosed(name, in: "`", escape: "\\") }

  static func literal(_ text: String) -> String { SQLText.enclosed(text, in: "'", escape: "\\") }

  /// The text of an escaped value.
  static func decoded(_ value: Slice<UnsafeRawBufferPointer>) -> String {
    String(decoding: bytes(value), as: UTF8.self)
  }

  /// The bytes of an escaped value.
  static func bytes(_ value: Slice<UnsafeRawBufferPointer>) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(value.count)
    var rest = value
    while let byte = rest.popFirst() { bytes.append(byte == 0x5C ? unescaped(&rest) : byte) }
    return bytes
  }

  /// The byte that is escaped by what follows a backslash.
  private static func unescaped(_ rest: inout Slice<UnsafeRawBufferPointer>) -> UInt8 {
    switch rest.popFirst() {
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "t"): 0x09
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "0"): 0
    case let byte: byte ?? 0x5C
    }
  }

  /// Appends an array, tuple or map as JSON: `[1,'a',(NULL,inf)]`.
  static func append(nested value: Slice<UnsafeRawBufferPointer>, to row: inout JSONRow) {
    var rest = value
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "'"):
        var text: [UInt8] = []
        while let byte = rest.popFirst(), byte != UInt8(ascii: "'") {
          text.append(byte == 0x5C ? unescaped(&rest) : byte)
        }
        text.withUnsafeBytes { row.append(text: $0) }
      case UInt8(ascii: "("): row.append("[")
      case UInt8(ascii: ")"): row.append("]")
      case UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"),
        UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: " "):
        row.append(String(UnicodeScalar(byte)))
      default:
        let word = [byte] + rest.prefix { !Array(",)]}: ".utf8).contains($0) }
        rest = rest.dropFirst(word.count - 1)
        word.withUnsafeBytes { append(number: $0, to: &row) }
      }
    }
  }

  /// Appends a number, or what stands for one.
  static func append(number bytes: UnsafeRawBufferPointer, to row: inout JSONRow) {
    guard bytes.last?.isDigit != true else { return row.append(literal: bytes) }
    switch String(decoding: bytes, as: UTF8.self) {
    case "NULL": row.append("null")
    case "nan", "-nan": row.append("\"NaN\"")
    case "inf": row.append("\"Infinity\"")
    case "-inf": row.append("\"-Infinity\"")
    case "true": row.append("true")
    case "false": row.append("false")
    default: row.append(text: bytes)
    }
  }
}
