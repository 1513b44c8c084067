import Foundation
import MocoaTestSupport
import Testing

@testable import MocoaFeed

@Suite struct JSONSyntaxTests {
  @Test("Well-formed text is accepted", arguments: SyntaxCase.accepted + SyntaxCase.tolerated)
  func accepts(_ sample: SyntaxCase) throws {
    try JSONBytes(sample.bytes).check()
  }

  @Test("Ill-formed text is refused", arguments: SyntaxCase.refused + SyntaxCase.otherEncodings)
  func refuses(_ sample: SyntaxCase) {
    #expect(throws: JSONSyntaxError.self) { try JSONBytes(sample.bytes).check() }
  }

  @Test(
    "Only what is not Unicode is flagged", arguments: SyntaxCase.accepted + SyntaxCase.tolerated)
  func flags(_ sample: SyntaxCase) throws {
    let isFlagged = try JSONBytes(sample.bytes).check()
    let isUnicode = !sample.name.hasPrefix("i_string") && !sample.name.contains("surrogate")
    #expect(isFlagged == !(isUnicode || sample.name.hasPrefix("y_")))
  }

  @Test func theSuiteIsWhole() {
    let optional = SyntaxCase.tolerated + SyntaxCase.otherEncodings
    let counts = [SyntaxCase.accepted, SyntaxCase.refused, optional].map(\.count)
    #expect(counts == [95, 188, 35])
    let names = SyntaxCase.accepted + SyntaxCase.refused + SyntaxCase.tolerated
    #expect(Set(names.map(\.name)).count == names.count)
  }

  /// The same texts as values, as rows, and as members: the walkers check nothing, and must come
  /// to an end all the same.
  @Test(
    "Any text can be gone through",
    arguments: SyntaxCase.all)
  func canBeGoneThrough(_ sample: SyntaxCase) throws {
    let json = JSONBytes(sample.bytes)
    let isAccepted = (try? json.check()) != nil
    #expect(((try? json.value()) != nil) == isAccepted)
    _ = [json.member("a")?.count, json.member("a.0")?.count, json.description.count]
    _ = MemberPath("a.b").value(in: json)
    // Of the long ones, which repeat a few bytes, a chunk may end behind each of these.
    let chunks = sample.bytes.count < 10_000 ? [1, 3, Int.max] : [1_009, Int.max]
    for chunk in chunks {
      let rows = Indexed(sample.bytes, chunk: chunk).rows
      if sample.name.hasPrefix("y_") { #expect(rows.allSatisfy { $0.problem == nil }) }
    }
  }

  /// Every text of up to four of the pieces that structure is made of, against Foundation.
  @Test func agreesWithFoundationOnAllSmallTexts() {
    let pieces = ["[", "]", "{", "}", ",", ":", "\"\"", "1", "\"k\"", " "]
    var texts = [""]
    var last = texts
    for _ in 0..<4 {
      last = last.flatMap { text in pieces.map { text + $0 } }
      texts += last
    }
    #expect(texts.count == 11_111)
    for text in texts { expectAgreement(on: Array(text.utf8)) }
  }

  @Test func agreesWithFoundationOnDamagedText() {
    var random = SeededGenerator(seed: 8259)
    let alphabet = Array("[]{},:\"\\ \n0123456789.eE+-truefalsn/u".utf8)
    let model = Array(#"{"a":[1,-2.5e+3,"x\n\u00e9",true],"b":{"c":null,"d":[]},"e":"é"}"#.utf8)
    for _ in 0..<(isLongRun ? 5_000 : 1_000) {
      var text = model
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let place = text.indices.randomElement(using: &random) ?? 0
        switch Int.random(in: 0..<3, using: &random) {
        case 0: text.remove(at: place)
        case 1: text[place] = alphabet.randomElement(using: &random) ?? 0x20
        default: text.insert(alphabet.randomElement(using: &random) ?? 0x20, at: place)
        }
      }
      expectAgreement(on: text)
    }
  }

  private func expectAgreement(on text: [UInt8]) {
    text.expectAgreementOfScanners()
    // Foundation takes numbers that do not fit for errors, and cut UTF-8 too.
    guard String(validating: text, as: UTF8.self) != nil else { return }
    let isAccepted = (try? JSONBytes(text).check()) != nil
    let oracle = try? JSONSerialization.jsonObject(with: Data(text), options: .fragmentsAllowed)
    guard isAccepted != (oracle != nil) else { return }
    let string = String(decoding: text, as: UTF8.self)
    if isAccepted {
      let hasLoneSurrogate = (try? JSONBytes(text).check()) == true
      #expect(string.contains { "eE".contains($0) } || hasLoneSurrogate, "\(string)")
    } else {
      // Foundation lets a comma stand behind the last element.
      #expect(string.filter { !$0.isWhitespace }.contains(",]"), "\(string)")
    }
  }
}

extension [UInt8] {
  /// Expects that what validates, what reads and what looks for members find the same in a text.
  fileprivate func expectAgreementOfScanners() {
    let json = JSONBytes(self)
    let value = try? json.value()
    let string = Swift.String(decoding: self, as: UTF8.self)
    #expect(withUnsafeBytes { CheckedScanner.isValid($0) } == (value != nil), "\(string)")
    for member in value?.object?.members ?? [] where value?[member.key] == member.value {
      let found = MemberPath(keys: [member.key]).value(in: json)
      #expect((try? found?.value()) == member.value, "\(member.key) of \(string)")
    }
  }
}
