import MocoaFeed
import MocoaTUI

/// The lines of indented JSON, folded and wrapped into screen rows.
///
/// A value may have millions of lines: each takes 12 bytes, and each row 8. Therefore they are no
/// `Outline`; see `Documentation/Decisions/json-folds-by-itself.md`.
struct JSONLines {
  /// A row of the screen: a line, or a part of a wrapped one.
  struct Row: Hashable {
    var line: Int
    /// The displayed part of the line.
    var text: Substring
    /// The indentation in columns; 0 for the first row of a line, which contains its own spaces.
    var indentation = 0
    /// The number of values that are folded into it; nil if it is not folded.
    var foldedCount: Int?
  }

  /// The lines of a text, which are sliced on demand.
  struct Lines: RandomAccessCollection {
    fileprivate let text: String
    /// The UTF-8 offset of each line, and the end of the last.
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

  /// Rows of the screen, which are created on demand.
  struct Rows: RandomAccessCollection {
    /// The start of a row in the UTF-8 of its line.
    fileprivate struct Start {
      var line: UInt32
      var offset: UInt32
    }

    fileprivate let lines: Lines
    fileprivate var starts: [Start] = []
    /// The indentation of continuation rows.
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

    /// Returns the first row of the last displayed line up to a line.
    ///
    /// - Complexity: O(log n).
    func index(ofLine line: Int) -> Int? {
      var index = starts.partitioningIndex { $0.line > line } - 1
      guard index >= 0 else { return nil }
      while index > 0, starts[index - 1].line == starts[index].line { index -= 1 }
      return index
    }
  }

  let lines: Lines

  /// The last line of the value that begins on each line; the line itself if none does.
  private var ends: [UInt32]

  /// The first line of the container of each line; -1 for the first line.
  private var parents: [Int32]

  /// Parses indented JSON into lines.
  ///
  /// - Complexity: O(n) for n bytes.
  init(_ text: String) {
    lines = Lines(text)
    ends = Array(0..<UInt32(lines.count))
    parents = Array(repeating: -1, count: lines.count)
    var open: [Int] = []
    for (number, line) in lines.enumerated() {
      let first = line.utf8.first { $0 != UInt8(ascii: " ") }
      // The end of a container belongs to that container, and is not a member of its parent.
      parents[number] = Int32(open.last ?? -1)
      if first == UInt8(ascii: "}") || first == UInt8(ascii: "]"), let start = open.popLast() {
        ends[start] = UInt32(number)
      }
      // A string ends in a quotation mark, so any other such ending opens a container.
      if line.utf8.last == UInt8(ascii: "{") || line.utf8.last == UInt8(ascii: "[") {
        open.append(number)
      }
    }
  }

  /// Returns the lines of the value that begins on a line; nil if none does.
  func range(of line: Int) -> ClosedRange<Int>? {
    ends[line] > line ? line...Int(ends[line]) : nil
  }

  /// Returns the line of the container of a line, or nil.
  func parent(of line: Int) -> Int? { parents[line] < 0 ? nil : Int(parents[line]) }

  /// Returns the first line of the container of a line; the line itself if it begins one.
  private func start(of line: Int) -> Int {
    let first = lines[line].utf8.first { $0 != UInt8(ascii: " ") }
    let isEnd = first == UInt8(ascii: "}") || first == UInt8(ascii: "]")
    return isEnd && parents[line] >= 0 && Int(ends[Int(parents[line])]) == line
      ? Int(parents[line]) : line
  }

  /// Returns the keys and positions that lead to the value of a line.
  ///
  /// - Complexity: O(number of preceding values in the same containers).
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

  /// Returns the text of the value of a line: a string unquoted and unescaped, others as JSON.
  func value(at line: Int) -> String {
    let line = start(of: line)
    let value = Self.splitKey(lines[line]).value
    let inner = (line..<Int(ends[line])).map { lines[$0 + 1] }
    var text = ([value] + inner).joined(separator: "\n")
    if text.last == "," { text.removeLast() }
    let json = Self.escaped(text)
    return JSONBytes(json).string ?? String(decoding: json, as: UTF8.self)
  }

  /// Splits a line into its key and the rest.
  private static func splitKey(_ line: Substring) -> (key: String?, value: Substring) {
    let line = line.drop { $0 == " " }
    guard let end = JSONTextView.endOfKey(line) else { return (nil, line) }
    return (JSONBytes(escaped(line[..<end])).string, line[end...].dropFirst(2))
  }

  /// All lines that begin containers, except the first level.
  var foldable: Set<Int> {
    Set(lines.indices.filter { ends[$0] > $0 && parents[$0] >= 0 })
  }

  /// Returns the visible rows: of folded lines only the first; 0 columns mean no wrapping.
  ///
  /// - Complexity: O(n) for n visible bytes.
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
      // A comma alone is not worth a row; it stays beyond the edge.
      if rest[part.endIndex...] == "," { part = rest }
      let offset = rows.lines.text.utf8.distance(from: start, to: part.startIndex)
      rows.starts.append(Rows.Start(line: UInt32(number), offset: UInt32(offset)))
      rest = rest[part.endIndex...]
      room = max(1, columns - indentation)
    }
  }

  /// Returns as much of a text as fits, breaking behind the escape of a line feed, or else at a
  /// space if there is one near the end.
  private static func breaking(_ text: Substring, room: Int, keeping kept: Int) -> Substring {
    var part = TextWidth.prefix(of: text, fitting: room)
    if part.isEmpty { part = text.prefix(1) }
    if let end = endOfLineFeed(in: part), text[end...].first != "\"" { return part[..<end] }
    guard part.endIndex < text.endIndex, text[part.endIndex] != " " else { return part }
    guard let blank = part.lastIndex(of: " "),
      part.distance(from: part.startIndex, to: blank) > max(kept, room / 2)
    else { return part }
    return part[...blank]
  }

  /// Returns the end of the first `\n` in JSON; nil for none.
  private static func endOfLineFeed(in json: Substring) -> String.Index? {
    var rest = json.utf8[...]
    while let escape = rest.firstIndex(of: UInt8(ascii: "\\")) {
      rest = rest[escape...].dropFirst()
      guard let kind = rest.popFirst() else { return nil }
      if kind == UInt8(ascii: "n") { return rest.startIndex }
    }
    return nil
  }
}
