import FoundationEssentials

/// The way in which the pages after the first one are requested.
public enum FeedPaging: Hashable, Sendable {
  /// By a link in the page: a header `Link: <…>; rel="next"`, `next_url` (JSON Feed 1.1), or an
  /// address at `next`, `@odata.nextLink`, `links/next` and the like.
  case linked
  /// By a parameter with the number of the page, counted from that in the first address, or 1.
  case page(parameter: String)
  /// By a parameter with the number of preceding rows, counted from the first address, or from 0.
  case offset(parameter: String)
  /// By a parameter with the value at a pointer in the page; without one there are no more pages.
  case cursor(JSONPointer, parameter: String)

  /// A Boolean value that indicates whether a page is requested without a link to it.
  var isCounted: Bool {
    switch self {
    case .page, .offset: true
    case .linked, .cursor: false
    }
  }
}

/// The address of a page, as text that is changed as little as possible.
struct PageAddress: Hashable, Sendable {
  let text: String

  init(_ text: String) { self.text = text }

  /// A Boolean value that indicates whether the page is fetched with https.
  var isSecure: Bool { text.lowercased().hasPrefix("https:") }

  /// The scheme, host and port (RFC 6454); the text if it is no address.
  var origin: String {
    guard let url = URL(string: text), let scheme = url.scheme?.lowercased() else { return text }
    let port = url.port ?? (scheme == "https" ? 443 : 80)
    return "\(scheme)://\(url.host()?.lowercased() ?? ""):\(port)"
  }

  /// The address for display.
  var shown: String { ByteSources.shownName(ofURL: text) }

  /// Returns whether another address has the same query parameters, in any order, and all else.
  func hasSameParts(as other: PageAddress) -> Bool {
    func parts(_ text: String) -> [Substring] { text.split { "?&".contains($0) }.sorted() }
    return parts(text) == parts(other.text)
  }

  /// Returns the address with a query parameter set; the other parameters are unchanged.
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

  /// The limit of a page number in an address, which leaves room for later numbers.
  private static let numberLimit = 1 << 53

  /// Returns the number of a query parameter; nil if it is missing, or above 2⁵³.
  func number(of parameter: String) -> Int? {
    value(of: parameter).flatMap { Int($0) }
      .flatMap { $0.magnitude <= Self.numberLimit ? $0 : nil }
  }

  func value(of parameter: String) -> String? {
    let (_, query) = text.splitting(at: "#").0.splitting(at: "?")
    let items = query?.split(separator: "&").map { String($0).splitting(at: "=") } ?? []
    return items.last { $0.0 == Self.encoded(parameter) }?.1
  }

  /// Returns the address of a reference on this page (RFC 3986 section 5).
  func resolving(_ reference: String) -> PageAddress {
    let url = URL(string: text).flatMap { URL(string: reference, relativeTo: $0) }
    return PageAddress(url?.absoluteString ?? reference)
  }

  /// Returns text with all but the unreserved bytes (RFC 3986 section 2.3) percent-encoded.
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

extension String {
  /// Returns the text before and after the first occurrence of a character; nil if it is missing.
  fileprivate func splitting(at character: Character) -> (String, String?) {
    guard let index = firstIndex(of: character) else { return (self, nil) }
    return (String(self[..<index]), String(self[self.index(after: index)...]))
  }
}
