import MocoaFeed
import MocoaTUI

/// The lines of indented JSON: which of them begin objects and arrays, and how they are folded and
/// wrapped into rows of the screen.
///
/// A value may have millions of lines: 12 bytes are kept of each, and 8 of each row.
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
    /// The number of values that are folded behind it; nil where it is not folded.
    var foldedCount: Int?
  }

  /// Lines of a text, which are cut from it when they are asked for.
  struct Lines: RandomAccessCollection {
    fileprivate let text: String
    /// The offset of each line in UTF-8, and that behind the last.
    fileprivate let starts: [UInt32]

    fileprivate init(_ text: String) {
      var text = text
      starts = text.withUTF8 { bytes in
        var starts: [UInt32] = [0]
        starts.reserveCapacity(bytes.count { $0 == 0x0A } + 2)
        for (offset, byte) in bytes.enumerated() where byte == 0x0A {
          starts.append(UInt32(offset + 1))
        }
        starts.append(UInt32(bytes.count + 1))
        return starts
      }
      self.text = text
    }

    var startIndex: Int { 0 }
    var endIndex: Int { starts.count - 1 }

    subscript(number: Int) -> Substring {
      slice(Int(starts[number]), Int(starts[number + 1]) - 1)
    }

    fileprivate func slice(_ start: Int, _ end: Int) -> Substring {
      let first = text.utf8.index(text.startIndex, offsetBy: start)
      return text[first..<text.utf8.index(first, offsetBy: end - start)]
    }
  }

  /// Rows of the screen, which are made when they are asked for.
  struct Rows: RandomAccessCollection {
    /// Where a row starts in the UTF-8 of its line.
    fileprivate struct Start {
      var line: UInt32
      var offset: UInt32
    }

    fileprivate let lines: Lines
    fileprivate var starts: [Start] = []
    /// The indentation of rows behind the first of a line.
    fileprivate var indentations: [UInt32: Int] = [:]
    fileprivate var foldedCounts: [UInt32: Int] = [:]

    var startIndex: Int { 0 }
    var endIndex: Int { starts.count }

    subscript(index: Int) -> Row {
      let start = starts[index]
      let line = Int(start.line)
      let base = Int(lines.starts[line])
      let isLast = index + 1 == starts.count || starts[index + 1].line != start.line
      let end = isLast ? Int(lines.starts[line + 1]) - 1 : base + Int(starts[index + 1].offset)
      let isFirst = index == 0 || starts[index - 1].line != start.line
      return Row(
        line: line, text: lines.slice(base + Int(start.offset), end),
        indentation: isFirst ? 0 : indentations[start.line] ?? 0,
        foldedCount: foldedCounts[start.line])
    }

    /// The first row of the last line up to a line that is shown.
    ///
    /// - Complexity: O(log n).
    func index(ofLine line: Int) -> Int? {
      var (lower, upper) = (0, starts.count)
      while lower < upper {
        let middle = (lower + upper) / 2
        if starts[middle].line <= line { lower = middle + 1 } else { upper = middle }
      }
      guard var index = lower > 0 ? lower - 1 : nil else { return nil }
      while index > 0, starts[index - 1].line == starts[index].line { index -= 1 }
      return index
    }
  }

  /// The lines.
  let lines: Lines

  /// The last line of what begins on each line; its own number where nothing does.
  private var ends: [UInt32]

  /// The line that begins what each line is in, or ends; -1 for the first line.
  private var parents: [Int32]

  /// Takes indented JSON apart.
  ///
  /// - Complexity: O(n) for n bytes.
  init(_ text: String) {
    lines = Lines(text)
    ends = Array(0..<UInt32(lines.count))
    parents = Array(repeating: -1, count: lines.count)
    var open: [Int] = []
    for (number, line) in lines.enumerated() {
      let first = line.utf8.first { $0 != UInt8(ascii: " ") }
      // The end of a value is part of that value, and no member of what the value is in.
      parents[number] = Int32(open.last ?? -1)
      if first == UInt8(ascii: "}") || first == UInt8(ascii: "]"), let start = open.popLast() {
        ends[start] = UInt32(number)
      }
      // A string ends in a quotation mark, so what ends so begins something.
      if line.utf8.last == UInt8(ascii: "{") || line.utf8.last == UInt8(ascii: "[") {
        open.append(number)
      }
    }
  }

  /// The lines of what begins on a line, to its end; nil where nothing does.
  func range(of line: Int) -> ClosedRange<Int>? {
    ends[line] > line ? line...Int(ends[line]) : nil
  }

  /// The line that a line is part of, or nil.
  func parent(of line: Int) -> Int? { parents[line] < 0 ? nil : Int(parents[line]) }

  /// The line on which the value begins that a line is part of; its own where it begins one.
  private func start(of line: Int) -> Int {
    let first = lines[line].utf8.first { $0 != UInt8(ascii: " ") }
    let isEnd = first == UInt8(ascii: "}") || first == UInt8(ascii: "]")
    return isEnd && parents[line] >= 0 && Int(ends[Int(parents[line])]) == line
      ? Int(parents[line]) : line
  }

  /// The keys and positions that lead to the value of a line.
  ///
  /// - Complexity: O(number of values before it in what it is part of).
  func keys(of line: Int) -> [String] {
    var keys: [String] = []
    var line = start(of: line)
    while let parent = parent(of: line) {
      if let key = Self.splitKey(lines[line]).key {
        keys.append(key)
      } else {
        var position = 0
        var sibling = parent + 1
        while sibling < line {
          position += 1
          sibling = Int(ends[sibling]) + 1
        }
        keys.append(String(position))
      }
      line = parent
    }
    return keys.reversed()
  }

  /// The text of the value of a line: a string without quotes and escapes, anything else as JSON.
  func value(at line: Int) -> String {
    let line = start(of: line)
    let value = Self.splitKey(lines[line]).value
    let inner = (line..<Int(ends[line])).map { lines[$0 + 1] }
    var text = ([value] + inner).joined(separator: "\n")
    if text.last == "," { text.removeLast() }
    return JSONBytes(Array(text.utf8)).string ?? text
  }

  /// The key of a line, and what follows it.
  private static func splitKey(_ line: Substring) -> (key: String?, value: Substring) {
    let line = line.drop { $0 == " " }
    guard let end = JSONTextView.endOfKey(line) else { return (nil, line) }
    return (JSONBytes(Array(line[..<end].utf8)).string, line[end...].dropFirst(2))
  }

  /// Every line that begins something, but for the first level.
  var foldable: Set<Int> {
    Set(lines.indices.filter { ends[$0] > $0 && parents[$0] >= 0 })
  }

  /// The rows that are seen.
  ///
  /// - Parameters:
  ///   - folded: The lines of which only the first is seen.
  ///   - columns: The width to wrap at; 0 wraps nothing.
  /// - Returns: The rows, from the top.
  /// - Complexity: O(n) for n bytes that are seen.
  func rows(folded: Set<Int>, columns: Int) -> Rows {
    var rows = Rows(lines: lines)
    rows.starts.reserveCapacity(folded.isEmpty ? lines.count : 0)
    var number = 0
    while number < lines.count {
      if ends[number] > number, folded.contains(number) {
        let inner = number + 1..<Int(ends[number])
        rows.starts.append(Rows.Start(line: UInt32(number), offset: 0))
        rows.foldedCounts[UInt32(number)] = inner.count { parents[$0] == number }
        number = Int(ends[number]) + 1
      } else {
        Self.wrap(lines[number], number, columns: columns, into: &rows)
        number += 1
      }
    }
    return rows
  }

  private static func wrap(
    _ line: Substring, _ number: Int, columns: Int, into rows: inout Rows
  ) {
    // A character takes at most as many columns as bytes.
    guard columns > 0, line.utf8.count > columns, TextWidth.columns(of: line) > columns else {
      return rows.starts.append(Rows.Start(line: UInt32(number), offset: 0))
    }
    let start = line.startIndex
    // Deep levels are not indented beyond the middle.
    let deep = max(0, line.utf8.prefix { $0 == UInt8(ascii: " ") }.count - columns / 2)
    let line = line.dropFirst(deep)
    let blanks = line.prefix { $0 == " " }.count
    let indentation = min(blanks + 4, columns / 2)
    rows.indentations[UInt32(number)] = indentation
    var rest = line
    var room = columns
    while !rest.isEmpty {
      let isFirst = rest.startIndex == line.startIndex
      var part = breaking(rest, room: room, keeping: isFirst ? blanks + 1 : 0)
      // A comma alone is not worth a row; it lies beyond the edge.
      if rest[part.endIndex...] == "," { part = rest }
      let offset = rows.lines.text.utf8.distance(from: start, to: part.startIndex)
      rows.starts.append(Rows.Start(line: UInt32(number), offset: UInt32(offset)))
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
