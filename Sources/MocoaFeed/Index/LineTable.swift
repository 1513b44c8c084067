/// The number of line feeds before regularly spaced marks of a source.
struct LineTable: Sendable {
  private struct Mark {
    var offset: Int
    var newlineCount: Int
    var lineStart: Int
  }

  /// The minimum number of bytes between two marks.
  private static let distance = 256 * 1024

  /// The maximum distance to the start of a line within which characters are counted.
  private static let longestCountedLine = 1024 * 1024

  private var marks = [Mark(offset: 0, newlineCount: 0, lineStart: 0)]
  private var end = Mark(offset: 0, newlineCount: 0, lineStart: 0)

  /// The offset after the last line feed.
  var lastLineStart: Int { end.lineStart }

  /// Records the next bytes, and the line feeds among them.
  mutating func add(byteCount: Int, newlineCount: Int, lastNewline: Int?) {
    if let lastNewline { end.lineStart = end.offset + lastNewline + 1 }
    end.offset += byteCount
    end.newlineCount += newlineCount
    if let last = marks.last, end.offset - last.offset >= Self.distance { marks.append(end) }
  }

  /// Returns the line and the column of an offset, both counted from 1.
  ///
  /// The column is nil in a line that is too long to count its characters.
  ///
  /// - Complexity: O(1) in the size of the source: reads at most about a megabyte.
  func position(of offset: Int, in source: some ByteSource) -> (line: Int, column: Int?) {
    let index = marks.partitioningIndex { $0.offset > offset }
    let mark = marks[index - 1]
    guard let bytes = try? source.bytes(in: mark.offset..<max(mark.offset, offset)) else {
      return (mark.newlineCount + 1, nil)
    }
    let newlines = bytes.withUnsafeBytes { $0.count(of: 0x0A) }
    let last = bytes.lastIndex(of: 0x0A)
    let lineStart = last.map { mark.offset + $0 + 1 } ?? mark.lineStart
    let line = mark.newlineCount + newlines + 1
    guard offset - lineStart <= Self.longestCountedLine,
      let text = try? source.bytes(in: lineStart..<max(lineStart, offset))
    else { return (line, nil) }
    return (line, text.count { $0 & 0xC0 != 0x80 } + 1)
  }
}
