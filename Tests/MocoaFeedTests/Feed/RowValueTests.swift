import MocoaCore
import Testing

@testable import MocoaFeed

/// Which rows count as changed when a feed has been written again.
@Suite struct RowValueTests {
  private func hash(_ text: String) -> UInt64 {
    var hash = ValueHash()
    return Array(text.utf8).withUnsafeBytes { hash($0) }
  }

  @Test(arguments: [
    [#"{"a":1,"b":[true,null]}"#, #"{ "b" : [ true , null ], "a" : 1 }"#],
    [#"{"é":"\/\n"}"#, #"{"\u00e9":"/\u000A"}"#],
    ["1", "1.0", "10e-1", "0.1e1", "1E0", "100e-2"], ["0", "-0", "0.0", "0e9"],
    ["1234567890123456789012345678901", "1234567890123456789012345678901.0"],
    [#"{"a":1,"a":2}"#, #"{"a":2}"#], ["[]", " [ ] "], [#"{"a":{"b":{}}}"#, #"{"a":{"b":{ }}}"#],
  ]) func equalValuesHaveEqualHashes(_ texts: [String]) {
    #expect(Set(texts.map(hash)).count == 1)
  }

  @Test func otherValuesHaveOtherHashes() {
    let texts = [
      "1", "-1", "10", "\"1\"", "[1]", "[[1]]", "{}", "[]", "null", "true", "false", "\"\"",
      #"{"a":1}"#, #"{"a":2}"#, #"{"b":1}"#, #"{"a":1,"b":2}"#, #"{"a":2,"b":1}"#, "[1,2]", "[2,1]",
      #"{"a":[1,2]}"#, #"[{"a":1},2]"#, #"[{"a":1,"b":2}]"#, "0", #"{"a":{"b":1}}"#,
      #"{"a":1,"a":2}"#.replacing("2}", with: "3}"), "1e400", "1e-400", "1e-9223372036854775808",
      "1e-9223372036854775809",
      "1234567890123456789012345678901", "1234567890123456789012345678902", "[", "{\"a\"",
      "[[],[]]",
      "[[[]]]", "[{}]", "[[{}]]",
    ]
    #expect(Set(texts.map(hash)).count == texts.count)
  }

  private func prints(_ text: String, _ old: String, keepsValues: Bool) throws -> [[RowFingerprint]]
  {
    let (model, oldModel) = (Indexed(text).model, Indexed(old).model)
    var before = try RowFingerprints(of: oldModel, identityKey: nil)
    if keepsValues {
      let rows = Array(0..<oldModel.numberOfRows)
      before.values = try RowFingerprints.values(of: rows, in: oldModel, withMembers: true)
    }
    var after = try RowFingerprints(of: model, identityKey: nil)
    try after.adopt(before, of: keepsValues ? nil : oldModel, in: model)
    if keepsValues {
      let rows = Array(0..<model.numberOfRows)
      #expect(try after.values == RowFingerprints.values(of: rows, in: model))
    }
    return [before.sections[0], after.sections[0]]
  }

  // defect S19
  @Test(arguments: [true, false]) func rowsWrittenInAnotherWayAreUnchanged(_ keepsValues: Bool)
    throws
  {
    for key in ["\"id\":", "\"text\":"] {
      let rows = (0..<500).map { "{\(key)\($0),\"name\":\"Ren\u{e9} \($0)\",\"n\":1.0}" }
      var other = rows.map {
        $0.replacing("\u{e9}", with: "\\u00e9").replacing(",", with: ", ").replacing(
          "1.0", with: "1")
      }
      let written = "[\(rows.joined(separator: ","))]"
      var found = try prints(
        "[\(other.joined(separator: ",\n"))]", written, keepsValues: keepsValues)
      #expect(found[0] == found[1])
      // One that has changed is found among them, wherever it is now.
      other.swapAt(3, 400)
      other[7] = other[7].replacing(" 7", with: " seven")
      found = try prints("[\(other.joined(separator: ",\n"))]", written, keepsValues: keepsValues)
      #expect(found[1][3] == found[0][400] && found[1][400] == found[0][3])
      #expect(
        found[1].enumerated().filter { found[0][$0.offset] != $0.element }.map(\.offset) == [
          3, 7, 400,
        ])
      #expect((found[0][7].id == found[1][7].id) == (key == "\"id\":"))
    }
  }

  // A mark went to whatever was in the place of its row.
  @Test(
    "39: a row in the place of an earlier one is that one only if they share a value",
    arguments: [true, false])
  func replacedRows(_ keepsValues: Bool) throws {
    func text(_ third: String) -> String {
      let rows = ["Ann Lee 5", "Bob Lee 5", third, "Bob Ray 7"].map { row in
        let values = row.split(separator: " ")
        return #"{"first":"\#(values[0])","last":"\#(values[1])","amount":\#(values[2])}"#
      }
      return "[" + rows.joined(separator: ",") + "]"
    }
    for (third, isSame) in [("Ann Ray 8", true), ("Zoe Ott 1", false)] {
      let found = try prints(text(third), text("Ann Ray 7"), keepsValues: keepsValues)
      #expect((found[0][2].id == found[1][2].id) == isSame)
      #expect(found[0][2].content != found[1][2].content)
    }
    // Rows of one value are those at their positions, where all have changed.
    for (other, isSame) in [("[3,4]", true), ("[1,4]", false)] {
      let found = try prints(other, "[1,2]", keepsValues: keepsValues)
      #expect((found[0][1].id == found[1][1].id) == isSame)
    }
  }

  @Test(
    "39: of several rows of one identity that have changed, none is taken for an earlier one",
    arguments: [
      ([1, 2], [101, 102], [nil, nil]), ([1], [9, 2], [nil, nil]), ([1, 2], [9], [nil]),
      ([1, 2], [1, 9], [0, 1]), ([1, 2], [9, 2, 8], [nil, 1, nil]), ([1], [9], [0]),
    ] as [([Int], [Int], [Int?])])
  func rowsOfOneIdentity(before: [Int], after: [Int], expected: [Int?]) throws {
    func text(_ values: [Int]) -> String {
      let rows = values.map { #"{"id":1,"n":\#($0)}"# } + (2...4).map { #"{"id":\#($0)}"# }
      return "[" + rows.joined(separator: ",") + "]"
    }
    let found = try prints(text(after), text(before), keepsValues: false)
    let positions = found[1].prefix(after.count).map { row in
      found[0].firstIndex { $0.id == row.id }
    }
    #expect(positions == expected)
    #expect(Set(found[1].map(\.id)).count == after.count + 3)
  }

  // All rows were matched by their positions.
  @Test("39: a name that two rows have leaves the others to their names", arguments: [true, false])
  func repeatedNames(_ keepsValues: Bool) throws {
    func text(_ rows: [(pod: Int, n: Int)]) -> String {
      "["
        + rows.map { #"{"pod":"p\#($0.pod)","st":"Running","n":\#($0.n)}"# }
        .joined(separator: ",") + "]"
    }
    let before = text((0...7).map { (pod: $0, n: $0) })
    for isFirst in [true, false] {
      let others = (1...7).map { (pod: $0, n: $0 + 1) }
      let second = [(pod: 6, n: 9)]
      let rows = isFirst ? second + others : others + second
      let found = try prints(text(rows), before, keepsValues: keepsValues)
      let positions = found[1].map { row in found[0].firstIndex { $0.id == row.id } }
      // It is not known which of the two is the earlier one.
      let (names, other): ([Int?], [Int?]) = ([1, 2, 3, 4, 5, nil, 7], [nil])
      let expected = isFirst ? other + names : names + other
      #expect(positions == expected)
    }
  }

  // The row whose name another one got was lost.
  @Test("39: of several rows of one identity, the one that is most alike is the earlier one")
  func alikeRowsOfOneIdentity() throws {
    func text(_ rows: [(space: String, number: Int)], age: Int) -> String {
      "["
        + rows.map { #"{"name":"w\#($0.number)","in":"\#($0.space)","age":\#(age)}"# }
        .joined(separator: ",") + "]"
    }
    let rows = (0...4).map { (space: "default", number: $0) }
    let more = [(space: "test", number: 3)] + rows
    for (before, after, expected) in [
      (rows, more, [nil, 0, 1, 2, 3, 4]), (more, rows, [1, 2, 3, 4, 5]),
      (more, more, [0, 1, 2, 3, 4, 5]),
    ] as [([(space: String, number: Int)], [(space: String, number: Int)], [Int?])] {
      let found = try prints(text(after, age: 2), text(before, age: 1), keepsValues: false)
      let positions = found[1].map { row in found[0].firstIndex { $0.id == row.id } }
      #expect(positions == expected)
    }
  }

  // defect S19
  @Test func anIdentityWithOtherEscapesIsTheSame() throws {
    let found = try prints(#"[{"id":"\u00e9","n":1}]"#, #"[{"id":"é","n":2}]"#, keepsValues: false)
    #expect(found[0][0].id == found[1][0].id && found[0][0].content != found[1][0].content)
  }

  // defect S11: as jq has it.
  @Test(arguments: [
    (#"{"a":1,"b":2,"a":3}"#, "a", "3"), (#"{"a":1,"\u0061":3}"#, "a", "3"),
    (#"{"a":{"b":1},"a":{"b":2,"c":0}}"#, "a.b", "2"), (#"{"a":1,"x":{"a":3}}"#, "a", "1"),
    (#"{"a":1,"x":"\"a\":"}"#, "a", "1"), (#"{"a/b":1,"a\/b":2}"#, "/a~1b", "2"),
  ])
  func ofMembersOfOneKeyTheLastCounts(_ row: String, _ name: String, _ value: String) throws {
    let json = JSONBytes(Array(row.utf8))
    #expect(MemberPath(name).value(in: json)?.text == value)
    if !name.hasPrefix("/") { #expect(json.member(name)?.text == value) }
    #expect(try JSONValue(parsing: #"{"a":1,"a":2}"#)["a"]?.number?.int == 2)
  }
}
