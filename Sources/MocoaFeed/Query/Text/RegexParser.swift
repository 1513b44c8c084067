/// Reads a regular expression: literals, `.`, classes, groups, `|`, `* + ? {m,n}`, `^ $ \b \B`,
/// `\d \w \s` and their opposites.
///
/// Greedy and reluctant repetitions find the same rows, so that `*?` is read and means `*`.
/// Back references and look-around, which no automaton can follow, are errors.
struct RegexParser {
  private let text: String
  private let scalars: String.UnicodeScalarView
  private var position: String.Index
  private var depth = 0

  /// Whether a capital letter was typed, other than in an escape.
  private(set) var hasCapital = false

  private static let depthLimit = 100
  private static let repetitionLimit = 1_000

  init(_ text: String) {
    self.text = text
    scalars = text.unicodeScalars
    position = scalars.startIndex
  }

  /// Reads the whole expression.
  ///
  /// - Throws: What is wrong, and where.
  mutating func parse() throws(FilterSyntaxError) -> RegexNode {
    let node = try alternatives()
    if peek == ")" { throw error("this ')' closes nothing") }
    return node
  }

  private var peek: UnicodeScalar? { position < scalars.endIndex ? scalars[position] : nil }

  private mutating func advance() -> UnicodeScalar? {
    guard let scalar = peek else { return nil }
    position = scalars.index(after: position)
    return scalar
  }

  private mutating func skip(_ scalar: UnicodeScalar) -> Bool {
    guard peek == scalar else { return false }
    _ = advance()
    return true
  }

  private func error(_ message: String, from start: String.Index? = nil) -> FilterSyntaxError {
    let start = start ?? position
    let end = start == position && start < scalars.endIndex ? scalars.index(after: start) : position
    return FilterSyntaxError(message, at: start..<end, in: text)
  }

  private mutating func alternatives() throws(FilterSyntaxError) -> RegexNode {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.depthLimit else { throw error("the groups are nested too deeply") }
    var branches = [try sequence()]
    while skip("|") { branches.append(try sequence()) }
    return branches.count == 1 ? branches[0] : .alternatives(branches)
  }

  private mutating func sequence() throws(FilterSyntaxError) -> RegexNode {
    var nodes: [RegexNode] = []
    while let scalar = peek, scalar != "|", scalar != ")" {
      nodes.append(try repetition(of: try atom()))
    }
    return nodes.count == 1 ? nodes[0] : .sequence(nodes)
  }

  // MARK: Repetition

  private mutating func repetition(
    of atom: RegexNode
  ) throws(FilterSyntaxError) -> RegexNode {
    var node = atom
    while let scalar = peek {
      let start = position
      switch scalar {
      case "*": node = .repetition(node, minimum: 0, maximum: nil)
      case "+": node = .repetition(node, minimum: 1, maximum: nil)
      case "?": node = .repetition(node, minimum: 0, maximum: 1)
      case "{":
        guard let (minimum, maximum) = try bounds() else { return node }
        node = .repetition(node, minimum: minimum, maximum: maximum)
        position = scalars.index(before: position)
      default: return node
      }
      if case .assertion = atom { throw error("there is nothing to repeat", from: start) }
      _ = advance()
      _ = skip("?")
    }
    return node
  }

  /// `{m}`, `{m,}` or `{m,n}`; nil, without going on, where a brace stands for itself.
  private mutating func bounds() throws(FilterSyntaxError) -> (Int, Int?)? {
    let start = position
    _ = advance()
    guard let minimum = number() else {
      position = start
      return nil
    }
    var maximum: Int? = minimum
    if skip(",") { maximum = number() }
    guard skip("}") else {
      position = start
      return nil
    }
    if max(minimum, maximum ?? 0) > Self.repetitionLimit {
      throw error("nothing can be repeated more than 1000 times", from: start)
    }
    if let maximum, maximum < minimum {
      throw error("the second number must not be less than the first", from: start)
    }
    return (minimum, maximum)
  }

