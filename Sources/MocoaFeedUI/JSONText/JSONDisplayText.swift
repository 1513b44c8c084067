import MocoaFeed
import MocoaTUI

/// A value of a row as one line of a cell: its text and its style.
package struct JSONDisplayText: Hashable, Sendable {
  /// The text; its own colors are drawn, and other control characters as symbols.
  package var text: String

  /// The style for values of this kind.
  package var style: StyleName

  /// Creates the text of a value.
  ///
  /// A string is unquoted, an object is represented by its naming member or its count, an array by
  /// its count and its first elements: `[3] red, green, blue`.
  ///
  /// - Complexity: O(n) in the bytes of the value, at most `byteLimit` of them.
  package init(_ bytes: JSONBytes) {
    switch bytes.kind {
    case .string:
      text = bytes.string ?? bytes.text
      style = text.isTime ? .date : Self.isLink(text) ? .link : .body
    case .number: (text, style) = (bytes.text, .number)
    case .bool, .null: (text, style) = (bytes.text, .keyword)
    case .array: (text, style) = (Self.summary(ofArray: bytes), .secondary)
    case .object: (text, style) = (Self.summary(ofObject: bytes), .secondary)
    case nil: (text, style) = (bytes.text, .error)
    }
  }

  /// Creates the text of the value of a member; log levels have their own styles.
  ///
  /// The text of an object or array is its JSON if it is whole.
  package init(_ bytes: JSONBytes, of member: String?, isWhole: Bool = false) {
    self.init(bytes)
    // A line of text.
    if member == "line" { text = TextWidth.expandingTabs(text) }
    if isWhole, bytes.kind == .object || bytes.kind == .array { text = bytes.description }
    guard let member, LogLevel.isMember(member) else { return }
    switch LogLevel(value: text) {
    case .error, .fatal: style = .error
    case .warning: style = .warning
    case .debug, .trace: style = .tertiary
    case .info, .notice, nil: break
    }
  }

  /// Returns the style of the text in a column: that of the column for plain texts.
  func style(in column: TableColumn) -> StyleName {
    let isPlain = style == .body || column.style == .title
    return column.textStyles[text] ?? (isPlain ? column.style : style)
  }

  /// Returns the first line of a text of several, and how many more the value has:
  /// `cannot open … +5 lines`.
  ///
  /// - Complexity: O(n) for n bytes of the value.
  func folded(from value: JSONBytes) -> JSONDisplayText {
    guard value.kind == .string, text.utf8.contains(0x0A) else { return self }
    let start = text.drop { $0 == "\n" || $0 == "\r\n" }
    let first = start.prefix { $0 != "\n" && $0 != "\r\n" }
    let count = value.lineFeedCount - text[..<start.startIndex].count
    // Not all line feeds are written as `\n`.
    guard count > 0 || start[first.endIndex...].allSatisfy(\.isNewline) else { return self }
    var folded = self
    folded.text = String(first)
    if count > 0 { folded.text += " … +\(count.counted("line"))" }
    return folded
  }

  init(text: String, style: StyleName) {
    self.text = text
    self.style = style
  }

  /// The maximum number of bytes of a value that are read for its summary.
  static let byteLimit = 1 << 16

  /// The members that name an object, in order of preference.
  static let namingKeys = [
    "name", "title", "login", "label", "displayName", "display_name", "full_name", "username",
    "subject", "text", "value", "id", "key", "url",
  ]

  /// The number of elements of an array that are a part of its text, and the length in bytes from
  /// which an element is none.
  static let (shownElements, longestElement) = (4, 200)

  private static func summary(ofArray bytes: JSONBytes) -> String {
    var count = 0
    var shown: [String] = []
    bytes.forEachElement { element in
      count += 1
      if shown.count < shownElements, element.count < longestElement {
        shown.append(JSONDisplayText(element).text)
      }
      return true
    }
    return shown.isEmpty ? "[\(count)]" : "[\(count)] \(shown.joined(separator: ", "))"
  }

  /// Returns the member that names an object; nil if there is none, and for other values.
  static func namingKey(ofObject bytes: JSONBytes) -> String? {
    bytes.kind == .object ? naming(ofObject: bytes).best?.key : nil
  }

  /// Returns the member that names an object, and the number of all its members.
  private static func naming(
    ofObject bytes: JSONBytes
  ) -> (best: (rank: Int, key: String, value: JSONBytes)?, count: Int) {
    var count = 0
    var best: (rank: Int, key: String, value: JSONBytes)?
    bytes.forEachMember { key, value in
      count += 1
      if let rank = namingRank(of: key), rank < best?.rank ?? .max,
        value.kind == .string || value.kind == .number, value.count < byteLimit
      {
        best = (rank, key, value)
      }
      return true
    }
    return (best, count)
  }

  /// Returns how well a key names an object, the best being 0; nil if it does not.
  static func namingRank(of key: String) -> Int? {
    namingKeys.firstIndex(of: key) ?? namingKeys.firstIndex(of: key.lowercased())
  }

  private static func summary(ofObject bytes: JSONBytes) -> String {
    let (best, count) = naming(ofObject: bytes)
    return best.map { JSONDisplayText($0.value).text } ?? "{\(count)}"
  }

  /// The maximum number of bytes of a number or a time that is never truncated.
  private static let longestQuantity = 40

  /// Returns whether a text is a number, a size, a duration or a time, which is not truncated, as
  /// its start would be another one.
  ///
  /// In a column of numbers any short text with a digit is one, such as `3 d 4 h`.
  static func isQuantity(_ text: String, inColumnOfNumbers isColumnOfNumbers: Bool) -> Bool {
    var text = text
    return text.withUTF8 {
      isQuantity(UnsafeRawBufferPointer($0), inColumnOfNumbers: isColumnOfNumbers)
    }
  }

  static func isQuantity(
    _ text: UnsafeRawBufferPointer, inColumnOfNumbers isColumnOfNumbers: Bool
  ) -> Bool {
    guard text.count <= longestQuantity, text.contains(where: \.isDigit) else { return false }
    return isColumnOfNumbers || JSONBytes.isNumber(text)
      || String(decoding: text, as: UTF8.self).isTime
  }

  static func isLink(_ text: String) -> Bool {
    text.hasPrefix("https://") || text.hasPrefix("http://")
  }
}
