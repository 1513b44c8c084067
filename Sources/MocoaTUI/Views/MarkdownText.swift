/// Markdown as blocks that are wrapped: headings, paragraphs, lists, quotations, code and rules.
///
/// Emphasis, code and links in a paragraph are sequences in its text that select looks. Tables and
/// HTML are shown as they are written.
struct MarkdownText {
  /// A part of a text that begins a line.
  private struct Block {
    /// What is in front of the first line, such as a bullet.
    var first = ""
    /// What is in front of the other lines.
    var rest = ""
    var text: String
    var style = StyleName.body
    var isWrapped = true
  }

  private var blocks: [Block] = []
  /// What encloses the current line: the marks of quotations, and the indentation of lists.
  private var prefix = ""
  /// The bullet of a list that the next block stands behind.
  private var bullet: String?
  /// The lines of the paragraph that has not ended.
  private var paragraph: [Substring] = []
  /// The mark that ends a block of code, and its indentation; nil outside of one.
  private var fence: (mark: Substring, indentation: Int)?

  init(_ text: String) {
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      add(line)
    }
    endParagraph()
    while blocks.last?.text.isEmpty == true { blocks.removeLast() }
  }

  /// Returns the lines of the text in a number of columns; those of code may be wider.
  func lines(columns: Int) -> [Line] {
    blocks.flatMap { block in
      let width = max(1, columns - TextWidth.columns(of: block.rest))
      let lines =
        block.isWrapped
        ? TextWidth.lines(of: block.text, wrappedTo: width).map {
          TextWidth.resumed($0, in: block.text)
        } : [block.text]
      return lines.enumerated().map { number, line in
        let mark = number == 0 ? block.first : block.rest
        return Line([TextRun(mark, style: .tertiary), TextRun(line, style: block.style)])
      }
    }
  }

  // MARK: Blocks

  private mutating func add(_ line: Substring) {
    var rest = line.drop { $0 == " " || $0 == "\t" }
    let indentation = line.count - rest.count
    if let fence {
      if rest.hasPrefix(fence.mark), rest.allSatisfy({ $0 == fence.mark.first || $0 == " " }) {
        self.fence = nil
      } else {
        append(TextWidth.expandingTabs(String(line.dropFirst(fence.indentation))), .string, false)
      }
      return
    }
    if rest.isEmpty {
      endParagraph()
      if blocks.last?.text.isEmpty == false { blocks.append(Block(text: "")) }
      return
    }
    if paragraph.isEmpty, bullet == nil, indentation == 0 { prefix = "" }
    while rest.first == ">" {
      if !prefix.contains("│") { endParagraph() }
      prefix = "│ "
      rest = rest.dropFirst().drop { $0 == " " }
    }
    if rest.isEmpty { return endParagraph() }
    if let mark = ["```", "~~~"].first(where: { rest.hasPrefix($0) }) {
      endParagraph()
      fence = (rest.prefix { $0 == mark.first }, indentation)
    } else if let level = headingLevel(of: rest) {
      endParagraph()
      let style = TextStyle(attributes: level == 1 ? .underline : [])
      let text = Self.headingText(of: rest.dropFirst(level))
      append(MarkdownInline.rendered(text), .title.overlaid(with: style))
    } else if rest.count >= 3, let mark = rest.first, "-*_=".contains(mark),
      rest.allSatisfy({ $0 == mark || $0 == " " })
    {
      addRule(mark)
    } else if let (mark, text) = listItem(in: rest) {
      endParagraph()
      let quotation = prefix.hasPrefix("│") ? "│ " : ""
      prefix = quotation + String(repeating: " ", count: indentation)
      bullet = mark
      if !text.isEmpty { paragraph = [text] }
    } else if rest.first == "|" {
      endParagraph()
      append(String(rest), .body, false)
    } else if indentation >= 4, paragraph.isEmpty, bullet == nil, prefix.isEmpty {
      append(TextWidth.expandingTabs(String(line.dropFirst(4))), .string, false)
    } else {
      paragraph.append(rest)
    }
  }

  private mutating func endParagraph() {
    guard !paragraph.isEmpty || bullet != nil else { return }
    var text = ""
    for (number, line) in paragraph.enumerated() {
      let isBroken = line.hasSuffix("  ") || line.hasSuffix("\\")
      text += line.hasSuffix("\\") ? line.dropLast() : line
      while text.last == " " { text.removeLast() }
      if number < paragraph.count - 1 { text += isBroken ? "\n" : " " }
    }
    paragraph = []
    append(MarkdownInline.rendered(text[...]))
  }

  /// Adds a line, or makes the paragraph in front of it a heading.
  private mutating func addRule(_ mark: Character) {
    if "-=".contains(mark), !paragraph.isEmpty, bullet == nil {
      endParagraph()
      blocks[blocks.count - 1].style = .title
    } else {
      endParagraph()
      append(String(repeating: "─", count: 40), .border, false)
    }
  }

  /// Appends a block behind what encloses it; the first one of a list has its bullet.
  private mutating func append(
    _ text: String, _ style: StyleName = .body, _ isWrapped: Bool = true
  ) {
    var block = Block(text: text, style: style, isWrapped: isWrapped)
    block.first = prefix + (bullet ?? "")
    if let bullet { prefix += String(repeating: " ", count: TextWidth.columns(of: bullet)) }
    bullet = nil
    block.rest = prefix
    blocks.append(block)
  }

  private func headingLevel(of line: Substring) -> Int? {
    let level = line.prefix { $0 == "#" }.count
    return (1...6).contains(level) && line.dropFirst(level).first ?? " " == " " ? level : nil
  }

  /// Returns the text of a heading, without the marks that may be behind it.
  private static func headingText(of line: Substring) -> Substring {
    var text = line.drop { $0 == " " }
    while text.last == " " { text.removeLast() }
    let end = text.lastIndex { $0 != "#" }.map { text.index(after: $0) } ?? text.startIndex
    guard text[..<end].last ?? " " == " " else { return text }
    text = text[..<end]
    while text.last == " " { text.removeLast() }
    return text
  }

  private func listItem(in line: Substring) -> (bullet: String, text: Substring)? {
    let digits = line.prefix { $0.isASCII && $0.isNumber }
    let mark = line.dropFirst(digits.count).prefix(1)
    let text = line.dropFirst(digits.count + 1)
    guard text.first ?? " " == " ", digits.count < 10 else { return nil }
    guard digits.isEmpty ? ["-", "*", "+"].contains(mark) : [".", ")"].contains(mark) else {
      return nil
    }
    return (digits.isEmpty ? "• " : "\(digits)\(mark) ", text.drop { $0 == " " })
  }
}

