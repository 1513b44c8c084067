/// A text with a cursor, a selection and an undo history, edited by the operations of shells.
///
/// It is a single line unless line ends are allowed. Positions and counts are in characters
/// (extended grapheme clusters): a letter with its accents, an emoji with its parts.
struct LineEditor: Hashable, Sendable {
  /// The text; it contains no control characters, and line ends only if they are allowed.
  private(set) var text: String

  /// The position of the cursor: the number of characters before it.
  private(set) var cursor: Int

  /// A Boolean value that indicates whether the text may have several lines.
  let allowsLineEnds: Bool

  /// The text that was cut last, to be pasted.
  private(set) var cutText = ""

  /// The end of the selection opposite the cursor; nil if nothing is selected.
  private var anchor: Int?

  private var past: [Step] = []
  private var future: [Step] = []
  /// A Boolean value that indicates whether the last change was typing, undone as one step.
  private var isTyping = false

  /// A text with its cursor, to be restored by undo or redo.
  private struct Step: Hashable, Sendable {
    var text: String
    var cursor: Int
  }

  /// The maximum number of steps that can be undone.
  private static let undoLimit = 100

  /// Creates an editor with the cursor at the end of a text.
  init(_ text: String = "", allowsLineEnds: Bool = false) {
    self.allowsLineEnds = allowsLineEnds
    self.text = Self.plain(text, allowsLineEnds: allowsLineEnds)
    cursor = self.text.count
  }

  /// The range of the selected characters, or nil.
  var selection: Range<Int>? {
    guard let anchor, anchor != cursor else { return nil }
    return min(anchor, cursor)..<max(anchor, cursor)
  }

  /// Moves the cursor by a closure and extends the selection, or a new one, to its new position.
  mutating func extendSelection(_ move: (inout Self) -> Void) {
    let start = anchor ?? cursor
    move(&self)
    anchor = start
  }

  mutating func selectAll() {
    move(to: 0)
    extendSelection { $0.move(to: .max) }
  }

  /// Restores the text before the last change.
  mutating func undo() { restore(from: \.past, to: \.future) }

  /// Restores the text before the last undo.
  mutating func redo() { restore(from: \.future, to: \.past) }

  private mutating func restore(
    from source: WritableKeyPath<Self, [Step]>, to target: WritableKeyPath<Self, [Step]>
  ) {
    guard let step = self[keyPath: source].popLast() else { return }
    self[keyPath: target].append(Step(text: text, cursor: cursor))
    (text, cursor, anchor, isTyping) = (step.text, step.cursor, nil, false)
  }

  /// Records the current text for undo, before it is changed.
  private mutating func keep(isTyping: Bool = false) {
    if !isTyping || !self.isTyping || past.isEmpty {
      past.append(Step(text: text, cursor: cursor))
      if past.count > Self.undoLimit { past.removeFirst() }
    }
    future = []
    self.isTyping = isTyping
  }

  var head: Substring { text.prefix(cursor) }

  var tail: Substring { text.dropFirst(cursor) }

  /// Replaces the text; a cursor at the end stays at the end.
  mutating func replace(with text: String) {
    let wasAtEnd = tail.isEmpty
    keep()
    anchor = nil
    self.text = Self.plain(text, allowsLineEnds: allowsLineEnds)
    cursor = wasAtEnd ? self.text.count : min(cursor, self.text.count)
  }

  /// Inserts a text at the cursor, or replaces the selection with it.
  ///
  /// Tabs become blanks, as do line ends if they are not allowed; other control characters are
  /// removed.
  mutating func insert(_ inserted: String) {
    let inserted = Self.plain(inserted, allowsLineEnds: allowsLineEnds)
    let range = selection ?? cursor..<cursor
    let isTyped = range.isEmpty && inserted.count == 1
    set(
      head: text.prefix(range.lowerBound) + inserted, tail: text.dropFirst(range.upperBound),
      isTyping: isTyped)
  }

  /// Moves the cursor, clamped to the text, and clears the selection.
  mutating func move(to position: Int) {
    cursor = max(0, min(position, text.count))
    (anchor, isTyping) = (nil, false)
  }

  /// Moves the cursor to the start of the word before it.
  mutating func moveWordLeft() { move(to: wordStart(where: \.isWordPart)) }

  /// Moves the cursor to the end of the word after it.
  mutating func moveWordRight() { move(to: wordEnd()) }

  /// Removes the selection, or else the character before the cursor.
  mutating func deleteBackward() { remove(selection ?? max(0, cursor - 1)..<cursor) }

  /// Removes the selection, or else the character after the cursor.
  mutating func deleteForward() {
    remove(selection ?? cursor..<min(text.count, cursor + 1))
  }

  /// Cuts the selection, or else the word between blanks before the cursor.
  mutating func cutWord() { cut(from: wordStart { !$0.isWhitespace }, to: cursor) }

  /// Cuts the selection, or else the word of letters and digits before the cursor.
  mutating func cutWordLeft() { cut(from: wordStart(where: \.isWordPart), to: cursor) }

  /// Cuts the selection, or else up to the end of the word after the cursor.
  mutating func cutWordRight() { cut(from: cursor, to: wordEnd()) }

  /// Cuts the selection, or else all characters before the cursor.
  mutating func cutToStart() { cut(from: 0, to: cursor) }

  /// Cuts the selection, or else all characters after the cursor.
  mutating func cutToEnd() { cut(from: cursor, to: text.count) }

  /// Inserts the text that was cut last.
  mutating func putBack() { insert(cutText) }

  // MARK: Private

  /// Cuts the selection, or else a range of characters.
  private mutating func cut(from start: Int, to end: Int) {
    let range = selection ?? start..<max(start, end)
    guard !range.isEmpty else { return }
    cutText = String(text.dropFirst(range.lowerBound).prefix(range.count))
    remove(range)
  }

  private mutating func remove(_ range: Range<Int>) {
    guard !range.isEmpty else { return }
    set(head: text.prefix(range.lowerBound), tail: text.dropFirst(range.upperBound))
  }

  /// Sets the text to two joined parts, with the cursor between them.
  ///
  /// The characters at the seam may combine into one; the cursor is then after it.
  private mutating func set(
    head: some StringProtocol, tail: some StringProtocol, isTyping: Bool = false
  ) {
    keep(isTyping: isTyping)
    anchor = nil
    text = String(head) + String(tail)
    cursor = Self.characters(of: text, in: head)
  }

  /// Returns the number of characters of a text that cover a prefix of it.
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

  private static func plain(_ text: String, allowsLineEnds: Bool) -> String {
    guard text.unicodeScalars.contains(where: \.isControl) else { return text }
    var scalars = String.UnicodeScalarView()
    var last: UnicodeScalar?
    for scalar in text.unicodeScalars {
      let endsLine = scalar == "\n" || scalar == "\r" || scalar == "\t"
      if endsLine, !(scalar == "\n" && last == "\r") {
        scalars.append(allowsLineEnds && scalar != "\t" ? "\n" : " ")
      }
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
  /// A Boolean value that indicates whether it is a control character or a line separator.
  fileprivate var isControl: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }
}
