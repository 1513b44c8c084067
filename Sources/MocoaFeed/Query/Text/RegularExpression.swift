import Synchronization

/// A regular expression that takes time in proportion to the text, whatever it is.
///
/// Any thread may use it; several at once wait for each other.
final class RegularExpression: Sendable {
  private let program: RegexProgram
  private let matcher: Mutex<RegexMatcher>

  private init(_ program: RegexProgram) {
    self.program = program
    matcher = Mutex(RegexMatcher(program))
  }

  /// The same expression for another thread, which then need not wait.
  var copyForThread: RegularExpression { RegularExpression(program) }

  /// Reads an expression; small letters stand for both cases unless there is a capital one.
  ///
  /// - Throws: What is wrong with it.
  convenience init(parsing source: String) throws(FilterSyntaxError) {
    var parser = RegexParser(source)
    let node = try parser.parse()
    guard let program = RegexProgram(node, ignoresCase: !parser.hasCapital) else {
      throw FilterSyntaxError(
        "the expression is too long", at: source.startIndex..<source.endIndex, in: source)
    }
    self.init(program)
  }

  /// An expression for a text, whatever the case of its letters.
  convenience init(literal text: String) {
    let nodes = text.unicodeScalars.map {
      RegexNode.scalar(ScalarSet(ranges: [$0.value...$0.value]))
    }
    // A text that is too long for a program is found by its beginning.
    self.init(RegexProgram(beginningOf: nodes))
  }

  /// Hands over the matcher, which is the thread's alone meanwhile.
  func withMatcher<Result: Sendable>(_ body: (inout RegexMatcher) -> Result) -> Result {
    matcher.withLock { body(&$0) }
  }
}

/// Looks for a regular expression in texts, and remembers what it has worked out.
struct RegexMatcher {
  private var anywhere: LazyAutomaton
  private var here: LazyAutomaton

  init(_ program: RegexProgram) {
    anywhere = LazyAutomaton(program, isAnchored: false)
    here = LazyAutomaton(program, isAnchored: true)
  }

  /// Whether the expression matches somewhere in a text.
  ///
  /// - Complexity: O(n) for n bytes.
  mutating func isFound(in text: UnsafeRawBufferPointer) -> Bool {
    anywhere.end(in: text, from: 0, stopsAtFirst: true) != nil
  }

  /// The longest matches from left to right, without empty ones.
  ///
  /// - Complexity: O(n²) for n bytes at worst; for texts as long as a screen is wide.
  mutating func ranges(in text: UnsafeRawBufferPointer) -> [Range<Int>] {
    guard isFound(in: text) else { return [] }
    var result: [Range<Int>] = []
    var start = 0
    while start < text.count {
      guard let end = here.end(in: text, from: start, stopsAtFirst: false), end > start else {
        start += 1
        continue
      }
      result.append(start..<end)
      start = end
    }
    return result
  }
}
