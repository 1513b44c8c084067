/// Splits a command into words, as a shell does.
package enum CommandWords {
  /// Returns the words as templates; quotes and the braces of a template keep spaces together.
  package static func templates(of text: String) throws(FilterSyntaxError) -> [RowTemplate] {
    var splitter = Splitter(text: text, keepsBraces: true)
    let words = try splitter.split()
    guard !words.isEmpty else {
      throw FilterSyntaxError(
        "the command is missing", at: text.startIndex..<text.startIndex, in: text)
    }
    var templates: [RowTemplate] = []
    for word in words { templates.append(try RowTemplate(parsingCommand: word)) }
    return templates
  }

  /// Returns the words; quotes keep spaces together.
  package static func words(of text: String) throws(FilterSyntaxError) -> [String] {
    var splitter = Splitter(text: text, keepsBraces: false)
    return try splitter.split()
  }

  private struct Splitter {
    let text: String
    let keepsBraces: Bool
    var words: [String] = []
    var word: String?

    mutating func split() throws(FilterSyntaxError) -> [String] {
      var quote: (sign: Character, place: String.Index)?
      var depth = 0
      for (place, character) in zip(text.indices, text) {
        if character == "{" { depth += 1 }
        if character == "}" { depth = max(0, depth - 1) }
        let isInTemplate = keepsBraces && (depth > 0 || character == "}")
        if !isInTemplate, let open = quote {
          if character == open.sign { quote = nil } else { add(character) }
        } else if !isInTemplate, character == "\"" || character == "'" {
          quote = (character, place)
          word = word ?? ""
        } else if !isInTemplate, character.isWhitespace {
          endWord()
        } else {
          add(character)
        }
      }
      if let quote {
        throw FilterSyntaxError(
          "the closing \(quote.sign) is missing", at: quote.place..<text.index(after: quote.place),
          in: text)
      }
      endWord()
      return words
    }

    private mutating func add(_ character: Character) {
      word = (word ?? "") + String(character)
    }

    private mutating func endWord() {
      if let word { words.append(word) }
      word = nil
    }
  }
}
