/// A JSON number, kept as it is written, so that no digit and no exponent is lost.
///
/// Numbers are equal when they are written alike: `1.0` is not `1`.
public struct JSONNumber: Hashable, Sendable {
  /// The number as the text has it, for example `1e999`.
  public let text: String

  /// Makes a number of text that is known to be one.
  package init(text: String) {
    self.text = text
  }

  /// The number as an integer, or nil where it has a fraction, an exponent, or too many digits.
  public var int: Int? { Int(text) }

  /// The nearest floating-point number; infinity where it is out of range.
  public var double: Double { Double(text) ?? .nan }
}

extension JSONNumber: CustomStringConvertible {
  /// The number as the text has it.
  public var description: String { text }
}
