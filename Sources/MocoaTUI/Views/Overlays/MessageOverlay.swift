/// An overlay with a message or a question, and answers to choose from.
///
/// ```swift
/// application.present(
///   MessageOverlay(title: "Ada Lovelace", text: "Call 555-0101?", answers: ["Call", "Stay"]) {
///     answer in if answer == 0 { call() }
///   })
/// ```
///
/// The first letter of an answer chooses it if no other answer starts with it; these letters are
/// displayed in the bottom edge of the border. Text that does not fit is scrolled.
@MainActor
public final class MessageOverlay: OverlayView, AnsweringOverlay {
  private let heading: String
  private let text: String
  private let answers: [String]
  private let letters: [Key?]
  private let onAnswer: (Int?) -> Void
  private var selected: Int
  private var topLine = 0

  /// The index of the answer; nil if the message was closed without one.
  public private(set) var answer: Int?

  /// Creates a message.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - text: The text, wrapped at blanks and line ends.
  ///   - answers: The answers.
  ///   - defaultAnswer: The index of the initially selected answer.
  ///   - onAnswer: Called once with the index of the answer, or nil if the message was closed.
  public init(
    title: String, text: String, answers: [String] = ["OK"], defaultAnswer: Int = 0,
    onAnswer: @escaping (Int?) -> Void = { _ in }
  ) {
    heading = title
    // Colors could hide a part of what is asked, such as of a command.
    self.text = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .map { TextWidth.sanitized(String($0)) }.joined(separator: "\n")
    self.answers = answers
    letters = Self.letters(of: answers)
    selected = max(0, min(defaultAnswer, answers.count - 1))
    self.onAnswer = onAnswer
    super.init()
  }

  /// Creates a question with the answers Yes and No, of which No is the default.
  public static func confirmation(
    title: String, text: String, onYes: @escaping () -> Void
  ) -> MessageOverlay {
    MessageOverlay(title: title, text: text, answers: ["Yes", "No"], defaultAnswer: 1) { answer in
      if answer == 0 { onYes() }
    }
  }

  /// Returns the first letter of each answer; nil if it is not unique, or bound in the key map.
  private static func letters(of answers: [String]) -> [Key?] {
    let first = answers.map { $0.first?.lowercased() ?? "" }
    return first.map { letter in
      guard letter.count == 1, let character = letter.first, character.isLetter,
        first.count(where: { $0 == letter }) == 1,
        defaultKeyMap.bindings(of: Key(character)).isEmpty
      else { return nil }
      return Key(character)
    }
  }

  public override var canBecomeFocused: Bool { true }

  // MARK: Layout

  public override func sizeThatFits(_ available: Size) -> Size {
    let room = min(76, available.columns - 4)
    let lines = wrapped(to: room)
    let width = lines.map { TextWidth.columns(of: $0, upTo: room) }.max() ?? 0
    let title = TextWidth.columns(of: heading, upTo: room) + 4
    let keys = TextWidth.columns(of: keysText, upTo: room) + 4
    return Size(
      columns: max(width, title, keys, answersWidth) + 4,
      rows: lines.count + (answers.isEmpty ? 2 : 4))
  }

  private func wrapped(to columns: Int) -> [String] {
    guard columns > 0 else { return [] }
    return TextWidth.lines(of: text, wrappedTo: columns).map(String.init)
  }

  private var answersWidth: Int {
    answers.reduce(-2) { $0 + TextWidth.columns(of: $1, upTo: 1_000) + 4 }
  }

  /// The frame of the text, above the answers and a blank row.
  private var textPlace: Rect {
    let inner = bounds.inset(by: Insets(top: 1, left: 2, bottom: 1, right: 2))
    let rows = max(0, inner.rows - (answers.isEmpty ? 0 : 2))
    return Rect(column: inner.left, row: inner.top, columns: inner.columns, rows: rows)
  }

