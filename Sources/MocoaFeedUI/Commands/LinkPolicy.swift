import MocoaFeed
import MocoaTUI

/// The links of a feed that may be opened, and the command that opens them.
package struct LinkPolicy: Hashable, Sendable {
  /// The allowed schemes, in lower case.
  package var schemes: Set = ["http", "https"]

  /// The command that opens a link, which is its last argument; by default the desktop's.
  var opener = desktopOpener

  /// The desktop's opener.
  static var desktopOpener: [String] {
    #if canImport(Darwin)
      ["open"]
    #else
      ["xdg-open"]
    #endif
  }

  /// Returns the reason not to open a link, as part of a sentence; nil if it may be opened.
  func objection(to link: String) -> String? {
    if link.isEmpty { return "the row has no link" }
    let scheme = link.prefix { $0 != ":" }.lowercased()
    guard scheme.utf8.count < link.utf8.count, Self.isScheme(scheme) else {
      return "not a link: \(link)"
    }
    guard schemes.contains(scheme) else { return "links of \(scheme): are not opened" }
    let isPlain = link.unicodeScalars.allSatisfy {
      $0.value > 0x20 && $0.properties.generalCategory != .control
    }
    return isPlain ? nil : "the link contains spaces or control characters"
  }

  private static func isScheme(_ text: String) -> Bool {
    guard let first = text.utf8.first, first >= 0x61, first <= 0x7A else { return false }
    return text.utf8.allSatisfy {
      0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 || [0x2B, 0x2D, 0x2E].contains($0)
    }
  }
}

extension JSONBytes {
  /// The first link of a row: of the usual members, else of any string.
  var firstLink: String? {
    for name in ["url", "html_url", "link", "href", "external_url", "web_url", "homepage"] {
      if let link = member(name)?.string, JSONDisplayText.isLink(link) { return link }
    }
    return (try? value())?.firstLink
  }
}

extension JSONValue {
  /// The first string in the value that is a link, in order.
  fileprivate var firstLink: String? {
    switch self {
    case .string(let text): JSONDisplayText.isLink(text) ? text : nil
    case .array(let elements): elements.lazy.compactMap(\.firstLink).first
    case .object(let object): object.lazy.compactMap(\.value.firstLink).first
    case .null, .bool, .number: nil
    }
  }
}
