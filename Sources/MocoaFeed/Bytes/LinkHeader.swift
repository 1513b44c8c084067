/// The header `Link` of a response (RFC 8288).
enum LinkHeader {
  /// Returns the target of the first link with a relation, or nil if there is none.
  static func target(of relation: String, in header: String) -> String? {
    var rest = header.utf8[...]
    return target(of: relation, &rest)
  }

  /// Returns whether a part of the header is no link, which may be that of the next page.
  static func isBroken(_ header: String) -> Bool {
    var rest = header.utf8[...]
    while true {
      rest = rest.drop { " ,".utf8.contains($0) }
      guard !rest.isEmpty else { return false }
      guard rest.first == UInt8(ascii: "<") else { return true }
      let count = rest.count
      // A relation that no link has: one link is read.
      var link = rest
      _ = target(of: "", &link, isFirst: true)
      guard link.count < count else { return true }
      rest = link
    }
  }

  /// Returns the target of the first link with a relation, and what follows that link.
  private static func target(
    of relation: String, _ rest: inout Substring.UTF8View, isFirst: Bool = false
  ) -> String? {
    while let open = rest.firstIndex(of: UInt8(ascii: "<")),
      let close = rest[open...].firstIndex(of: UInt8(ascii: ">"))
    {
      let target = rest[open..<close].dropFirst()
      rest = rest[close...].dropFirst()
      var names: [Substring] = []
      // Parameters up to a comma; it and semicolons may occur in quotes.
      while let parameter = nextParameter(&rest) {
        let parts = parameter.split(separator: "=", maxSplits: 1)
        guard parts.count == 2, names.isEmpty, parts[0].lowercased() == "rel" else { continue }
        names = parts[1].split { " \"'".contains($0) }
      }
      if isFirst || names.contains(where: { $0.lowercased() == relation }) {
        return String(target)
      }
    }
    return nil
  }

  /// Removes and returns a parameter without surrounding white space; nil at the end of the link.
  private static func nextParameter(_ rest: inout Substring.UTF8View) -> String? {
    guard let first = rest.first, first != UInt8(ascii: ",") else { return nil }
    var isQuoted = false
    var isEscaped = false
    let end = rest.dropFirst().firstIndex { byte in
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = isQuoted
      } else if byte == UInt8(ascii: "\"") {
        isQuoted.toggle()
      }
      return !isQuoted && (byte == UInt8(ascii: ";") || byte == UInt8(ascii: ","))
    }
    let parameter = Substring(rest[..<(end ?? rest.endIndex)])
    rest = rest[(end ?? rest.endIndex)...]
    return String(parameter.drop { $0 == ";" || $0.isWhitespace })
  }
}
