import Testing

@testable import MocoaFeed

/// What is suggested for a name that nothing has.
@Suite struct NearestNamesTests {
  @Test func namesThatMayBeMeantAreNear() {
    let names = ["score", "title", "author.name", "date_published"]
    #expect(NearestNames.nearest(to: "scroe", among: names) == ["score"])
    #expect(NearestNames.nearest(to: "name", among: names) == ["author.name"])
    #expect(NearestNames.nearest(to: "date", among: names) == ["date_published"])
    #expect(NearestNames.nearest(to: "xyzzy", among: names) == [])
    #expect(NearestNames.nearest(to: "title", among: names) == [])
  }

  @Test(arguments: [("", "", 0), ("a", "", 1), ("abc", "acb", 1), ("kitten", "sitting", 3)])
  func distancesAreThoseThatPeopleCount(_ first: String, _ second: String, _ distance: Int) {
    #expect(NearestNames.distance(Array(first), Array(second)) == distance)
    #expect(NearestNames.distance(Array(second), Array(first)) == distance)
  }
}
