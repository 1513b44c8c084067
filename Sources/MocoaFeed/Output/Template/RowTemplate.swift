/// Text with placeholders for members: `{title:bold} – {author.name|upper} {date|relative}`.
///
/// Braces contain a member, written as a `MemberPath`, then filters that convert its value, each
/// after a bar, then styles, each after a colon. A member whose name has a bar or a colon is
/// quoted. `{.}` and `{}` are the whole row; a missing member and null are empty. `{{` and `}}` are
/// literal braces; `\n`, `\t`, `\0` and `\\` are the usual escapes.
///
/// Styles apply on a screen only: printed text has neither styles nor widths.
package struct RowTemplate: Hashable, Sendable {
  enum Part: Hashable, Sendable {
    case text(String)
    case field(TemplateField)
  }

  /// The source text of the template.
  package let text: String

  let parts: [Part]

  /// Parses a template.
  package init(parsing text: String) throws(FilterSyntaxError) {
    self.text = text
    parts = try TemplateParser.parse(text)
  }

  /// Parses a template for a command: `\0` is literal, as no argument can have a NUL byte.
  init(parsingCommand text: String) throws(FilterSyntaxError) {
    let parts = try TemplateParser.parse(text).map { part in
      guard case .text(let text) = part else { return part }
      return Part.text(text.replacing("\0", with: #"\0"#))
    }
    self.init(text: text, parts: parts)
  }

  /// The members that the template refers to, in order.
  package var paths: [MemberPath] { fields.map(\.path) }

  /// The members that are needed for a text: those without a `default` filter.
  package var neededPaths: [MemberPath] { fields.filter { !$0.hasDefault }.map(\.path) }

  /// A Boolean value that indicates whether a member is shown, and not only a word of a line.
  package var showsMember: Bool { fields.first.map { $0.word == nil } ?? false }

  /// The only member that is shown; nil for text alone, several members, and words of a line.
  package var onlyMember: MemberPath? {
    guard let first = fields.first,
      fields.allSatisfy({ $0.path == first.path && $0.word == nil })
    else { return nil }
    return first.path
  }

  /// A Boolean value that indicates whether values are drawn, as bars, and not written.
  package var isGraph: Bool {
    !fields.isEmpty
      && fields.allSatisfy { $0.filters.contains { $0.kind == .bar || $0.kind == .spark } }
  }

  private var fields: [TemplateField] {
    parts.compactMap { if case .field(let field) = $0 { field } else { nil } }
  }

  private init(text: String, parts: [Part]) {
    (self.text, self.parts) = (text, parts)
  }

  /// Returns the template with members replaced, for example column titles by their members.
  ///
  /// A number that is replaced by the member of a line refers to one of its words.
  package func replacingMembers<Failure>(
    _ member: (MemberPath) throws(Failure) -> MemberPath
  ) throws(Failure) -> RowTemplate {
    var parts = parts
    for index in parts.indices {
      guard case .field(var field) = parts[index] else { continue }
      let word = field.path.wordNumber
      do throws(Failure) {
        field.path = try member(field.path)
        if field.path.wordNumber != word { field.word = word }
      } catch {
        guard field.hasDefault else { throw error }
      }
      parts[index] = .field(field)
    }
    return RowTemplate(text: text, parts: parts)
  }

  /// Returns the first member that is missing or null in a row and has no `default` filter.
  package func missingMember(in row: JSONBytes) -> MemberPath? {
    neededPaths.first { $0.value(in: row).map { $0.kind == .null } ?? true }
  }

  /// The number of lines of the template, which is independent of the row.
  package var lineCount: Int {
    parts.reduce(1) { count, part in
      guard case .text(let text) = part else { return count }
      return count + text.count { $0 == "\n" }
    }
  }

  package func text(for row: JSONBytes, clock: LocalClock = .system) -> String {
    var result: [UInt8] = []
    append(row, to: &result, clock: clock)
    return String(decoding: result, as: UTF8.self)
  }

  func text(for row: JSONBytes, quoting quote: (String) -> String) -> String {
    parts.reduce(into: "") { result, part in
      switch part {
      case .text(let text): result += text
      case .field(let field): result += quote(field.value(in: row, clock: .system).plainText)
      }
    }
  }

  /// Appends the text for a row, in UTF-8.
  func append(_ row: JSONBytes, to output: inout [UInt8], clock: LocalClock = .system) {
    for part in parts {
      switch part {
      case .text(let text): output.append(contentsOf: text.utf8)
      case .field(let field) where field.filters.isEmpty && field.word == nil:
        if let value = field.path.value(in: row) { RowText.append(value, to: &output) }
      case .field(let field):
        output.append(contentsOf: field.value(in: row, clock: clock).plainText.utf8)
      }
    }
  }
}

/// The values of members as plain text.
enum RowText {
  /// Appends a value: a string unquoted, null as nothing, others as compact JSON.
  static func append(_ value: JSONBytes, to output: inout [UInt8]) {
    switch value.kind {
    case .string: output.append(contentsOf: (value.string ?? value.text).utf8)
    case .null: break
    case .object, .array: output.append(contentsOf: value.description.utf8)
    case .number, .bool, nil: output.append(contentsOf: value.slice)
    }
  }

  static func text(of value: JSONBytes) -> String {
    var bytes: [UInt8] = []
    append(value, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}
