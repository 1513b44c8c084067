import Foundation
import MocoaTestSupport
import Testing

@testable import MocoaFeed

/// Tables that are aligned with blanks, against the cells from which they were printed.
@Suite struct AlignedTableTests {
  /// A random table, and its text.
  private struct Table {
    var titles: [String]
    var rows: [[String]]
    var text = ""
    private let widths: [Int]
    private let isTrailing: [Bool]
    private let separator: String

    /// Prints the cells in columns as wide as all rows need them, or only the first ones.
    init(using random: inout SeededGenerator) {
      let count = Int.random(in: 2...6, using: &random)
      separator = String(repeating: " ", count: Int.random(in: 1...3, using: &random))
      let hasBlanks = Bool.random(using: &random)
      let hasWideBlanks = Int.random(in: 0..<3, using: &random) == 0
      let hasEmpty = Int.random(in: 0..<4, using: &random) == 0
      let areFitted = Int.random(in: 0..<4, using: &random) > 0
      func cell(_ letters: String, _ most: Int, _ random: inout SeededGenerator) -> String {
        let words = hasBlanks ? Int.random(in: 1...3, using: &random) : 1
        let isWide = hasWideBlanks && Int.random(in: 0..<6, using: &random) == 0
        return (0..<words).map { _ in
          String(
            (0..<Int.random(in: 1...most, using: &random)).map { _ in
              letters.randomElement(using: &random) ?? "x"
            })
        }.joined(separator: isWide ? "  " : " ")
      }
      titles = (0..<count).map { column in
        let title = cell("ABCDEFGHIJ", 7, &random).filter { $0 != " " }
        return "\(title)\(column)".replacing("0", with: "X").replacing("1", with: "Y")
          .filter(\.isLetter) + ["P", "Q", "R", "S", "T", "U"][column]
      }
      let kinds = (0..<count).map { _ in Int.random(in: 0..<3, using: &random) }
      rows = (0..<Int.random(in: 1...12, using: &random)).map { _ in
        kinds.map { kind in
          if hasEmpty, Int.random(in: 0..<5, using: &random) == 0 { return "" }
          if kind == 0 { return String(Int.random(in: 1...99_999, using: &random)) }
          return cell("abcdefgxyz/-", kind == 1 ? 5 : 9, &random)
        }
      }
      // A title without any values may be part of the one beside it.
      for column in 0..<count where rows[0][column].isEmpty { rows[0][column] = "0" }
      isTrailing = (0..<count).map { _ in Bool.random(using: &random) }
      let fitted = areFitted ? rows : Array(rows.prefix(max(1, rows.count / 2)))
      let titles = titles
      widths = (0..<count).map { column in
        ([titles] + fitted).map { $0[column].count }.max() ?? 0
      }
      for row in [titles] + rows { text += line(row) + "\n" }
    }

    /// Returns the line of cells.
    func line(_ cells: [String]) -> String {
      var line = cells.enumerated().map { column, cell in
        let blanks = String(repeating: " ", count: max(0, widths[column] - cell.count))
        return isTrailing[column] ? blanks + cell : cell + blanks
      }.joined(separator: separator)
      while line.last == " " { line.removeLast() }
      return line
    }

    /// Returns whether the line of cells is also that of others.
    func isAmbiguous(_ row: [String], _ other: [String]) -> Bool {
      other.count == row.count && line(other) == line(row)
    }
  }

  /// Returns the number of rows that are divided; records those that are other than printed.
  private func check(seeds: Range<Int>) -> (divided: Int, all: Int) {
    var (divided, all, wrong) = (0, 0, 0)
    for seed in seeds {
      var random = SeededGenerator(seed: UInt64(seed))
      let table = Table(using: &random)
      let rows = table.rows.filter { $0.contains { !$0.isEmpty } }
      all += rows.count
      var text = table.text
      let found: [String]? = text.withUTF8 { bytes in
        let lines = UnsafeRawBufferPointer(bytes).split(separator: 0x0A)
          .map { UnsafeRawBufferPointer(rebasing: $0) }
        guard let coding = AlignedCoding(lines: lines, isCertain: false) else { return nil }
        return lines.dropFirst().map { line in
          var json: [UInt8] = []
          try? coding.append(line, at: 0, to: &json)
          return String(decoding: json, as: UTF8.self)
        }
      }
      guard let found else { continue }
      for (line, row) in zip(found, rows) where !line.hasPrefix("{\"line\":") {
        let fields = FieldCoding(separator: 0x20, notation: .plain, names: table.titles)
        var expected: [UInt8] = []
        for (prefix, cell) in zip(fields.prefixes, row) {
          expected += prefix
          var cell = cell
          cell.withUTF8 {
            _ = FieldType.unknown.append(UnsafeRawBufferPointer($0), to: &expected)
          }
        }
        expected.append(UInt8(ascii: "}"))
        divided += 1
        if line != String(decoding: expected, as: UTF8.self) {
          let cells = table.titles.map { title -> String in
            let value = JSONBytes(Array(line.utf8)).member(title)
            return value?.string ?? value?.text ?? ""
          }
          if table.isAmbiguous(row, cells) { continue }
          wrong += 1
          // A word may by chance be at the place of another cell: about one row of 10,000.
          if wrong > 1 { Issue.record("seed \(seed): \(line)\n\(table.text)") }
        }
      }
    }
    return (divided, all)
  }

  /// Cells with blanks, right-aligned, empty or too wide ones were parts of their neighbors.
  @Test(
    .timeLimit(.minutes(20)),
    arguments: 0..<(ProcessInfo.processInfo.environment["MOCOA_LONG_TESTS"] == nil ? 4 : 100)
  ) func noTableIsGuessed(part: Int) {
    let (divided, all) = check(seeds: part * 500..<(part + 1) * 500)
    // Most are certain.
    #expect(divided * 10 > all * 6, "\(divided) of \(all)")
  }
}