  /// The frames of the answers, at the right of the last row.
  private var answerPlaces: [Rect] {
    var column = frame.columns - 2 - answersWidth
    return answers.map { answer in
      let width = TextWidth.columns(of: answer, upTo: 1_000) + 2
      defer { column += width + 2 }
      return Rect(column: column, row: frame.rows - 2, columns: width, rows: 1)
    }
  }

  // MARK: Drawing

  public override func draw(in canvas: inout Canvas) {
    canvas.box(canvas.bounds, title: heading)
    let place = textPlace
    let lines = wrapped(to: place.columns)
    let part = canvas.part(place)
    for (row, line) in lines.dropFirst(topLine).prefix(place.rows).enumerated() {
      part.draw(line, at: Point(column: 0, row: row))
    }
    let foot =
      lines.count > place.rows ? "↑↓ \(min(topLine + place.rows, lines.count))/\(lines.count)" : ""
    drawFoot([foot, keysText].filter { !$0.isEmpty }.joined(separator: "  "), in: canvas)
    for (index, place) in answerPlaces.enumerated() {
      let answer = TextRun(" \(answers[index]) ", overlay: index == selected ? .cursorRow : nil)
      canvas.draw([answer], at: place.origin, columns: place.columns)
    }
  }

  private func drawFoot(_ text: String, in canvas: Canvas) {
    guard !text.isEmpty, frame.columns > 8, frame.rows > 1 else { return }
    canvas.draw(
      " \(text) ", at: Point(column: 2, row: frame.rows - 1), columns: frame.columns - 4,
      style: .border)
  }

  /// The hint of the letters that choose an answer: `y yes  n no  Esc close`.
  private var keysText: String {
    guard letters.contains(where: { $0 != nil }), answers.count > 1 else { return "" }
    let texts = zip(letters, answers).compactMap { key, answer in
      key.map { "\($0) \(answer.lowercased())" }
    }
    return texts.joined(separator: "  ") + "  Esc close"
  }

  // MARK: Keys

  /// The keys of a message besides the letters of its answers.
  static let defaultKeyMap = KeyMap(
    for: MessageOverlay.self, title: "Message",
    [
      .init("next-answer", [.right, "l", .tab], help: "Next answer") { $0.move(by: 1) },
      .init("previous-answer", [.left, "h", Key(.tab, .shift)], help: "Previous answer") {
        $0.move(by: -1)
      },
      .init("select", [.enter, .space], help: "Answer") {
        $0.choose($0.answers.isEmpty ? nil : $0.selected)
      },
      .init("scroll-down", [.down, "j", .pageDown], help: "Scroll down") { $0.scroll(by: 1) },
      .init("scroll-up", [.up, "k", .pageUp], help: "Scroll up") { $0.scroll(by: -1) },
      .dismissal([.escape, "q"], help: "Close the message"),
    ])

  public override var keyMap: KeyMap { Self.defaultKeyMap }

  public override func handle(_ event: InputEvent) -> Bool {
    switch event {
    case .key(let key):
      if let index = letters.firstIndex(of: key) {
        choose(index)
        return true
      }
    case .mouse(let mouse):
      if case .press(.left) = mouse.action,
        let index = answerPlaces.firstIndex(where: { $0.contains(mouse.point) })
      {
        choose(index)
        return true
      }
    default: break
    }
    return super.handle(event)
  }

  private func move(by count: Int) {
    guard !answers.isEmpty else { return }
    selected = (selected + count + answers.count) % answers.count
    setNeedsDisplay()
  }

  private func scroll(by count: Int) {
    let last = max(0, wrapped(to: textPlace.columns).count - textPlace.rows)
    topLine = max(0, min(topLine + count, last))
    setNeedsDisplay()
  }

  private func choose(_ index: Int?) {
    answer = index
    dismiss()
  }

  public override func didDismiss() { onAnswer(answer) }
}

/// The former name of ``MessageOverlay``.
@available(*, deprecated, renamed: "MessageOverlay") public typealias MessageView = MessageOverlay
