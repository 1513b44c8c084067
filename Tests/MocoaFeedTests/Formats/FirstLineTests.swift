import MocoaTestSupport
import Testing

@testable import MocoaFeed

/// Whether a line has the titles of those below, or is one of them.
@Suite struct FirstLineTests {
  private func indexed(_ text: String) -> Indexed {
    var options = FeedOptions()
    options.acceptsText = true
    return Indexed(text, options: options)
  }

  private static let hash = String(repeating: "0a1b2c3d4e", count: 4)

  // One line was the titles, and the lines in front of it were left out.
  @Test(
    "38: a line is no title because those below begin with digits",
    arguments: [
      "abc123  Ann  fix\n25fe31  Bob  add\n95f2ee  Ann  foo\n72470a  Bob  bar\n",
      "abc123\tAnn\tfix\n25fe31\tBob\tadd\n95f2ee\tAnn\tfoo\n72470a\tBob\tbar\n",
      "k,jjsrhp,dhkyrmq\n49z,bwqlmc,nhulp\n", "abc  Ann  x\n2fe  Bob  y\n9ee  Ann  z\n",
      "k,aa,bb\n4m,cc,dd\n", "bcd4321\tAnn\tfix\n1234567\tBob\tadd\n7654321\tAnn\tfoo\n",
      "bcdefab,Ann\n1234567,Bob\n",
      "alpha.txt  Ann  x\n01-in.txt  Bob  y\n02-in.txt  Ann  z\n",
      "ab0e8400-e29b-41d4-a716-446655440000,Ann\n550e8400-e29b-41d4-a716-446655440001,Bob\n",
      "0\(hash) commit\trefs/heads/a\nd\(hash) commit\trefs/heads/b\n"
        + "1\(hash) commit\trefs/heads/c\n2\(hash) commit\trefs/heads/d\n",
      "Ann,keine\nBob,+49 731 1\nCy,+49 731 22\nDi,+49 731 33\n",
      "ann\tsiehe oben\nbob\t0171/5512\ncy\t555 1234\ndi\t0171/22\n",
      "5  Ann  fix\nabc  Bob  add\n7  Cem  foo\n8  Ann  bar\n",
    ])
  func linesThatBeginWithDigits(_ text: String) {
    let indexed = indexed(text)
    #expect(indexed.rows.count == text.count { $0 == "\n" }, "\(indexed.sections)")
    #expect(indexed.rows.allSatisfy { $0.json.member("line") != nil }, "\(indexed.sections)")
  }

  @Test(
    "38: names above values of a type are titles",
    arguments: [
      "host,mac\na,02:42:ac:11:00:02\nb,12:42:ac:11:00:02\n", "host,ip\na,10.0.0.1\nb,fe80::1\n",
      "name,version\na,5.15.0-91-generic\nb,6.1.0\n", "name,size\na,5M\nb,12.5 GiB\n",
      "name,took\na,1h30m\nb,12ms\n", "name,done\na,true\nb,false\n", "name,use\na,5%\nb,12%\n",
      "Name,Phone\nAnn,0731-551\nBob,030-4711\n", "Item,Month\nfoo,12/2024\nbar,01/2023\n",
      "Day,Open\nMo,08:00-12:00\nTu,09:00-17:00\n", "commit,author\n25fe31a,Ann\n95f2ee0,Bob\n",
      "name,rank\na,1st\nb,22nd\n",
      "name,sum\na,1 234\nb,12 345 678\n", "name,day\na,2026-11-30\nb,2026-12-01 10:00\n",
      "name,ready\na,1/1\nb,0/1\n",
    ])
  func typedValues(_ text: String) {
    let table = indexed(text)
    let isTable = table.progress.format == .csv && table.rows.count == 2
    #expect(isTable == !text.contains("fe80"), "\(table.sections)")
  }

  @Test(
    "38: a header that only the values of one column show is said to be one",
    arguments: [
      ("ann,score\nbob,5\n", true), ("bea\tsum\nbob\t5\ncem\t7\n", true),
      ("bea  ann  sum\nbob  cem  5\ncem  bob  7\n", true), ("name,score\nbob,5\n", false),
      ("ann,score\nbob,5\ncem,6\ndora,7\n", true), ("ann\tA\nbob\t1\n", true),
      ("ann,score,rank\nbob,5,1\n", false),
    ])
  func weakHeaders(_ text: String, _ isSaid: Bool) {
    let table = indexed(text)
    #expect(table.rows.count == text.count { $0 == "\n" } - 1, "\(table.sections)")
    let notes = table.notes.filter { $0.contains("taken as the header because of the values") }
    #expect(notes.count == (isSaid ? 1 : 0), "\(table.notes)")
  }

  // --json printed nothing, and --plain all lines.
  @Test("34: words with a comma and a blank between them are lines, however they are printed")
  func wordsBetweenCommas() {
    for acceptsText in [true, false] {
      var options = FeedOptions()
      (options.acceptsText, options.acceptsPlainText) = (acceptsText, true)
      func printed(_ text: String, _ isPaced: Bool = true) -> Indexed {
        options.isPaced = isPaced
        return Indexed(MemorySource(text, name: "standard input"), options: options)
      }
      let text = "Müller, Anna\nLee, Bo\nKaya, Cem\n"
      #expect(printed(text).rows.map { $0.json.member("line") != nil } == [true, true, true])
      #expect(printed(text).error?.contains("this may be a table") == true)
      #expect(printed(text, false).rows.count == 3 && printed(text, false).error == nil)
      #expect(printed("Lee,Bo\nKaya,Cem\n").rows.isEmpty == !acceptsText)
    }
  }

  @Test("38: no line of hashes, names and words is a title", arguments: 1...400)
  func linesOfHashes(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let words = [
      "Ann", "Bob", "Cem", "Dora", "fix", "add", "remove", "readme", "commit", "main", "topic",
      "refs/heads/main", "refs/heads/x",
    ]
    let separator = ["\t", "  ", ","].randomElement(using: &random) ?? "\t"
    let lineCount = Int.random(in: 2...40, using: &random)
    let columnCount = Int.random(in: 2...5, using: &random)
    let hashColumn = Int.random(in: 0..<columnCount, using: &random)
    let length = Int.random(in: 7...40, using: &random)
    let isFixed = Bool.random(using: &random)
    // One of the first lines begins with a letter, as titles do, and the others with a digit.
    let odd = Int.random(in: 0..<2 * min(lineCount, 8), using: &random) / 2
    let text = (0..<lineCount).map { line in
      (0..<columnCount).map { column -> String in
        guard column == hashColumn else { return words.randomElement(using: &random) ?? "x" }
        let count = isFixed ? length : Int.random(in: 7...40, using: &random)
        let first = (line == odd ? "abcdef" : "0123456789").randomElement(using: &random) ?? "a"
        return "\(first)"
          + (1..<count).map { _ in
            String("0123456789abcdef".randomElement(using: &random) ?? "0")
          }.joined()
      }.joined(separator: separator) + "\n"
    }.joined()
    let indexed = indexed(text)
    #expect(indexed.error == nil && indexed.rows.count == lineCount, "\(text)")
  }
}
