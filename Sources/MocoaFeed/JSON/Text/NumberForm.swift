/// The form of a JSON number (RFC 8259 section 6).
struct NumberForm {
  /// The number of digits behind the point.
  var decimalCount = 0

  var hasExponent = false

  /// A Boolean value that indicates whether the exponent has no sign and there is no point, as in
  /// `12e4`, which may be an identifier.
  var hasBareExponent = false

  /// A Boolean value that indicates whether a zero ends two or more decimals: `1.50`.
  var isPadded = false

  /// Creates the form of `0`.
  init() {}

  /// Reads bytes; nil if they are not a number.
  @inline(__always)
  init?(_ bytes: UnsafeRawBufferPointer) {
    var scanner = CheckedScanner(at: bytes)
    guard let form = scanner.number(), scanner.position == bytes.count else { return nil }
    self = form
  }
}
