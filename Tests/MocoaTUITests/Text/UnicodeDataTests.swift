import Foundation
import Testing

@testable import MocoaTUI

/// Unicode's own tests, where they are installed (Debian: `apt install unicode-data`).
@Suite(.enabled(if: FileManager.default.fileExists(atPath: "/usr/share/unicode")))
struct UnicodeDataTests {
  private static let folder = "/usr/share/unicode/"

  private static func lines(of name: String) throws -> [Substring] {
    try String(contentsOfFile: folder + name, encoding: .utf8).split(separator: "\n")
      .map { $0.prefix { $0 != "#" } }.filter { !$0.allSatisfy(\.isWhitespace) }
  }

  private static func text(_ numbers: some StringProtocol) -> String {
    var scalars = String.UnicodeScalarView()
    for number in numbers.split(separator: " ") {
      if let scalar = UInt32(number, radix: 16).flatMap(Unicode.Scalar.init) {
        scalars.append(scalar)
      }
    }
    return String(scalars)
  }

  /// The columns of a text are those of its clusters: none depends on its neighbours.
  @Test func widthsOfClustersOfGraphemeBreakTestAddUp() throws {
    let lines = try Self.lines(of: "auxiliary/GraphemeBreakTest.txt")
    #expect(lines.count > 500)
    for line in lines {
      let clusters = line.split(separator: "÷").map { Self.text($0.replacing("×", with: "")) }
      let sum = clusters.reduce(0) { $0 + TextWidth.columns(of: $1) }
      #expect(TextWidth.columns(of: clusters.joined()) == sum, "\(line)")
    }
  }

  @Test func eachEmojiOfEmojiTestIsOneGlyph() throws {
    let lines = try Self.lines(of: "emoji/emoji-test.txt").filter {
      $0.contains("; fully-qualified")
    }
    #expect(lines.count > 3_000)
    for line in lines {
      let emoji = Self.text(line.prefix { $0 != ";" })
      let columns = TextWidth.columns(of: emoji)
      #expect(1...2 ~= columns, "\(line)")
      #expect(TextWidth.prefix(of: emoji, fitting: columns - 1).isEmpty, "\(line)")
    }
  }
}
