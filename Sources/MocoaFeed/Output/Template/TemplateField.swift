/// A placeholder of a template: a member, its filters, and its style.
struct TemplateField: Hashable, Sendable {
  var path: MemberPath
  /// The number of a word of the text, from 1, or from -1 at its end; nil for the whole text.
  var word: Int?
  var filters: [TemplateFilter] = []
  var styles: [ConditionalStyle] = []
  /// The width in columns; nil for as many as needed.
  var columns: Int?
  /// A Boolean value that indicates whether the text is right-aligned, in its width or the line.
  var alignsTrailing = false

  /// A style with an optional condition.
  struct ConditionalStyle: Hashable, Sendable {
    var name: String
    /// The condition on the value; nil means none.
    var filter: RowFilter?
  }

  /// A Boolean value that indicates whether a missing member has a default.
  var hasDefault: Bool { filters.contains { $0.kind == .default } }

  /// Returns the member of a row after the filters.
  func value(in row: JSONBytes, clock: LocalClock) -> TemplateValue {
    var value = path.value(in: row).map { TemplateValue.json($0) } ?? .missing
    if let word {
      // Colors are no part of what a word names.
      let text = Array(value.plainText.utf8)
      let plain = text.withUnsafeBytes { $0.withoutRendition } ?? text
      let words = String(decoding: plain, as: UTF8.self).split(whereSeparator: \.isWhitespace)
      let index = word > 0 ? word - 1 : words.count + word
      value = words.indices.contains(index) ? .text(String(words[index])) : .missing
    }
    for filter in filters { value = filter.apply(to: value, columns: columns, clock: clock) }
    return value
  }

  /// Returns the styles for a value, from filters and from the field.
  func styles(for row: JSONBytes, value: TemplateValue) -> [String] {
    var result: [String] = []
    if case .styled(_, let style) = value { result.append(style) }
    guard !styles.isEmpty else { return result }
    let member = path.value(in: row)
    for style in styles {
      guard let filter = style.filter else {
        result.append(style.name)
        continue
      }
      if let member, filter.matches(member) { result.append(style.name) }
    }
    return result
  }
}

/// A value while filters of a field are applied.
enum TemplateValue: Hashable, Sendable {
  case missing
  case json(JSONBytes)
  case text(String)
  /// Text in a style set by a filter.
  case styled(String, String)

  /// The text without its style.
  var plainText: String {
    switch self {
    case .missing: ""
    case .json(let bytes): RowText.text(of: bytes)
    case .text(let text), .styled(let text, _): text
    }
  }

  /// The number that the value or its text represents.
  var number: Double? {
    switch self {
    case .missing: nil
    case .json(let bytes):
      switch bytes.kind {
      case .number, .string: Double(RowText.text(of: bytes))
      case .bool: bytes.text.hasPrefix("true") ? 1 : 0
      default: nil
      }
    case .text(let text), .styled(let text, _): Double(text)
    }
  }

  /// The elements, if the value is an array.
  var elements: [JSONBytes]? {
    guard case .json(let bytes) = self, bytes.kind == .array else { return nil }
    return bytes.elements
  }
}
