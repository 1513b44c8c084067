/// Finds a report of the cursor's position among typed bytes.
enum CursorReport {
  /// The request of a report (DSR of ECMA-48).
  static let request = "\u{1B}[6n"

  /// Removes the first report, `ESC [ row ; column R`, from bytes.
  ///
  /// - Returns: The position, from 0; nil if there is no complete report yet.
  static func take(from bytes: inout [UInt8]) -> Point? {
    for start in bytes.indices where bytes[start] == 0x1B {
      var position = start + 1
      guard position < bytes.count, bytes[position] == UInt8(ascii: "[") else { continue }
      position += 1
      guard let row = number(in: bytes, at: &position), position < bytes.count,
        bytes[position] == UInt8(ascii: ";")
      else { continue }
      position += 1
      guard let column = number(in: bytes, at: &position), position < bytes.count,
        bytes[position] == UInt8(ascii: "R")
      else { continue }
      bytes.removeSubrange(start...position)
      return Point(column: column - 1, row: row - 1)
    }
    return nil
  }

  /// A number from 1 to 99,999.
  private static func number(in bytes: [UInt8], at position: inout Int) -> Int? {
    var value = 0
    let start = position
    while position < bytes.count, position - start < 5, 0x30...0x39 ~= bytes[position] {
      value = value * 10 + Int(bytes[position] - 0x30)
      position += 1
    }
    return position > start && value > 0 ? value : nil
  }
}
