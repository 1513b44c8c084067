import MocoaFeed
import MocoaTUI
import Testing

@testable import MocoaFeedUI

/// Comparing rows member by member.
@MainActor @Suite struct ComparisonPageTests {
  private func compare(_ rows: [String], rows height: Int) throws -> FeedPageScreen {
    let stage = try FeedPageScreen(rows.map { "\($0)\n" }.joined(), rows: height)
    for _ in rows { stage.press(" ") }
    stage.press("D")
    return stage
  }

  @Test func elementsOfListsAreComparedOneByOne() async throws {
    let stage = try compare(
      [
        #"{"name":"ada","a.b":1,"of":{"x":[1,[2,3]],"y":1},"l":[1],"e":{},"d":1,"d":2}"#,
        #"{"name":"bob","a.b":2,"of":{"x":[1,[2,4],5],"y":1},"l":1,"e":{"f":null},"d":2}"#,
      ], rows: 12)
    await stage.wait(for: "the members") { stage.statusLine.hasSuffix("1/7") }
    stage.screen.expect(
      """
      member      ada    bob
      name        ada    bob
      "a.b"       1      2
      of.x[1][1]  3      4
      of.x[2]            5
      l           [1] 1  1
      e           {0}    {1}
      e.f                null



       ada, bob 7 of 11 members differ     / search  f filter 1/7
      """)
  }

  @Test("defect U11: rows with many members are compared in the background")
  func rowsWithManyMembersAreCompared() async throws {
    func row(_ name: String) -> String {
      let members = (0..<6_000).map { "\"member \($0)\":\($0 == 5_000 ? "\"\(name)\"" : "\($0)")" }
      return "{\"name\":\"\(name)\",\(members.joined(separator: ","))}"
    }
    let stage = try compare([row("ada"), row("bob")], rows: 6)
    #expect(stage.statusLine.contains("comparing the rows"))
    await stage.wait(for: "the members") { stage.statusLine.contains("differ") }
    #expect(stage.statusLine.contains("2 of \(6_001.grouped) members differ"))
  }
}
