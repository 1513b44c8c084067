import Foundation
import Testing

/// The tables of features of other systems, and of security, name tests that exist.
@Suite struct ParityTests {
  /// The names of all test functions, and of what else is a function in a folder of tests.
  static let functions = Result { () throws -> Set<String> in
    let files = try ["Tests", "Examples"].flatMap { try SourceFile.texts(below: $0) }
    return Set(files.flatMap { $0.text.split(separator: "\n").compactMap(functionName) })
  }

  /// The name that a line declares a function under, or nil.
  static func functionName(in line: Substring) -> String? {
    guard let start = line.firstRange(of: "func ")?.upperBound else { return nil }
    let name = line[start...].prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    return name.isEmpty ? nil : String(name)
  }

  /// A row of a table: the file and line, and the cells.
  struct Row: CustomStringConvertible {
    var description: String
    var cells: [String]

    var tests: [String] { ParityTests.code(in: cells.last ?? "") }
  }

  /// The rows of the tables of a file, without those at the head.
  static func rows(of path: String) throws -> [Row] {
    let root = SourceFile.packageFolder
    let text = try String(contentsOf: root.appending(path: path), encoding: .utf8)
    var rows: [Row] = []
    var isHead = true
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      guard line.hasPrefix("|") else {
        isHead = true
        continue
      }
      if line.hasPrefix("|-") { isHead = false }
      if isHead || line.hasPrefix("|-") { continue }
      let cells = line.split(separator: "|", omittingEmptySubsequences: false)
        .dropFirst().dropLast().map { $0.trimmingCharacters(in: .whitespaces) }
      rows.append(Row(description: "\(path):\(index + 1)", cells: cells))
    }
    return rows
  }

  /// What stands between backticks in a cell.
  static func code(in cell: String) -> [String] {
    let parts = cell.split(separator: "`", omittingEmptySubsequences: false)
    return parts.indices.filter { $0 % 2 == 1 }.map { String(parts[$0]) }
  }

  /// The files with tables.
  static func paths() throws -> [String] {
    let folder = SourceFile.packageFolder.appending(path: "Documentation/Parity").path
    let others = try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix(".md") }.map { "Documentation/Parity/\($0)" }
    return ["Documentation/Parity.md", "SECURITY.md"] + others.sorted()
  }

  @Test func everyTestThatIsNamedExists() throws {
    let functions = try Self.functions.get()
    for path in try Self.paths() {
      let rows = try Self.rows(of: path)
      #expect(!rows.isEmpty, "\(path)")
      for row in rows {
        for test in row.tests { #expect(functions.contains(test), "\(row): \(test)") }
      }
    }
  }

  @Test func everyFeatureOfTheCoreHasATest() throws {
    for row in try Self.rows(of: "Documentation/Parity.md") {
      #expect(!row.tests.isEmpty, "\(row)")
    }
  }

  // defect C22: a row named a test that proved something else.
  @Test func everyTestOfTheCoreCarriesTheNumbersOfItsRows() throws {
    let numbers = try Self.carriedNumbers()
    var expected: [String: Set<String>] = [:]
    for row in try Self.rows(of: "Documentation/Parity.md") {
      let number = try #require(row.cells.first)
      for test in row.tests { expected[test, default: []].insert(number) }
    }
    for (test, rows) in expected { #expect(numbers[test] == rows, "\(test)") }
    for test in numbers.keys { #expect(expected[test] != nil, "no row names \(test)") }
  }

  /// The numbers in the `.parity` traits of all tests.
  private static func carriedNumbers() throws -> [String: Set<String>] {
    var numbers: [String: Set<String>] = [:]
    for file in try SourceFile.texts(below: "Tests") {
      for part in file.text.split(separator: "@Test").dropFirst() {
        guard let end = part.firstRange(of: "func ")?.lowerBound else { continue }
        let attribute = part[..<end]
        guard let start = attribute.firstRange(of: ".parity(")?.upperBound,
          let close = attribute[start...].firstIndex(of: ")"),
          let name = functionName(in: part[end...].prefix { $0 != "\n" })
        else { continue }
        let rows = attribute[start..<close].split(separator: "\"").filter { $0.contains(".") }
        numbers[name, default: []].formUnion(rows.map(String.init))
      }
    }
    return numbers
  }
}

// What rows say about the place of a feature.
extension ParityTests {
  @Test("defect D3: files and types that rows name exist")
  func filesAndTypesThatRowsNameExist() throws {
    let sources = try ["Sources", "Examples"].flatMap { try SourceFile.texts(below: $0) }
    let files = Set(sources.compactMap { $0.path.split(separator: "/").last.map(String.init) })
    let types = Set(
      sources.flatMap {
        $0.text.matches(of: #/(?:struct|class|enum|protocol|typealias) (\w+)/#)
      }
      .map { String($0.1) })
    for path in try Self.paths() {
      for row in try Self.rows(of: path) {
        for code in row.cells.dropFirst().dropLast().flatMap(Self.code) {
          if code.hasSuffix(".swift") {
            let file = code.split(separator: "/").last.map(String.init) ?? ""
            #expect(files.contains(file), "\(row): there is no \(code)")
          } else if let match = code.wholeMatch(of: #/([A-Z][a-z]\w*[A-Z]\w*)(?:[.(\[].*)?/#) {
            #expect(types.contains(String(match.1)), "\(row): there is no \(code)")
          }
        }
      }
    }
  }

  @Test("defect D2: types and functions that rows of the core name are public")
  func whatRowsOfTheCoreNameIsPublic() throws {
    let declaration =
      #/(?:public|open) [^\n{=]*?(?:func|init|class|struct|enum|protocol) *(\w*)/#
    let names = Set(
      try SourceFile.texts(below: "Sources").flatMap { $0.text.matches(of: declaration) }
        .map { String($0.1) })
    for row in try Self.rows(of: "Documentation/Parity.md") where row.cells.count == 4 {
      for code in Self.code(in: row.cells[2]) {
        guard let match = code.wholeMatch(of: #/(?:\w+\.)?(\w+)(?:\(.*\)|\.\w+)?/#),
          match.1.first?.isUppercase == true || code.hasSuffix(")")
        else { continue }
        #expect(names.contains(String(match.1)), "\(row): \(code) is not public")
      }
    }
  }
}
