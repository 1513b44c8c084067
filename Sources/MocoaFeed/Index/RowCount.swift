/// The line below a result that says how many rows it has: `(2 rows)`, `2 rows in set`.
enum RowCount {
  /// Returns whether a line says how many rows are above it.
  ///
  /// - Parameters:
  ///   - line: The line.
  ///   - mayBeBare: A Boolean value that indicates whether it may have no parentheses.
  /// - Returns: `true` if it does.
  static func isWritten(in line: UnsafeRawBufferPointer, mayBeBare: Bool = true) -> Bool {
    number(in: line, mayBeBare: mayBeBare) != nil
  }

  /// Returns the number of rows that a line says are above it; nil if it does not.
  static func number(in line: UnsafeRawBufferPointer, mayBeBare: Bool = true) -> Int? {
    // Most lines are rows, which do not begin so.
    guard let first = line.first else { return nil }
    let isEnclosed = first == UInt8(ascii: "(")
    guard isEnclosed || mayBeBare && first.isDigit else { return nil }
    let text = String(decoding: line.prefix(80), as: UTF8.self)
    let words = text.drop { $0 == "(" }.split(separator: " ")
    guard words.count > 1, let number = Int(words[0]) else { return nil }
    let noun = words.dropFirst().joined(separator: " ")
    let isOfSet = ["row in set", "rows in set"].contains { noun.hasPrefix($0) }
    let isCount =
      isEnclosed ? ["row)", "rows)", "row affected)", "rows affected)"].contains(noun) : isOfSet
    return isCount ? number : nil
  }
}
