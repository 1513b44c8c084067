import MocoaTestSupport
import Testing

@testable import MocoaFeed

/// Rows of which only the wanted members are kept while others are derived.
@Suite struct DerivedRowsTests {
  private static let rows = [
    #"{"a":1,"b":{"c":2,"d":[3,4]},"e":"x"}"#, #"{"a":2,"b.c":5,"b":{"c":6}}"#,
    #"{ "e" : "y" , "a" : 3 , "sum" : "own" }"#, #"{"a":4,"a":5,"b":null}"#,
    #"{"\u0061":6,"e":""}"#,
    "[1,{\"a\":2}]", "7", "null", "{}", "{\"a\":1", "{\"a\":1} x", #"{"a":1,"e":tru}"#, "text",
    #"{"a":1e400,"b":{"c":-0.5},"e":"ü\n\ud83d"}"#, #"{"b":{"c":1,"c":2},"a":"9"}"#,
    #"{"a.b":1,"A":2,"":3,"e":"<&>"}"#, #"{"e":"x","b":{"c":{"d":1}},"z":[[1]]}"#,
  ]

  private static let derived = [
    "sum = a + b.c", "big = a > 2", "e = upper(e)", "same = b", "twice = sum * 2", "n = 7",
    "first = b.d[0]", "any = exists(b.c)", "which = if(a > 1, e, b.c)", "a = coalesce(b.c, a)",
  ]

  private static let columns = ["a", "b", "b.c", "e", "sum", "big", "twice", "z", "same.d[1]", "n"]

  private func output(
    _ model: FeedListModel, _ columns: [OutputColumn], _ query: RowQuery
  ) throws -> [String] {
    var bytes: [UInt8] = []
    var output = RowOutput(.json(columns), jobs: 1) { bytes += $0 }
    if query.sortKeys.isEmpty {
      try output.write(model, filters: query.filters)
    } else {
      try output.write(query, of: model)
    }
    try output.end()
    return [
      String(decoding: bytes, as: UTF8.self), "\(output.brokenRows)",
      output.repeatedMembers.note ?? "",
    ]
  }

  @Test("36: columns, filters and orders of derived members are those of the whole rows")
  func laws() throws {
    var random = SeededGenerator(seed: 36)
    for _ in 0..<2_000 {
      let text = (0..<Int.random(in: 1...8, using: &random))
        .map { _ in Self.rows.randomElement(using: &random) ?? "" }.joined(separator: "\n")
      var options = FeedOptions(format: .lines)
      options.derivedMembers = try Self.derived.shuffled(using: &random)
        .prefix(Int.random(in: 1...4, using: &random)).map { try DerivedMember(parsing: $0) }
      let columns = Self.columns.shuffled(using: &random)
        .prefix(Int.random(in: 1...4, using: &random)).map { OutputColumn(MemberPath($0)) }
      var query = RowQuery()
      if Bool.random(using: &random) {
        query.filters = [try RowFilter(parsing: "sum > 2 || e")]
      }
      if Bool.random(using: &random) {
        query.sortKeys = [SortKey("sum", isDescending: Bool.random(using: &random))]
      }
      let derived = Indexed(text, options: options)
      let whole = derived.rows.map(\.json.text).joined(separator: "\n")
      let plain = Indexed(whole, options: FeedOptions(format: .lines))
      let names = options.derivedMembers.map(\.text)
      #expect(
        try output(derived.model, columns, query) == output(plain.model, columns, query),
        "\(names) of \(text)")
    }
  }
}
