extension LogFormat {
  /// Returns the format that a directive among the first lines declares; nil if none does.
  ///
  /// Those of W3C extended logs are `#Fields: date time c-ip`, with blanks or tabs between the
  /// fields of a line; those of Zeek are `#fields`, `#types` and names with tabs in front.
  static func declared(by lines: [UnsafeRawBufferPointer]) -> LogFormat? {
    let texts = lines.map { String(decoding: $0.withoutCarriageReturn, as: UTF8.self) }
    guard let first = texts.first, first.first == "#",
      let line = texts.first(where: { $0.first != "#" })
    else { return nil }
    func words(_ directive: String) -> [Substring]? {
      texts.first { $0.hasPrefix(directive) }.map {
        $0.dropFirst(directive.count).split(whereSeparator: \.isWhitespace)
      }
    }
    let zeek = words("#fields\t")
    guard let names = zeek ?? words("#Fields:"), names.count > 1 else { return nil }
    let start = zeek == nil ? "#Fields:" : "#fields\t"
    let declaration = texts.first { $0.hasPrefix(start) }.map { Array($0.utf8) }
    let types = zeek == nil ? [] : words("#types\t") ?? []
    var members = names.enumerated().map { column, name in
      let isTime = types.indices.contains(column) && types[column] == "time"
      return "{\(name):\(isTime ? "epoch" : "value")}"
    }
    if names.starts(with: ["date", "time"]) { members.replaceSubrange(0..<2, with: ["{time}"]) }
    let areTabs = line.utf8.count { $0 == 0x09 } + 1 == names.count
    let pattern = try? LogPattern(members.joined(separator: areTabs ? "\t" : " "))
    return pattern.map {
      LogFormat(
        zeek == nil ? "W3C extended" : "Zeek", [$0], declaration: declaration, lines: lines)
    }
  }

  /// Returns whether a line is a directive in front of the records that it declares.
  func isDirective(_ line: UnsafeRawBufferPointer) -> Bool {
    isDeclared && line.first == UInt8(ascii: "#")
  }
}
