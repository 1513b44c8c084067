/// A JSON syntax error and its position.
public struct JSONSyntaxError: Error, Hashable, Sendable {
  /// The cause of the error.
  package enum Reason: Hashable, Sendable {
    /// The text ends before the value does.
    case unexpectedEnd(expected: String)
    /// An unexpected byte.
    case unexpected(byte: UInt8, expected: String)
    /// A control character in a string, which must be escaped.
    case controlCharacterInString(byte: UInt8)
    /// A backslash that does not begin a valid escape.
    case invalidEscape
    /// A number that RFC 8259 section 6 does not allow, such as `01`, `1.` or `+1`.
    case invalidNumber
    /// A word other than `true`, `false` and `null`.
    case invalidWord
    /// Nesting exceeds the limit for values in memory.
    case tooDeep(limit: Int)
  }

  let reason: Reason

  /// The offset in bytes from the start of the text.
  public let offset: Int
}

extension JSONSyntaxError.Reason: CustomStringConvertible {
  /// The cause as part of a sentence, without position.
  package var description: String {
    switch self {
    case .unexpectedEnd(let expected): "the text ends where \(expected) is expected"
    case .unexpected(let byte, let expected):
      "found \(Self.name(of: byte)) where \(expected) is expected"
    case .controlCharacterInString(let byte):
      "a string holds \(Self.name(of: byte)), which must be escaped"
    case .invalidEscape: "a string has an invalid escape"
    case .invalidNumber: "a number is malformed"
    case .invalidWord: "found a word that is not true, false or null"
    case .tooDeep(let limit): "nested more than \(limit) levels deep"
    }
  }

  private static func name(of byte: UInt8) -> String {
    switch byte {
    case 0x09: "a tab"
    case 0x0A: "a line feed"
    case 0x0D: "a carriage return"
    case 0x20: "a space"
    case 0x21..<0x7F: "'\(Character(UnicodeScalar(byte)))'"
    default: "byte 0x" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
  }
}

extension JSONSyntaxError: CustomStringConvertible {
  /// The cause and the position.
  public var description: String { "\(reason), at byte \(offset)" }
}
