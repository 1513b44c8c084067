import Testing

@testable import MocoaFeed

/// The types of members over rows, of which an engine makes columns.
@Suite struct MemberTypesTests {
  private static func type(_ rows: [String], areFields: Bool = false) -> MemberType {
    var types = MemberTypes(areFields: areFields)
    for row in rows {
      var other = MemberTypes(areFields: areFields)
      #expect(Array(row.utf8).withUnsafeBytes { other.add($0) })
      types.merge(other)
    }
    return types.type
  }

  private static func member(_ values: String..., areFields: Bool = false) -> MemberType? {
    let type = type(values.map { "{\"a\":\($0)}" }, areFields: areFields)
    guard case .object(let members) = type, members.count == 1 else { return nil }
    return members[0].type
  }

  @Test func scalarsHaveTheLeastTypeOfAll() {
    #expect(Self.member("null") == .null)
    #expect(Self.member("true", "null") == .truth)
    #expect(Self.member("1", "-9223372036854775808") == .integer)
    #expect(Self.member("1", "9223372036854775808") == .hugeInteger)
    #expect(Self.member("1", "0.5", "1e9") == .number)
    #expect(Self.member("\"1\"", "null") == .text)
    #expect(Self.member("1", "\"x\"") == .any)
    #expect(Self.member("1", "true") == .any)
  }

  /// A floating-point number would round the first, and be infinite or 0 for the others.
  @Test func numbersThatNoTypeRepresentsAreTexts() {
    #expect(Self.member("9007199254740993", "0.5") == .any)
    #expect(Self.member("1e400") == .text)
    #expect(Self.member("1e-400") == .text)
    #expect(Self.member("1" + String(repeating: "0", count: 40)) == .text)
  }

  @Test("34: members that are texts because of a number that no type represents are known")
  func membersOfLargeNumbers() {
    var types = MemberTypes(areFields: false)
    for row in [#"{"a":1,"b":2,"c":"x"}"#, #"{"a":1e400,"b":3,"c":"y"}"#] {
      #expect(Array(row.utf8).withUnsafeBytes { types.add($0) })
    }
    #expect(types.membersOfLargeNumbers == ["a"])
  }

  @Test func containersAreDivided() {
    #expect(Self.member("[1,null]", "[2.5]", "[]") == .array(.number))
    #expect(Self.member("[]") == .array(.null))
    let member = { MemberType.Member(name: $0, type: $1) }
    #expect(
      Self.member("{\"x\":1}", "{\"y\":[\"z\"]}", "{}")
        == .object([member("x", .integer), member("y", .array(.text))]))
    #expect(Self.member("{}") == .any)
    #expect(Self.member("{\"x\":1}", "[1]") == .any)
    // No column can have these names.
    #expect(Self.member("{\"x\":1,\"X\":2}") == .any)
    #expect(Self.member("{\"\":1}") == .any)
    let deep = String(repeating: "[", count: 40) + String(repeating: "]", count: 40)
    #expect(Self.member(deep) != nil)
  }

  @Test func missingFieldsOfTablesAreNoTexts() {
    #expect(Self.member("1", "\"\"", areFields: true) == .field(.integer))
    #expect(Self.member("1", "\"N/A\"", "\"x\"", areFields: true) == .text)
    #expect(Self.member("\"\"", "\"-\"", areFields: true) == .text)
    #expect(Self.member("1", "\"\"") == .any)
  }

  @Test func rowsThatAreNotJSONHaveNoType() {
    var types = MemberTypes(areFields: false)
    for row in ["{\"a\":", "{\"a\":1} 2", ""] {
      #expect(!Array(row.utf8).withUnsafeBytes { types.add($0) })
    }
    #expect(Self.type(["[1]", "{}"]) == .any)
  }
}
