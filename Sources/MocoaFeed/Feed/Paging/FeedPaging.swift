/// How the pages behind the first one are asked for.
public enum FeedPaging: Hashable, Sendable {
  /// By what the page says: the member `next_url` (JSON Feed 1.1), or a header
  /// `Link: <…>; rel="next"` (RFC 8288).
  case linked
  /// By a parameter with the number of the page, from 1.
  case page(parameter: String)
  /// By a parameter with the number of rows that come before the page.
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

  /// The address that a reference on this page means (RFC 3986 section 5.2, without dot segments).
  func resolving(_ reference: String) -> PageAddress {
    if reference.contains("://") { return PageAddress(reference) }
    let (base, _) = text.splitting(at: "#").0.splitting(at: "?")
    guard let scheme = base.range(ofText: "://") else { return PageAddress(reference) }
    let afterScheme = base[scheme.upperBound...]
    if reference.hasPrefix("//") {
      return PageAddress(base[..<scheme.lowerBound] + ":" + reference)
    }
    let pathStart = afterScheme.firstIndex(of: "/") ?? base.endIndex
    if reference.hasPrefix("/") { return PageAddress(base[..<pathStart] + reference) }
    if reference.hasPrefix("?") { return PageAddress(base + reference) }
    let directoryEnd = base[pathStart...].lastIndex(of: "/")
    let directory = directoryEnd.map { String(base[...$0]) } ?? base + "/"
    return PageAddress(directory + reference)
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
    var rest = header[...]
    while let open = rest.firstIndex(of: "<"), let close = rest[open...].firstIndex(of: ">") {
      let target = rest[rest.index(after: open)..<close]
      let after = rest[rest.index(after: close)...]
      let end = after.firstIndex(of: "<") ?? after.endIndex
      if names(in: after[..<end]).contains(relation) { return String(target) }
      rest = after[end...]
    }
    return nil
  }

  /// The relations that the parameters of a link name.
  private static func names(in parameters: Substring) -> [String] {
    for parameter in parameters.split(whereSeparator: { $0 == ";" || $0 == "," }) {
      let (name, value) = String(parameter).splitting(at: "=")
      guard name.filter({ !$0.isWhitespace }).lowercased() == "rel", let value else { continue }
      return value.split { $0.isWhitespace || $0 == "\"" }.map { $0.lowercased() }
    }
    return []
  }
}

extension String {
  /// What is before and behind the first occurrence of a character; nil behind where it is missing.
  fileprivate func splitting(at character: Character) -> (String, String?) {
    guard let index = firstIndex(of: character) else { return (self, nil) }
    return (String(self[..<index]), String(self[self.index(after: index)...]))
  }

  fileprivate func range(ofText text: String) -> Range<Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(text) {
        return start..<(index(start, offsetBy: text.count, limitedBy: endIndex) ?? endIndex)
      }
      start = index(after: start)
    }
    return nil
  }
}
