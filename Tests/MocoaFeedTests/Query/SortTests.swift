import Testing

@testable import MocoaFeed

@MainActor
@Suite struct SortTests {
  private func sorted(_ rows: [String], by keys: String) throws -> [Int] {
    let model = Indexed("[\(rows.joined(separator: ","))]").model
    let query = FeedQuery()
    query.run(RowQuery(sortKeys: try SortKey.keys(parsing: keys)), over: model)
    query.wait()
    return Array(query.rows)
  }

  /// The order of rows by whole keys as they are, compared byte by byte.
  private func comparingKeys(_ rows: [String], by keys: String) throws -> [Int] {
    var encoder = SortKeyEncoder(try SortKey.keys(parsing: keys))
    let bytes = rows.map { row in
      Array(row.utf8).withUnsafeBytes { encoder.encode($0) }
      return encoder.bytes
    }
    return rows.indices.sorted {
      bytes[$0] == bytes[$1] ? $0 < $1 : bytes[$0].lexicographicallyPrecedes(bytes[$1])
    }
  }

  @Test func valuesOfAllKindsHaveAnOrder() throws {
    let ordered = [
      "-1e300", "-2", "-1.5", "0", "0.5", "1", "10", "1e300", "\"0001-01-01\"",
      "\"2026-11-01T12:00:00Z\"", "\"2026-11-01T12:00:00-01:00\"", "\"\"", "\" \"", "\"1st\"",
      "\"a\"", "\"B\"",
      "\"file2\"", "\"file10\"", "\"file10b\"", "\"Zoe\"", "\"éa\"", "\"Éb\"", "[1]", "{}", "false",
      "true", "null",
    ]
    var random = SeededGenerator(seed: 2)
    for _ in 0..<20 {
      let shuffled = ordered.shuffled(using: &random)
      let rows = shuffled.map { "{\"v\":\($0)}" } + ["{}"]
      let up = try sorted(rows, by: "v")
      #expect(up.dropLast().map { shuffled[$0] } == ordered)
      #expect(up.last == ordered.count)
      // Null and what is missing come last in both directions.
      let down = try sorted(rows, by: "-v")
      #expect(down.prefix(ordered.count - 1).map { shuffled[$0] } == ordered.dropLast().reversed())
      #expect(down.suffix(2) == up.suffix(2))
    }
  }

  @Test func equalRowsStayInTheOrderOfTheFeed() throws {
    let rows = (0..<3_000).map { "{\"a\":\($0 % 3),\"b\":\"same long text \($0 % 2)\"}" }
    let expected = (0..<3_000).sorted { ($0 % 3, $0 % 2, $0) < ($1 % 3, $1 % 2, $1) }
    #expect(try sorted(rows, by: "a,b") == expected)
    let down = (0..<3_000).sorted { (-($0 % 3), $0 % 2, $0) < (-($1 % 3), $1 % 2, $1) }
    #expect(try sorted(rows, by: "-a, +b") == down)
  }

  @Test(arguments: [1, 2, 3])
  func agreesWithComparingKeys(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let prefixes = [
      "", "https://example.org/", "https://example.org/a/b/c/d/e/", "item ", "\\u00c4",
    ]
    let rows = (0..<2_000).map { _ in
      let number = Int.random(in: 0..<200, using: &random)
      let text = (prefixes.randomElement(using: &random) ?? "") + String(number)
      let score = Int.random(in: -5...5, using: &random)
      return Bool.random(using: &random) ? "{\"t\":\"\(text)\",\"n\":\(score)}" : "{\"n\":\(score)}"
    }
    for keys in ["t", "-t", "n,t", "t,-n", "-n,-t"] {
      #expect(try sorted(rows, by: keys) == comparingKeys(rows, by: keys))
    }
  }

