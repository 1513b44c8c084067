import Foundation
import MocoaFeed
import Testing

@testable import MocoaItems

/// What each accessor answers for each kind of value: the table of `JSONConvertible`.
@Suite struct JSONConvertibleTests {
  static let values: [JSONValue] = [
    "12", "abc", "1.5", "YES", "", 12, 0, true, nil, [], [:], [1, "2", nil],
    .number(JSONNumber(text: "1.5")), .number(JSONNumber(text: "1e999")), "https://a.b/ü",
    "2024-05-01T12:00:00Z",
  ]

  private func strict<Value: JSONConvertible & Equatable>(_ type: Value.Type) -> [Value?] {
    Self.values.map { Value(json: $0) }
  }

  private func lenient<Value: JSONConvertible & Equatable>(_ type: Value.Type) -> [Value?] {
    Self.values.map { Value(converting: $0) }
  }

  @Test func strings() {
    let strings: [String?] = ["12", "abc", "1.5", "YES", ""]
    let others: [String?] = ["https://a.b/ü", "2024-05-01T12:00:00Z"]
    #expect(strict(String.self) == strings + Array(repeating: nil, count: 9) + others)
    #expect(
      lenient(String.self)
        == strings + ["12", "0", "true", nil, nil, nil, nil, "1.5", "1e999"] + others)
  }

  @Test func integers() {
    #expect(
      strict(Int.self) == [
        nil, nil, nil, nil, nil, 12, 0, nil, nil, nil, nil, nil, nil, nil, nil, nil,
      ])
    #expect(
      lenient(Int.self) == [
        12, nil, 1, nil, nil, 12, 0, 1, nil, nil, nil, nil, 1, nil, nil, nil,
      ])
  }

  @Test func numbers() {
    #expect(
      strict(Double.self) == [
        nil, nil, nil, nil, nil, 12, 0, nil, nil, nil, nil, nil, 1.5, .infinity, nil, nil,
      ])
    #expect(
      lenient(Double.self) == [
        12, nil, 1.5, nil, nil, 12, 0, 1, nil, nil, nil, nil, 1.5, .infinity, nil, nil,
      ])
  }

  @Test func truth() {
    #expect(strict(Bool.self).map { $0 == true } == Self.values.map { $0 == true })
    #expect(
      lenient(Bool.self) == [
        true, nil, true, true, nil, true, false, true, nil, nil, nil, nil, true, true, nil, nil,
      ])
  }

  @Test func addresses() {
    #expect(URL(json: "https://a.b/ü") == nil)
    #expect(URL(converting: "https://a.b/ü")?.absoluteString == "https://a.b/%C3%BC")
    #expect(URL(json: "https://a.b/c")?.absoluteString == "https://a.b/c")
    for value: JSONValue in ["", 12, nil, [:]] {
      #expect(URL(json: value) == nil)
      #expect(URL(converting: value) == nil)
    }
  }

  @Test func dates() {
    let date = Date(timeIntervalSince1970: 1_714_564_800)
    #expect(Date(json: "2024-05-01T12:00:00Z") == date)
    #expect(Date(json: "2024-05-01T12:00:00.5Z") == date + 0.5)
    #expect(Date(json: 1_714_564_800) == nil)
    #expect(Date(converting: 1_714_564_800) == date)
    #expect(Date(converting: "yesterday") == nil)
    #expect(date.json == "2024-05-01T12:00:00Z")
    #expect((date + 0.5).json == "2024-05-01T12:00:00.5Z")
    // As filters and sorts read them.
    #expect(Date(json: "2024-05-01") == date - 43_200)
    #expect(Date(json: "2024-05-01 14:00:00+02:00") == date)
    #expect(Date(json: "2024-05-01T12:00:00,250Z") == date + 0.25)
  }

  @Test func arrays() {
    #expect([Int](json: [1, 2]) == [1, 2])
    #expect([Int](json: [1, "2"]) == nil)
    #expect([Int](converting: [1, "2", nil]) == [1, 2])
    #expect([Int](converting: "12") == nil)
  }

  @Test func whatIsWrittenIsReadAgain() {
    for number in [0, 1.5, -3, 1e300, 0.1, .pi] as [Double] {
      #expect(Double(json: number.json) == number)
      #expect(throws: Never.self) { try JSONValue(parsing: number.json.description) }
    }
    #expect(Double.nan.json == nil)
    #expect(Double.infinity.json == nil)
    #expect(Int(json: Int.min.json) == .min)
  }

  @Test func membersAreReadStrictlyLenientlyOrWithAReason() throws {
    var object: JSONObject = ["n": "12", "t": nil, "ok": 1]
    let n: ItemKey<Int> = "n"
    #expect(object[n] == nil)
    #expect(object.converted(n) == 12)
    #expect(throws: JSONAccessError.wrongType(key: "n", expected: "an integer", found: "a string"))
    { try object.required(n) }
    for key: ItemKey<Int> in ["t", "none"] {
      #expect(throws: JSONAccessError.missing(key: key.name, expected: "an integer")) {
        try object.required(key)
      }
    }
    #expect(try object.required(ItemKey<Int>("ok")) == 1)
    #expect(throws: JSONAccessError.wrongType(key: "ok", expected: "an integer", found: "null")) {
      try object.set(nil, checking: ItemKey<Int>("ok"))
    }
    #expect(object["ok"] == 1)
    try object.set(5, checking: ItemKey<Int>("ok"))
    #expect(object["ok"] == 5)
  }

  @Test func mergingKeepsOrRemovesWhatTheSourceLacks() {
    let base: JSONObject = ["a": 1, "b": 2]
    var merged = base
    merged.merge(["b": 3, "c": 4])
    #expect(merged == ["a": 1, "b": 3, "c": 4])
    merged = base
    merged.merge([:])
    #expect(merged == base)
    merged.merge(["c": 1], keys: ["a", "c"])
    #expect(merged == ["a": 1, "b": 2, "c": 1])
    merged.merge(["c": 2], keys: ["a", "c"], missing: .remove)
    #expect(merged == ["b": 2, "c": 2])
  }

  @Test func pointersSetAndRemove() throws {
    var value: JSONValue = ["a": [1, ["b": 2]], "c": nil]
    func set(_ new: JSONValue?, _ pointer: String) throws {
      try value.set(new, at: try #require(JSONPointer(pointer)))
    }
    try set(3, "/a/1/b")
    try set(4, "/a/-")
    try set(5, "/new")
    #expect(value == ["a": [1, ["b": 3], 4], "c": nil, "new": 5])
    try set(nil, "/a/0")
    try set(nil, "/none")
    #expect(value == ["a": [["b": 3], 4], "c": nil, "new": 5])
    let before = value
    #expect(throws: JSONPointerError.noElement(JSONPointer(tokens: ["a", "7"]))) {
      try set(0, "/a/7")
    }
    #expect(throws: JSONPointerError.noContainer(JSONPointer(tokens: ["c", "x"]))) {
      try set(0, "/c/x")
    }
    #expect(throws: JSONPointerError.noContainer(JSONPointer(tokens: ["x"]))) { try set(0, "/x/y") }
    #expect(value == before)
    try set([1], "")
    #expect(value == [1])
  }

  @Test func valuesGoThroughCoders() throws {
    let value: JSONValue = [
      "a": [1, nil, true, "x", .number(JSONNumber(text: "0.1"))], "b": ["c": [:]], "e": [],
    ]
    let data = try JSONEncoder().encode(value)
    let decoded = try JSONDecoder().decode(JSONValue.self, from: data)
    #expect(decoded.description == value.description)
    let row = Row(indexPath: nil, json: JSONBytes(Array(#"{"z":1,"a":2}"#.utf8)))
    #expect(try row.decode(JSONValue.self).description == #"{"z":1,"a":2}"#)
  }
}
