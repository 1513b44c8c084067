/// A regular expression as a deterministic automaton whose states are made when they are needed
/// (Cox, *Regular Expression Matching Can Be Simple And Fast*, 2007).
///
/// A state is the set of places where the machine may be. Whether a match ends at a place is known
/// with the byte behind it, since `$` and `\b` ask for that, so acceptance belongs to transitions.
struct LazyAutomaton {
  /// What is known about the byte before a place.
  private enum Before: UInt8 { case other, word, textStart }

  private struct State: Hashable {
    var places: [Int32]
    var before: Before
  }

  private let program: RegexProgram
  private let isAnchored: Bool

  /// The class of each byte; bytes of one class are alike to the program.
  private let classes: [UInt8]

  /// A byte of each class.
  private let samples: [UInt8]

  /// For each state and class, and for the end of the text, the next state doubled, plus 1 where
  /// a match ends before the byte; -1 where that has not been worked out.
  private var transitions: [Int32] = []

  private var states: [State] = []
  private var numbers: [State: Int32] = [:]

  /// When so many states are there, all are forgotten.
  private static let stateLimit = 2_000

  private var width: Int { samples.count + 1 }

  init(_ program: RegexProgram, isAnchored: Bool) {
    self.program = program
    self.isAnchored = isAnchored
    (classes, samples) = Self.classes(of: program)
  }

  private static func classes(of program: RegexProgram) -> ([UInt8], [UInt8]) {
    var isBoundary = [Bool](repeating: false, count: 257)
    for instruction in program.instructions {
      guard case .byte(let range, _) = instruction else { continue }
      isBoundary[Int(range.lowerBound)] = true
      isBoundary[Int(range.upperBound) + 1] = true
    }
    for byte in 1..<256 where UInt8(byte).isWord != UInt8(byte - 1).isWord {
      isBoundary[byte] = true
    }
    var classes: [UInt8] = []
    var samples: [UInt8] = []
    for byte in 0..<256 {
      if byte == 0 || isBoundary[byte] { samples.append(UInt8(byte)) }
      classes.append(UInt8(samples.count - 1))
    }
    return (classes, samples)
  }

  // MARK: Running

  /// Where a match ends: the first found, or the longest that starts at the place.
  mutating func end(
    in text: UnsafeRawBufferPointer, from start: Int, stopsAtFirst: Bool
  ) -> Int? {
    var before = Before.textStart
    if start > 0 { before = text[start - 1].isWord ? .word : .other }
    var state = number(of: State(places: [program.start], before: known(before)))
    var result: Int?
    var position = start
    while position <= text.count {
      let symbol = position < text.count ? Int(classes[Int(text[position])]) : samples.count
      var next = transitions[Int(state) * width + symbol]
      if next < 0 { (next, state) = makeTransition(from: state, symbol) }
      if next & 1 == 1 {
        result = position
        if stopsAtFirst { return result }
      }
      state = next >> 1
      if isAnchored, states[Int(state)].places.isEmpty { return result }
      position += 1
    }
    return result
  }

  /// What came before, as far as the program asks for it.
  private func known(_ before: Before) -> Before { program.hasAssertions ? before : .other }

  // MARK: Making states

  private mutating func number(of state: State) -> Int32 {
    if let number = numbers[state] { return number }
    let number = Int32(states.count)
    states.append(state)
    numbers[state] = number
    transitions.append(contentsOf: repeatElement(-1, count: width))
    return number
  }

  /// Works out a transition; the numbers of both states, since old ones may have been forgotten.
  private mutating func makeTransition(
    from number: Int32, _ symbol: Int
  ) -> (transition: Int32, from: Int32) {
    let state = states[Int(number)]
    var from = number
    if states.count >= Self.stateLimit {
      states.removeAll()
      numbers.removeAll()
      transitions.removeAll()
      from = self.number(of: state)
    }
    let byte = symbol < samples.count ? samples[symbol] : nil
    let (places, isMatch) = follow(state, byte)
    var next: Set<Int32> = []
    for place in places {
      if case .byte(let range, let target) = program.instructions[Int(place)], let byte,
        range.contains(byte)
      {
        next.insert(target)
      }
    }
    if !isAnchored { next.insert(program.start) }
    let before: Before = byte?.isWord ?? false ? .word : .other
    let target = self.number(of: State(places: next.sorted(), before: known(before)))
    let transition = target << 1 | (isMatch ? 1 : 0)
    transitions[Int(from) * width + symbol] = transition
    return (transition, from)
  }

  /// The places that are reached without reading, and whether the end of the program is.
  private func follow(_ state: State, _ byte: UInt8?) -> (places: Set<Int32>, isMatch: Bool) {
    var seen: Set<Int32> = []
    var stack = state.places
    var isMatch = false
    while let place = stack.popLast() {
      guard seen.insert(place).inserted else { continue }
      switch program.instructions[Int(place)] {
      case .byte: break
      case .split(let first, let second): stack += [first, second]
      case .match: isMatch = true
      case .assertion(let assertion, let next):
        if Self.holds(assertion, before: state.before, byte) { stack.append(next) }
      }
    }
    return (seen, isMatch)
  }

  private static func holds(
    _ assertion: RegexAssertion, before: Before, _ byte: UInt8?
  ) -> Bool {
    let isBoundary = (before == .word) != (byte?.isWord ?? false)
    switch assertion {
    case .textStart: return before == .textStart
    case .textEnd: return byte == nil
    case .wordBoundary: return isBoundary
    case .noWordBoundary: return !isBoundary
    }
  }
}

extension UInt8 {
  /// Whether the byte is of a word: a letter, a digit, `_`, or not ASCII.
  fileprivate var isWord: Bool {
    isDigit || (self | 0x20) &- UInt8(ascii: "a") < 26 || self == UInt8(ascii: "_") || self >= 0x80
  }
}
