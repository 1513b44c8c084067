import Foundation
import Testing

/// The promises of `Documentation/Contracts.md` and the tests that verify them.
@Suite struct ContractTests {
  /// The numbers of all promises, such as `B7`.
  static func promised() throws -> [String] {
    let url = SourceFile.packageFolder.appending(path: "Documentation/Contracts.md")
    let text = try String(contentsOf: url, encoding: .utf8)
    var section = ""
    return text.split(separator: "\n").compactMap { line in
      if let match = line.wholeMatch(of: #/## ([A-Z](?:, [A-Z])*): .*/#) {
        section = String(match.1)
        return nil
      }
      if let match = line.prefixMatch(of: #/([0-9]+)\. /#) { return section + match.1 }
      return line.prefixMatch(of: #/- ([A-Z][0-9]+)\. /#).map { String($0.1) }
    }
  }

  /// The numbers at the start of the titles of tests below folders: `@Test("B12, B13: …")`.
  ///
  /// Those of defects are not included: `@Test("B12, defect K2: …")`.
  static func numbers(inTitlesBelow folders: String...) throws -> Set<String> {
    let titles = try folders.flatMap { try SourceFile.texts(below: $0) }.flatMap {
      $0.text.matches(
        of: #/@Test\(\s*"((?:defect )?[A-Z][0-9]+(?:, (?:defect )?[A-Z][0-9]+)*): /#)
    }
    return Set(titles.flatMap { $0.1.components(separatedBy: ", ") })
      .filter { !$0.hasPrefix("defect ") }
  }

  @Test func eachPromiseHasOneNumber() throws {
    let numbers = try Self.promised()
    #expect(numbers.count > 100)
    #expect(Set(numbers).count == numbers.count)
  }

  @Test func eachPromiseIsVerifiedByAClient() throws {
    let verified = try Self.numbers(inTitlesBelow: "Tests/Client", "Examples")
    let missing = Set(try Self.promised()).subtracting(verified)
    #expect(missing.isEmpty, "no test of a client begins its title with \(missing.sorted())")
  }

  /// The letters of numbered defects that are none of promises; others are titled `defect K2`.
  static let defects: Set<Character> = ["A", "F", "W"]

  @Test func eachNumberOfATestIsAPromise() throws {
    let unknown = try Self.numbers(inTitlesBelow: "Tests", "Examples")
      .subtracting(try Self.promised())
      .filter { number in number.first.map { !Self.defects.contains($0) } ?? true }
    #expect(unknown.isEmpty, "Documentation/Contracts.md lacks \(unknown.sorted())")
  }

  @Test func testsOfClientsImportWhatIsPublic() throws {
    let files = try SourceFile.all(below: "Tests/Client")
    #expect(files.count > 30)
    for file in files where file.code.contains(where: { $0.contains("@testable") }) {
      Issue.record("\(file): a testable import")
    }
  }
}
