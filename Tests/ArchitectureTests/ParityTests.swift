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

    /// What stands between backticks in the last cell.
    var tests: [String] {
      let parts = (cells.last ?? "").split(separator: "`", omittingEmptySubsequences: false)
      return parts.indices.filter { $0 % 2 == 1 }.map { String(parts[$0]) }
    }
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

  @Test func everyTestThatIsNamedExists() throws {
    let functions = try Self.functions.get()
    let folder = SourceFile.packageFolder.appending(path: "Documentation/Parity").path
    let others = try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix(".md") }.map { "Documentation/Parity/\($0)" }
    for path in ["Documentation/Parity.md", "SECURITY.md"] + others.sorted() {
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
