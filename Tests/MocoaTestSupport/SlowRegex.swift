/// A regular expression that is matched by trying everything, for comparison.
package indirect enum SlowRegex {
  case byte(UInt8), any, start, end, boundary
  case sequence(SlowRegex, SlowRegex), choice(SlowRegex, SlowRegex), star(SlowRegex), optional(
    SlowRegex)

  /// Makes an expression of the letters a, b and c, nested at most so deep.
  package static func random(
    depth: Int, _ random: inout some RandomNumberGenerator
  ) -> SlowRegex {
    switch Int.random(in: 0..<(depth == 0 ? 6 : 12), using: &random) {
    case 0...2: return .byte("abc".utf8.randomElement(using: &random) ?? 0)
    case 3: return .any
    case 4: return Bool.random(using: &random) ? .start : .end
    case 5: return .boundary
    case 6...8:
      return .sequence(.random(depth: depth - 1, &random), .random(depth: depth - 1, &random))
    case 9: return .choice(.random(depth: depth - 1, &random), .random(depth: depth - 1, &random))
    case 10: return .star(.random(depth: depth - 1, &random))
    default: return .optional(.random(depth: depth - 1, &random))
    }
  }

  /// The expression as it is written.
  package var source: String {
    switch self {
    case .byte(let byte): String(UnicodeScalar(byte))
    case .any: "."
    case .start: "^"
    case .end: "$"
    case .boundary: "\\b"
    case .sequence(let first, let second): first.source + second.source
    case .choice(let first, let second): "(\(first.source)|\(second.source))"
    case .star(let body): "(\(body.source))*"
    case .optional(let body): "(?:\(body.source))?"
    }
  }

  /// Where matches end that start at an offset of the text.
  func ends(in text: [UInt8], from start: Int) -> Set<Int> {
    switch self {
    case .byte(let byte): return start < text.count && text[start] == byte ? [start + 1] : []
    case .any: return start < text.count ? [start + 1] : []
    case .start: return start == 0 ? [0] : []
    case .end: return start == text.count ? [start] : []
    case .boundary:
      let before = start > 0 && text[start - 1] != 0x20
      let after = start < text.count && text[start] != 0x20
      return before != after ? [start] : []
    case .sequence(let first, let second):
      return Set(first.ends(in: text, from: start).flatMap { second.ends(in: text, from: $0) })
    case .choice(let first, let second):
      return first.ends(in: text, from: start).union(second.ends(in: text, from: start))
    case .optional(let body): return body.ends(in: text, from: start).union([start])
    case .star(let body):
      var reached: Set = [start]
      var new = reached
      while !new.isEmpty {
        new = Set(new.flatMap { body.ends(in: text, from: $0) }).subtracting(reached)
        reached.formUnion(new)
      }
      return reached
    }
  }

  /// A Boolean value that indicates whether some part of the text matches.
  package func isFound(in text: [UInt8]) -> Bool {
    (0...text.count).contains { !ends(in: text, from: $0).isEmpty }
  }
}