/// Emphasis, code and links in a line of Markdown, which become sequences that select looks.
struct MarkdownInline {
  private var result = ""
  private var rest: Substring
  private var previous: Character = " "
  /// The marks that are open, the innermost at the end.
  private var open: [Substring] = []
  /// The marks that do not end in the rest.
  private var unended: Set<Substring> = []

  /// Returns a text with sequences in the place of marks.
  static func rendered(_ text: Substring) -> String {
    guard text.contains(where: { "\\`*_~[<!".contains($0) }) else { return String(text) }
    var inline = MarkdownInline(rest: text)
    while let character = inline.rest.first { inline.add(character) }
    return inline.result
  }

  private init(rest: Substring) { self.rest = rest }

  private var look: TextStyle {
    var attributes: TextAttributes = []
    for mark in open {
      switch mark {
      case "~~": attributes.insert(.strikethrough)
      case _ where mark.count == 1: attributes.insert(.italic)
      case _ where mark.count == 2: attributes.insert(.bold)
      default: attributes.formUnion([.bold, .italic])
      }
    }
    return TextStyle(attributes: attributes)
  }

  private mutating func add(_ character: Character) {
    switch character {
    case "\\":
      rest.removeFirst()
      if let next = rest.first, next.isPunctuation || next.isSymbol { take(1) } else { write("\\") }
    case "`": addCode()
    case "*", "_", "~": addEmphasis(character)
    case "!" where rest.hasPrefix("!["): rest.removeFirst()
    case "[": addLink()
    case "<":
      let address = rest.dropFirst().prefix { $0 != ">" && $0 != "<" && $0 != " " }
      guard address.contains("://"), rest.dropFirst(address.count + 1).first == ">" else {
        return take(1)
      }
      rest.removeFirst(address.count + 2)
      write(String(address), TextStyle(attributes: .underline))
    default: take(1)
    }
  }

