import Testing

@testable import MocoaFeed

@Suite struct RowGroupsTests {
  private func groups(
    _ rows: [String], by keys: String, _ aggregates: [Aggregate], filters: [RowFilter] = [],
    jobs: Int = 2
  ) throws -> String {
    var groups = RowGroups(by: try OutputColumn.columns(parsing: keys), aggregates)
    try groups.add(
      rowsOf: Indexed("[" + rows.joined(separator: ",") + "]").model, filters: filters, jobs: jobs)
    return String(decoding: groups.json, as: UTF8.self)
  }

  @Test func aggregatesOfEachGroup() throws {
    let rows = [
      #"{"k":"a","n":1,"t":"x2"}"#, #"{"k":"b","n":2.5}"#, #"{"k":"a","n":9007199254740993}"#,
      #"{"k":"\u0061","n":null,"t":"x10"}"#, #"{"n":7}"#, #"{"k":"b","n":"text"}"#,
    ]
    #expect(
      try groups(
        rows, by: "k",
        [
          Aggregate(.count), Aggregate(.sum, of: "n"), Aggregate(.mean, of: "n"),
          Aggregate(.min, of: "t"), Aggregate(.max, of: "t"), Aggregate(.percentile(50), of: "n"),
        ])
          == """
          [{"k":"a","count":3,"sum(n)":9007199254740994,"mean(n)":4503599627370497,\
          "min(t)":"x2","max(t)":"x10","p50(n)":4503599627370496},
          {"k":"b","count":2,"sum(n)":2.5,"mean(n)":2.5,"min(t)":null,"max(t)":null,"p50(n)":2.5},
          {"k":null,"count":1,"sum(n)":7,"mean(n)":7,"min(t)":null,"max(t)":null,"p50(n)":7}]
          """)
  }

  @Test func equalValuesAreOneGroup() throws {
    let rows = ["1", "1.0", "10e-1", "\"1\"", "true", "[1]", "null"].map { "{\"k\":\($0)}" }
    #expect(
      try groups(rows + rows, by: "k", [Aggregate(.count)]) == """
        [{"k":1,"count":6},
        {"k":"1","count":2},
        {"k":true,"count":2},
        {"k":[1],"count":2},
        {"k":null,"count":2}]
        """)
  }

  @Test(arguments: [1, 2, 5])
  func manyGroupsOfSeveralMembers(jobs: Int) throws {
    let rows = (0..<5_000).map { "{\"a\":\($0 % 700),\"b\":{\"c\":\"\($0 % 3)\"},\"n\":\($0)}" }
    let text = try groups(
      rows, by: "a,b.c", [Aggregate(.count), Aggregate(.sum, of: "n")],
      filters: [RowFilter(parsing: "n >= 10")], jobs: jobs)
    var expected: [[Int]] = []
    var places: [[Int]: Int] = [:]
    for row in 10..<5_000 {
      let key = [row % 700, row % 3]
      if places[key] == nil {
        places[key] = expected.count
        expected.append(key + [0, 0])
      }
      expected[places[key] ?? 0][2] += 1
      expected[places[key] ?? 0][3] += row
    }
    let lines = expected.map {
      "{\"a\":\($0[0]),\"b.c\":\"\($0[1])\",\"count\":\($0[2]),\"sum(n)\":\($0[3])}"
    }
    #expect(text == "[" + lines.joined(separator: ",\n") + "]")
  }
}
