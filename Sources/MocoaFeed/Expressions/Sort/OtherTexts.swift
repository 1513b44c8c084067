/// The texts of a column that are read neither as numbers nor as times, beside those that are.
struct OtherTexts: Sendable {
  /// Their number.
  private(set) var count = 0

  /// The numbers of those that begin with a digit, as codes do, and of those that have one.
  private var (codeCount, digitCount) = (0, 0)

  /// The first of them.
  private(set) var first: String?

  /// Adds an unescaped text of some rows.
  mutating func add(_ content: UnsafeRawBufferPointer, rows: Int = 1) {
    count += rows
    if content.first?.isDigit == true { codeCount += rows }
    if content.contains(where: \.isDigit) { digitCount += rows }
    if first == nil { first = String(decoding: content, as: UTF8.self) }
  }

  /// Adds those of other rows.
  mutating func add(_ other: OtherTexts) {
    count += other.count
    codeCount += other.codeCount
    digitCount += other.digitCount
    first = first ?? other.first
  }

  /// Checks whether the other values of the column seem to be numbers, not names or codes.
  ///
  /// One of many texts may look like a size, and codes such as `7a` and `1.2.3` are often beside
  /// some that look like one, or like a version.
  ///
  /// - Parameters:
  ///   - measures: The number of values with a unit.
  ///   - numerals: The number of values without one.
  ///   - areDecimals: A Boolean value that indicates whether texts of these have another order.
  /// - Returns: `true` if they seem to be numbers.
  func areBeside(measures: Int, numerals: Int, areDecimals: Bool) -> Bool {
    measures > count
      || measures > 0 && measures + numerals > 1 && codeCount < measures
      || numerals > 1 && areDecimals && digitCount == 0
  }
}
