import MocoaSystem
import MocoaTestSupport
import Testing

@testable import MocoaFeed

/// Every operator on random feeds, with the edges of blocks anywhere, beside the plainest way to
/// the same result; and what is unusual in size or shape.
@Suite struct ScanOperatorTests {
  private static func row(_ random: inout SeededGenerator) -> String {
    let texts = ["\"a\"", "\"b 10\"", "\"b 9\"", "\"\\u0061\"", "\"x, y\"", "null", "7", "7.0"]
    let members = ["k", "s", "o", "n"].filter { _ in Int.random(in: 0..<5, using: &random) > 0 }
    let text = members.map { name in
      let value = texts.randomElement(using: &random) ?? "null"
      return "\"\(name)\": \(name == "o" ? "{\"p\":\(value)}" : value)"
    }
    return "{" + text.joined(separator: ",") + "}"
  }

  /// What the operators make of rows, one by one.
  private struct Expected {
    var found: [Int], sorted: [Int], csv: [UInt8], groups: [String], schema: [String]

    init(_ rows: [String], _ filter: RowFilter, _ keys: [SortKey], _ format: RowFormat) throws {
      let json = rows.map { JSONBytes(Array($0.utf8)) }
      let matching = rows.indices.filter { filter.matches(json[$0]) }
      found = matching
      var encoder = SortKeyEncoder(keys)
      let order = json.map { row in
        row.withBytes { encoder.encode($0) }
        return encoder.bytes
      }
      sorted = matching.sorted {
        order[$0] == order[$1] ? $0 < $1 : order[$0].lexicographicallyPrecedes(order[$1])
      }
      csv = matching.isEmpty ? [] : format.header
      for row in matching { _ = format.append(json[row], to: &csv) }
      var counts: [(value: String, count: Int)] = []
      for row in json {
        var value = MemberPath("k").value(in: row).map { $0.string.map { "\"\($0)\"" } ?? $0.text }
        if value == "7.0" { value = "7" }
        let text = value ?? "null"
        if let place = counts.firstIndex(where: { $0.value == text }) {
          counts[place].count += 1
        } else {
          counts.append((text, 1))
        }
      }
      groups = counts.map { "\($0.value) \($0.count)" }
      var all = MemberSchema()
      for row in json { row.withBytes { _ = all.add($0) } }
      schema = all.columns.map(\.title)
    }
  }

  @Test(arguments: 1...12 as ClosedRange<UInt64>)
  func operatorsAgreeWithRowsOneByOne(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let rows = (0..<Int.random(in: 2...14, using: &random)).map { _ in Self.row(&random) }
    let filter = try RowFilter(
      parsing: ["s == \"a\" || n > 5", "b", "!(k == 7)", "\\^b \\d+$"].randomElement(using: &random)
        ?? "")
    let keys = try SortKey.keys(
      parsing: ["s", "-s,n", "o.p,-k"].randomElement(using: &random) ?? "")
    let format = RowFormat.csv(try OutputColumn.columns(parsing: "s,o.p,k"))
    let expected = try Expected(rows, filter, keys, format)
    for text in ["[\(rows.joined(separator: " ,\n"))]", rows.joined(separator: "\n")] {
      var model = Indexed(text).model
      for rowsPerBlock in 1...rows.count {
        model.rowsPerBlock = rowsPerBlock
        for jobs in [1, 2, 3] {
          try check(model, filter, keys, format, expected, jobs: jobs)
        }
      }
    }
  }

