import MocoaTestSupport
import Testing

@testable import MocoaTUI

@Suite struct InputParserTests {
  @Test(arguments: InputSample.all) func bytesGiveEvents(sample: InputSample) {
    #expect(events(of: [sample.bytes]) == sample.events)
  }

  @Test(arguments: InputSample.all) func anySplitGivesTheSameEvents(sample: InputSample) {
    for position in sample.bytes.indices {
      let parts = [Array(sample.bytes[..<position]), Array(sample.bytes[position...])]
      #expect(events(of: parts) == sample.events, "split at \(position)")
    }
    #expect(events(of: sample.bytes.map { [$0] }) == sample.events, "byte by byte")
  }

  @Test func samplesDoNotDisturbEachOther() {
    for first in InputSample.all {
      for second in InputSample.all {
        let actual = events(of: [first.bytes + second.bytes])
        #expect(
          actual == first.events + second.events,
          "\(first.testDescription) then \(second.testDescription)")
      }
    }
  }

  @Test func aReplyWithoutAnEndDoesNotSwallowKeys() {
    var parser = InputParser()
    var actual: [InputEvent] = []
    parser.feed("\u{1B}]11;rgb:0/0".utf8) { actual.append($0) }
    parser.feed("/0".utf8, after: .milliseconds(50)) { actual.append($0) }
    parser.feed("j".utf8, after: .milliseconds(400)) { actual.append($0) }
    #expect(actual == [.key("j")])
  }

  @Test(arguments: [
    ("\u{1B}", [Key.escape]), ("\u{1B}\u{1B}", [.escape, .escape]), ("\u{1B}[", [.alt("[")]),
    ("\u{1B}O", [.alt("O")]), ("\u{1B}\u{1B}[", [.escape, .alt("[")]),
    ("\u{1B}P", [.alt("P")]), ("\u{1B}]", [.alt("]")]), ("\u{1B}]1\u{1B}", [.escape]),
    ("\u{1B}\u{1B}\u{1B}", [.escape, .escape, .escape]),
  ])
  func whatIsPendingBecomesAKeyInTime(text: String, keys: [Key]) {
    var parser = InputParser()
    var actual: [InputEvent] = []
    parser.feed(text.utf8) { actual.append($0) }
    #expect(parser.isPending)
    parser.timeout { actual.append($0) }
    #expect(actual == keys.map { .key($0) })
    #expect(!parser.isPending)
    parser.timeout { actual.append($0) }
    #expect(actual.count == keys.count, "a second timeout finds nothing")
    parser.feed([0x41]) { actual.append($0) }
    #expect(actual.last == .key("A"))
  }

  @Test(arguments: [
    [0x61], [0xE6, 0x97], Array("\u{1B}[1".utf8), Array("\u{1B}[<0;1".utf8),
    Array("\u{1B}[200~ab".utf8), Array("\u{1B}]11;r".utf8), Array("\u{1B}[M!".utf8),
  ])
  func whatIsCertainToGoOnIsNotPending(bytes: [UInt8]) {
    var parser = InputParser()
    var count = 0
    parser.feed(bytes) { _ in count += 1 }
    let before = count
    #expect(!parser.isPending)
    parser.timeout { _ in count += 1 }
    #expect(count == before)
  }

  /// defect T7: what comes after the patience for it was at an end is still the rest of a key.
  @Test(arguments: [
    ("[A", [InputEvent.key(.up)]), ("OB", [.key(.down)]), ("[5~", [.key(.pageUp)]),
    ("[1;5C", [.key(Key(.right, .control))]),
    ("[<0;3;2M", [.mouse(MouseEvent(.press(.left), column: 2, row: 1))]),
    ("[", [.key("[")]), ("[x", [.key("["), .key("x")]), ("O", [.key("O")]),
    ("Ok", [.key("O"), .key("k")]), ("a[A", [.key("a"), .key("["), .key("A")]),
  ])
  func theRestOfAKeyMayComeLate(text: String, expected: [InputEvent]) {
    var parser = InputParser()
    var actual: [InputEvent] = []
    parser.feed([0x1B]) { actual.append($0) }
    parser.timeout { actual.append($0) }
    #expect(actual == [.key(.escape)])
    parser.feed(Array(text.utf8)) { actual.append($0) }
    #expect(Array(actual.dropFirst()) == expected)
  }

  /// defect T7: no reply of a terminal begins with a letter after these.
  @Test(arguments: ["]", "P", "_", "^", "X"])
  func textAfterAltAndABracketIsText(introducer: Character) {
    let actual = events(of: [Array("\u{1B}\(introducer)ab".utf8)])
    #expect(actual == [.key(.alt(introducer)), .key("a"), .key("b")])
  }

  @Test func controlCEndsAPasteWhoseEndWasLost() {
    var parser = InputParser()
    var events: [InputEvent] = []
    parser.feed("\u{1B}[200~rm\u{3}".utf8) { events.append($0) }
    parser.feed([0x03], after: .milliseconds(900)) { events.append($0) }
    parser.feed("\u{3}x".utf8, after: .seconds(5)) { events.append($0) }
    #expect(events.isEmpty)
    parser.feed([0x03], after: .seconds(1)) { events.append($0) }
    #expect(events == [.paste("rm\u{3}\u{3}\u{3}x"), .key(Key("c", .control))])
  }

  @Test func longPasteArrivesInParts() {
    var generator = SeededGenerator(seed: 7)
    let alphabet = Array("ab日é😀\n")
    let text = String((0..<100_000).map { _ in alphabet.randomElement(using: &generator) ?? "x" })
    let pasted = events(of: [Array("\u{1B}[200~\(text)\u{1B}[201~".utf8)])
    let parts = pasted.compactMap { event -> String? in
      guard case .paste(let part) = event else { return nil }
      return part
    }
    #expect(parts.count == pasted.count)
    #expect(parts.count > 1)
    #expect(parts.allSatisfy { $0.utf8.count <= InputParser.pasteLimit + 4 })
    #expect(parts.joined() == text)
  }

  @Test(arguments: 0..<200) func noBytesTrapOrTypeControlCharacters(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let bytes = randomInput(&generator)
    let whole = events(of: [bytes])
    #expect(events(of: bytes.map { [$0] }) == whole, "byte by byte, seed \(seed)")
    for case .key(let key) in whole {
      guard case .character(let character) = key.code else { continue }
      let isControl = character.unicodeScalars.contains {
        $0.properties.generalCategory == .control
      }
      #expect(!isControl, "\(key), seed \(seed)")
    }
  }

  @Test(arguments: 0..<200) func interruptGetsThroughAnything(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var parser = InputParser()
    parser.feed(randomInput(&generator)) { _ in }
    if case .paste = parser.state { return }
    parser.timeout { _ in }
    var after: [InputEvent] = []
    parser.feed([0x03]) { after.append($0) }
    #expect(after == [.key(.control("c"))], "seed \(seed)")
  }

  private func events(of parts: [[UInt8]]) -> [InputEvent] {
    var parser = InputParser()
    var events: [InputEvent] = []
    for part in parts { parser.feed(part) { events.append($0) } }
    return events
  }

  /// Bytes with many starts and ends of sequences among them, but no paste.
  private func randomInput(_ generator: inout SeededGenerator) -> [UInt8] {
    let likely = Array("\u{1B}[O]P<;:0159~$uMmARc\\_^".utf8)
    return (0..<300).map { _ in
      Bool.random(using: &generator)
        ? likely.randomElement(using: &generator) ?? 0
        : UInt8.random(in: 0...255, using: &generator)
    }
  }
}
