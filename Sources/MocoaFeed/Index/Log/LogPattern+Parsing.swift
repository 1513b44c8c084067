extension LogPattern {
  /// Creates a pattern from its text.
  ///
  /// - Throws: What is wrong in the text.
  package convenience init(_ text: String) throws(Fault) {
    var pieces: [Piece] = []
    var texts: [UInt8] = []
    var names: [String] = []
    pieces.reserveCapacity(16)
    texts.reserveCapacity(2 * text.utf8.count)
    if text.utf8.contains(UInt8(ascii: "?")), text.contains("(?<") || text.contains("(?P<") {
      let expression = try Self.expression(text)
      let groups = expression.namedGroups
      for (name, _) in groups {
        let start = texts.count
        texts += DerivedMember.key(name)
        let matcher: Matcher = name == "time" ? .time : name == "message" ? .rest : .value
        pieces.append(Piece(kind: .member(matcher), text: start..<texts.count))
      }
      self.init(
        text: text, pieces: pieces, texts: texts, names: groups.map(\.name),
        expression: (expression, groups.map(\.number)))
      return
    }
    // As bytes: all that are known are read when the first log is opened.
    let lines = text.utf8.split(separator: 0x0A, maxSplits: 1, omittingEmptySubsequences: false)
    let second = try lines.dropFirst().map { line throws(Fault) in
      try LogPattern(String(Substring(line)))
    }
    let others = second.flatMap(\.names)
    var rest = lines[0]
    // The number of pieces up to the level, and the blanks that fill it up.
    var endOfLevel: Int?
    while let byte = rest.first {
      rest.removeFirst()
      // The byte behind which a member or a blank stands, if it is of a literal.
      let last = pieces.last?.kind == .literal ? texts.last : nil
      switch byte {
      case UInt8(ascii: " "):
        // One at the end says that no further words follow.
        let isInside =
          rest.isEmpty || last.map { "[(".utf8.contains($0) } ?? false
          || rest.first.map { "])".utf8.contains($0) } ?? false
        pieces.append(Piece(kind: .blanks(isOptional: isInside)))
      case UInt8(ascii: "{") where rest.first != byte:
        guard let end = rest.firstIndex(of: UInt8(ascii: "}")), end > rest.startIndex else {
          throw Fault(reason: "expected a name and '}' behind '{'")
        }
        let parts = rest[..<end].split(
          separator: UInt8(ascii: ":"), omittingEmptySubsequences: false
        ).map { String(Substring($0)) }
        rest = rest[end...].dropFirst()
        let name = parts[0]
        guard !names.contains(name) else { throw Fault(reason: "{\(name)} occurs twice") }
        if name != "_" { names.append(name) }
        let kind = parts.count > 1 ? parts[1] : nil
        let matcher: Matcher
        if let kind, kind.utf8.contains(UInt8(ascii: "|")) || kind == "facility" {
          let words = kind == "facility" ? Self.facilities : kind
          matcher = .choice(texts.count..<texts.count + words.utf8.count)
          texts += words.utf8
        } else {
          matcher = try Self.matcher(name, kind, behind: last, next: rest.first)
        }
        if matcher == .priority {
          guard !names.contains("level") else { throw Fault(reason: "{level} occurs twice") }
          names.append("level")
        }
        let start = texts.count
        if name != "_" { texts += DerivedMember.key(name) }
        let member = Piece(
          kind: .member(matcher), text: start..<texts.count,
          isNoLevel: Self.namesBesideLevels.contains(name))
        // Levels are padded to the longest one.
        let isPadded =
          [.level, .lowercase].contains(matcher) && last == UInt8(ascii: "[")
          && rest.first == UInt8(ascii: "]")
        let blanks = isPadded ? [Piece(kind: .blanks(isOptional: true))] : []
        pieces += blanks + [member] + blanks
        if [.level, .lowercase].contains(matcher) { endOfLevel = pieces.count }
      default:
        if byte == UInt8(ascii: "{") { rest.removeFirst() }
        if last == nil {
          pieces.append(Piece(kind: .literal, text: texts.count..<texts.count))
        }
        texts.append(byte)
        let start = pieces[pieces.count - 1].text.lowerBound
        pieces[pieces.count - 1].text = start..<texts.count
      }
    }
    guard !names.isEmpty else { throw Fault(reason: "a pattern has members, such as {message}") }
    let ends = pieces.suffix(3).map(\.kind)
    if ends == [.literal, .blanks(isOptional: false), .member(.rest)],
      endOfLevel != pieces.count - 3
    {
      pieces[pieces.count - 2].kind = .blank
    }
    self.init(text: text, pieces: pieces, texts: texts, names: names + others, second: second)
  }

  /// Returns whether the first line of a record has the form, and the second line if that has one.
  package func reads(_ record: String) -> Bool {
    let lines = record.split(separator: "\n", maxSplits: 1).map(String.init)
    guard let first = lines.first,
      Array(first.utf8).withUnsafeBytes({ matches($0.withoutCarriageReturn) })
    else { return false }
    return second.isEmpty || lines.count > 1 && second[0].reads(lines[1])
  }

  /// Members that are beside a level.
  private static let namesBesideLevels: Set = ["process", "logger", "thread", "component"]

  /// The facilities of syslog.
  private static let facilities =
    "kern|user|mail|daemon|authpriv|auth|syslog|lpr|news|uucp|cron|ftp|ntp|security|console"
    + (0...7).map { "|local\($0)" }.joined()

  private static func expression(_ text: String) throws(Fault) -> RegularExpression {
    let expression: RegularExpression
    do throws(FilterSyntaxError) {
      expression = try RegularExpression(parsing: text, ignoresCase: false)
    } catch {
      throw Fault(reason: "\(error.message) at character \(error.offset + 1)")
    }
    guard !expression.namedGroups.isEmpty else {
      throw Fault(reason: "a regular expression has groups with names, such as (?<message>.*)")
    }
    return expression
  }

  /// What the words behind a colon match, besides those that are names of members, too.
  private static let matchers: [String: Matcher] = [
    "epoch": .epoch, "syslog": .syslog, "monthFirst": .monthFirst,
    "yearLast": .yearLast, "compact": .compact,
    "zone": .zone, "address": .address, "title": .title, "json": .json, "status": .status,
    "file": .file, "lowercase": .lowercase, "number": .number, "decimal": .decimal,
    "letter": .letter, "longest": .longest, "name": .name, "value": .value, "dotted": .dotted,
    "text": .text, "structured": .structured, "word": .word, "path": .path,
    "priority": .priority, "escaped": .escaped,
    // Behind a bracket.
    "process": .word,
  ]

  private static func matcher(
    _ name: String, _ kind: String?, behind open: UInt8?, next: UInt8?
  ) throws(Fault) -> Matcher {
    switch kind ?? name {
    case "time": return .time
    case "level": return .level
    case "message": return next == nil ? .rest : .text
    case "host": return .host
    case "process" where open != UInt8(ascii: "["): return .process
    default: break
    }
    // Other names say nothing: a column `file` or `path` may have anything in it.
    if let kind {
      guard let matcher = matchers[kind] else {
        throw Fault(
          reason:
            "'\(kind)' of {\(name):…} is none of time, epoch, syslog, monthFirst, yearLast, "
            + "compact, level, lowercase, priority, number, decimal, letter, host, process, zone, "
            + "address, file, name, dotted, word, path, text, title, value, longest, escaped, "
            + "structured, json, status, facility, and no words with '|' between them")
      }
      return matcher
    }
    if let open, let next {
      switch (open, next) {
      case (UInt8(ascii: "["), UInt8(ascii: "]")), (UInt8(ascii: "("), UInt8(ascii: ")")),
        (UInt8(ascii: "<"), UInt8(ascii: ">")):
        return .enclosed(close: next)
      case (UInt8(ascii: "\""), UInt8(ascii: "\"")): return .quoted
      default: break
      }
    }
    return .word
  }
}

