import Foundation
import MocoaCore
import MocoaTestSupport
import Testing

@testable import MocoaFeed

/// The elements of a member as rows.
@MainActor @Suite struct UnnestedSourceTests {
  private func feed(
    _ text: String, _ member: String, chunk: Int = .max, format: FeedFormat? = nil
  ) -> Feed {
    var options = FeedOptions(format: format)
    options.unnestings = [Unnesting(member)]
    let feed = Feed(source: MemorySource(text, name: "f", chunk: chunk), options: options)
    feed.wait(forRows: .max, timeout: .seconds(10))
    return feed
  }

  // It was the nested one, as nowhere else.
  @Test("38: a member named like a path is divided, as it is filtered and sorted by")
  func namesWithPoints() {
    let row = #"{"a":{"b":[1,2]},"a.b":[3,4]}"#
    let both = [#"{"a":{"b":[1,2]},"a.b":3}"#, #"{"a":{"b":[1,2]},"a.b":4}"#]
    #expect(texts(feed(row, "a.b", format: .values)) == both)
    let nested = [#"{"a":{"b":1},"a.b":[3,4]}"#, #"{"a":{"b":2},"a.b":[3,4]}"#]
    #expect(texts(feed(row, "/a/b", format: .values)) == nested)
    #expect(texts(feed(#"{"a.b":[3]}"#, "a.b", format: .values)) == [#"{"a.b":3}"#])
  }

  // There were no rows, or those of the nested one, and elements had no identity.
  @Test("38: a member named like a path is divided in the value of a row, and before *, too")
  func namesWithPointsElsewhere() throws {
    let value = feed(#"{"value":{"a.b":[3,4]}}"#, "a.b", format: .values)
    #expect(texts(value) == [#"{"value":{"a.b":3}}"#, #"{"value":{"a.b":4}}"#])
    for (path, row) in [("a.b.*", #"{"a.b":[3]}"#), ("a.b.*.*", #"{"a.b":[[3]]}"#)] {
      #expect(texts(feed(row, path, format: .values)) == [#"{"a.b":3}"#], "\(path)")
    }
    let elements = feed(#"{"a.b":[{"id":1},{"id":2}]}"#, "a.b", format: .values)
    #expect(try RowFingerprints.chooseKey(for: elements.listModel) == #""a.b".id"#)
  }

  // The rows were those of /servers, so that the example of the help was refused.
  @Test(
    "36: a document with the member is one row, unless rows of its lists have the member",
    arguments: [
      (
        "paths.*.*", "{\n\"servers\":[{\"url\":1}],\n\"paths\":{\"/a\":{\"get\":{\"id\":1}}}}",
        [#"{ "servers":[{"url":1}], "paths":{"id":1},"key":"/a","key_2":"get"}"#]
      ),
      (
        "tags", "{\n\"tags\":[8],\n\"items\":[{\"tags\":[1,2]},{\"tags\":[3]}]}",
        [#"{"tags":1}"#, #"{"tags":2}"#, #"{"tags":3}"#]
      ),
      ("no", "{\n\"items\":[{\"a\":1},{\"a\":2}]}", []),
    ])
  func aDocumentWithTheMemberIsARow(member: String, text: String, expected: [String]) {
    #expect(texts(feed(text, member)) == expected)
  }

  @Test(
    "36: a row for each element, in place of the member",
    arguments: [
      (
        "items", #"{"id":1,"items":[{"a":1},2,null],"x":[3]}"#,
        [
          #"{"id":1,"items":{"a":1},"x":[3]}"#, #"{"id":1,"items":2,"x":[3]}"#,
          #"{"id":1,"items":null,"x":[3]}"#,
        ]
      ),
      (
        "m", #"{"key":"own","m":{"a":1},"key_2":0,"keys":{"key":1}}"#,
        [#"{"key":"own","m":1,"key_2":0,"keys":{"key":1},"m.key":"a"}"#]
      ),
      (
        "p.*.*", #"{"key":1,"p":{"a":{"b":2}},"p.key":3}"#,
        [#"{"key":1,"p":2,"p.key":3,"p.key_2":"a","p.key_3":"b"}"#]
      ),
      (
        "m", #"{"key":"own","value":{"m":{"a":1}}}"#,
        [#"{"key":"own","value":{"m":1},"m.key":"a"}"#]
      ),
      // The own key and value of the row were elements.
      (
        "*", #"{"key":"/a","value":{"get":{"x":1},"put":[2]}}"#,
        [
          #"{"key":"/a","value":{"x":1},"value.key":"get"}"#,
          #"{"key":"/a","value":[2],"value.key":"put"}"#,
        ]
      ),
      ("/t/*/b", #"{"t":5}"#, []), ("/t/*/b", #"{"t":[5,{"b":6}]}"#, [#"{"t":6}"#]),
      ("items", #"{"items":[]}"#, []), ("items", #"{"items":{}}"#, []),
      (
        "m", #"{"id":1,"m":{"a":1,"b\"":[2]}}"#,
        [#"{"id":1,"m":1,"key":"a"}"#, #"{"id":1,"m":[2],"key":"b\""}"#]
      ),
      ("a.b", #"{"a":{"b":[1,2],"c":3}}"#, [#"{"a":{"b":1,"c":3}}"#, #"{"a":{"b":2,"c":3}}"#]),
      (
        "/p/*/*", #"{"p":{"/x":{"get":{},"put":1},"/y":{}}}"#,
        [#"{"p":{},"key":"/x","key_2":"get"}"#, #"{"p":1,"key":"/x","key_2":"put"}"#]
      ),
      (
        "/o/*/l", #"{"o":[{"l":[1,2]},{"n":0},{"l":[3]}]}"#,
        [#"{"o":1}"#, #"{"o":2}"#, #"{"o":3}"#]
      ),
      (".", "[1,[2]]", ["1", "[2]"]), (".", #"{"k":{}}"#, [#"{"key":"k"}"#]),
      ("l", "{\"l\": [1,\r\n {\"a\":\n2}]\n}", [#"{"l": 1 }"#, #"{"l": {"a": 2} }"#]),
    ] as [(String, String, [String])])
  func elements(_ member: String, row: String, rows: [String]) {
    let feed = feed(row, member, format: .values)
    #expect(texts(feed) == rows)
    let fault = rows.isEmpty ? "no row has elements in \(member)" : nil
    #expect(feed.status.error?.reason.description == fault)
    let note = "f: 1 row has no elements in \(member), and is left out, the first is row 1"
    let isOther = { (note: String) in
      note.contains("parts without elements") || note.contains("a plain value")
    }
    let notes = feed.diagnostics.filter { !isOther($0) }
    #expect(notes == (rows.isEmpty ? [note] : []))
  }

  @Test(
    "34: a member that no row has is an error with the nearest name",
    arguments: [
      (#"{"iteams":[1]}"#, "; did you mean 'iteams'?"),
      (#"{"other":[1],"b":2}"#, "; there are: other, b"), ("7", ""),
      (#"{"a":{"items":[1]},"b":{"items":[1]}}"#, "; did you mean 'a.items'?"),
    ])
  func unknownMember(_ row: String, _ hint: String) {
    let reason = feed(row, "items", format: .values).status.error?.reason.description
    #expect(reason == "--unnest: no row has a member 'items'\(hint)")
  }

  @Test(
    "34: parts of a row that have no elements are mentioned",
    arguments: [
      ("p.*.*", #"{"p":{"/a":{"get":1},"/c":{}}}"#), ("p.*.*", #"{"p":[[1,2],[],[3]]}"#),
      ("p.*.q", #"{"p":[{"q":[1]},{"r":[2]}]}"#), ("p.*.q", #"{"p":[{"q":[1]},3]}"#),
      ("p.*.q", #"{"p":[{"q":[1]},{"q":{}}]}"#),
    ])
  func partsWithoutElements(_ member: String, _ row: String) {
    let feed = feed(row, member, format: .values)
    #expect(!texts(feed).isEmpty)
    #expect(
      feed.diagnostics == [
        "f: 1 row has parts without elements in \(member), which are left out, the first is row 1"
      ])
  }

  @Test("36: values in place of elements are kept, and several members are gone through")
  func valuesAndSeveralMembers() {
    let plain = feed("{\"l\":[1]}\n{\"l\":\"x\"}\n", "l", format: .lines)
    #expect(texts(plain) == [#"{"l":1}"#, #"{"l":"x"}"#])
    #expect(
      plain.diagnostics == ["f: 1 row has a plain value in l, which is kept, the first is row 2"])
    var options = FeedOptions(format: .values)
    options.unnestings = [Unnesting("a"), Unnesting("a.b")]
    let text = #"{"a":[{"b":[1,2]},{"b":[3]}]}"#
    let feed = Feed(source: MemorySource(text, name: "f"), options: options)
    feed.wait(forRows: .max, timeout: .seconds(10))
    #expect(texts(feed) == (1...3).map { "{\"a\":{\"b\":\($0)}}" })
  }

  // Their number was said only with --csv, and the status was 0.
  @Test("36: a member that a row has twice is an error: only the last is divided")
  func duplicates() {
    let text = #"{"a":[1],"a":[2,3]}"# + "\n" + #"{"a":[4]}"# + "\n"
    let divided = feed(text, "a", format: .lines)
    #expect(texts(divided) == [#"{"a":[1],"a":2}"#, #"{"a":[1],"a":3}"#, #"{"a":4}"#])
    #expect(
      divided.status.error?.reason.description
        == "1 row has a more than once, the first is row 1; only the elements of the last one are "
        + "rows")
    var options = FeedOptions(format: .lines)
    options.unnestings = [Unnesting(children: "a")]
    let nested = Feed(source: MemorySource(text, name: "f"), options: options)
    nested.wait(forRows: .max, timeout: .seconds(10))
    #expect(nested.status.error?.reason.description.contains("a more than once") == true)
  }

  // It was said only that no row has it, though printed rows had it.
  @Test("36: that --derive comes after --unnest and --join is said")
  func laterMembers() throws {
    var options = FeedOptions(format: .lines)
    options.derivedMembers = [try DerivedMember(parsing: #"t = split(s, ",")"#)]
    options.unnestings = [Unnesting("t")]
    func feed(_ text: String) -> Feed {
      let feed = Feed(source: MemorySource(text, name: "f"), options: options)
      feed.wait(forRows: .max, timeout: .seconds(10))
      return feed
    }
    let advice =
      #"; --derive, which makes t, is done after --unnest; --unnest 't = split(s, ",")' is not"#
    #expect(
      feed(#"{"s":"a,b"}"#).status.error?.reason.description
        == "--unnest: no row has a member 't'\(advice)")
    #expect(
      feed(#"{"s":"a,b","t":"a,b"}"#).diagnostics == [
        "f: 1 row has a plain value in t, which is kept, the first is row 1\(advice)"
      ])
    let rows = JoinedRows(of: feed("").listModel, by: ["t"])
    let joined = DerivedMember("u", joining: rows, by: ["t"], text: "u = u by t")
    let fault = (options.derivedMembers + [joined]).joinFault
    #expect(
      fault?.error.message
        == "no row has a member 't'; --derive, which makes t, is done after --join")
  }

  // In the list, the last of the two took the place of the other, and null was a plain value.
  @Test("36: notes on rows that are left out, and on null that is kept, are said together")
  func severalNotes() {
    let feed = feed(
      #"[{"id":1,"it":[]},{"id":2,"it":null},{"id":3,"it":[{"s":1}]}]"#, "it")
    #expect(texts(feed) == [#"{"id":2,"it":null}"#, #"{"id":3,"it":{"s":1}}"#])
    #expect(
      feed.notes == [
        "f: 1 row has no elements in it, and is left out, the first is row 1",
        "f: 1 row has null in it, which is kept, the first is row 2",
      ])
    #expect(feed.diagnostics == feed.notes)
  }

  @Test("36: any number of rows in parts of any length are what a plain reading gives")
  func lawOfElements() throws {
    var random = SeededGenerator(seed: 36)
    for round in 0..<20 {
      var expected: [String] = []
      var empty = 0
      let lines = (0..<Int.random(in: 0...400, using: &random)).map { id in
        let count = Int.random(in: 0...4, using: &random)
        let elements = (0..<count).map { Bool.random(using: &random) ? "\($0)" : "{\"k\":\($0)}" }
        expected += elements.map { "{\"id\":\(id),\"l\":\($0)}" }
        empty += count == 0 ? 1 : 0
        return "{\"id\":\(id),\"l\":[\(elements.joined(separator: ","))]}"
      }
      let feed = feed(
        lines.joined(separator: "\n"), "l", chunk: Int.random(in: 1...5_000, using: &random),
        format: .lines)
      #expect(texts(feed) == expected, "round \(round)")
      #expect(feed.diagnostics.isEmpty == (empty == 0))
    }
  }

  @Test("36: rows that are not JSON give none, and are a fault at their place")
  func brokenRows() {
    let feed = feed("{\"l\":[1,2]}\n{\"l\":[3,}\n\n{\"l\":[4]}\nx\n", "l", format: .lines)
    #expect(texts(feed) == [#"{"l":1}"#, #"{"l":2}"#, #"{"l":4}"#])
    #expect(feed.status.error?.line == 2)
    #expect(feed.diagnostics == ["f: 2 rows cannot be read and are left out"])
  }

  @Test("36: elements keep their identities when others are put in front of them")
  func reload() async throws {
    let file = try TemporaryFile(#"[{"id":1,"l":[1,2]},{"id":2,"l":[3]}]"#)
    var options = FeedOptions()
    options.unnestings = [Unnesting("l")]
    let feed = try Feed(.file(file.path), options: options)
    feed.wait(forRows: .max, timeout: .seconds(10))
    #expect(texts(feed).count == 3)
    func reload(_ text: String) async throws -> [UInt64] {
      try Data(text.utf8).write(to: URL(filePath: file.path))
      let generation = feed.generation
      feed.reload()
      for _ in 0..<2_000 where feed.generation == generation {
        try await Task.sleep(for: .milliseconds(5))
      }
      return try #require(feed.listModel.feedSection(at: 0).rowFingerprints).map(\.id)
    }
    let before = try await reload(#"[{"id":1,"l":[1,2]},{"id":2,"l":[3]} ]"#)
    let after = try await reload(#"[{"id":1,"l":[9,1,2]},{"id":2,"l":[3]}]"#)
    #expect(texts(feed) == [9, 1, 2].map { "{\"id\":1,\"l\":\($0)}" } + [#"{"id":2,"l":3}"#])
    #expect(Array(after.dropFirst()) == before && !before.contains(after[0]))
  }

  /// Returns rows with an array of rows of another feed, each of which makes a row.
  private func joined(_ text: String, with other: String, chunk: Int = .max) throws -> Feed {
    let users = Feed(source: MemorySource(other, name: "u"), options: FeedOptions(format: .lines))
    users.wait(forRows: .max, timeout: .seconds(10))
    let rows = JoinedRows(of: users.listModel, by: ["id"], takesAll: true)
    var options = FeedOptions(format: .lines)
    options.joinedMembers = [
      DerivedMember("u", joining: rows, by: ["user"], text: "u = u by user = id")
    ]
    let feed = Feed(source: MemorySource(text, name: "f", chunk: chunk), options: options)
    feed.wait(forRows: .max, timeout: .seconds(10))
    return feed
  }

  @Test("34: true is not the key of its text, and an array is a key without a row, which is said")
  func keysOfJoins() {
    let users = Indexed("{\"id\":\"true\"}\n{\"id\":7}\n")
    let rows = JoinedRows(of: users.model, by: ["id"])
    func joins(_ value: String) -> Bool {
      var json: [UInt8] = []
      return Array("{\"id\":\(value)}".utf8).withUnsafeBytes {
        rows.append(rowFor: $0, by: ["id"], to: &json)
      }
    }
    #expect(joins("\"true\"") && joins("7.0") && !joins("null") && rows.valuesWithoutRow == nil)
    #expect(!joins("[7]") && rows.valuesWithoutRow == ["[7]"])
    #expect(!joins("true"))
  }

  @Test("36: levels in different spellings are no key of one row, which is said")
  func levelsOfJoins() {
    let others = Indexed("{\"level\":\"ERROR\"}\n{\"level\":\"info\"}\n")
    func notes(_ level: String) -> [String] {
      let rows = JoinedRows(of: others.model, by: ["level"])
      let member = DerivedMember("o", joining: rows, by: ["level"], text: "o = o by level")
      let row = Array("{\"level\":\"\(level)\"}".utf8)
      var json: [UInt8] = []
      row.withUnsafeBytes { _ = member.evaluation.append(valueOf: $0, to: &json) }
      return member.notes
    }
    #expect(notes("ERROR").isEmpty)
    #expect(
      notes("error") == [
        "--join: some rows have no o, such as that with level \"error\"",
        "--join: level: \"ERROR\" and \"error\" are different values, which == takes for equal; "
          + "lower(level) joins them",
      ])
    #expect(notes("debug").count == 1)
  }

  @Test("36: a row of any number gives a row for each that it is joined with, or stays as it is")
  func lawOfJoins() throws {
    var random = SeededGenerator(seed: 361)
    for round in 0..<20 {
      let users = (0..<Int.random(in: 0...60, using: &random)).map { number in
        (id: Int.random(in: 0...30, using: &random), number: number)
      }
      let rows = (0..<Int.random(in: 0...400, using: &random)).map { number in
        (user: Int.random(in: 0...40, using: &random), number: number)
      }
      var expected: [String] = []
      for row in rows {
        let matches = users.filter { $0.id == row.user }
        let start = "{\"n\":\(row.number),\"user\":\"\(row.user)\""
        expected += matches.map { start + ",\"u\":{\"id\":\($0.id),\"n\":\($0.number)}}" }
        if matches.isEmpty { expected.append(start + "}") }
      }
      let feed = try joined(
        rows.map { "{\"n\":\($0.number),\"user\":\"\($0.user)\"}\n" }.joined(),
        with: users.map { "{\"id\":\($0.id),\"n\":\($0.number)}\n" }.joined(),
        chunk: Int.random(in: 1...5_000, using: &random))
      #expect(texts(feed) == expected, "round \(round)")
      #expect(feed.status.error == nil)
    }
  }

  @Test("36: rows without a partner and with several are said, and a member that no row has")
  func partnersAreReported() throws {
    let users = "{\"id\":1,\"a\":1}\n{\"id\":1}\n{\"id\":2}\n"
    let feed = try joined(
      "{\"user\":2}\n{\"user\":1}\n{\"user\":3}\n{\"user\":null}\n", with: users)
    #expect(
      texts(feed) == [
        #"{"user":2,"u":{"id":2}}"#, #"{"user":1,"u":{"id":1,"a":1}}"#, #"{"user":1,"u":{"id":1}}"#,
        #"{"user":3}"#, #"{"user":null}"#,
      ])
    #expect(
      feed.diagnostics == [
        "f: 2 rows have no u (--join-all), the first is row 3",
        "f: 1 row has several of u, each in a row of its own, the first is row 2",
      ])
    let missing = try joined("{\"x\":1}\n", with: users)
    #expect(texts(missing) == [#"{"x":1}"#])
    #expect(
      missing.status.error?.reason.description == "--join-all: no row has a member 'user'")
  }
}
