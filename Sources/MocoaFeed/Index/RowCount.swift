/// The line below a result that says how many rows it has: `(2 rows)`, `2 rows in set`.
enum RowCount {
  /// Returns whether a line says how many rows are above it, maybe without parentheses.
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

  /// Returns the numbers of all rows, and of those in the box, that DuckDB writes below a box:
  /// `100 rows (40 shown)  3 columns`; nil for another line.
  static func ofBox(in line: UnsafeRawBufferPointer) -> (all: Int, shown: Int)? {
    // Few lines of a box end with a letter.
    guard let last = line.last(where: { $0 != 0x20 }), "ns".utf8.contains(last) else { return nil }
    let words = String(decoding: line.prefix(400), as: UTF8.self).split(separator: " ")
    guard words.count > 3, ["column", "columns"].contains(words[words.count - 1]),
      Int(words[words.count - 2]) != nil, let all = Int(words[0]),
      ["row", "rows"].contains(words[1])
    else { return nil }
    if words.count == 4 { return (all, all) }
    guard let end = words.firstIndex(of: "shown)"),
      let shown = Int(words[end - 1].drop { $0 == "(" })
    else { return nil }
    return (all, shown)
  }
}
