import MocoaTestSupport
import Testing

/// A column is where it is said to be, whatever is in the one before: tmux is the judge.
@Suite struct AlignmentTests {
  /// Texts of a kind, from a seed, so that a failure can be repeated.
  private struct Texts: Sendable {
    let kind: String
    let make: @Sendable (inout SeededGenerator) -> String

    static let all = [
      Texts(kind: "emoji") { generator in
        let faces: Range<UInt32> = 0x1F300..<0x1FAFF
        let tails = ["", "\u{FE0F}", "\u{FE0E}", "\u{1F3FD}", "\u{200D}", "\u{20E3}", "\u{E0067}"]
        return text(upTo: 4, from: [faces, 0x2600..<0x27C0, 0x1F1E6..<0x1F200], &generator) {
          tails.randomElement(using: &$0) ?? ""
        }
      },
      Texts(kind: "marks") { generator in
        text(upTo: 8, from: [0x61..<0x7B, 0x410..<0x450, 0x3042..<0x3094], &generator) {
          text(upTo: 6, from: [0x300..<0x370, 0x20D0..<0x20F1, 0xFE20..<0xFE30], &$0)
        }
      },
      Texts(kind: "right to left") { generator in
        text(upTo: 12, from: [0x5D0..<0x5EB, 0x620..<0x64B, 0x200E..<0x2010], &generator) {
          text(upTo: 2, from: [0x591..<0x5BE, 0x64B..<0x660, 0x202A..<0x202F], &$0)
        }
      },
      Texts(kind: "Indic and Hangul") { generator in
        let scripts: [Range<UInt32>] = [
          0x900..<0x980, 0xE01..<0xE5C, 0xF00..<0xFDA, 0x1780..<0x17FA,
        ]
        return text(upTo: 8, from: scripts + [0x1100..<0x1200], &generator)
      },
      Texts(kind: "anything") { text(upTo: 6, from: [0x1..<0xD800, 0xE000..<0x110000], &$0) },
    ]

    /// Returns up to so many characters, each with what follows it.
    private static func text(
      upTo count: Int, from ranges: [Range<UInt32>], _ generator: inout SeededGenerator,
      followedBy tail: (inout SeededGenerator) -> String = { _ in "" }
    ) -> String {
      var text = ""
      for _ in 0..<Int.random(in: 1...count, using: &generator) {
        let range = ranges.randomElement(using: &generator) ?? 0x61..<0x62
        text.unicodeScalars.append(
          Unicode.Scalar(UInt32.random(in: range, using: &generator)) ?? "?")
        text += tail(&generator)
      }
      return text
    }
  }

  @Test(arguments: Texts.all.indices)
  func theNextColumnIsInItsPlace(_ index: Int) async throws {
    let texts = Texts.all[index]
    var generator = SeededGenerator(seed: UInt64(index))
    let rows = (100..<500).map { number in
      // JSON has no escapes for scalars beyond the first plane.
      let units = texts.make(&generator).utf16.map { unit in
        let digits = String(unit, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
      return #"{"i":"\#(number)","t":"\#(units.joined())","z":"<\#(number)>"}"#
    }
    let file = try TemporaryFile(rows.joined(separator: "\n"), named: "rows.ndjson")
    let terminal = try await TmuxTerminal.showing(
      file.name, in: file.folder, arguments: ["--columns", "i,t,z"], rows: 402)
    let screen = try await terminal.screen().split(separator: "\n")
    let header = try #require(screen.first)
    let column = try #require(Array(header).firstIndex(of: "z"))
    let cells = try await terminal.cells(columns: column..<column + 5)
    for (row, cell) in zip(screen, cells).dropFirst() where row.prefix(3).allSatisfy(\.isNumber) {
      #expect(cell == "<" + row.prefix(3) + ">", "\(texts.kind): \(row)")
    }
    #expect(cells.count { $0.hasPrefix("<") } >= 400)
  }
}