  private func check(
    _ model: FeedListModel, _ filter: RowFilter, _ keys: [SortKey], _ format: RowFormat,
    _ expected: Expected, jobs: Int
  ) throws {
    let query = RowQuery(filters: [filter], sortKeys: keys)
    #expect(
      try model.rows(for: RowQuery(filters: [filter]), jobs: jobs).map(Array.init) == expected.found
    )
    for limit in [1, 1 << 20] {
      #expect(
        try model.rows(for: query, jobs: jobs, memoryLimit: limit).map(Array.init)
          == expected.sorted)
    }
    var bytes: [UInt8] = []
    var output = RowOutput(format, jobs: jobs) { bytes += $0 }
    try output.write(model, filters: [filter])
    try output.finish()
    #expect(bytes == expected.csv)
    var groups = RowGroups(by: [OutputColumn("k")], [])
    try groups.add(rowsOf: model, jobs: jobs)
    #expect(
      groups.groups.map { group in
        let value = group.values[0]
        let text = value.string.map { "\"\($0)\"" } ?? value.text
        return "\(text == "7.0" ? "7" : text) \(group.rowCount)"
      } == expected.groups)
    var schema = MemberSchema()
    try schema.add(rowsOf: model, jobs: jobs)
    #expect(schema.columns.map(\.title) == expected.schema)
  }

  /// Rows at each place around the bytes at which a pass reads on.
  @Test func rowsAreFoundAtTheEdgesOfWindows() throws {
    let row = #"{"id":"needle"}"# + ","
    for shift in 0...row.utf8.count {
      let count = 40_000
      let text = "[" + String(repeating: " ", count: shift) + String(repeating: row, count: count)
      let model = Indexed(text + "{}]").model
      for filter in ["needle", "id == 'needle'", "id"] {
        var found = 0
        try model.forEachRow(matching: [RowFilter(parsing: filter)]) { _ in
          found += 1
          return true
        }
        #expect(found == (filter == "id" ? 0 : count), "\(filter), \(shift)")
      }
    }
  }

  // MARK: What is unusual

  private func csv(_ model: FeedListModel, _ columns: String, sort: String? = nil) throws -> (
    String, Int
  ) {
    var bytes: [UInt8] = []
    var output = RowOutput(.csv(try OutputColumn.columns(parsing: columns))) { bytes += $0 }
    if let sort {
      try output.write(RowQuery(sortKeys: try SortKey.keys(parsing: sort)), of: model)
    } else {
      try output.write(model)
    }
    try output.end()
    return (String(decoding: bytes, as: UTF8.self), output.brokenRows.count)
  }

  @Test func brokenRowsInABlockAreLeftOut() throws {
    let rows = (0..<1_000).map { $0 % 100 == 50 ? "{\"n\":\($0),}" : "{\"n\":\(1_000 - $0)}" }
    let model = Indexed(rows.joined(separator: "\n")).model
    let kept = (0..<1_000).filter { $0 % 100 != 50 }.map { 1_000 - $0 }
    for sort in [nil, "n"] {
      let (text, broken) = try csv(model, "n", sort: sort)
      #expect(broken == 10)
      let values = text.split(separator: "\r\n").dropFirst().compactMap { Int($0) }
      #expect(values == (sort == nil ? kept : kept.sorted()))
    }
    var groups = RowGroups(by: [OutputColumn("n")], [])
    try groups.add(rowsOf: model)
    #expect(
      groups.brokenRows.count == 10 && groups.brokenRows.first == 50 && groups.rowCount == 990)
  }

  @Test func longValuesAreSortedAndGrouped() throws {
    let long = String(repeating: "long text ", count: 300_000)
    let rows = [2, 1, 0].map { "{\"t\":\"\(long)\($0)\",\"n\":\($0)}" }
    let model = Indexed("[\(rows.joined(separator: ","))]").model
    #expect(try csv(model, "n", sort: "t").0 == "n\r\n0\r\n1\r\n2\r\n")
    #expect(try csv(model, "n", sort: "-t").0 == "n\r\n2\r\n1\r\n0\r\n")
    var groups = RowGroups(by: [OutputColumn("t")], [])
    try groups.add(rowsOf: model)
    #expect(groups.groups.count == 3)
    #expect(try csv(Indexed("[\(rows[0])]").model, "n", sort: "t").0 == "n\r\n2\r\n")
  }

  @Test func rowsTiedOnLongTextsKeepTheirOrder() throws {
    let text = String(repeating: "tied ", count: 4_000)
    let rows = (0..<300).map { "{\"t\":\"\(text)\",\"n\":\($0)}" }
    let model = Indexed("[\(rows.joined(separator: ","))]").model
    for limit in [100_000, 1 << 30] {
      let sorted = try model.rows(for: RowQuery(sortKeys: [SortKey("t")]), memoryLimit: limit)
      #expect(sorted.map(Array.init) == Array(0..<300))
    }
  }

  @Test(arguments: ["n", "-n", "missing"])
  func rowsOfEqualKeysKeepTheirOrder(key: String) throws {
    let model = Indexed(String(repeating: "{\"n\":5}\n", count: 50_000)).model
    let sorted = try model.rows(for: RowQuery(sortKeys: SortKey.keys(parsing: key)))
    #expect(sorted?.elementsEqual(0..<50_000) == true)
  }

  @Test func manyGroupsAndColumnsAreExact() throws {
    let count = 200_000
    let rows = (0..<count).map { "{\"k\":\"key \($0 * 7_919 % count)\"}" }
    var groups = RowGroups(by: [OutputColumn("k")], [])
    try groups.add(rowsOf: Indexed(rows.joined(separator: "\n")).model)
    #expect(groups.groups.count == count && groups.groups.allSatisfy { $0.rowCount == 1 })
    let wide = "{" + (0..<200).map { "\"c\($0)\":\($0)" }.joined(separator: ",") + "}\n"
    let model = Indexed(String(repeating: wide, count: 5_000)).model
    var schema = MemberSchema()
    try schema.add(rowsOf: model)
    #expect(schema.columns.count == 200)
    let (text, _) = try csv(model, schema.columns.map(\.title).joined(separator: ","))
    let line = (0..<200).map(String.init).joined(separator: ",")
    #expect(text.split(separator: "\r\n").dropFirst().allSatisfy { $0 == line })
  }

  @Test(arguments: ["filter", "sort", "group", "csv"])
  func aSourceThatShrinksIsAnError(operator name: String) throws {
    let source = CountingSource((0..<5_000).map { "{\"n\":\($0)}" }.joined(separator: "\n"))
    let model = Indexed(source).model
    source.cut(to: try model.parts[0].store.reader.range(ofRow: 2_500).lowerBound)
    #expect(throws: FeedError.self) {
      switch name {
      case "filter": try model.forEachRow(matching: [RowFilter(parsing: "n > 1")]) { _ in true }
      case "sort": _ = try model.rows(for: RowQuery(sortKeys: [SortKey("n")]))
      case "group":
        var groups = RowGroups(by: [OutputColumn("n")], [])
        try groups.add(rowsOf: model)
      default: _ = try csv(model, "n")
      }
    }
  }

  @Test func brokenRowsAreListed() throws {
    let rows = (0..<5_000).map { $0 % 1_000 == 7 ? "{\"n\":\($0)" : "{\"n\":\($0)}" }
    var model = Indexed(rows.joined(separator: "\n")).model
    model.rowsPerBlock = 100
    let broken = [7, 1_007, 2_007, 3_007, 4_007]
    #expect(try model.brokenRows(in: 0..<5_000, isCancelled: { false }) == broken)
    #expect(try model.brokenRows(in: 8..<4_000, isCancelled: { false }) == broken[1...3].map { $0 })
    #expect(try model.brokenRows(in: 0..<5_000, limit: 2, isCancelled: { false }) == [7, 1_007])
    #expect(try model.brokenRows(in: 0..<5_000, isCancelled: { true }) == [])
  }

  @Test(arguments: [1, 3], [0, 1, 7])
  func cancelledGroupsHaveTheRowsSoFar(jobs: Int, steps: Int) throws {
    var model = Indexed((0..<1_000).map { "{\"n\":\($0 % 10)}" }.joined(separator: "\n")).model
    model.rowsPerBlock = 50
    let isCancelled = Monitor(steps == 0)
    var groups = RowGroups(by: [OutputColumn("n")], [])
    let isDone = try groups.add(
      rowsOf: model, jobs: jobs, isCancelled: { isCancelled.withLock { $0 } }
    ) { groups, count in
      #expect(groups.rowCount == count)
      if count == steps * 50 { isCancelled.withLock { $0 = true } }
      return true
    }
    #expect(!isDone && groups.rowCount == steps * 50)
  }

  @Test func aFullDiskIsAnError() throws {
    var spill = try SortSpill(file: FileDescriptor(owning: MocoaSystem.open("/dev/full", O_WRONLY)))
    let none = UnsafeRawBufferPointer(start: nil, count: 0)
    let error = #expect(throws: FeedError.self) {
      try spill.write { _ = try $0(1, 0, none, none) }
    }
    #expect(error?.description.contains("No space left on device") == true)
    #expect(error?.description.contains("--memory") == true)
  }
}
