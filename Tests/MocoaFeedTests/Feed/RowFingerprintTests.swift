import MocoaCore
import Testing

@testable import MocoaFeed

@Suite struct RowFingerprintTests {
  private func fingerprints(_ text: String, key: String? = nil) throws -> RowFingerprints {
    try RowFingerprints(of: Indexed(text).model, identityKey: key)
  }

  struct Choice: Sendable, CustomTestStringConvertible {
    var text: String
    var key: String?
    var testDescription: String { text }
  }

  @Test(arguments: [
    Choice(text: #"[{"name":"a","id":1},{"id":2,"name":"b"}]"#, key: "id"),
    Choice(text: #"[{"name":"a","id":1},{"name":"b"}]"#, key: "name"),
    Choice(text: #"[{"url":"a","id":null},{"url":"b","id":2}]"#, key: "url"),
    Choice(text: #"[{"title":"a"},{"title":"b"}]"#, key: nil),
    Choice(text: "[1,2]", key: nil),
    Choice(text: "[]", key: nil),
    Choice(text: #"{"a":1,"b":{}}"#, key: "key"),
    Choice(text: #"["a", "b:", "c : d"]"#, key: nil),
  ]) func theFirstMemberThatAllRowsHaveIsTheIdentity(_ choice: Choice) throws {
    #expect(try fingerprints(choice.text).identityKey == choice.key)
  }

  @Test func theIdentityOutlivesTheContent() throws {
    let old = try fingerprints(#"[{"id":1,"n":1},{"id":2,"n":2}]"#).sections[0]
    let new = try fingerprints(#"[{"id":2,"n":2},  {"id":1,"n":9}]"#).sections[0]
    #expect(old[0].id == new[1].id)
    #expect(old[0].content != new[1].content)
    #expect(old[1] == new[0])
    #expect(old[0].id != old[1].id)
  }

  @Test func rowsWithoutIdentityAreTheirContent() throws {
    let old = try fingerprints(#"["a","b"]"#).sections[0]
    let new = try fingerprints(#"["b","c"]"#).sections[0]
    #expect(old[1] == new[0])
    #expect(Set((old + new).map(\.id)).count == 3)
  }

  @Test func anInnerMemberMayBeTheIdentity() throws {
    let text = #"[{"m":{"uid":7},"x":1},{"m":{"uid":7},"x":2},{"m":null},{"m.uid":7}]"#
    let made = try fingerprints(text, key: "m.uid")
    let rows = made.sections[0].map(made.original)
    #expect(Set(made.sections[0].map(\.id)).count == 4)
    #expect(rows[0].id == rows[1].id)
    #expect(rows[0].id == rows[3].id)
    #expect(rows[2].id != rows[0].id)
  }

  @Test func theWayToTheIdentityMayBeAPointer() throws {
    let text = #"[{"m":[{"id":7}],"x":1},{"m":[{"id":7}]},{"m":[]},{"m":[{"id":null}]}]"#
    for key in ["/m/0/id", "m.0.id", ".m.0.id"] {
      let made = try fingerprints(text, key: key)
      let rows = made.sections[0].map(made.original)
      #expect(rows[0].id == rows[1].id, "\(key)")
      #expect(Set(rows.map(\.id)).count == 3, "\(key)")
    }
  }

  @Test func sectionsHaveTheirOwn() throws {
    let made = try fingerprints(#"[[{"id":1},{"id":2}],[],[{"id":1}]]"#)
    #expect(made.sections.map(\.count) == [2, 0, 1])
    #expect(made.sections[0][0] == made.original(made.sections[2][0]))
  }

  @Test func manyRowsAreTheSameOnManyThreads() throws {
    let rows = (0..<50_000).map { "{\"id\":\($0)}" }
    let made = try fingerprints("[\(rows.joined(separator: ","))]").sections[0]
    #expect(made.count == 50_000)
    #expect(Set(made.map(\.id)).count == 50_000)
    for row in stride(from: 0, to: 50_000, by: 7_919) {
      #expect(try fingerprints("[\(rows[row])]").sections[0] == [made[row]])
    }
  }

  @Test func everyByteAndTheLengthCountInAHash() {
    let hash = ByteHash(seed: 1)
    var seen: Set<UInt64> = []
    var count = 0
    for length in 0..<70 {
      let bytes = [UInt8](repeating: 0, count: length)
      seen.insert(bytes.withUnsafeBytes { hash($0) })
      count += 1
      for position in 0..<length {
        for bit in [UInt8(1), 0x80] {
          var changed = bytes
          changed[position] = bit
          seen.insert(changed.withUnsafeBytes { hash($0) })
          count += 1
        }
      }
    }
    #expect(seen.count == count)
  }

  @Test(arguments: [0, 1, 99, 100, 101, 60_000])
  func followingAReadingGivesTheSame(count: Int) throws {
    let text =
      "[" + (0..<count).map { #"{"id":"r\#($0)","n":\#($0 % 7)}"# }.joined(separator: ",") + "]"
    let source = MemorySource(text, name: "feed.json", chunk: 4_096)
    let reading = FeedReading(source: source, options: FeedOptions(), generation: 1)
    reading.runWithFingerprints(identityKey: nil)
    #expect(reading.index.progress.isFinished)
    let made = try #require(reading.store.fingerprints.withLock { $0 })
    let expected = try RowFingerprints(of: reading.model, identityKey: nil)
    #expect(made.sections == expected.sections)
    #expect(made.identityKey == expected.identityKey)
  }
}
