/// Turns keys of JSON into Swift identifiers that differ from one another.
struct IdentifierMaker {
  private var taken: Set<String>

  /// Makes a maker that does not use some names.
  init(reserved: Set<String> = []) { taken = reserved }

  /// The name of a property: `created_at` becomes `createdAt`.
  mutating func property(_ key: String) -> String {
    unique(
      Self.words(key).enumerated().map { $0 == 0 ? Self.lowered($1) : Self.raised($1) }.joined())
  }

  /// The name of a type: `created_at` becomes `CreatedAt`.
  mutating func type(_ key: String) -> String {
    unique(Self.words(key).map(Self.raised).joined())
  }

  /// Makes an identifier valid, and another one than those before.
  private mutating func unique(_ name: String) -> String {
    var name = name.isEmpty ? "member" : name
    if let first = name.first, first.isNumber { name = "_" + name }
    if Self.keywords.contains(name) { name += "Value" }
    var candidate = name
    var number = 2
    while !taken.insert(candidate).inserted {
      candidate = "\(name)\(number)"
      number += 1
    }
    return candidate
  }

  /// The parts of a key between what no identifier has in it.
  private static func words(_ key: String) -> [String] {
    key.unicodeScalars.split { !isPart($0) }.map { String($0) }
  }

  /// Whether a scalar value may stand inside of an identifier of Swift, as far as is safe to say.
  private static func isPart(_ scalar: UnicodeScalar) -> Bool {
    if scalar.isASCII {
      return scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
    }
    return scalar.properties.isXIDContinue && scalar.properties.isAlphabetic
      && !scalar.properties.isDefaultIgnorableCodePoint
  }

  private static func raised(_ word: String) -> String {
    word.prefix(1).uppercased() + word.dropFirst()
  }

  /// A word with a small beginning: `URL` becomes `url`, `URLPath` `urlPath`, `Name` `name`.
  private static func lowered(_ word: String) -> String {
    let capitals = word.prefix { $0.isUppercase }
    if capitals.count == word.count { return word.lowercased() }
    let count = max(1, capitals.count - 1)
    return word.prefix(count).lowercased() + word.dropFirst(count)
  }

  /// Words that are no names, and names that would be misunderstood inside of a model.
  static let keywords: Set<String> = [
    "Any", "Self", "Type", "Protocol", "as", "associatedtype", "await", "borrowing", "break",
    "case",
    "catch", "class", "consuming", "continue", "default", "defer", "deinit", "didSet", "do", "else",
    "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "get", "guard", "if",
    "import", "in", "init", "inout", "internal", "is", "let", "nil", "nonisolated", "open",
    "operator", "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return",
    "self", "set", "some", "static", "struct", "subscript", "super", "switch", "throw", "throws",
    "true", "try", "typealias", "var", "where", "while", "willSet", "hashValue",
  ]

  /// Types that generated code speaks of, and that a type of its own must not hide.
  static let usedTypes: Set<String> = [
    "Array", "Bool", "Canvas", "Codable", "CodingKey", "CodingKeys", "Date", "Decodable", "Decoder",
    "Double", "Equatable", "Foundation", "ID", "Identifiable", "Int", "ItemKey", "JSONBytes",
    "JSONValue", "MainActor", "MocoaFeed", "MocoaFeedUI", "MocoaTUI", "Module", "Optional", "Row",
    "Sendable",
    "String", "Suite", "TableCellViewModel", "TableViewCell", "Test", "Testing", "URL",
  ]
}

extension String {
  /// The text as a string literal of Swift.
  var swiftLiteral: String {
    var result = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      default:
        // Those of format can show code in another order than it has.
        let category = scalar.properties.generalCategory
        if [.control, .format, .lineSeparator, .paragraphSeparator].contains(category) {
          result += "\\u{\(String(scalar.value, radix: 16))}"
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return result + "\""
  }

  /// JSON text as a literal of several lines in which nothing is escaped.
  ///
  /// Three quotes in a row, which would end it, are nowhere in JSON.
  func rawSwiftLiteral(indentation: Int) -> String {
    var marks = "#"
    while contains("\\" + marks) { marks += "#" }
    let margin = String(repeating: " ", count: indentation)
    let lines = split(separator: "\n", omittingEmptySubsequences: false).map { margin + $0 }
    return ([marks + "\"\"\""] + lines + [margin + "\"\"\"" + marks]).joined(separator: "\n")
  }
}
