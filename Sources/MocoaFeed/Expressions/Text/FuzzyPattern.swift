/// A pattern of words whose characters occur in a text in order, with others between them.
///
/// As in fzf, words are matched separately, and a match is better if its characters are close
/// together, at the starts of words, and in a short text. Case is ignored unless a capital letter
/// was typed; beyond ASCII it is significant.
struct FuzzyPattern: Sendable {
  /// The words, each as the UTF-8 of its characters.
  private let words: [[[UInt8]]]
  private let ignoresCase: Bool

  init(_ text: some StringProtocol) {
    let ignoresCase = !text.contains { $0.isUppercase }
    self.ignoresCase = ignoresCase
    words = text.split(whereSeparator: \.isWhitespace).map { word in
      word.unicodeScalars.map { scalar in
        let bytes = Array(String(scalar).utf8)
        return ignoresCase ? bytes.map(\.lowercasedASCII) : bytes
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
      found += zip(places, word).map { $0..<$0 + $1.count }
    }
    return found.sorted { $0.lowerBound < $1.lowerBound }.reduce(into: []) { ranges, range in
      if ranges.last.map({ $0.upperBound <= range.lowerBound }) ?? true { ranges.append(range) }
    }
  }

  private func score(of word: [[UInt8]], in text: UnsafeRawBufferPointer) -> Int? {
    guard let places = positions(of: word, in: text) else { return nil }
    // Of equally good matches, the one in the shortest text is best.
    var score = -min(text.count, 1_000)
    var last: Int?
    for place in places {
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

  /// Returns the positions of the characters of a word in the first match, or nil.
  ///
  /// The positions are as close as possible to the end of the match.
  private func positions(of word: [[UInt8]], in text: UnsafeRawBufferPointer) -> [Int]? {
    var end = 0
    for character in word {
      guard let place = first(character, in: text, from: end) else { return nil }
      end = place + character.count
    }
    var places: [Int] = []
    var limit = end
    for character in word.reversed() {
      var place = limit - character.count
      while !isMatch(character, in: text, at: place) { place -= 1 }
      places.append(place)
      limit = place
    }
    return places.reversed()
  }

  private func first(
    _ character: [UInt8], in text: UnsafeRawBufferPointer, from start: Int
  ) -> Int? {
    var place = start
    while place + character.count <= text.count {
      if isMatch(character, in: text, at: place) { return place }
      place += 1
    }
    return nil
  }

  @inline(__always)
  private func isMatch(
    _ character: [UInt8], in text: UnsafeRawBufferPointer, at place: Int
  ) -> Bool {
    for index in character.indices {
      let byte = text[place + index]
      guard character[index] == (ignoresCase ? byte.lowercasedASCII : byte) else { return false }
    }
    return true
  }
}

extension UInt8 {
  fileprivate var isUppercase: Bool { self &- UInt8(ascii: "A") < 26 }

  fileprivate var isLowercase: Bool { self &- UInt8(ascii: "a") < 26 }

  fileprivate var isWordByte: Bool { isLowercase || isUppercase || isDigit || self >= 0x80 }
}
