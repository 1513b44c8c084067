/// A text with the values of members in it: `{title} – {author.name}`.
///
/// `{{` and `}}` are braces, `\n`, `\t`, `\0` and `\\` what they are elsewhere. A missing member
/// and null are empty; `{.}` is the whole row.
public struct RowTemplate: Hashable, Sendable {
  private enum Part: Hashable, Sendable {
    case text([UInt8])
    case member(MemberPath)
  }

  /// The template as it was written.
  public let text: String

  private var parts: [Part] = []

  /// Reads a template.
  ///
  /// - Throws: Where a brace is not closed, or closes nothing.
  public init(parsing text: String) throws(FilterSyntaxError) {
    self.text = text
    var literal = ""
    var position = text.startIndex
    while position < text.endIndex {
      let start = position
      let character = text[position]
      position = text.index(after: position)
      let next = position < text.endIndex ? text[position] : nil
      switch character {
      case "{" where next == "{", "}" where next == "}":
        literal.append(character)
        position = text.index(after: position)
      case "{":
        guard let end = text[position...].firstIndex(of: "}") else {
          throw FilterSyntaxError("the closing '}' is missing", at: start..<position, in: text)
        }
        add(literal)
        literal = ""
        parts.append(.member(MemberPath(String(text[position..<end]))))
        position = text.index(after: end)
      case "}": throw FilterSyntaxError("this '}' closes nothing", at: start..<position, in: text)
      case "\\":
        guard let next, let escaped = Self.escapes[next] else {
          literal.append(character)
          continue
        }
        literal.append(escaped)
        position = text.index(after: position)
      default: literal.append(character)
      }
    }
    add(literal)
  }

  private static let escapes: [Character: Character] = [
    "n": "\n", "t": "\t", "0": "\0", "\\": "\\",
  ]

  private mutating func add(_ literal: String) {
    if !literal.isEmpty { parts.append(.text(Array(literal.utf8))) }
  }

  /// The members that the template names, in order.
  public var paths: [MemberPath] {
    parts.compactMap { if case .member(let path) = $0 { path } else { nil } }
  }

  /// The text for a row.
  public func text(for row: JSONBytes) -> String {
    var result: [UInt8] = []
    append(row, to: &result)
    return String(decoding: result, as: UTF8.self)
  }

  /// Appends the text for a row, in UTF-8.
  func append(_ row: JSONBytes, to output: inout [UInt8]) {
    for part in parts {
      switch part {
      case .text(let bytes): output.append(contentsOf: bytes)
      case .member(let path):
        if let value = path.value(in: row) { RowText.append(value, to: &output) }
      }
    }
  }
}

/// The values of members as plain text.
enum RowText {
  /// Appends a value: a string as it reads, null as nothing, all else as compact JSON.
  static func append(_ value: JSONBytes, to output: inout [UInt8]) {
    switch value.kind {
    case .string: output.append(contentsOf: (value.string ?? value.text).utf8)
    case .null: break
    case .object, .array: output.append(contentsOf: value.description.utf8)
    case .number, .bool, nil: output.append(contentsOf: value.slice)
    }
  }
}
