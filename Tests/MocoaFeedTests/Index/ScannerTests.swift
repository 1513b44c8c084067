import MocoaTestSupport
import Testing

@testable import MocoaFeed

@Suite struct ByteBlockTests {
  @Test func masksAgreeWithAByteByByteSearch() {
    var random = SeededGenerator(seed: 64)
    for _ in 0..<2_000 {
      let bytes = (0..<64).map { _ in
        UInt8([0x22, 0x5C, 0x7B, 0x5B, 0x41].randomElement(using: &random) ?? 0)
      }
      bytes.withUnsafeBytes { buffer in
        guard let start = buffer.baseAddress else { return }
        let mask = ByteBlock(at: start).matches(0x22).transposed
        let expected = bytes.indices.reduce(UInt64(0)) { $0 | (bytes[$1] == 0x22 ? 1 << $1 : 0) }
        #expect(mask == expected)
        let braces = ByteBlock(at: start).withBracketsAsBraces.matches(0x7B).transposed
        let both = bytes.indices.reduce(UInt64(0)) {
          $0 | (bytes[$1] == 0x7B || bytes[$1] == 0x5B ? 1 << $1 : 0)
        }
        #expect(braces == both)
      }
    }
  }

  @Test(arguments: 0...64) func newlinesAreCounted(_ length: Int) {
    for repeats in [0, 1, 3, 300] {
      let bytes = Array(repeatElement(UInt8(0x0A), count: length + repeats * 64)) + [0x20, 0x0A]
      #expect(bytes.withUnsafeBytes { $0.count(of: 0x0A) } == bytes.count - 1)
    }
  }
}

/// What the scanner has to find, written as plainly as can be.
private func plainScan(_ bytes: [UInt8]) -> (commas: [Int], close: Int?) {
  var commas: [Int] = []
  var depth = 0
  var inString = false
  var escaped = false
  for (offset, byte) in bytes.enumerated() {
    let isEscaped = escaped
    escaped = !isEscaped && byte == UInt8(ascii: "\\")
    if byte == UInt8(ascii: "\""), !isEscaped { inString.toggle() }
    guard !inString else { continue }
    switch byte {
    case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
    case UInt8(ascii: "]"), UInt8(ascii: "}"):
      if depth == 0 { return (commas, offset) }
      depth -= 1
    case UInt8(ascii: ",") where depth == 0: commas.append(offset)
    default: break
    }
  }
  return (commas, nil)
}

private func scan(_ bytes: [UInt8], pieces: [Int]) -> (commas: [Int], close: Int?) {
  var scanner = ElementScanner()
  var commas: [Int] = []
  var offset = 0
  var rest = pieces[...]
  while offset < bytes.count {
    let count = min(rest.popFirst() ?? bytes.count, bytes.count - offset)
    let close = bytes[offset..<offset + count].withUnsafeBytes { piece in
      scanner.scan(piece) { comma in
        commas.append(offset + comma)
        return true
      }
    }
    if let close { return (commas, offset + close) }
    offset += count
  }
  return (commas, nil)
}

@Suite struct ElementScannerTests {
  /// Every text of up to six bytes that structure is made of, whole and in two pieces.
  @Test func agreesWithThePlainScanOnAllSmallTexts() {
    let alphabet = Array("[],\"\\".utf8)
    var texts: [[UInt8]] = [[]]
    var last = texts
    for _ in 0..<6 {
      last = last.flatMap { text in alphabet.map { text + [$0] } }
      texts += last
    }
    var differences = 0
    for text in texts {
      let expected = plainScan(text)
      for border in 0...text.count where scan(text, pieces: [border]) != expected {
        differences += 1
      }
    }
    #expect(texts.count == 19_531)
    #expect(differences == 0)
  }

  /// Structure, quotes and backslashes around the borders of blocks and of pieces.
  @Test func agreesWithThePlainScanOnLongTextsInAnyPieces() {
    var random = SeededGenerator(seed: 128)
    let alphabet = Array("[]{},,\"\"\\\\ab 1".utf8)
    for round in 0..<3_000 {
      let count = Int.random(in: 0...300, using: &random)
      // Half of the texts have long strings of backslashes.
      let bytes = (0..<count).map { _ in
        round % 2 == 0 && Bool.random(using: &random)
          ? UInt8(ascii: "\\") : alphabet.randomElement(using: &random) ?? 0
      }
      let pieces = (0..<20).map { _ in Int.random(in: 1...70, using: &random) }
      #expect(scan(bytes, pieces: pieces) == plainScan(bytes))
    }
  }

  @Test func everyBorderOfARealDocumentIsHarmless() {
    let text = Array(
      #"{"id":1,"a":"x\\\"],","tags":["a","b\\"],"n":{"m":[{}]}},{"s":"\\\\"},3,"four" ] tail"#
        .utf8)
    let expected = plainScan(text)
    #expect(expected.commas.count == 3)
    for first in 0...text.count {
      for second in stride(from: 1, through: 40, by: 13) {
        #expect(scan(text, pieces: [first, second]) == expected)
      }
    }
  }
}

