extension LogPattern {
  /// A line that is tested.
  struct Match {
    let line: UnsafeRawBufferPointer
    let pieces: UnsafeBufferPointer<Piece>
    let texts: UnsafeRawBufferPointer
    let dateOrder: LogTime.DateOrder?
    let unwanted: LogTime.Words

    /// Returns the time at an offset; nil if there is none.
    private func time(
      at start: Int, _ order: LogTime.DateOrder?, _ known: inout KnownTime?
    ) -> LogTime? {
      if known?.start == start, known?.order == order { return known?.time }
      let time = LogTime(line, at: start, order, without: unwanted)
      known = KnownTime(start: start, order: order, time: time)
      return time
    }

    func forEachMember(
      _ known: inout KnownTime?, _ body: (UnsafeRawBufferPointer, Finding) -> Void
    ) -> Bool {
      var position = 0
      for (index, piece) in pieces.enumerated() {
        switch piece.kind {
        case .blanks(let isOptional):
          guard isOptional || position < line.count && line[position].isBlank else { return false }
          while position < line.count, line[position].isBlank { position += 1 }
        case .blank:
          guard position < line.count, line[position].isBlank else { return false }
          position += 1
        case .literal:
          guard has(texts[rebased: piece.text], at: position) else { return false }
          position += piece.text.count
        case .member(let matcher):
          let key = texts[rebased: piece.text]
          switch matcher {
          case .time, .epoch, .syslog, .monthFirst, .yearLast, .compact:
            let order = dateOrder ?? (matcher == .monthFirst ? .monthFirst : nil)
            guard position < line.count, var time = time(at: position, order, &known),
              matcher.accepts(time)
            else { return false }
            position = time.end
            if isBlanks(index + 1), index + 2 < pieces.count,
              pieces[index + 2].kind == .member(.zone)
            {
              time.keepZoneBehind()
            }
            if index > 1, isBlanks(index - 1), pieces[index - 2].kind == .member(.zone) {
              time.takeZoneInFront()
            }
            if [.monthFirst, .yearLast].contains(matcher) { time.parts?.mayHaveYearFirst = false }
            if !key.isEmpty { body(key, .time(time)) }
          default:
            guard let end = end(of: matcher, from: position, before: index + 1) else {
              return false
            }
            let value = line[rebased: position..<end]
            if piece.isNoLevel, LogLevel.isCertain(value) { return false }
            position = end
            if matcher == .priority, let priority = SyslogSeverity.priority(value) {
              if !key.isEmpty { body(key, .number(value)) }
              let name = SyslogSeverity.name(of: priority)
              body(.init(SyslogSeverity.key), .text(.init(name)))
              continue
            }
            guard !key.isEmpty else { continue }
            switch matcher {
            case .value
            where value.count > 1 && value.first == UInt8(ascii: "\"")
              && value.last == UInt8(ascii: "\""):
              body(key, .quoted(value[rebased: 1..<value.count - 1]))
            case .number, .decimal, .value, .status:
              body(key, .number(value[rebased: value.trimmed(from: 0, to: value.count)]))
            case .quoted: body(key, .quoted(value))
            case .escaped: body(key, .escaped(value))
            case .json: body(key, .object(value))
            case .rest: body(key, .text(value))
            default: body(key, .text(value[rebased: value.trimmed(from: 0, to: value.count)]))
            }
          }
        }
      }
      return position == line.count
    }

    /// Calls a closure with the members at the ranges of their groups; returns whether what is to
    /// be a time is one.
    func forEachMember(
      at ranges: [Range<Int>?], _ body: (UnsafeRawBufferPointer, Finding) -> Void
    ) -> Bool {
      for (piece, range) in zip(pieces, ranges) {
        let key = texts[rebased: piece.text]
        switch piece.kind {
        case .member(.time):
          guard let range else { continue }
          var time = LogTime(line, at: range.lowerBound, dateOrder)
          if time?.end != range.upperBound {
            // The expression says where the time ends.
            time = LogTime(line[rebased: 0..<range.upperBound], at: range.lowerBound, dateOrder)
          }
          guard let time, !time.isNumber, time.end == range.upperBound else { return false }
          if !key.isEmpty { body(key, .time(time)) }
        case _ where key.isEmpty: continue
        // Lines behind the first one are added to it.
        case .member(.rest): body(key, .text(line[rebased: range ?? 0..<0]))
        default: range.map { body(key, .number(line[rebased: $0])) }
        }
      }
      return true
    }

    /// The literal that a piece is; nil if it is another piece, or none.
    private func literal(_ index: Int) -> UnsafeRawBufferPointer? {
      guard index < pieces.count, pieces[index].kind == .literal else { return nil }
      return texts[rebased: pieces[index].text]
    }

