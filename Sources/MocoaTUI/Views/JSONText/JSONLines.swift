/// The lines of indented JSON: which of them begin objects and arrays, and how they are folded and
/// wrapped into rows of the screen.
struct JSONLines {
  /// A row of the screen: a line, or a part of one that is wrapped.
  struct Row: Hashable {
    /// The number of the line.
    var line: Int
    /// What is shown of it.
    var text: Substring
    /// How far the text is indented, in columns; 0 for the first row of a line, which has its own
    /// blanks.
    var indentation = 0
    /// How many values are folded away behind it; nil where it is not folded.
    var foldedCount: Int?
  }

  /// The lines.
  let lines: [Substring]

  /// The last line of what begins on each line; its own number where nothing does.
  private var ends: [Int]

  /// The line that each line is part of; -1 for the first level.
  private var parents: [Int]

  /// Takes indented JSON apart.
  ///
  /// - Complexity: O(n) for n bytes.
  init(_ text: String) {
    lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    ends = Array(lines.indices)
    parents = Array(repeating: -1, count: lines.count)
    var open: [Int] = []
    for (number, line) in lines.enumerated() {
      let first = line.utf8.first { $0 != UInt8(ascii: " ") }
      if first == UInt8(ascii: "}") || first == UInt8(ascii: "]"), let start = open.popLast() {
        ends[start] = number
      }
      parents[number] = open.last ?? -1
      // A string ends in a quotation mark, so what ends so begins something.
      if line.utf8.last == UInt8(ascii: "{") || line.utf8.last == UInt8(ascii: "[") {
        open.append(number)
      }
    }
  }

  /// The lines of what begins on a line, to its end; nil where nothing does.
  func range(of line: Int) -> ClosedRange<Int>? {
    ends[line] > line ? line...ends[line] : nil
  }

  /// The line that a line is part of, or nil.
  func parent(of line: Int) -> Int? { parents[line] < 0 ? nil : parents[line] }

  /// Every line that begins something, but for the first level.
  var foldable: Set<Int> {
    Set(lines.indices.filter { ends[$0] > $0 && parents[$0] >= 0 })
  }

  /// The rows that are seen.
  ///
  /// - Parameters:
  ///   - folded: the lines of which only the first is seen.
  ///   - columns: the width to wrap at; 0 wraps nothing.
  /// - Returns: the rows, from the top.
  /// - Complexity: O(n) for n bytes that are seen.
  func rows(folded: Set<Int>, columns: Int) -> [Row] {
    var rows: [Row] = []
    var number = 0
    while number < lines.count {
      if folded.contains(number), ends[number] > number {
        let inner = number + 1..<ends[number]
        let count = inner.reduce(0) { $0 + (parents[$1] == number ? 1 : 0) }
        rows.append(Row(line: number, text: lines[number], foldedCount: count))
        number = ends[number] + 1
      } else {
        Self.wrap(lines[number], number, columns: columns, into: &rows)
        number += 1
      }
    }
    return rows
  }

  private static func wrap(
    _ line: Substring, _ number: Int, columns: Int, into rows: inout [Row]
  ) {
    // A character takes at most as many columns as bytes.
    guard columns > 0, line.utf8.count > columns, TextWidth.columns(of: line) > columns else {
      return rows.append(Row(line: number, text: line))
    }
    // Deep levels are not indented beyond the middle.
    let deep = max(0, line.utf8.prefix { $0 == UInt8(ascii: " ") }.count - columns / 2)
    let line = line.dropFirst(deep)
    let blanks = line.prefix { $0 == " " }.count
    let indentation = min(blanks + 4, columns / 2)
    var rest = line
    var room = columns
    while !rest.isEmpty {
      let isFirst = rest.startIndex == line.startIndex
      var part = breaking(rest, room: room, keeping: isFirst ? blanks + 1 : 0)
      // A comma alone is not worth a row; it lies beyond the edge.
      if rest[part.endIndex...] == "," { part = rest }
      rows.append(Row(line: number, text: part, indentation: isFirst ? 0 : indentation))
      rest = rest[part.endIndex...]
      room = max(1, columns - indentation)
    }
  }

  /// As much of a text as fits, up to a blank where there is one late enough.
  private static func breaking(_ text: Substring, room: Int, keeping kept: Int) -> Substring {
    var part = TextWidth.prefix(of: text, fitting: room)
    if part.isEmpty { part = text.prefix(1) }
    guard part.endIndex < text.endIndex, text[part.endIndex] != " " else { return part }
    guard let blank = part.lastIndex(of: " "),
      part.distance(from: part.startIndex, to: blank) > max(kept, room / 2)
    else { return part }
    return part[...blank]
  }
}
