/// Text that is being edited, one line unless it allows more, with a cursor between its characters,
/// a selection, and what can be undone.
///
/// A character is what a reader takes for one: a letter with its accents, an emoji with its parts.
/// The editing operations are those that shells have.
struct LineEditor: Hashable, Sendable {
  /// The text; never with a control character, and with a line end only where these are allowed.
  private(set) var text: String

  /// How many characters stand before the cursor.
  private(set) var cursor: Int

  /// Whether the text may have several lines.
  let allowsLineEnds: Bool

  /// What was cut last, to be put back.
  private(set) var cutText = ""

  /// The other end of the selection; nil where nothing is selected.
  private var anchor: Int?

  private var past: [Step] = []
  private var future: [Step] = []
  /// Whether the last change was a character that was typed: several are undone as one.
  private var isTyping = false

  /// A text with its cursor, to be gone back to.
  private struct Step: Hashable, Sendable {
    var text: String
    var cursor: Int
  }

  /// How many steps can be undone.
  private static let undoLimit = 100

  /// Makes an editor with the cursor at the end of a text.
  init(_ text: String = "", allowsLineEnds: Bool = false) {
    self.allowsLineEnds = allowsLineEnds
    self.text = Self.plain(text, allowsLineEnds: allowsLineEnds)
    cursor = self.text.count
  }

  /// The characters that are selected; nil where none are.
  var selection: Range<Int>? {
    guard let anchor, anchor != cursor else { return nil }
    return min(anchor, cursor)..<max(anchor, cursor)
  }

  /// Selects from where the cursor, or the selection, is to where it is moved.
  mutating func extendSelection(_ move: (inout Self) -> Void) {
    let start = anchor ?? cursor
    move(&self)
    anchor = start
  }

  /// Selects everything.
  mutating func selectAll() {
    move(to: 0)
    extendSelection { $0.move(to: .max) }
  }

  /// Goes back to the text before the last change.
  mutating func undo() { restore(from: \.past, to: \.future) }

  /// Does again what was undone.
  mutating func redo() { restore(from: \.future, to: \.past) }

  private mutating func restore(
    from source: WritableKeyPath<Self, [Step]>, to target: WritableKeyPath<Self, [Step]>
  ) {
    guard let step = self[keyPath: source].popLast() else { return }
    self[keyPath: target].append(Step(text: text, cursor: cursor))
    (text, cursor, anchor, isTyping) = (step.text, step.cursor, nil, false)
  }

  /// Keeps the text as it is before it is changed.
  private mutating func keep(isTyping: Bool = false) {
    if !isTyping || !self.isTyping || past.isEmpty {
      past.append(Step(text: text, cursor: cursor))
      if past.count > Self.undoLimit { past.removeFirst() }
    }
    future = []
    self.isTyping = isTyping
  }

  /// The text before the cursor.
  var head: Substring { text.prefix(cursor) }

  /// The text after the cursor.
  var tail: Substring { text.dropFirst(cursor) }

  /// Replaces everything; a cursor that was at the end is there again.
  mutating func replace(with text: String) {
    let wasAtEnd = tail.isEmpty
    keep()
    anchor = nil
    self.text = Self.plain(text, allowsLineEnds: allowsLineEnds)
    cursor = wasAtEnd ? self.text.count : min(cursor, self.text.count)
  }

  /// Puts text in at the cursor, or in place of what is selected.
  ///
  /// Tabs, and line ends where they are not allowed, become blanks; other control characters are
  /// left out.
  mutating func insert(_ inserted: String) {
    let inserted = Self.plain(inserted, allowsLineEnds: allowsLineEnds)
    let range = selection ?? cursor..<cursor
    let isTyped = range.isEmpty && inserted.count == 1
    set(
      head: text.prefix(range.lowerBound) + inserted, tail: text.dropFirst(range.upperBound),
      isTyping: isTyped)
  }

  /// Moves the cursor; it stops at the ends, and nothing is selected then.
  mutating func move(to position: Int) {
    cursor = max(0, min(position, text.count))
    (anchor, isTyping) = (nil, false)
  }

  /// Moves to the start of the word that is before the cursor.
  mutating func moveWordLeft() { move(to: wordStart(where: \.isWordPart)) }

  /// Moves to the end of the word that is after the cursor.
  mutating func moveWordRight() { move(to: wordEnd()) }

  /// Removes what is selected, or else the character before the cursor.
  mutating func deleteBackward() { remove(selection ?? max(0, cursor - 1)..<cursor) }

  /// Removes what is selected, or else the character after the cursor.
  mutating func deleteForward() {
    remove(selection ?? cursor..<min(text.count, cursor + 1))
  }

  /// Cuts up to the blank before the cursor.
  mutating func cutWord() { cut(from: wordStart { !$0.isWhitespace }, to: cursor) }

  /// Cuts the letters and digits before the cursor.
  mutating func cutWordLeft() { cut(from: wordStart(where: \.isWordPart), to: cursor) }

  /// Cuts up to the end of the word after the cursor.
  mutating func cutWordRight() { cut(from: cursor, to: wordEnd()) }

  /// Cuts everything before the cursor.
  mutating func cutToStart() { cut(from: 0, to: cursor) }

  /// Cuts everything after the cursor.
  mutating func cutToEnd() { cut(from: cursor, to: text.count) }

  /// Puts in what was cut last.
  mutating func putBack() { insert(cutText) }

  // MARK: Private

  /// Cuts what is selected, or else some characters.
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

  /// Joins two halves; an accent may make one character of the two at the seam.
  private mutating func set(
    head: some StringProtocol, tail: some StringProtocol, isTyping: Bool = false
  ) {
    keep(isTyping: isTyping)
    anchor = nil
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
  /// Whether it is a control character or a separator of lines.
  fileprivate var isControl: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }
}
