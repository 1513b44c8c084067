import MocoaTestSupport
import Testing

@testable import MocoaFeed

/// The keys that a tree has learned from earlier rows only make it faster.
@Suite struct MemberTreeTests {
  private static let keys = [
    "", "a", "id", "title", "author", "score12", "date_published", "a_key_of_21_bytes_____",
    "a_key_that_is_longer_than_what_is_learned", "é", #"\u0061"#, #"q\"uote"#,
  ]
  private static let values = [
    "1", "-2.5e3", "null", "true", #""""#, #""text""#, #""a \"b\" c""#, "[]", "[1,2]", "{}",
  ]

  /// A row with about the members of the others: some are missing, repeated, or in another order.
  private func row(depth: Int = 2, _ random: inout SeededGenerator) -> String {
    let isSpaced = Int.random(in: 0..<6, using: &random) == 0
    var keys = Self.keys.filter { _ in Int.random(in: 0..<8, using: &random) > 0 }
    if Int.random(in: 0..<5, using: &random) == 0 { keys.shuffle(using: &random) }
    if Int.random(in: 0..<8, using: &random) == 0 { keys += keys.prefix(2) }
    let members = keys.map { key in
      let value =
        depth > 0 && Int.random(in: 0..<4, using: &random) == 0
        ? row(depth: depth - 1, &random) : Self.values.randomElement(using: &random) ?? "1"
      return "\"\(key)\":\(isSpaced && Bool.random(using: &random) ? " " : "")\(value)"
    }
    return "{\(members.joined(separator: isSpaced ? ", " : ","))}"
  }

  private func damaged(_ text: String, _ random: inout SeededGenerator) -> [UInt8] {
    var text = Array(text.utf8)
    guard Int.random(in: 0..<4, using: &random) == 0, !text.isEmpty else { return text }
    let place = Int.random(in: 0..<text.count, using: &random)
    switch Int.random(in: 0..<3, using: &random) {
    case 0: text.removeSubrange(place...)
    case 1: text.remove(at: place)
    default: text[place] = Array(#"{}[]",:\ x1"#.utf8).randomElement(using: &random) ?? 0x20
    }
    return text
  }

  @Test(
    "36: a row is read as if it were the first one", arguments: [true, false], 0..<20)
  func rowsAreReadAlone(isOpen: Bool, seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var new = MemberTree(isOpen: isOpen)
    let paths =
      Self.keys.filter { _ in Bool.random(using: &random) }.map { [$0] } + [["author", "id"]]
    for path in paths { _ = new.add(MemberPath(keys: path).steps) }
    var tree = new
    for _ in 0..<200 {
      let text = damaged(row(&random), &random)
      var alone = new
      text.withUnsafeBytes { bytes in
        let isJSON = alone.read(bytes)
        #expect(tree.read(bytes) == isJSON, "\(String(decoding: text, as: UTF8.self))")
        guard isJSON else { return }
        #expect(tree.values == alone.values, "\(String(decoding: text, as: UTF8.self))")
        #expect(tree.hasSpace == alone.hasSpace)
        #expect(tree.isRepeating == alone.isRepeating)
      }
    }
  }
}
