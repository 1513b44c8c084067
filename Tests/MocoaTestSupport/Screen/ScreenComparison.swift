import MocoaTUI

/// Two pictures of a screen, row by row, and where they differ.
///
/// Blanks at the ends of rows and empty rows at the end of a screen do not count.
struct ScreenComparison {
  let expected: [String]
  let actual: [String]

  init(expected: String, actual: String) {
    self.expected = Self.rows(of: expected)
    self.actual = Self.rows(of: actual)
  }

  var isEqual: Bool { expected == actual }

  /// Both screens side by side: `≠` before the rows that differ, `^` below the columns that do.
  var report: String {
    let count = max(expected.count, actual.count)
    let width = max(8, expected.map { TextWidth.columns(of: $0) }.max() ?? 0)
    let differing = (0..<count).filter { row(expected, $0) != row(actual, $0) }
    var lines = [
      "the screen differs in \(differing.count) of \(count) rows",
      "    " + TextWidth.padded("expected", to: width) + " │ actual",
    ]
    for index in 0..<count {
      let (left, right) = (row(expected, index), row(actual, index))
      let mark = left == right ? " " : "≠"
      let number = TextWidth.padded("\(index)", to: 2, alignsTrailing: true)
      lines.append(
        "\(number)\(mark) \(TextWidth.padded(left ?? "∅", to: width)) │ \(right ?? "∅")")
      if let left, let right, left != right {
        let marks = Self.marks(left, right)
        lines.append("    " + TextWidth.padded(marks, to: width) + "   " + marks)
      }
    }
    lines += ["the actual screen, to copy:"] + actual
    return lines.joined(separator: "\n")
  }

  private func row(_ rows: [String], _ index: Int) -> String? {
    rows.indices.contains(index) ? rows[index] : nil
  }

  private static func rows(of picture: String) -> [String] {
    var rows = picture.split(separator: "\n", omittingEmptySubsequences: false).map { row in
      String(row[..<(row.lastIndex { $0 != " " }.map(row.index(after:)) ?? row.startIndex)])
    }
    while rows.last?.isEmpty == true { rows.removeLast() }
    return rows
  }

  /// `^` in every column in which two rows differ.
  private static func marks(_ left: String, _ right: String) -> String {
    let (left, right) = (columns(of: left), columns(of: right))
    let marks = (0..<max(left.count, right.count)).map { column in
      let isSame =
        column < left.count && column < right.count && left[column] == right[column]
      return isSame ? " " : "^"
    }
    return marks.joined()
  }

  /// What is in each column; the second one of a wide character has its own mark.
  private static func columns(of row: String) -> [String] {
    row.flatMap { character in
      let text = String(character)
      return [text] + Array(repeating: "\0", count: max(1, TextWidth.columns(of: text)) - 1)
    }
  }
}