  private mutating func number() -> Int? {
    var result: Int?
    while let scalar = peek, ("0"..."9").contains(scalar) {
      result = min(100_000, (result ?? 0) * 10 + Int(scalar.value - 0x30))
      _ = advance()
    }
    return result
  }

  // MARK: Atoms

  private mutating func atom() throws(FilterSyntaxError) -> RegexNode {
    let start = position
    guard let scalar = advance() else { throw error("the expression ends too early") }
    switch scalar {
    case "(": return try group(from: start)
    case "[": return .scalar(try set(from: start))
    case ".": return .scalar(.anyButNewline)
    case "^": return .assertion(.textStart)
    case "$": return .assertion(.textEnd)
    case "*", "+", "?": throw error("there is nothing to repeat", from: start)
    case "\\":
      if skip("b") { return .assertion(.wordBoundary) }
      if skip("B") { return .assertion(.noWordBoundary) }
      return .scalar(try escape(from: start))
    case "{":
      position = start
      let isRepetition = try bounds() != nil
      if isRepetition { throw error("there is nothing to repeat", from: start) }
      _ = advance()
      return literal("{")
    default: return literal(scalar)
    }
  }

  private mutating func literal(_ scalar: UnicodeScalar) -> RegexNode {
    if scalar.properties.isUppercase { hasCapital = true }
    return .scalar(ScalarSet(ranges: [scalar.value...scalar.value]))
  }

  private mutating func group(from start: String.Index) throws(FilterSyntaxError) -> RegexNode {
    if skip("?"), !skip(":") {
      throw error("of the groups that begin with '(?' only '(?:' is known", from: start)
    }
    let node = try alternatives()
    guard skip(")") else {
      position = scalars.index(after: start)
      throw error("the closing ')' is missing", from: start)
    }
    // A group that is repeated is repeated as a whole.
    return .sequence([node])
  }

  /// What a backslash and the scalar behind it stand for.
  private mutating func escape(from start: String.Index) throws(FilterSyntaxError) -> ScalarSet {
    guard let scalar = advance() else { throw error("a backslash needs a character", from: start) }
    switch scalar {
    case "d": return .digits
    case "D": return ScalarSet.digits.inverted
    case "w": return .word
    case "W": return ScalarSet.word.inverted
    case "s": return .space
    case "S": return ScalarSet.space.inverted
    case "n": return ScalarSet(ranges: [10...10])
    case "r": return ScalarSet(ranges: [13...13])
    case "t": return ScalarSet(ranges: [9...9])
    case "a"..."z", "A"..."Z", "0"..."9":
      throw error("'\\\(scalar)' is not known here", from: start)
    default: return ScalarSet(ranges: [scalar.value...scalar.value])
    }
  }

  private mutating func set(from start: String.Index) throws(FilterSyntaxError) -> ScalarSet {
    let isInverted = skip("^")
    var result = ScalarSet(ranges: [])
    var isFirst = true
    while let scalar = peek, scalar != "]" || isFirst {
      isFirst = false
      let itemStart = position
      let item = try setItem()
      guard peek == "-", let low = item.ranges.first, low.count == 1, item.ranges.count == 1,
        scalars[scalars.index(after: position)...].first.map({ $0 != "]" }) ?? false
      else {
        result.ranges += item.ranges
        continue
      }
      _ = advance()
      let end = try setItem()
      guard end.ranges.count == 1, let high = end.ranges.first, high.count == 1,
        low.lowerBound <= high.upperBound
      else { throw error("this range goes backwards", from: itemStart) }
      result.ranges.append(low.lowerBound...high.upperBound)
    }
    guard skip("]") else {
      position = scalars.index(after: start)
      throw error("the closing ']' is missing", from: start)
    }
    result.isInverted = isInverted
    return result
  }

  private mutating func setItem() throws(FilterSyntaxError) -> ScalarSet {
    let start = position
    guard let scalar = advance() else { throw error("the closing ']' is missing") }
    if scalar == "\\" { return try escape(from: start) }
    if scalar.properties.isUppercase { hasCapital = true }
    return ScalarSet(ranges: [scalar.value...scalar.value])
  }
}
