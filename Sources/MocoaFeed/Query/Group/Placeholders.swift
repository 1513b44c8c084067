/// The placeholders such as `N/A` among the values of a member, which count as missing.
struct Placeholders: Sendable {
  private var count = 0

  private var text = ""

  /// A Boolean value that indicates whether others have another text.
  private var areDifferent = false

  /// The number of the first row with one; nil if rows have no numbers.
  private var firstRow: Int?

  mutating func add(_ value: UnsafeRawBufferPointer, rows: Int, firstRow: Int) {
    let text = JSONBytes(Array(value)).string ?? ""
    add(Placeholders(count: rows, text: text, firstRow: firstRow), from: 0)
  }

  /// Adds those of later rows, whose numbers start at 0; nil if rows have no numbers.
  mutating func add(_ other: Placeholders, from first: Int?) {
    if count == 0 {
      (text, areDifferent) = (other.text, other.areDifferent)
      firstRow = first.flatMap { first in other.firstRow.map { first + $0 } }
    }
    count += other.count
    areDifferent = areDifferent || other.areDifferent || other.text != text
  }

  /// A description such as `2 values are placeholders and count as missing: "N/A" (row 3)`.
  var description: String {
    let values = count == 1 ? "1 value is a placeholder" : "\(count) values are placeholders"
    let place = firstRow.map { " (row \($0 + 1))" } ?? ""
    return "\(values) and \(count == 1 ? "counts" : "count") as missing: "
      + "\"\(text)\"\(areDifferent ? ", …" : "")\(place)"
  }
}
