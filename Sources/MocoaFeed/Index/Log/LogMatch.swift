extension LogPattern {
  /// A line that is tested.
  struct Match {
    let line: UnsafeRawBufferPointer
    let pieces: UnsafeBufferPointer<Piece>
    let texts: UnsafeRawBufferPointer
    let dateOrder: LogTime.DateOrder?

    func forEachMember(_ body: (UnsafeRawBufferPointer, Finding) -> Void) -> Bool {
      var position = 0
      for (index, piece) in pieces.enumerated() {
        switch piece.kind {
        case .blanks(let isOptional):
          guard isOptional || position < line.count && line[position].isBlank else { return false }
          while position < line.count, line[position].isBlank { position += 1 }
        case .literal:
          guard has(texts[rebased: piece.text], at: position) else { return false }
          position += piece.text.count
        case .member(let matcher):
          let key = texts[rebased: piece.text]
          switch matcher {
          case .time, .epoch, .syslog, .monthFirst:
            let order = matcher == .monthFirst ? .monthFirst : dateOrder
            guard position < line.count, let time = LogTime(line, at: position, order),
              matcher.accepts(time)
            else { return false }
            position = time.end
            if !key.isEmpty { body(key, .time(time)) }
          default:
            guard let end = end(of: matcher, from: position, before: index + 1) else {
              return false
            }
            let value = line[rebased: position..<end]
            position = end
            guard !key.isEmpty else { continue }
            switch matcher {
            case .number, .decimal, .value: body(key, .number(value))
            case .quoted: body(key, .quoted(value))
            case .rest: body(key, .text(value))
            default: body(key, .text(value[rebased: value.trimmed(from: 0, to: value.count)]))
            }
          }
        }
      }
      return position == line.count
    }

    /// The literal that a piece is; nil if it is another piece, or none.
    private func literal(_ index: Int) -> UnsafeRawBufferPointer? {
      guard index < pieces.count, pieces[index].kind == .literal else { return nil }
      return texts[rebased: pieces[index].text]
    }

    private func isBlanks(_ index: Int) -> Bool {
      guard index < pieces.count, case .blanks = pieces[index].kind else { return false }
      return true
    }

    /// Returns the offset of the first blank; the end of the line if there is none.
    private func firstBlank(from start: Int) -> Int {
      var position = start
      while position < line.count, !line[position].isBlank { position += 1 }
      return position
    }

    /// Returns whether some bytes are at an offset.
    private func has(_ bytes: UnsafeRawBufferPointer, at start: Int) -> Bool {
      guard line.count - start >= bytes.count else { return false }
      for index in 0..<bytes.count where line[start + index] != bytes[index] { return false }
      return true
    }

    /// Returns the first or the last offset in a range at which some bytes begin that are in it.
    private func place(
      of bytes: UnsafeRawBufferPointer, _ range: Range<Int>, isLast: Bool = false
    ) -> Int? {
      guard range.count >= bytes.count else { return nil }
      let places = range.lowerBound...range.upperBound - bytes.count
      let first = bytes[0]
      let isPlace = { line[$0] == first && has(bytes, at: $0) }
      return isLast ? places.last(where: isPlace) : places.first(where: isPlace)
    }

    /// Returns the end of a member; nil if it does not match.
    private func end(of matcher: Matcher, from start: Int, before next: Int) -> Int? {
      let rest = line[start...]
      switch matcher {
      case .time, .epoch, .syslog, .monthFirst: return nil
      case .choice(let words):
        for word in texts[words].split(separator: UInt8(ascii: "|")) {
          let end = start + word.count
          if rest.starts(with: word), end == line.count || !line[end].isPartOfWord { return end }
        }
        return nil
      case .level, .lowercase:
        guard let end = LogLevel.end(in: line, at: start) else { return nil }
        // `Fine weather`: a word in front of another is a level in capitals only.
        if matcher == .level, isBlanks(next), end + 1 < line.count, line[end] == 0x20,
          !line[end + 1].isBlank,
          line[start..<end].contains(where: { 0x61...0x7A ~= $0 })
        {
          return nil
        }
        if matcher == .lowercase, line[start..<end].contains(where: { 0x41...0x5A ~= $0 }) {
          return nil
        }
        // `info.txt` is none, unless the pattern has the point.
        guard end < line.count, ".$/-".utf8.contains(line[end]) else { return end }
        return literal(next)?[0] == line[end] ? end : nil
      case .number, .decimal:
        let point = UInt8(ascii: ".")
        let end = rest.firstIndex { !$0.isDigit && $0 != point } ?? line.count
        guard end > start, line[start].isDigit, line[end - 1].isDigit else { return nil }
        let points = line[start..<end].count { $0 == point }
        if case .number = matcher { return points < 2 ? end : nil }
        // Of section numbers, there are fewer digits behind the point.
        return points == 1 && line[end - 3..<end].allSatisfy(\.isDigit) ? end : nil
      case .host:
        guard let end = end(of: .word, from: start, before: next) else { return nil }
        return LogLevel.end(in: line, at: start) == end ? nil : end
      case .letter:
        return rest.first.map { $0 &- 0x41 < 26 } ?? false ? start + 1 : nil
      case .dotted:
        var end = rest.firstIndex { !$0.isNameByte } ?? line.count
        while end > start, line[end - 1] == UInt8(ascii: ":") { end -= 1 }
        let name = line[start..<end]
        let isDotted =
          name.first.map { !$0.isDigit } ?? false
          && (name.count { $0 == UInt8(ascii: ".") } > 1 || name.contains(UInt8(ascii: "$"))
            || zip(name, name.dropFirst()).contains { $0 == UInt8(ascii: ":") && $1 == $0 })
        return isDotted ? end : nil
      case .file:
        let end = rest.firstIndex { !$0.isNameByte || $0 == UInt8(ascii: ":") } ?? line.count
        let name = line[start..<end]
        guard let point = name.lastIndex(of: UInt8(ascii: ".")), point > start else { return nil }
        let isSource = LogPattern.extensions.contains(
          String(decoding: line[point + 1..<end], as: UTF8.self))
        return isSource ? end : nil
      case .name:
        let end = rest.firstIndex { !$0.isNameByte } ?? line.count
        guard end > start, !line[start].isDigit else { return nil }
        // The separator may be one of the characters of names.
        guard let bytes = literal(next), bytes[0].isNameByte else { return end }
        return place(of: bytes, start + 1..<min(line.count, end + bytes.count), isLast: true)
      case .rest: return line.count
      case .path:
        guard let bytes = literal(next) else { return nil }
        return place(of: bytes, start..<firstBlank(from: start), isLast: true)
      case .longest:
        let isApart = isBlanks(next)
        guard let bytes = literal(isApart ? next + 1 : next),
          let end = place(of: bytes, start..<line.count, isLast: true), !isApart || end > start
        else { return nil }
        return isApart ? end - 1 : end
      case .enclosed(let close):
        let open = line[start - 1]
        var depth = 1
        return rest.firstIndex { byte in
          if byte == open { depth += 1 } else if byte == close { depth -= 1 }
          return depth == 0
        }
      case .quoted:
        var position = start
        while position < line.count, line[position] != UInt8(ascii: "\"") {
          position += line[position] == UInt8(ascii: "\\") ? 2 : 1
        }
        return position < line.count ? position : nil
      case .value:
        guard let bytes = literal(next) else {
          return next == pieces.count ? line.count : firstBlank(from: start)
        }
        return place(of: bytes, start..<line.count)
      case .word, .text:
        let isWord = matcher == .word
        let limit = isWord ? firstBlank(from: start) : line.count
        if let bytes = literal(next) {
          // What is in front of a literal ends with its first occurrence.
          guard let end = place(of: bytes, start..<min(line.count, limit + bytes.count)),
            end <= limit, end > start
          else { return nil }
          return end
        }
        if next == pieces.count { return limit == line.count ? limit : nil }
        let end = isBlanks(next) ? firstBlank(from: start) : limit
        return end > start ? end : nil
      }
    }
  }

  private static let extensions: Set<String> = [
    "c", "cc", "clj", "cpp", "cs", "erl", "ex", "exs", "go", "h", "java", "js", "jsx", "kt", "lua",
    "php", "pl", "py", "rb", "rs", "scala", "sh", "swift", "ts", "tsx",
  ]
}

extension UInt8 {
  /// A Boolean value that indicates whether the byte is a blank or a tab.
  fileprivate var isBlank: Bool { self == 0x20 || self == 0x09 }

  /// A Boolean value that indicates whether the byte may be part of the name of a logger.
  @inline(__always) fileprivate var isNameByte: Bool {
    if isPartOfWord { return true }
    return switch Unicode.Scalar(self) {
    case ".", "$", "/", ":", "<", ">", "~", "#", "-", "@": true
    default: false
    }
  }
}
