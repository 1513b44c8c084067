import FoundationEssentials

/// How the pages behind the first one are requested.
public enum FeedPaging: Hashable, Sendable {
  /// By what the page says: the member `next_url` (JSON Feed 1.1), or a header
  /// `Link: <…>; rel="next"` (RFC 8288).
  case linked
  /// By a parameter with the number of the page: from that in the address of the first, or 1.
  case page(parameter: String)
  /// By a parameter with the number of rows that come before the page: from that in the address
  /// of the first, or 0.
  case offset(parameter: String)
  /// By a parameter with what the page has at a pointer; without that there is no more.
  case cursor(JSONPointer, parameter: String)
}

/// The address of a page, as text of which nothing is changed that need not be.
struct PageAddress: Hashable, Sendable {
  /// The address.
  let text: String

  init(_ text: String) { self.text = text }

  /// Whether the page is fetched with https.
  var isSecure: Bool { text.lowercased().hasPrefix("https:") }

  /// The address as it is shown.
  var shown: String { ByteSources.shownName(ofURL: text) }

  /// The address with a parameter of the query set; the other parameters stay as they are.
  func setting(_ parameter: String, to value: String) -> PageAddress {
    let (address, fragment) = text.splitting(at: "#")
    let (base, query) = address.splitting(at: "?")
    let name = Self.encoded(parameter)
    var items = query.map { $0.split(separator: "&").map(String.init) } ?? []
    items.removeAll { $0.splitting(at: "=").0 == name }
    items.append("\(name)=\(Self.encoded(value))")
    return PageAddress(
      base + "?" + items.joined(separator: "&") + (fragment.map { "#" + $0 } ?? ""))
  }

  /// How great a number in an address may be: others follow it.
  private static let numberLimit = 1 << 53

  /// The number that the query has for a parameter; nil where it has none, or one beyond 2⁵³.
  func number(of parameter: String) -> Int? {
    value(of: parameter).flatMap { Int($0) }
      .flatMap { $0.magnitude <= Self.numberLimit ? $0 : nil }
  }

  /// What the address gives for a parameter.
  func value(of parameter: String) -> String? {
    let (_, query) = text.splitting(at: "#").0.splitting(at: "?")
    let items = query?.split(separator: "&").map { String($0).splitting(at: "=") } ?? []
    return items.last { $0.0 == Self.encoded(parameter) }?.1
  }

  /// The address that a reference on this page leads to (RFC 3986 section 5).
  func resolving(_ reference: String) -> PageAddress {
    let url = URL(string: text).flatMap { URL(string: reference, relativeTo: $0) }
    return PageAddress(url?.absoluteString ?? reference)
  }

  /// Text with every byte that is not unreserved in RFC 3986 section 2.3 as a percent escape.
  private static func encoded(_ text: String) -> String {
    let digits = Array("0123456789ABCDEF")
    return text.utf8.map { byte -> String in
      let character = Character(UnicodeScalar(byte))
      if byte < 0x80, character.isLetter || character.isNumber || "-._~".contains(character) {
        return String(character)
      }
      return "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
    }.joined()
  }
}

/// The header `Link` of an answer (RFC 8288).
enum LinkHeader {
  /// The target of the first link with a relation, or nil where there is none.
  static func target(of relation: String, in header: String) -> String? {
    var rest = header.utf8[...]
    while let open = rest.firstIndex(of: UInt8(ascii: "<")),
      let close = rest[open...].firstIndex(of: UInt8(ascii: ">"))
    {
      let target = rest[open..<close].dropFirst()
      rest = rest[close...].dropFirst()
      var names: [Substring] = []
      // The parameters up to a comma; both it and the semicolons may stand in quotes.
      while let parameter = nextParameter(&rest) {
        let parts = parameter.split(separator: "=", maxSplits: 1)
        guard parts.count == 2, names.isEmpty, parts[0].lowercased() == "rel" else { continue }
        names = parts[1].split { $0 == " " || $0 == "\"" }
      }
      if names.contains(where: { $0.lowercased() == relation }) { return String(target) }
    }
    return nil
  }

  /// Takes a parameter, without white space around it; nil where the link ends.
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

extension String {
  /// What is before and behind the first occurrence of a character; nil behind where it is missing.
  fileprivate func splitting(at character: Character) -> (String, String?) {
    guard let index = firstIndex(of: character) else { return (self, nil) }
    return (String(self[..<index]), String(self[self.index(after: index)...]))
  }
}
