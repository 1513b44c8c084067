import MocoaTestSupport
import Testing

@testable import MocoaEngines
@testable import MocoaFeed

/// Filters give the rows that they give for a file with the same rows.
@MainActor @Suite struct SQLiteFilterTests {
  private static let values = [
    "null", "0", "5", "-3", "10", "9007199254740993", "0.5", "1e300", "9e999", "-9e999", "'5'",
    "'10'", "' 7 '", "'5M'", "'abc'", "'ABC'", "'2024-01-01'", "'null'", "''", "'Infinity'",
    "x'6162'", "'x''6162'''", "'it''s'", "'%_'", "'é'", "'a\"; drop table t; --'", "'1h'",
    "'x' || char(0) || 'AB%'",
  ]

  private static let types = [
    "", "text", "integer", "real", "numeric", "blob", "text collate nocase",
  ]

  @Test(arguments: 0..<12) func filtersMeanTheSame(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let types = (0..<3).map { _ in Self.types.randomElement(using: &random) ?? "" }
    let database = try TestDatabase("create table t(a \(types[0]), b \(types[1]), c \(types[2]))")
    for _ in 0..<300 {
      let values = (0..<3).map { _ in Self.values.randomElement(using: &random) ?? "null" }
      try database.run("insert into t values (\(values.joined(separator: ", ")))")
    }
    if seed % 2 == 1 { try database.run("delete from t where rowid % 5 = 0") }
    try FilterOracle.check(try database.feed(), &random, count: isLongRun ? 40 : 15)
  }

  @Test func unknownMembersAreReportedAndKnownOnesAreNot() throws {
    let database = try TestDatabase("create table t(a)\ninsert into t values (1)")
    let model = try database.feed().listModel
    let known = try RowFilter(parsing: "a > 100", lookup: { _ in .unknown(nearest: []) })
    _ = try model.rows(for: RowQuery(filters: [known]))
    #expect(known.missingMembers.isEmpty)
    let unknown = try RowFilter(parsing: "b > 100", lookup: { _ in .unknown(nearest: []) })
    #expect(try model.rows(for: RowQuery(filters: [unknown]))?.isEmpty == true)
    #expect(!unknown.missingMembers.isEmpty)
  }

  @Test func groupsAndSummariesMatchAFile() throws {
    let database = try TestDatabase("create table t(k text, n integer, unused text)")
    try database.run(
      """
      with recursive c(n) as (select 0 union all select n + 1 from c where n < 999) \
      insert into t select char(97 + n % 3), n, 'x' from c
      """)
    let model = try database.feed().listModel
    var groups = RowGroups(by: [OutputColumn("k")], [Aggregate(.sum, of: "n")])
    try groups.add(rowsOf: model, filters: [try RowFilter(parsing: "n < 900")])
    #expect(
      String(decoding: groups.json, as: UTF8.self).contains(#"{"k":"a","sum(n)":134550}"#),
      "\(String(decoding: groups.json, as: UTF8.self))")
    let summary = FeedSummary()
    summary.run(MemberPath("n"), over: model)
    summary.wait()
    #expect(summary.result.maximum == "999" && summary.result.sum == 499_500)
  }
}