extension UnsafeRawBufferPointer {
  /// A Boolean value that indicates whether no name of a file or number of a line is in front, as
  /// `grep` prints them: a port or an address of IPv6 may have colons, or `unix:`.
  var mayBeHost: Bool {
    if contains(where: { "\"'<>|\t".utf8.contains($0) }) { return false }
    guard let colon = firstIndex(of: UInt8(ascii: ":")) else { return true }
    if self[(colon + 1)...].allSatisfy(\.isDigit) { return true }
    let prefix = self[..<colon]
    return zip(self, dropFirst()).contains { $0 == UInt8(ascii: ":") && $1 == $0 }
      || !contains(UInt8(ascii: ".")) && addressEnd(from: 0) == count
      || !prefix.allSatisfy(\.isDigit) && !prefix.contains { "./".utf8.contains($0) }
  }

  /// Returns the end of an address of IPv4 or IPv6 at an offset, with its port; nil for none.
  func addressEnd(from start: Int) -> Int? {
    var end = start
    while end < count, self[end].isHexDigit || ".:[]".utf8.contains(self[end]) { end += 1 }
    // What follows it.
    if end - start > 2, self[end - 1] == UInt8(ascii: ":"), self[end - 2] != self[end - 1] {
      end -= 1
    }
    let text = self[start..<end]
    let colons = text.count { $0 == UInt8(ascii: ":") }
    let isV4 = colons < 2 && text.count { $0 == UInt8(ascii: ".") } == 3
    let isV6 =
      colons > 6
      || zip(text, text.dropFirst()).contains { $0 == UInt8(ascii: ":") && $1 == $0 }
    return text.contains(where: \.isDigit) && (isV4 || isV6) ? end : nil
  }
}
