extension LogFormat {
  /// Returns the format that a directive among the first lines declares; nil if none does.
  ///
  /// Those of W3C extended logs are `#Fields: date time c-ip`, with blanks, tabs or commas between
  /// the fields of a line; those of Zeek are `#fields`, `#types` and names with tabs in front.
  static func declared(by lines: [UnsafeRawBufferPointer]) -> LogFormat? {
    let texts = lines.map { String(decoding: $0.withoutCarriageReturn, as: UTF8.self) }
    guard let first = texts.first, first.first == "#",
      let line = texts.first(where: { $0.first != "#" })
    else { return nil }
    func directive(_ name: String) -> (line: String, words: [Substring])? {
      texts.first { $0.hasPrefix(name) }.map {
        ($0, $0.dropFirst(name.count).split(whereSeparator: \.isWhitespace))
      }
    }
    let zeek = directive("#fields\t")
    guard let (declaration, words) = zeek ?? directive("#Fields:"), let only = words.first else {
      return nil
    }
    let areCommas = words.count == 1
    let names = areCommas ? only.split(separator: ",") : words
    guard names.count > 1 else { return nil }
    let types = zeek == nil ? [] : directive("#types\t")?.words ?? []
    var members = names.enumerated().map { column, name in
      let isTime = types.indices.contains(column) && types[column] == "time"
      return "{\(name):\(isTime ? "epoch" : "value")}"
    }
    for time in [["date", "time"], ["date-local", "time-local"], ["date-time"]]
    where names.starts(with: time.map { $0[...] }) {
      members.replaceSubrange(0..<time.count, with: ["{time}"])
    }
    let areTabs = line.utf8.count { $0 == 0x09 } + 1 == names.count
    let separator = areCommas ? "," : areTabs ? "\t" : " "
    // Behind the last blank, nothing follows: a line with more fields is another one.
    let end = separator == " " ? separator : ""
    return (try? LogPattern(members.joined(separator: separator) + end)).map {
      LogFormat(
        zeek == nil ? "W3C extended" : "Zeek", [$0], declaration: Array(declaration.utf8),
        lines: lines)
    }
  }

  /// Returns whether a line is a directive in front of the records that it declares.
  func isDirective(_ line: UnsafeRawBufferPointer) -> Bool {
    isDeclared && line.first == UInt8(ascii: "#")
  }
}
