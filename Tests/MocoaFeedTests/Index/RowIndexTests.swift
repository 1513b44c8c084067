import MocoaTestSupport
import Testing

@testable import MocoaFeed

@Suite struct RowIndexTests {
  /// Documents of many rows in random sections, read back in any order.
  @Test func everyRowIsFoundAgain() {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<30 {
      let sections: [[String]] = (0..<Int.random(in: 1...12, using: &random)).map { _ in
        let count = [0, 1, 3, 63, 64, 65, 200].randomElement(using: &random) ?? 0
        return (0..<count).map {
          "{\"n\":\($0),\"t\":\"\(String(repeating: ",", count: $0 % 9))\"}"
        }
      }
      let separators = [",", ", ", "\n,"]
      let text = sections.map {
        "[\($0.joined(separator: separators.randomElement(using: &random) ?? ","))]"
      }
      let chunk = [1, 63, 64, 65, 1000, .max].randomElement(using: &random) ?? .max
      let indexed = Indexed("[\(text.joined(separator: " ,\n"))]", chunk: chunk)
      let all = sections.flatMap { $0 }
      #expect(indexed.sections == sections)
      for number in all.indices.shuffled(using: &random) {
        let row = indexed.model.row(number)
        #expect(row.json.text == all[number])
        #expect(row.problem == nil)
      }
    }
  }

  @Test func linesAreFoundAgain() {
    let rows = (0..<1_000).map { "{\"n\":\($0)}" }
    var text = ""
    for (number, row) in rows.enumerated() {
      text += String(repeating: number % 5 == 0 ? "\r\n" : "", count: number % 3) + row + "\n"
    }
    for chunk in [1, 100, .max] {
      let indexed = Indexed(text, chunk: chunk)
      #expect(indexed.rows.map(\.json.text) == rows)
    }
  }

  @Test func anchorsAreFewAndLongRowsHaveTheirOwn() {
    var writer = RowWriter()
    writer.beginSection()
    for row in 0..<10_000 { writer.endRow(at: row * 10 + 9, next: row * 10 + 10) }
    #expect(
      writer.anchors.count == (10_000 + RowWriter.rowsPerAnchor - 1) / RowWriter.rowsPerAnchor)
    let length = 10 * RowWriter.bytesPerAnchor
    writer.endRow(at: 100_000 + length, next: 100_001 + length)
    writer.endRow(at: 100_005 + length, next: 100_006 + length)
    #expect(writer.anchors.suffix(2).map(\.row) == [10_000, 10_001])
    #expect(MemoryLayout<RowAnchor>.size * writer.anchors.count < writer.rowCount)
  }

  @Test func longRowsAreFoundWithoutReadingThemAgain() throws {
    let long = "\"" + String(repeating: "x", count: 2_000_000) + "\""
    let source = CountingSource("[1,\(long),3,\(long)]")
    let indexed = Indexed(source)
    let before = source.bytesRead
    #expect(indexed.model.row(2).json.text == "3")
    #expect(indexed.model.row(0).json.text == "1")
    #expect(source.bytesRead - before < 1_000)
  }

  @Test func neighboursAreFoundWithoutLookingAgain() {
    let rows = (0..<640).map { "\"row \($0)\"" }
    let source = CountingSource("[\(rows.joined(separator: ","))]")
    let indexed = Indexed(source)
    _ = indexed.model.row(100)
    let before = source.bytesRead
    for number in 64..<128 { #expect(indexed.model.row(number).json.text == rows[number]) }
    #expect(source.bytesRead - before == rows[64..<128].joined().utf8.count)
  }

  @Test func aShrunkenSourceGivesErrorRows() {
    let source = CountingSource("[\((0..<200).map(String.init).joined(separator: ","))]")
    let indexed = Indexed(source)
    source.cut(to: 20)
    #expect(indexed.model.row(0).json.text == "0")
    #expect(indexed.model.row(199).problem?.reason == .rowGone)
  }

  @Test func linesAndColumnsAreCounted() {
    var text = "[\n"
    for number in 0..<100_000 { text += "  \"é\(number)\",\n" }
    text += "  \"é\" oops]"
    let problem = Indexed(text, chunk: 50_000).model.row(100_000).problem
    #expect(problem?.line == 100_002)
    #expect(problem?.column == 7)
  }
}