@Suite struct ValueLineScannerTests {
  /// The rows of a text in pieces, without white space around them.
  private func rows(of text: [UInt8], pieces: [Int]) -> [[UInt8]] {
    var scanner = ValueLineScanner()
    var ends: [Int] = []
    var offset = 0
    var rest = pieces[...]
    while offset < text.count {
      let count = min(rest.popFirst() ?? text.count, text.count - offset)
      text[offset..<offset + count].withUnsafeBytes {
        scanner.scan($0) {
          ends.append(offset + $0)
          return true
        }
      }
      offset += count
    }
    if scanner.hasContent {
      scanner.finish { ends.append(offset + $0) }
      ends.append(offset)
    }
    return zip([0] + ends, ends).map { start, end in
      text.withUnsafeBytes { Array(text[$0.trimmed(from: start, to: end)]) }
    }
  }

  private func plainRows(of text: [UInt8]) -> [[UInt8]] {
    text.split(separator: 0x0A).flatMap { line -> [[UInt8]] in
      let line = Array(line)
      let ends = line.withUnsafeBytes { ValueLineScanner.ends(in: $0) } ?? [line.count]
      return zip([0] + ends, ends.dropLast() + [line.count]).map { start, end in
        line.withUnsafeBytes { Array(line[$0.trimmed(from: start, to: end)]) }
      }
    }.filter { !$0.isEmpty }
  }

  @Test func agreesWithReadingEachLineInAnyPieces() {
    var random = SeededGenerator(seed: 256)
    let tokens = [
      "{\"a\":1}", "{}", "[[1],{}]", "\"} {\"", "12", "null", " ", "\t", "\r", "{\"b\":", "}", "x",
      "{\"text\":\"[1] and (2) \\\"{3} {4}\\\" are long enough for two blocks\",\"n\":[1, {} , 2]}",
    ]
    for _ in 0..<3_000 {
      let text = (0..<Int.random(in: 0...12, using: &random)).map { _ in
        (0..<Int.random(in: 0...4, using: &random)).map { _ in
          tokens.randomElement(using: &random) ?? ""
        }.joined()
      }.joined(separator: "\n")
      let bytes = Array(text.utf8)
      let pieces = (0..<20).map { _ in Int.random(in: 1...90, using: &random) }
      let expected = plainRows(of: bytes)
      #expect(rows(of: bytes, pieces: []) == expected, "\(text)")
      #expect(rows(of: bytes, pieces: pieces) == expected, "\(text)")
    }
  }

  @Test("Values are found by their numbers, wherever their lines end")
  func valuesOfLongLinesAreFoundAgain() {
    let values = (0..<2_000).map { "{\"n\":\($0)}" }
    for count in [1, 7, 64, 100, 2_000] {
      let lines = stride(from: 0, to: values.count, by: count).map {
        values[$0..<min(values.count, $0 + count)].joined(separator: $0 % 3 == 0 ? "" : " ")
      }
      for chunk in [500, .max] {
        let indexed = Indexed(
          lines.joined(separator: "\n"), chunk: chunk, options: FeedOptions(format: .lines))
        #expect(indexed.sections == [values], "\(count) values on a line")
      }
      var options = FeedOptions(format: .lines)
      options.tail = 3
      let tail = Indexed(lines.joined(separator: "\n"), options: options)
      #expect(tail.sections == [Array(values.suffix(3))], "\(count) values on a line")
    }
  }

  @Test(
    "34: the last rows of an array are the last of all, whatever its end is",
    arguments: [
      "[]", "[ ]", "[1]", "[1,2]", #"[{"id":1},{"id":2},]"#, "[1,2 , \n ]", "[1,2,\n",
      "[1,,]", "[\"],\",3,\n\n]\n",
    ])
  func tailsOfArrays(_ text: String) {
    for chunk in [1, 2, 3, .max] {
      let all = Indexed(text, chunk: chunk)
      let valid = all.rows.filter { $0.problem == nil }.map(\.json.text)
      for count in 0...3 {
        var options = FeedOptions()
        options.tail = count
        let tail = Indexed(text, chunk: chunk, options: options)
        let rows = tail.rows.filter { $0.problem == nil }.map(\.json.text)
        #expect(
          rows == valid.suffix(rows.count) && (rows.count >= min(count, valid.count))
            || text.contains(",,"), "\(count) in parts of \(chunk)")
        let hasFault = all.rows.contains { $0.problem != nil } || all.error != nil
        let tailHasFault = tail.rows.contains { $0.problem != nil } || tail.error != nil
        #expect(count == 0 || tailHasFault == hasFault, "\(count) in parts of \(chunk)")
      }
    }
  }
}
