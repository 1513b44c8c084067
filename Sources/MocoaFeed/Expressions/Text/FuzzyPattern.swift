/// A pattern of words whose characters occur in a text in order, with others between them.
///
/// As in fzf, words are matched separately, and a match is better if its characters are close
/// together, at the starts of words, and in a short text. Case is ignored unless a capital letter
/// was typed.
struct FuzzyPattern: Sendable {
  /// A letter as UTF-8: as it was typed, and beyond ASCII in the other case, if that is ignored.
  private typealias Letter = [[UInt8]]

  /// The words.
  private let words: [[Letter]]
  private let ignoresCase: Bool

  init(_ text: some StringProtocol) {
    let ignoresCase = !text.contains { $0.isUppercase }
    self.ignoresCase = ignoresCase
    words = text.split(whereSeparator: \.isWhitespace).map { word in
      word.unicodeScalars.map { scalar in
        guard ignoresCase else { return [Array(String(scalar).utf8)] }
        if scalar.isASCII { return [[UInt8(scalar.value).lowercasedASCII]] }
        let forms = [String(scalar), scalar.properties.uppercaseMapping]
        return forms.dropLast(forms[0] == forms[1] ? 1 : 0).map { Array($0.utf8) }
      }
    }
  }

  /// Returns the score of the values of JSON text; nil if a word is in none of them.
  ///
  /// - Complexity: O(n) for n bytes and each word.
  func score(valuesOf json: UnsafeRawBufferPointer) -> Int? {
    var best = [Int?](repeating: nil, count: words.count)
    JSONLeaves.forEach(in: json) { content, isText in
      func add(_ leaf: UnsafeRawBufferPointer) {
        for index in words.indices {
          guard let score = score(of: words[index], in: leaf) else { continue }
          best[index] = max(score, best[index] ?? .min)
        }
      }
      isText ? QueryValue.withText(content, add) : add(content)
      return true
    }
    return best.reduce(0) { sum, score in
      guard let sum, let score else { return nil }
      return sum + score
    }
  }

  /// Returns whether a text has all words.
  func isFound(in text: UnsafeRawBufferPointer) -> Bool {
    words.allSatisfy { positions(of: $0, in: text) != nil }
  }

  /// Returns the ranges of the characters of all words in a text, in order.
  func offsets(in text: UnsafeRawBufferPointer) -> [Range<Int>] {
    var found: [Range<Int>] = []
    for word in words {
      guard let places = positions(of: word, in: text) else { return [] }
      found += places
    }
    return found.sorted { $0.lowerBound < $1.lowerBound }.reduce(into: []) { ranges, range in
      if ranges.last.map({ $0.upperBound <= range.lowerBound }) ?? true { ranges.append(range) }
    }
  }

  private func score(of word: [Letter], in text: UnsafeRawBufferPointer) -> Int? {
    guard let places = positions(of: word, in: text) else { return nil }
    // Of equally good matches, the one in the shortest text is best.
    var score = -min(text.count, 1_000)
    var last: Int?
    for place in places.lazy.map(\.lowerBound) {
      let previous = place > 0 ? text[place - 1] : UInt8(ascii: " ")
      if !previous.isWordByte {
        score += 8_000
      } else if previous.isLowercase, text[place].isUppercase {
        score += 7_000
      }
      if let last {
        score += place == last + 1 ? 9_000 : -min(place - last, 20) * 300
      }
      last = place
    }
    return score
  }

  /// Returns the ranges of the characters of a word in the first match, or nil.
  ///
  /// They are as close as possible to the end of the match.
  private func positions(
    of word: [Letter], in text: UnsafeRawBufferPointer
  ) -> [Range<Int>]? {
    var end = 0
    for letter in word {
      let places = end..<text.count
      guard let range = range(of: letter, in: text, at: places, before: text.count) else {
        return nil
      }
      end = range.upperBound
    }
    var ranges: [Range<Int>] = []
    for letter in word.reversed() {
      // What was found from the start is found from the end, there or behind it.
      let places = (0..<end).reversed()
      guard let range = range(of: letter, in: text, at: places, before: end) else { return nil }
      ranges.append(range)
      end = range.lowerBound
    }
    return ranges.reversed()
  }

  /// Returns the range of a letter at the first of some places that has it before a limit, or nil.
  @inline(__always)
  private func range(
    of letter: Letter, in text: UnsafeRawBufferPointer, at places: some Sequence<Int>,
    before limit: Int
  ) -> Range<Int>? {
    for place in places {
      if let length = length(of: letter, in: text, at: place), place + length <= limit {
        return place..<place + length
      }
    }
    return nil
  }

  /// Returns the number of bytes of a letter at a place, or nil if another one is there.
  @inline(__always)
  private func length(
    of letter: Letter, in text: UnsafeRawBufferPointer, at place: Int
  ) -> Int? {
    for form in letter where place + form.count <= text.count {
      let isMatch = form.indices.allSatisfy {
        let byte = text[place + $0]
        return form[$0] == (ignoresCase ? byte.lowercasedASCII : byte)
      }
      if isMatch { return form.count }
    }
    return nil
  }
}

extension UInt8 {
  fileprivate var isUppercase: Bool { self &- UInt8(ascii: "A") < 26 }

  fileprivate var isLowercase: Bool { self &- UInt8(ascii: "a") < 26 }

  fileprivate var isWordByte: Bool { isLowercase || isUppercase || isDigit || self >= 0x80 }
}
