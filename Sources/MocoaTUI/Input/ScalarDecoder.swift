/// Decodes one character of several bytes of UTF-8, a byte at a time.
///
/// Follows table 3-7 of the Unicode Standard: overlong forms, surrogates, and values beyond
/// U+10FFFF are rejected at the first byte that proves them invalid.
struct ScalarDecoder: Sendable {
  enum Outcome: Equatable {
    /// More bytes are required.
    case incomplete
    /// The character is complete.
    case scalar(Unicode.Scalar)
    /// The byte cannot be part of the current character.
    case invalid
  }

  private var value: UInt32 = 0
  private var remaining = 0
  private var valid: ClosedRange<UInt8> = 0x80...0xBF

  /// Starts with a first byte; returns whether it begins a character of several bytes.
  mutating func start(with byte: UInt8) -> Bool {
    switch byte {
    case 0xC2...0xDF: (value, remaining) = (UInt32(byte & 0x1F), 1)
    case 0xE0...0xEF: (value, remaining) = (UInt32(byte & 0x0F), 2)
    case 0xF0...0xF4: (value, remaining) = (UInt32(byte & 0x07), 3)
    default: return false
    }
    valid = Self.validSecondBytes(after: byte)
    return true
  }

  /// Returns the bytes that are valid after the first byte of a character of several bytes.
  @inline(__always)
  static func validSecondBytes(after first: UInt8) -> ClosedRange<UInt8> {
    switch first {
    case 0xE0: 0xA0...0xBF
    case 0xED: 0x80...0x9F
    case 0xF0: 0x90...0xBF
    case 0xF4: 0x80...0x8F
    default: 0x80...0xBF
    }
  }

  /// Decodes the next byte.
  mutating func consume(_ byte: UInt8) -> Outcome {
    guard valid.contains(byte) else { return .invalid }
    valid = 0x80...0xBF
    value = value << 6 | UInt32(byte & 0x3F)
    remaining -= 1
    guard remaining == 0 else { return .incomplete }
    return Unicode.Scalar(value).map { .scalar($0) } ?? .invalid
  }
}
