extension LogFormat {
  /// Appends the members of a record as an object.
  ///
  /// - Returns: The index of the pattern that reads it; nil, with a part appended, if none does.
  func append(
    _ record: UnsafeRawBufferPointer, _ calendar: RecentDate, to json: inout [UInt8]
  ) -> Int? {
    let start = json.count
    let end = ByteSearch.first(0x0A, in: record) ?? record.count
    let first = record[rebased: 0..<end].withoutCarriageReturn
    var last = record.count
    while last > end, record[last - 1] == 0x0A || record[last - 1] == 0x0D { last -= 1 }
    let lines = record[rebased: min(end + 1, last)..<last]
    var known: LogPattern.KnownTime?
    func append(_ index: Int, _ unwanted: LogTime.Words) -> Bool {
      if json.count > start { json.removeSubrange(start...) }
      return patterns[index].append(first, calendar, &known, without: unwanted, to: &json)
    }
    func read(without unwanted: LogTime.Words) -> Int? {
      known = nil
      if let index = patterns.indices.first(where: { index in
        patterns[index].mayPrecede(lines) && append(index, unwanted)
      }) {
        return index
      }
      // Others read it if there is none: those first that have the most of its lines.
      return patterns.indices.map { (lines: patterns[$0].fittingCount(of: lines), index: $0) }
        .sorted { ($1.lines, $0.index) < ($0.lines, $1.index) }
        .first { append($0.index, unwanted) }?.index
    }
    guard var reader = read(without: []) else { return nil }
    let unwanted = timeWords.unwanted(in: first, known?.time, readBy: reader, of: patterns)
    if !unwanted.isEmpty { reader = read(without: unwanted) ?? read(without: []) ?? reader }
    if last > end { patterns[reader].append(lines: lines, calendar, to: &json) }
    return reader
  }
}

extension LogPattern {
  /// Returns whether the lines behind the first one of a record may belong to the pattern.
  fileprivate func mayPrecede(_ lines: UnsafeRawBufferPointer) -> Bool {
    guard let second = second.first, !lines.isEmpty else { return true }
    let end = ByteSearch.first(0x0A, in: lines) ?? lines.count
    return second.matches(lines[rebased: 0..<end].withoutCarriageReturn)
      && second.mayPrecede(lines[rebased: min(end + 1, lines.count)..<lines.count])
  }

  /// The number of lines behind the first one of a record that are those of the pattern.
  fileprivate func fittingCount(of lines: UnsafeRawBufferPointer) -> Int {
    guard let second = second.first, !lines.isEmpty else { return 0 }
    let end = ByteSearch.first(0x0A, in: lines) ?? lines.count
    guard second.matches(lines[rebased: 0..<end].withoutCarriageReturn) else { return 0 }
    return 1 + second.fittingCount(of: lines[rebased: min(end + 1, lines.count)..<lines.count])
  }

  /// Adds the lines behind the first one to its object: to the message at the end, as the message
  /// if there is none, or as `lines`.
  func append(
    lines: UnsafeRawBufferPointer, _ calendar: RecentDate, to json: inout [UInt8]
  ) {
    let end = ByteSearch.first(0x0A, in: lines) ?? lines.count
    let start = json.count - 1
    var known: KnownTime?
    if let second = second.first,
      second.append(lines[rebased: 0..<end].withoutCarriageReturn, calendar, &known, to: &json)
    {
      // One object of two.
      json.replaceSubrange(start..<start + 2, with: CollectionOfOne(UInt8(ascii: ",")))
      guard end < lines.count else { return }
      return second.append(
        lines: lines[rebased: end + 1..<lines.count], calendar, to: &json)
    }
    let key = names.contains("message") ? "lines" : "message"
    guard endsInMember ? pieces.last?.text.isEmpty == false : wanted?.contains(key) ?? true else {
      return
    }
    json.removeSubrange(start...)
    // What has no text in the first line begins with one.
    let first = endsInMember ? 0 : lines.firstIndex { $0 != 0x0A && $0 != 0x0D } ?? 0
    let lines = lines[rebased: first..<lines.count]
    if endsInMember {
      // The quote at the end.
      json.removeLast()
      json += "\\n".utf8
    } else {
      json += "\(json.last == UInt8(ascii: "{") ? "" : ",")\"\(key)\":\"".utf8
    }
    for (index, line) in lines.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated()
    {
      if index > 0 { json += "\\n".utf8 }
      JSONText.appendQuoted(UnsafeRawBufferPointer(rebasing: line).withoutCarriageReturn, to: &json)
    }
    json += "\"}".utf8
  }

  /// Appends quoted bytes as a string: escapes of JSON are kept.
  static func append(quoted value: UnsafeRawBufferPointer, to json: inout [UInt8]) {
    let quote = UInt8(ascii: "\"")
    guard ByteSearch.contains(UInt8(ascii: "\\"), in: value) else {
      return JSONText.quote(value, to: &json)
    }
    let string = [quote] + value + [quote]
    let isJSON = (try? JSONBytes(string).check()) != nil
    isJSON ? json.append(contentsOf: string) : JSONText.quote(value, to: &json)
  }

  /// Appends bytes as a string without the backslashes in front of bars and backslashes.
  static func append(escaped value: UnsafeRawBufferPointer, to json: inout [UInt8]) {
    let backslash = UInt8(ascii: "\\")
    var bytes: [UInt8] = []
    var position = 0
    while position < value.count {
      let isEscape =
        value[position] == backslash && position + 1 < value.count
        && [backslash, UInt8(ascii: "|")].contains(value[position + 1])
      if isEscape { position += 1 }
      bytes.append(value[position])
      position += 1
    }
    bytes.withUnsafeBytes { JSONText.quote($0, to: &json) }
  }
}