  private mutating func take(_ count: Int) {
    write(String(rest.prefix(count)))
    rest.removeFirst(count)
  }

  /// Writes a text, whose look is that of the marks around and another one.
  private mutating func write(_ text: String, _ own: TextStyle? = nil) {
    if let own {
      result += look.overlaid(with: own).sequence + text + look.sequence
    } else {
      result += text
    }
    previous = text.last ?? previous
  }

  private mutating func addCode() {
    let mark = rest.prefix { $0 == "`" }
    let code = rest.dropFirst(mark.count)
    guard !unended.contains(mark), let end = Self.range(of: mark, in: code) else {
      unended.insert(mark)
      return take(mark.count)
    }
    var text = code[..<end.lowerBound]
    if text.count > 2, text.first == " ", text.last == " " { text = text.dropFirst().dropLast() }
    rest = code[end.upperBound...]
    write(String(text), TextStyle(foreground: .cyan))
  }

  /// Returns the place of a run of a character that is as long as a mark.
  private static func range(of mark: Substring, in text: Substring) -> Range<Substring.Index>? {
    var place = text.startIndex
    while let start = text[place...].firstIndex(where: { $0 == mark.first }) {
      let end = text[start...].firstIndex { $0 != mark.first } ?? text.endIndex
      if text[start..<end] == mark { return start..<end }
      place = end
    }
    return nil
  }

  private mutating func addEmphasis(_ character: Character) {
    let mark = rest.prefix { $0 == character }
    let next = rest.dropFirst(mark.count).first ?? " "
    let isInWord = character == "_" && Self.isWord(previous) && Self.isWord(next)
    if mark == open.last, !previous.isWhitespace, !isInWord {
      open.removeLast()
    } else if !next.isWhitespace, !isInWord, !open.contains(mark), ends(mark) {
      open.append(mark)
    } else {
      return take(mark.count)
    }
    rest.removeFirst(mark.count)
    result += look.sequence
  }

  private static func isWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber
  }

  /// Returns whether a mark ends in the rest, so that it is no asterisk of its own.
  private mutating func ends(_ mark: Substring) -> Bool {
    guard mark.first == "~" ? mark.count == 2 : mark.count <= 3, !unended.contains(mark) else {
      return false
    }
    var text = rest.dropFirst(mark.count)
    while let end = Self.range(of: mark, in: text) {
      if !text[text.index(before: end.lowerBound)].isWhitespace { return true }
      text = text[end.upperBound...]
    }
    unended.insert(mark)
    return false
  }

  /// The maximum number of characters of the address of a link, and its title.
  private static let longestAddress = 2_000

  /// Adds the text of a link, with its address if it leads to another place.
  private mutating func addLink() {
    let text = rest.dropFirst().prefix { $0 != "]" && $0 != "[" }
    let behind = rest.dropFirst(text.count + 1)
    guard behind.hasPrefix("](") else { return take(1) }
    let address = behind.dropFirst(2).prefix(Self.longestAddress).prefix { $0 != ")" }
    let end = behind.dropFirst(address.count + 2)
    guard end.first == ")" else { return take(1) }
    rest = end.dropFirst()
    write(Self.rendered(text), TextStyle(attributes: .underline))
    guard address.contains("://"), address != text else { return }
    write(" (\(address.prefix { $0 != " " }))", TextStyle(attributes: .dim))
  }
}
