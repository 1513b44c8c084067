import Foundation

/// A file of Swift, for tests of what may stand in it.
struct SourceFile: Sendable, CustomStringConvertible {
  /// Where it is, from the package's folder.
  let path: String
  let lines: [String]

  /// The lines without comments and the contents of string literals, to look for code in.
  let code: [String]

  var description: String { path }

  init(path: String, text: String) {
    self.path = path
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    code = Self.code(of: text)
  }

  /// The target that the file belongs to.
  var target: String {
    path.split(separator: "/").dropFirst().first.map(String.init) ?? ""
  }

  var isGenerated: Bool { path.hasSuffix("+Generated.swift") }

  /// The modules that the file imports.
  var imports: Set<String> {
    Set(code.compactMap(Self.importedModule))
  }

  private static func importedModule(of line: String) -> String? {
    let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
    guard let place = words.firstIndex(of: "import"),
      words[..<place].allSatisfy({ $0.hasPrefix("@") || accessLevels.contains($0) })
    else { return nil }
    let name = words[(place + 1)...].first { !declarationKinds.contains($0) }
    return name?.split(separator: ".").first.map(String.init)
  }

  private static let accessLevels: Set = [
    "public", "package", "internal", "fileprivate", "private",
  ]
  private static let declarationKinds: Set = [
    "class", "enum", "func", "let", "protocol", "struct", "typealias", "var",
  ]

  /// The folder of the package.
  static var packageFolder: URL {
    URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  }

  /// The names of the files and folders in the folder of the package.
  static func namesInPackageFolder() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: packageFolder.path)
  }

  /// The Swift files below a folder of the package.
  static func all(below folder: String) throws -> [SourceFile] {
    try texts(below: folder).map { SourceFile(path: $0.path, text: $0.text) }
  }

  /// The paths and contents of the Swift files below a folder of the package, but for what was
  /// built there.
  static func texts(below folder: String) throws -> [(path: String, text: String)] {
    let url = packageFolder.appendingPathComponent(folder)
    let paths = FileManager.default.enumerator(atPath: url.path)
    return try (paths?.allObjects as? [String] ?? [])
      .filter { $0.hasSuffix(".swift") && !$0.contains(".build/") }
      .sorted()
      .map { path in
        let file = url.appendingPathComponent(path)
        return ("\(folder)/\(path)", try String(contentsOf: file, encoding: .utf8))
      }
  }

  /// The lines with comments and the contents of string literals left out.
  ///
  /// Good enough for formatted sources: it knows line and block comments, strings of one and of
  /// several lines, raw strings, and code in interpolations only as part of the string.
  private static func code(of text: String) -> [String] {
    var scanner = CodeScanner(text)
    return scanner.lines()
  }
}

/// Leaves comments and the contents of string literals out of a source text.
private struct CodeScanner {
  private static let lineComment = Array("//".utf8)
  private static let blockComment = Array("/*".utf8)
  private static let blockCommentEnd = Array("*/".utf8)
  private static let quote = [UInt8(ascii: "\"")]
  private static let threeQuotes = Array("\"\"\"".utf8)

  private let bytes: [UInt8]
  private var place = 0
  private var result: [UInt8] = []

  init(_ text: String) { bytes = Array(text.utf8) }

  mutating func lines() -> [String] {
    while place < bytes.count {
      switch bytes[place] {
      case UInt8(ascii: "/") where starts(with: Self.lineComment):
        skip(to: [UInt8(ascii: "\n")])
      case UInt8(ascii: "/") where starts(with: Self.blockComment):
        skip(to: Self.blockCommentEnd)
        place += 2
      case UInt8(ascii: "\""), UInt8(ascii: "#"):
        if !skipString() { keep() }
      default:
        keep()
      }
    }
    return String(decoding: result, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  private func starts(with text: [UInt8]) -> Bool {
    guard place + text.count <= bytes.count else { return false }
    for (offset, byte) in text.enumerated() where bytes[place + offset] != byte { return false }
    return true
  }

  private mutating func keep() {
    result.append(bytes[place])
    place += 1
  }

  /// Moves on by one; only line ends are kept.
  private mutating func drop() {
    if bytes[place] == UInt8(ascii: "\n") { result.append(bytes[place]) }
    place += 1
  }

  private mutating func skip(to end: [UInt8]) {
    while place < bytes.count, !starts(with: end) { drop() }
  }

  /// Moves past a string literal, and returns whether there was one.
  private mutating func skipString() -> Bool {
    // A raw string has the same number signs before and after it, and in its escapes.
    let marks = Array(bytes[place...].prefix { $0 == UInt8(ascii: "#") })
    guard starts(with: marks + Self.quote) else { return false }
    let quotes = starts(with: marks + Self.threeQuotes) ? Self.threeQuotes : Self.quote
    let end = quotes + marks
    let escape = [UInt8(ascii: "\\")] + marks
    let interpolation = escape + [UInt8(ascii: "(")]
    place += end.count
    result += Self.quote + Self.quote
    while place < bytes.count, !starts(with: end) {
      if starts(with: interpolation) {
        place += interpolation.count
        skipInterpolation()
      } else if starts(with: escape) {
        place += escape.count
        if place < bytes.count { drop() }
      } else {
        drop()
      }
    }
    place += end.count
    return true
  }

  /// Moves past an interpolation, with the parentheses and strings in it.
  private mutating func skipInterpolation() {
    var depth = 1
    let start = result.count
    while place < bytes.count, depth > 0 {
      if bytes[place] == UInt8(ascii: "\""), skipString() { continue }
      if bytes[place] == UInt8(ascii: "(") { depth += 1 }
      if bytes[place] == UInt8(ascii: ")") { depth -= 1 }
      drop()
    }
    // Strings in it leave their quotes behind, which are not code here; line ends are.
    let ends = result[start...].filter { $0 == UInt8(ascii: "\n") }
    result.replaceSubrange(start..., with: ends)
  }
}
