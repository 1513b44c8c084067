/// The columns of the screen that the characters of a line occupy.
enum ColumnRuler: CaseIterable, Sendable {
  /// Cells of a terminal: an ideograph takes two, a combining mark none.
  case cells
  /// Characters, as programs align that count them.
  case characters

  /// Returns whether each byte of a line takes one column.
  static func isPlain(_ line: UnsafeRawBufferPointer) -> Bool {
    line.allSatisfy { $0 < 0x80 && $0 != 0x09 }
  }

  /// Returns the words of a header, as columns of known programs need them.
  ///
  /// `ss` has no blank between `Port` and `Process`, and `iptables` no title above the options,
  /// which are as far behind the destinations as these are behind the sources. The commands of `w`
  /// are one place behind their title.
  func titles(of header: UnsafeRawBufferPointer) -> [AlignedWord] {
    let process = "Process".utf8.count
    var words = words(of: header)
    let ends = words.suffix(2).map { String(decoding: header[$0.bytes], as: UTF8.self) }
    if ends == ["PCPU", "WHAT"] {
      let last = words.count - 1
      let columns = words[last].columns
      words[last].columns = columns.lowerBound + 1..<columns.upperBound + 1
      words[last].gap += 1
    }
    if ends == ["source", "destination"], words.count > 4 {
      let starts = words.suffix(2).map(\.columns.lowerBound)
      let start = 2 * starts[1] - starts[0]
      words.append(AlignedWord(bytes: 0..<0, columns: start..<start + 1, gap: 2))
    }
    return words.flatMap { word -> [AlignedWord] in
      guard header[word.bytes].elementsEqual("Address:PortProcess".utf8) else { return [word] }
      var (port, last) = (word, word)
      port.bytes = word.bytes.dropLast(process)
      port.columns = word.columns.dropLast(process)
      last.bytes = word.bytes.suffix(process)
      last.columns = word.columns.suffix(process)
      last.gap = 0
      return [port, last]
    }
  }

  func words(of line: UnsafeRawBufferPointer) -> [AlignedWord] {
    var words: [AlignedWord] = []
    var (offset, column, gap, isInWord) = (0, 0, 0, false)
    while offset < line.count {
      let byte = line[offset]
      var (length, width) = (1, byte == 0x09 ? 8 - column % 8 : 1)
      if byte >= 0x80 {
        while offset + length < line.count, line[offset + length] & 0xC0 == 0x80 { length += 1 }
        let text = String(decoding: line[offset..<offset + length], as: UTF8.self)
        if self == .cells, let scalar = text.unicodeScalars.first { width = scalar.cellCount }
      }
      if byte.isBlank {
        // A tab separates like several blanks.
        gap += byte == 0x09 ? AlignedWord.tab : 1
        isInWord = false
      } else {
        if !isInWord {
          words.append(AlignedWord(bytes: offset..<offset, columns: column..<column, gap: gap))
          words[words.count - 1].beginsWithDigit = byte.isDigit
          (gap, isInWord) = (0, true)
        }
        let last = words.count - 1
        words[last].isNumber = words[last].isNumber && (byte.isDigit || byte == UInt8(ascii: "."))
        words[last].bytes = words[last].bytes.lowerBound..<offset + length
        words[last].columns = words[last].columns.lowerBound..<column + width
      }
      (offset, column) = (offset + length, column + width)
    }
    return Self.joined(words, of: line)
  }

  /// Returns the words with the lines of a tree in front, as `lsblk` draws it, in the first one:
  /// `│ └─sda1`.
  private static func joined(
    _ words: [AlignedWord], of line: UnsafeRawBufferPointer
  ) -> [AlignedWord] {
    let branches = words.prefix { line[rebased: $0.bytes].beginsBranch }
    guard let last = branches.last else { return words }
    var first = last
    (first.bytes, first.columns) = (0..<last.bytes.upperBound, 0..<last.columns.upperBound)
    first.gap = 0
    return [first] + words[branches.count...]
  }
}

extension UnsafeRawBufferPointer {
  /// A Boolean value that indicates whether a word begins with a line of a tree: `│`, `├─`, `└─`,
  /// or of ASCII.
  fileprivate var beginsBranch: Bool {
    switch first {
    case 0xE2: ["\u{2502}", "\u{251C}", "\u{2514}"].contains { starts(with: $0.utf8) }
    case UInt8(ascii: "|"): count == 1 || self[1] == UInt8(ascii: "-")
    case UInt8(ascii: "`"): count > 1 && self[1] == UInt8(ascii: "-")
    default: false
    }
  }
}