    private func isBlanks(_ index: Int) -> Bool {
      guard index < pieces.count else { return false }
      switch pieces[index].kind {
      case .blanks, .blank: return true
      case .literal, .member: return false
      }
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

    /// Returns the offset of the quote, or another byte, that ends a text with escapes.
    private func endOfQuote(from start: Int, _ quote: UInt8 = UInt8(ascii: "\"")) -> Int? {
      var position = start
      while position < line.count, line[position] != quote {
        position += line[position] == UInt8(ascii: "\\") ? 2 : 1
      }
      return position < line.count ? position : nil
    }

    /// Returns the end of a member; nil if it does not match.
    private func end(of matcher: Matcher, from start: Int, before next: Int) -> Int? {
      let rest = line[start...]
      switch matcher {
      case .time, .epoch, .syslog, .monthFirst, .yearLast, .compact: return nil
      case .choice(let words):
        for word in texts[words].split(separator: UInt8(ascii: "|")) {
          let end = start + word.count
          if rest.starts(with: word), end == line.count || !line[end].isPartOfWord { return end }
        }
        return nil
      case .level, .lowercase:
        guard let end = LogLevel.end(in: line, at: start) else { return nil }
        // `Fine weather`: a word in front of another is a level in capitals only.
        if matcher == .level, isBlanks(next), pieces[next].kind != .blanks(isOptional: true),
          end + 1 < line.count, line[end] == 0x20, !line[end + 1].isBlank,
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
        guard let end = end(of: .word, from: start, before: next),
          line[start..<end].allSatisfy({ $0.isPartOfWord || ".-:/%@*~".utf8.contains($0) }),
          line[end - 1] != UInt8(ascii: ":"), !line[start..<end].allSatisfy(\.isDigit),
          line[rebased: start..<end].mayBeHost
        else { return nil }
        return LogLevel.end(in: line, at: start) == end ? nil : end
      case .process:
        guard let end = end(of: .word, from: start, before: next),
          let first = rest.first, first.isPartOfWord || "/.(-*~".utf8.contains(first)
        else { return nil }
        let isCapital = first &- UInt8(ascii: "A") < 26
        let level = isCapital ? LogLevel.end(in: line, at: start) : nil
        let isInParentheses =
          first == UInt8(ascii: "(") && LogLevel.end(in: line, at: start + 1) == end - 1
        return level == end || isInParentheses || line.addressEnd(from: start) == end ? nil : end
      case .priority:
        let end = rest.firstIndex { !$0.isDigit } ?? line.count
        return SyslogSeverity.priority(line[start..<end]) == nil ? nil : end
      case .zone:
        let end = rest.firstIndex { $0 &- UInt8(ascii: "A") >= 26 } ?? line.count
        return 2...5 ~= end - start ? end : nil
      case .address: return line.addressEnd(from: start)
      case .status:
        let end = rest.firstIndex { !$0.isDigit } ?? line.count
        return line[rebased: start..<end].isStatus ? end : nil
      case .json:
        let value = line[rebased: start..<line.count]
        return value.first == UInt8(ascii: "{") && value.isJSON ? line.count : nil
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
        let isSource = Self.extensions.contains(
          String(decoding: line[point + 1..<end], as: UTF8.self))
        return isSource ? end : nil
      case .name:
        let end = rest.firstIndex { !$0.isNameByte } ?? line.count
        guard end > start, !line[start].isDigit, line[start..<end].contains(where: \.isPartOfWord)
        else { return nil }
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
      case .quoted: return endOfQuote(from: start)
      case .escaped: return literal(next).flatMap { endOfQuote(from: start, $0[0]) }
      case .structured:
        var position = start
        while position < line.count {
          switch line[position] {
          case UInt8(ascii: "\""):
            guard let end = endOfQuote(from: position + 1) else { return nil }
            position = end
          case UInt8(ascii: "]"):
            guard position + 1 < line.count, line[position + 1] == UInt8(ascii: "[") else {
              return position
            }
          default: break
          }
          position += 1
        }
        return nil
      case .value:
        // A text in quotes may have blanks.
        if rest.first == UInt8(ascii: "\""), let quote = endOfQuote(from: start + 1),
          quote + 1 == line.count || line[quote + 1].isBlank
            || line[quote + 1] == literal(next)?.first
        {
          return quote + 1
        }
        guard let bytes = literal(next) else {
          return next == pieces.count ? line.count : firstBlank(from: start)
        }
        return place(of: bytes, start..<line.count)
      case .word, .text, .title:
        if matcher == .title, rest.first.map({ $0 &- UInt8(ascii: "A") >= 26 }) ?? true {
          return nil
        }
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

    static let extensions: Set<String> = [
      "c", "cc", "clj", "cpp", "cs", "erl", "ex", "exs", "go", "h", "java", "js", "jsx", "kt",
      "lua", "php", "pl", "py", "rb", "rs", "scala", "sh", "swift", "ts", "tsx",
    ]
  }
}
