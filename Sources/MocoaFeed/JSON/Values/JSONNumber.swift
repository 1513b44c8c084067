/// A JSON number as it is written, so that no digit and no exponent is lost.
///
/// Numbers are equal if they are written alike: `1.0` is not `1`.
public struct JSONNumber: Hashable, Sendable {
  /// The number as it is written, for example `1e999`.
  public let text: String

  /// Creates a number from valid text.
  package init(text: String) {
    self.text = text
  }

  /// The number as an integer, or nil if it has a fraction, an exponent, or too many digits.
  public var int: Int? { Int(text) }

  /// The nearest floating-point number; infinity if it is out of range.
  public var double: Double { Double(text) ?? .nan }
}

extension JSONNumber: CustomStringConvertible {
  /// The number as it is written.
  public var description: String { text }
}
