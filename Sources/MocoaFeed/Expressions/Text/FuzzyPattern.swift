/// A pattern of terms, each of which is found in a text: the extended search of fzf.
///
/// The characters of a plain term occur in their order, with others between them. A match is better
/// if they are close together, at the starts of words, and in a short text. `'text` is found as it
/// is, `'text'` as whole words, `^text` at the start, `text$` at the end, and `!text` nowhere; a
/// term may have several of these signs. Of terms with `|` between them, one is found. `\ ` is a
/// blank. Case is ignored unless a capital letter was typed.
struct FuzzyPattern: Sendable {
  /// A letter as UTF-8: as it was typed, and beyond ASCII in the other case, if that is ignored.
  private typealias Letter = [[UInt8]]

  /// A text to find, and where.
  private struct Term {
    /// The places at which the text is found.
    enum Form { case fuzzy, anywhere, words, start, end, whole }

    let form: Form
    let letters: [Letter]
    /// A Boolean value that indicates whether texts with the term are no matches.
    let isInverse: Bool
  }

  private let terms: [Term]
  /// The indices of the terms of which one is found, in order.
  private let alternatives: [Range<Int>]
  private let ignoresCase: Bool

  init(_ text: some StringProtocol) {
    let ignoresCase = !text.contains { $0.isUppercase }
    self.ignoresCase = ignoresCase
    var terms: [Term] = []
    var alternatives: [Range<Int>] = []
    var isAlternative = false
    for word in Self.words(of: text) {
      if word == "|", !alternatives.isEmpty, !isAlternative {
        isAlternative = true
      } else if let term = Self.term(word, ignoresCase: ignoresCase) {
        let start = isAlternative ? alternatives.removeLast().lowerBound : terms.count
        terms.append(term)
        alternatives.append(start..<terms.count)
        isAlternative = false
      }
    }
    (self.terms, self.alternatives) = (terms, alternatives)
  }

  /// Returns the parts of a text between blanks that have no backslash in front of them.
  private static func words(of text: some StringProtocol) -> [String] {
    var words = [""]
    for character in text {
      let isEscaped = words[words.count - 1].last == "\\"
      if character == " ", isEscaped {
        words[words.count - 1].removeLast()
      } else if character.isWhitespace {
        words.append("")
        continue
      }
      words[words.count - 1].append(character)
    }
    return words.filter { !$0.isEmpty }
  }

  /// Returns the term that a word stands for; nil if there is nothing but signs.
  private static func term(_ word: String, ignoresCase: Bool) -> Term? {
    var text = word[...]
    let isInverse = text.first == "!"
    if isInverse { text = text.dropFirst() }
    var form = isInverse ? Term.Form.anywhere : .fuzzy
    if text.count > 1, text.last == "$" {
      text = text.dropLast()
      form = .end
    }
    if text.first == "'" {
      text = text.dropFirst()
      let isQuoted = text.count > 1 && text.last == "'"
      if isQuoted { text = text.dropLast() }
      form = isQuoted ? .words : isInverse ? .fuzzy : .anywhere
    } else if text.first == "^" {
      text = text.dropFirst()
      form = form == .end ? .whole : .start
    }
    guard !text.isEmpty else { return nil }
    let letters: [Letter] = text.unicodeScalars.map { scalar in
      guard ignoresCase else { return [Array(String(scalar).utf8)] }
      if scalar.isASCII { return [[UInt8(scalar.value).lowercasedASCII]] }
      let forms = [String(scalar), scalar.properties.uppercaseMapping]
      return forms.dropLast(forms[0] == forms[1] ? 1 : 0).map { Array($0.utf8) }
    }
    return Term(form: form, letters: letters, isInverse: isInverse)
  }

  /// Returns the score of the values of JSON text; nil if a term is in none of them, or one that
  /// must not be in any is.
  ///
  /// - Complexity: O(n) for n bytes and each term.
  func score(valuesOf json: UnsafeRawBufferPointer) -> Int? {
    var best = [Int?](repeating: nil, count: terms.count)
    JSONLeaves.forEach(in: json) { content, isText in
      func add(_ leaf: UnsafeRawBufferPointer) {
        for index in terms.indices {
          guard let score = score(of: terms[index], in: leaf) else { continue }
          best[index] = max(score, best[index] ?? .min)
        }
      }
      isText ? QueryValue.withText(content, add) : add(content)
      return true
    }
    return alternatives.reduce(0) { sum, range in
      let scores = range.lazy.compactMap { index -> Int? in
        terms[index].isInverse ? (best[index] == nil ? 0 : nil) : best[index]
      }
      guard let sum, let score = scores.max() else { return nil }
      return sum + score
    }
  }

  /// Returns whether a text matches all terms.
  func isFound(in text: UnsafeRawBufferPointer) -> Bool {
    alternatives.allSatisfy { terms[$0].contains { places(of: $0, in: text) != nil } }
  }

  /// Returns the ranges of the characters of all terms in a text, in order.
  func offsets(in text: UnsafeRawBufferPointer) -> [Range<Int>] {
    var found: [Range<Int>] = []
    for range in alternatives {
      guard let places = terms[range].lazy.compactMap({ places(of: $0, in: text) }).first else {
        return []
      }
      found += places
    }
    return found.sorted { $0.lowerBound < $1.lowerBound }.reduce(into: []) { ranges, range in
      if ranges.last.map({ $0.upperBound <= range.lowerBound }) ?? true { ranges.append(range) }
    }
  }

  /// Returns the ranges of the characters of a term in a text, none for one that must not be there;
  /// nil if the text does not match it.
  private func places(of term: Term, in text: UnsafeRawBufferPointer) -> [Range<Int>]? {
    let places = positions(of: term, in: text)
    return term.isInverse ? (places == nil ? [] : nil) : places
  }

  private func score(of term: Term, in text: UnsafeRawBufferPointer) -> Int? {
    guard let places = positions(of: term, in: text) else { return nil }
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

  /// Returns the ranges of the characters of a term in the first match, or nil.
  private func positions(of term: Term, in text: UnsafeRawBufferPointer) -> [Range<Int>]? {
    if term.form == .fuzzy { return positions(of: term.letters, in: text) }
    // Blanks at the ends of a text, as those in front of the lines of `git branch`, do not count.
    let start = text.firstIndex { !$0.isBlank } ?? text.count
    let end = text.lastIndex { !$0.isBlank }.map { $0 + 1 } ?? start
    let isAtStart = term.form == .start || term.form == .whole
    for place in start..<max(start, isAtStart ? min(start + 1, end) : end) {
      guard let ranges = run(of: term.letters, in: text, at: place), let last = ranges.last else {
        continue
      }
      switch term.form {
      case .end, .whole: if last.upperBound == end { return ranges }
      case .words:
        let isOpen = place == 0 || !text[place - 1].isWordByte
        let isClosed = last.upperBound == text.count || !text[last.upperBound].isWordByte
        if isOpen, isClosed { return ranges }
      case .fuzzy, .anywhere, .start: return ranges
      }
    }
    return nil
  }

  /// Returns the ranges of letters that follow one another from a place on, or nil.
  private func run(
    of letters: [Letter], in text: UnsafeRawBufferPointer, at place: Int
  ) -> [Range<Int>]? {
    var ranges: [Range<Int>] = []
    var end = place
    for letter in letters {
      guard let length = length(of: letter, in: text, at: end) else { return nil }
      ranges.append(end..<end + length)
      end += length
    }
    return ranges
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
