/// One line of text that is being edited, with a cursor between its characters.
///
/// A character is what a reader takes for one: a letter with its accents, an emoji with its parts.
/// The editing operations are those that shells have.
public struct LineEditor: Hashable, Sendable {
  /// The text; never with a line end or another control character.
  public private(set) var text: String

  /// How many characters stand before the cursor.
  public private(set) var cursor: Int

  /// What was cut last, to be put back.
  public private(set) var cutText = ""

  /// Makes an editor with the cursor at the end of a text.
  public init(_ text: String = "") {
    self.text = Self.line(text)
    cursor = self.text.count
  }

  /// The text before the cursor.
  public var head: Substring { text.prefix(cursor) }

  /// The text after the cursor.
  public var tail: Substring { text.dropFirst(cursor) }

  /// Replaces everything; a cursor that was at the end is there again.
  public mutating func replace(with text: String) {
    let wasAtEnd = tail.isEmpty
    self.text = Self.line(text)
    cursor = wasAtEnd ? self.text.count : min(cursor, self.text.count)
  }

  /// Puts text in at the cursor.
  ///
  /// Line ends and tabs become blanks; other control characters are left out.
  public mutating func insert(_ inserted: String) {
    set(head: head + Self.line(inserted), tail: tail)
  }

  /// Moves the cursor; it stops at the ends.
  public mutating func move(to position: Int) {
    cursor = max(0, min(position, text.count))
  }

  /// Moves to the start of the word that is before the cursor.
  public mutating func moveWordLeft() { cursor = wordStart(where: \.isWordPart) }

  /// Moves to the end of the word that is after the cursor.
  public mutating func moveWordRight() { cursor = wordEnd() }

  /// Removes the character before the cursor.
  public mutating func deleteBackward() { set(head: head.dropLast(), tail: tail) }

  /// Removes the character after the cursor.
  public mutating func deleteForward() { set(head: head, tail: tail.dropFirst()) }

  /// Cuts up to the blank before the cursor.
  public mutating func cutWord() { cut(from: wordStart { !$0.isWhitespace }, to: cursor) }

  /// Cuts the letters and digits before the cursor.
  public mutating func cutWordLeft() { cut(from: wordStart(where: \.isWordPart), to: cursor) }

  /// Cuts up to the end of the word after the cursor.
  public mutating func cutWordRight() { cut(from: cursor, to: wordEnd()) }

  /// Cuts everything before the cursor.
  public mutating func cutToStart() { cut(from: 0, to: cursor) }

  /// Cuts everything after the cursor.
  public mutating func cutToEnd() { cut(from: cursor, to: text.count) }

  /// Puts in what was cut last.
  public mutating func putBack() { insert(cutText) }

  // MARK: Private

  private mutating func cut(from start: Int, to end: Int) {
    guard start < end else { return }
    cutText = String(text.dropFirst(start).prefix(end - start))
    set(head: text.prefix(start), tail: text.dropFirst(end))
  }

  /// Joins two halves; an accent may make one character of the two at the seam.
  private mutating func set(head: some StringProtocol, tail: some StringProtocol) {
    text = String(head) + String(tail)
    cursor = Self.characters(of: text, in: head)
  }

  /// How many characters of a text are needed to cover its beginning.
  private static func characters(of text: String, in head: some StringProtocol) -> Int {
    let end = text.utf8.index(text.startIndex, offsetBy: head.utf8.count)
    var count = 0
    var index = text.startIndex
    while index < end {
      index = text.index(after: index)
      count += 1
    }
    return count
  }

  private func wordStart(where isPart: (Character) -> Bool) -> Int {
    let rest = head.reversed().drop { !isPart($0) }.drop(while: isPart)
    return rest.count
  }

  private func wordEnd() -> Int {
    let rest = tail.drop { !$0.isWordPart }.drop(while: \.isWordPart)
    return text.count - rest.count
  }

  private static func line(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: \.isControl) else { return text }
    var scalars = String.UnicodeScalarView()
    var last: UnicodeScalar?
    for scalar in text.unicodeScalars {
      let endsLine = scalar == "\n" || scalar == "\r" || scalar == "\t"
      if endsLine, !(scalar == "\n" && last == "\r") { scalars.append(" ") }
      if !scalar.isControl { scalars.append(scalar) }
      last = scalar
    }
    return String(scalars)
  }
}

extension Character {
  fileprivate var isWordPart: Bool { isLetter || isNumber || self == "_" }
}

extension UnicodeScalar {
  /// Whether it is a control character or a separator of lines.
  fileprivate var isControl: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }
}
