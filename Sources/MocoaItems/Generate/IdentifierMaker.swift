import MocoaFeed

/// Converts JSON keys into unique Swift identifiers.
struct IdentifierMaker {
  private var taken: Set<String>

  /// Creates a maker that avoids reserved names.
  init(reserved: Set<String> = []) { taken = reserved }

  /// Returns the name of a property: `created_at` becomes `createdAt`.
  mutating func property(_ key: String) -> String {
    unique(
      Self.words(key).enumerated().map { $0 == 0 ? Self.lowered($1) : Self.raised($1) }.joined())
  }

  /// Returns the name of a type: `created_at` becomes `CreatedAt`.
  mutating func type(_ key: String) -> String {
    unique(Self.words(key).map(Self.raised).joined())
  }

  /// Returns a valid and unique identifier for a name.
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

  /// Splits a key at the characters that identifiers cannot contain.
  private static func words(_ key: String) -> [String] {
    key.unicodeScalars.split { !isPart($0) }.map { String($0) }
  }

  /// Returns whether a scalar is safe inside a Swift identifier.
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

  /// Lowercases the start of a word: `URL` becomes `url`, `URLPath` `urlPath`, `Name` `name`.
  private static func lowered(_ word: String) -> String {
    let capitals = word.prefix { $0.isUppercase }
    if capitals.count == word.count { return word.lowercased() }
    let count = max(1, capitals.count - 1)
    return word.prefix(count).lowercased() + word.dropFirst(count)
  }

  /// Keywords, and names that would be ambiguous inside a model.
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

  /// Types that generated code uses, and that a generated type must not shadow.
  static let usedTypes: Set<String> = [
    "Array", "Bool", "Canvas", "Codable", "CodingKey", "CodingKeys", "Date", "Decodable", "Decoder",
    "Double", "Equatable", "Foundation", "ID", "Identifiable", "Int", "ItemKey", "JSONBytes",
    "JSONValue", "MainActor", "MocoaFeed", "MocoaFeedUI", "MocoaTUI", "Module", "Optional", "Row",
    "Sendable",
    "String", "Suite", "CellViewModel", "TableViewCell", "Test", "Testing", "URL",
  ]
}

extension String {
  var swiftLiteral: String {
    var result = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      default:
        // Format characters can change the displayed order of code.
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

  /// Returns JSON text as a multi-line raw literal, without escapes.
  ///
  /// Three consecutive quotes, which would end it, do not occur in JSON.
  func rawSwiftLiteral(indentation: Int) -> String {
    var marks = "#"
    while contains("\\" + marks) { marks += "#" }
    let margin = String(repeating: " ", count: indentation)
    let lines = split(separator: "\n", omittingEmptySubsequences: false).map { margin + $0 }
    return ([marks + "\"\"\""] + lines + [margin + "\"\"\"" + marks]).joined(separator: "\n")
  }
}
