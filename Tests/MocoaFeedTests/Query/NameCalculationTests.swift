import Testing

@testable import MocoaFeed

/// Names with signs in them, which may be calculations without blanks.
@Suite struct NameCalculationTests {
  private static let row = JSONBytes(
    Array(
      #"""
      {"x":9,"y":4,"a-b":1,"total":20,"t":{"u":6},"both-y":2,"both":7,"s":"Ü","at":"2026-11-01"}
      """#.utf8))

  private static func meaning(_ name: String) -> MemberMeaning {
    let path = MemberPath(name)
    return path.value(in: row) == nil ? .unknown(nearest: []) : .known(path)
  }

  @Test(
    "36: x-y is a calculation where x and y are members and x-y is none",
    arguments: [
      ("x-y == 5", true), ("x-y*2 == 1", true), ("total/y == 5", true), ("total/2-x == 1", true),
      ("x-1 == 8", true), ("t.u/2 == 3", true), ("x-t.u == 3", true), ("a-b == 1", true),
      ("x-a-b == 8", true), ("x/(y-3) == 9", true), ("20-x == 11", true), ("total-x-y == 7", true),
      ("x-min(y, 2) == 7", true),
      ("x - y == 5", true),
      ("x-y-z == 5", false), ("/a-b == 1", true), ("both - y == 3", true), ("/both-y == 2", true),
      ("y-x < 0 && x-y > 0", true), ("at-now < 99999d", true),
    ])
  func calculations(_ text: String, _ holds: Bool) throws {
    let filter = try RowFilter(parsing: text, lookup: Self.meaning)
    #expect(filter.matches(Self.row) == holds)
  }

  @Test(
    "36: a name that is a member and could be a calculation is an error with both spellings",
    arguments: ["both-y > 1", "x + both-y == 11"])
  func ambiguity(_ text: String) throws {
    let error = try #require(throws: FilterSyntaxError.self) {
      try RowFilter(parsing: text, lookup: Self.meaning)
    }
    #expect(
      error.message == "'both-y' is a member, and so are its parts; write both - y with blanks for "
        + "the calculation, or /both-y for the member")
    #expect(String(text.dropFirst(error.offset).prefix(error.length)) == "both-y")
  }

  @Test("36: a name that may be several calculations is an error with both")
  func severalCalculations() throws {
    let error = try #require(throws: FilterSyntaxError.self) {
      try RowFilter(parsing: "x-both-y > 1", lookup: Self.meaning)
    }
    #expect(
      error.message == "'x-both-y' may be x - both-y or x - both - y; write one with blanks")
  }

  @Test("36: derived members are resolved again when their members are known")
  func derivedMembers() throws {
    let member = try DerivedMember(parsing: "m = total/2")
    let resolved = try member.parsed(by: Self.meaning)
    #expect(resolved != member && resolved.text == member.text)
    #expect(resolved == (try resolved.parsed(by: Self.meaning)))
    #expect(throws: FilterSyntaxError.self) {
      try DerivedMember(parsing: "m = both-y").parsed(by: Self.meaning)
    }
  }

  @Test("36: a name whose parts are no members is unknown as it was typed")
  func unknownNames() throws {
    let filter = try RowFilter(parsing: "x-unknown > 1", lookup: Self.meaning)
    #expect(!filter.matches(Self.row))
    #expect(filter.missingMembers.map(\.message) == ["no row has a member 'x-unknown'"])
  }

  @Test(
    "36: texts are searched for in what is calculated, too",
    arguments: [
      ("contains(lower(s), \"ü\")", true), ("lower(s) ~ /^ü$/", true), ("(x + y) starts 1", true),
      ("upper(s) contains \"x\"", false), ("substr(s, 1) contains \"Ü\"", false),
      ("ends(concat(x, \"-\", y), \"-4\")", true), ("lower(missing) contains \"a\"", false),
      ("lower(s) !~ \"x\"", true),
    ])
  func computedTexts(_ text: String, _ holds: Bool) throws {
    #expect(try RowFilter(parsing: text).matches(Self.row) == holds)
  }
}
