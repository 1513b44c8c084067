/// The header `Link` of a response (RFC 8288).
enum LinkHeader {
  /// Returns the target of the first link with a relation, or nil if there is none.
  static func target(of relation: String, in header: String) -> String? {
    var rest = header.utf8[...]
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
        names = parts[1].split { $0 == " " || $0 == "\"" }
      }
      if names.contains(where: { $0.lowercased() == relation }) { return String(target) }
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
