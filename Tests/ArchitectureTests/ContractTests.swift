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

  /// The numbers at the start of the titles of tests: `@Test("B12, B13: …")`.
  static func verified() throws -> Set<String> {
    let titles = try SourceFile.texts(below: "Tests").flatMap {
      $0.text.matches(of: #/@Test\(\s*"([A-Z][0-9]+(?:, [A-Z][0-9]+)*): /#)
    }
    return Set(titles.flatMap { $0.1.components(separatedBy: ", ") })
  }

  @Test func eachPromiseHasOneNumber() throws {
    let numbers = try Self.promised()
    #expect(numbers.count > 100)
    #expect(Set(numbers).count == numbers.count)
  }

  @Test func eachPromiseIsVerifiedByATestWithItsNumber() throws {
    let missing = Set(try Self.promised()).subtracting(try Self.verified())
    #expect(missing.isEmpty, "no test begins its title with \(missing.sorted())")
  }

  /// The letters of numbered defects, by which the titles of their tests begin, too.
  static let defects: Set<Character> = ["A", "D", "F", "K", "U", "W"]

  @Test func eachNumberOfATestIsThatOfAPromise() throws {
    let unknown = try Self.verified().subtracting(try Self.promised())
      .filter { number in number.first.map { !Self.defects.contains($0) } ?? true }
    #expect(unknown.isEmpty, "Documentation/Contracts.md lacks \(unknown.sorted())")
  }
}
