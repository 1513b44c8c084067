/// A regular expression as a machine that reads bytes (Thompson, *Regular expression search
/// algorithm*, 1968).
struct RegexProgram: Sendable {
  enum Instruction: Sendable {
    case byte(ClosedRange<UInt8>, next: Int32)
    case split(Int32, Int32)
    case assertion(RegexAssertion, next: Int32)
    case match
  }

  private(set) var instructions: [Instruction] = [.match]

  /// Where the machine starts.
  private(set) var start: Int32 = 0

  /// Whether what is found can depend on the bytes around it.
  private(set) var hasAssertions = false

  /// A machine may have so many instructions.
  private static let limit = 20_000

  private let ignoresCase: Bool

  /// Makes a machine; nil where it would be too big.
  init?(_ node: RegexNode, ignoresCase: Bool) {
    self.ignoresCase = ignoresCase
    start = compile(node, next: 0)
    if instructions.count > Self.limit { return nil }
  }

  /// Makes a machine for as many nodes as it can have.
  init(beginningOf nodes: [RegexNode]) {
    ignoresCase = true
    // No letter has more than a dozen instructions.
    start = compile(.sequence(Array(nodes.prefix(Self.limit / 20))), next: 0)
  }

  private mutating func add(_ instruction: Instruction) -> Int32 {
    instructions.append(instruction)
    return Int32(instructions.count - 1)
  }

  /// Adds the instructions of a node, and returns the first.
  private mutating func compile(_ node: RegexNode, next: Int32) -> Int32 {
    guard instructions.count <= Self.limit else { return next }
    switch node {
    case .scalar(let set):
      let both = ignoresCase ? set.ignoringCase : set
      return compile(set.isInverted ? both.inverted : both, next: next)
    case .sequence(let nodes): return nodes.reversed().reduce(next) { compile($1, next: $0) }
    case .alternatives(let nodes): return choice(of: nodes.map { compile($0, next: next) })
    case .assertion(let assertion):
      hasAssertions = true
      return add(.assertion(assertion, next: next))
    case .repetition(let body, let minimum, let maximum):
      var entry = next
      if let maximum {
        for _ in 0..<max(0, maximum - minimum) {
          let inner = compile(body, next: entry)
          entry = add(.split(inner, next))
        }
      } else {
        entry = add(.match)
        let inner = compile(body, next: entry)
        instructions[Int(entry)] = .split(inner, next)
      }
      for _ in 0..<minimum { entry = compile(body, next: entry) }
      return entry
    }
  }

  private mutating func choice(of entries: [Int32]) -> Int32 {
    guard var result = entries.last else { return add(.byte(1...1, next: 0)) }
    for entry in entries.dropLast().reversed() { result = add(.split(entry, result)) }
    return result
  }

  private mutating func compile(_ set: ScalarSet, next: Int32) -> Int32 {
    var entries: [Int32] = []
    for range in set.ranges {
      UTF8Ranges.forEach(in: range) { sequence in
        entries.append(sequence.reversed().reduce(next) { add(.byte($1, next: $0)) })
      }
    }
    // A set without scalars is a byte that UTF-8 never has.
    return entries.isEmpty ? add(.byte(0xFF...0xFF, next: next)) : choice(of: entries)
  }
}

/// Ranges of scalars as sequences of ranges of bytes.
enum UTF8Ranges {
  /// Cuts a range so that each piece is one range for each byte of its encoding.
  static func forEach(
    in range: ClosedRange<UInt32>, _ body: ([ClosedRange<UInt8>]) -> Void
  ) {
    // Surrogates are no scalars.
    for part: ClosedRange<UInt32> in [0...0xD7FF, 0xE000...0x10FFFF] where part.overlaps(range) {
      split(range.clamped(to: part), body)
    }
  }

  private static func split(
    _ range: ClosedRange<UInt32>, _ body: ([ClosedRange<UInt8>]) -> Void
  ) {
    let (low, high) = (range.lowerBound, range.upperBound)
    for limit: UInt32 in [0x7F, 0x7FF, 0xFFFF] where low <= limit && high > limit {
      split(low...limit, body)
      split(limit + 1...high, body)
      return
    }
    if high > 0x7F {
      for shift in [6, 12, 18] as [UInt32] {
        let mask: UInt32 = 1 << shift - 1
        guard low & ~mask != high & ~mask else { continue }
        if low & mask != 0 {
          split(low...low | mask, body)
          split((low | mask) + 1...high, body)
          return
        }
        if high & mask != mask {
          split(low...(high & ~mask) - 1, body)
          split(high & ~mask...high, body)
          return
        }
      }
    }
    body(zip(encoded(low), encoded(high)).map { $0...$1 })
  }

  private static func encoded(_ value: UInt32) -> [UInt8] {
    UnicodeScalar(value).flatMap { UTF8.encode($0) }.map(Array.init) ?? []
  }
}
