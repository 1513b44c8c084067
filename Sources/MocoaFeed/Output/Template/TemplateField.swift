/// What stands between the braces of a template: a member, what is made of it, and how it is shown.
struct TemplateField: Hashable, Sendable {
  var path: MemberPath
  var filters: [TemplateFilter] = []
  var styles: [ConditionalStyle] = []
  /// How many columns the text has on a screen; nil for as many as it needs.
  var columns: Int?
  /// Whether the text keeps to the right: of its columns, or else of the line.
  var alignsTrailing = false

  /// A style, and for which values it is.
  struct ConditionalStyle: Hashable, Sendable {
    var name: String
    /// What the value has to pass; nil for every one.
    var filter: RowFilter?
  }

  /// Whether something stands in where the member is missing.
  var hasDefault: Bool { filters.contains { $0.kind == .default } }

  /// The member of a row after the filters.
  func value(in row: JSONBytes, clock: TemplateClock) -> TemplateValue {
    var value = path.value(in: row).map { TemplateValue.json($0) } ?? .missing
    for filter in filters { value = filter.apply(to: value, columns: columns, clock: clock) }
    return value
  }

  /// The styles for a value, as filters and the field give them.
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

/// A value on its way through the filters of a field.
enum TemplateValue: Hashable, Sendable {
  case missing
  case json(JSONBytes)
  case text(String)
  /// Text in a style that the filter gives it.
  case styled(String, String)

  /// The text without its style.
  var plainText: String {
    switch self {
    case .missing: ""
    case .json(let bytes): RowText.text(of: bytes)
    case .text(let text), .styled(let text, _): text
    }
  }

  /// The number that the value is, or that its text reads as.
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

  /// The elements, where the value is an array.
  var elements: [JSONBytes]? {
    guard case .json(let bytes) = self, bytes.kind == .array else { return nil }
    var elements: [JSONBytes] = []
    bytes.forEachElement {
      elements.append($0)
      return true
    }
    return elements
  }
}
