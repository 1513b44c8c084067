/// How many line feeds there are up to every so many bytes of a source.
struct LineTable: Sendable {
  private struct Mark {
    var offset: Int
    var newlineCount: Int
    var lineStart: Int
  }

  /// How many bytes lie between two marks at least.
  private static let distance = 256 * 1024

  /// How far back the start of a line is looked for in order to count characters.
  private static let longestCountedLine = 1024 * 1024

  private var marks = [Mark(offset: 0, newlineCount: 0, lineStart: 0)]
  private var end = Mark(offset: 0, newlineCount: 0, lineStart: 0)

  /// The offset behind the last line feed.
  var lastLineStart: Int { end.lineStart }

  /// Takes down the next bytes.
  ///
  /// - Parameters:
  ///   - byteCount: How many there are.
  ///   - newlineCount: How many line feeds are among them.
  ///   - lastNewline: Where in these bytes the last line feed is.
  mutating func add(byteCount: Int, newlineCount: Int, lastNewline: Int?) {
    if let lastNewline { end.lineStart = end.offset + lastNewline + 1 }
    end.offset += byteCount
    end.newlineCount += newlineCount
    if let last = marks.last, end.offset - last.offset >= Self.distance { marks.append(end) }
  }

  /// The line and the column of an offset, both from 1.
  ///
  /// The column is nil in a line so long that counting its characters would take time.
  ///
  /// - Complexity: O(1) in the size of the source: about a megabyte is read at most.
  func position(of offset: Int, in source: some ByteSource) -> (line: Int, column: Int?) {
    let index = marks.firstIndex(sortedWhere: { $0.offset > offset }) ?? marks.count
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
