/// Converts HTML to plain text, line by line.
///
/// Block elements begin a line; white space is collapsed, except in `pre`. Scripts, styles and
/// comments are removed, and an image becomes its description. Any bytes are accepted; what is not
/// markup is text.
struct HTMLText {
  private let bytes: [UInt8]
  private var position = 0
  private var lines: [[UInt8]] = [[]]
  private var needsBlank = false
  private var preDepth = 0

  /// Returns the text of HTML, without empty lines.
  ///
  /// - Complexity: O(n) for n bytes.
  static func plain(_ html: some Sequence<UInt8>) -> String {
    var reader = HTMLText(bytes: Array(html))
    reader.read()
    let lines = reader.lines.filter { !$0.isEmpty }
    return lines.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n")
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private mutating func read() {
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "<") where beginsMarkup: readMarkup()
      case UInt8(ascii: "&"): readReference()
      default:
        append(bytes[position])
        position += 1
      }
    }
  }

  // MARK: Text

  private mutating func append(_ byte: UInt8) {
    switch byte {
    case 0x0A where preDepth > 0: lines.append([])
    case 0x20, 0x09, 0x0A, 0x0C, 0x0D:
      if preDepth > 0 { return lines[lines.count - 1].append(0x20) }
      needsBlank = true
    default:
      if needsBlank, !lines[lines.count - 1].isEmpty { lines[lines.count - 1].append(0x20) }
      needsBlank = false
      lines[lines.count - 1].append(byte)
    }
  }

  private mutating func append(_ text: String) {
    for byte in text.utf8 { append(byte) }
  }

  private mutating func beginLine() {
    needsBlank = false
    if lines.last?.isEmpty == false { lines.append([]) }
  }

  /// Reads a character reference, or a literal ampersand.
  private mutating func readReference() {
    let rest = bytes[(position + 1)...].prefix(32)
    guard let end = rest.firstIndex(of: UInt8(ascii: ";")),
      let text = HTMLEntity.text(of: rest[..<end])
    else {
      append(bytes[position])
      position += 1
      return
    }
    position = end + 1
    // A non-breaking space remains a space.
    if text == "\u{A0}" {
      needsBlank = false
      lines[lines.count - 1].append(0x20)
    } else {
      append(text)
    }
  }

  // MARK: Markup

  private var beginsMarkup: Bool {
    guard position + 1 < bytes.count else { return false }
    let next = bytes[position + 1]
    return next.isASCIILetter || next == UInt8(ascii: "/") || next == UInt8(ascii: "!")
      || next == UInt8(ascii: "?")
  }

  private mutating func readMarkup() {
    if bytes[position...].starts(with: Array("<!--".utf8)) { return skip(behind: "-->") }
    let isEnd = bytes[position + 1] == UInt8(ascii: "/")
    let start = position + (isEnd ? 2 : 1)
    let name = bytes[start...].prefix { $0.isASCIILetter || $0.isDigit }
    position = name.endIndex
    let attributes = readAttributes()
    apply(String(decoding: name, as: UTF8.self).lowercased(), isEnd: isEnd, attributes)
  }

  /// Reads up to the end of the tag, including quoted attributes.
  private mutating func readAttributes() -> ArraySlice<UInt8> {
    let start = position
    var quote: UInt8?
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if byte == quote {
        quote = nil
      } else if quote == nil, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if quote == nil, byte == UInt8(ascii: ">") {
        return bytes[start..<position - 1]
      }
    }
    return bytes[start..<position]
  }

  private mutating func apply(_ name: String, isEnd: Bool, _ attributes: ArraySlice<UInt8>) {
    switch name {
    case "script", "style", "template", "head", "noscript", "svg":
      if !isEnd { skip(behind: "</\(name)") }
    case "br": beginLine()
    case "pre":
      beginLine()
      preDepth = max(0, preDepth + (isEnd ? -1 : 1))
    case "li":
      beginLine()
      if !isEnd { append("• ") }
    case "td", "th":
      if !isEnd { needsBlank = true }
    case "img":
      if let text = Self.attribute("alt", of: attributes), !text.isEmpty { append("[\(text)]") }
    default:
      if Self.blocks.contains(name) { beginLine() }
    }
  }

  /// The elements that begin a line.
  private static let blocks: Set<String> = [
    "address", "article", "aside", "blockquote", "dd", "div", "dl", "dt", "figcaption", "figure",
    "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "main", "nav", "ol", "p",
    "section", "table", "tr", "ul",
  ]

  /// Moves past a case-insensitive text and the rest of its tag; to the end if it is missing.
  private mutating func skip(behind text: String) {
    let wanted = Array(text.utf8)
    while position < bytes.count {
      let found = bytes[position...].prefix(wanted.count)
      if found.elementsEqual(wanted, by: { $0 == $1 || $0 | 0x20 == $1 }) {
        position += wanted.count
        if text.hasPrefix("</") { _ = readAttributes() }
        return
      }
      position += 1
    }
  }

  /// Returns the value of a quoted attribute.
  private static func attribute(_ name: String, of attributes: ArraySlice<UInt8>) -> String? {
    let text = String(decoding: attributes, as: UTF8.self)
    for quote: Character in ["\"", "'"] {
      guard let start = text.firstRange(of: "\(name)=\(quote)") else { continue }
      return plain(text[start.upperBound...].prefix { $0 != quote }.utf8)
    }
    return nil
  }
}