  @Test(arguments: ["7", "null", "\"https\"", "\"zebra\"", "[1]", "\"\\u0000\""])
  func aRowUnlikeTheOthersHasItsPlace(_ value: String) throws {
    var random = SeededGenerator(seed: 7)
    var values = (0..<2_000).map { _ in
      "\"https://example.org/a/long/way/\(Int.random(in: 0..<500, using: &random))/end\""
    }
    // Between the rows by which the code for the keys is chosen.
    values[1_777] = value
    let rows = values.map { "{\"v\":\($0)}" }
    for keys in ["v", "-v"] {
      #expect(try sorted(rows, by: keys) == comparingKeys(rows, by: keys))
    }
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func anAlphabeticCodeKeepsTheOrder(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var counts = [Int](repeating: 0, count: 256)
    for _ in 0..<Int.random(in: 0..<300, using: &random) {
      let byte = Int.random(in: 0..<256, using: &random)
      counts[byte] += Int.random(in: 0..<10_000, using: &random)
    }
    if seed == 1 { counts[200] = .max / 65_536 }
    let code = AlphabeticCode(counts: counts)
    let alphabet = (0..<4).map { _ in UInt8.random(in: 1...255, using: &random) } + [1, 255]
    // None is the beginning of another, as with keys.
    let texts = (0..<300).map { _ in
      (0..<Int.random(in: 0..<9, using: &random)).compactMap { _ in
        alphabet.randomElement(using: &random)
      } + [0]
    }
    func coded(_ text: [UInt8]) -> [UInt8] {
      var result: [UInt8] = []
      code.append(text[...], to: &result)
      return result
    }
    for (one, other) in zip(texts, texts.dropFirst()) {
      #expect((one == other) == (coded(one) == coded(other)))
      #expect(
        one.lexicographicallyPrecedes(other) == coded(one).lexicographicallyPrecedes(coded(other)))
    }
  }

  @Test func frequentBytesHaveShortCodes() {
    var counts = [Int](repeating: 0, count: 256)
    for byte in "a quick brown fox jumps over the lazy dog and an ant eats".utf8 {
      counts[Int(byte)] += 1
    }
    let text = Array("the quick ant jumps over an eel".utf8)
    var code: [UInt8] = []
    AlphabeticCode(counts: counts).append(text[...], to: &code)
    #expect(code.count * 10 <= text.count * 7)
  }

  @Test func onlyRowsThatMatchAreSorted() throws {
    let model = Indexed(
      "[\((0..<500).map { "{\"id\":\($0),\"n\":\($0 * 7 % 100)}" }.joined(separator: ","))]"
    ).model
    let query = FeedQuery()
    query.run(
      RowQuery(
        filters: [try RowFilter(parsing: "n < 10")],
        sortKeys: [SortKey("n"), SortKey("id", isDescending: true)]),
      over: model)
    query.wait()
    let expected = (0..<500).filter { $0 * 7 % 100 < 10 }.sorted {
      ($0 * 7 % 100, -$0) < ($1 * 7 % 100, -$1)
    }
    #expect(Array(query.rows) == expected)
  }

  @Test func keysAreRead() throws {
    #expect(
      try SortKey.keys(parsing: "-score, title,+author.name") == [
        SortKey("score", isDescending: true), SortKey("title"), SortKey("author.name"),
      ])
    for (text, offset) in [("", 0), ("a,", 2), ("a,,b", 2), ("-", 1)] {
      let error = #expect(throws: FilterSyntaxError.self) { try SortKey.keys(parsing: text) }
      #expect(error?.offset == offset)
    }
  }

  @Test func flagSortSorts() {
    var random = SeededGenerator(seed: 4)
    for count in [0, 1, 2, 40, 100, 5_000] {
      for bits in [2, 12, 64] {
        var entries = (0..<count).map { row in
          SortEntry(
            window: (random.next() >> UInt64(64 - bits)) << UInt64((64 - bits) / 2),
            row: UInt32(row))
        }
        let expected = entries.sorted { $0 < $1 }
        entries.withUnsafeMutableBufferPointer { FlagSort.sort($0) }
        #expect(entries == expected)
      }
    }
    #expect(MemoryLayout<SortEntry>.stride == 12)
  }
}
