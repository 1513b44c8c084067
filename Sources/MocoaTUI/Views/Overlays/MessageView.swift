/// A message or a question over everything else, with answers to choose from.
///
/// ```swift
/// application.present(
///   MessageView(title: "Ada Lovelace", text: "Call 555-0101?", answers: ["Call", "Cancel"]) {
///     answer in if answer == 0 { call() }
///   })
/// ```
@MainActor
public final class MessageView: OverlayView {
  private let heading: String
  private let text: String
  private let answers: [String]
  private let onAnswer: (Int?) -> Void
  private var selected = 0
  private var answer: Int?

  /// Makes a message.
  ///
  /// - Parameters:
  ///   - title: what it is about.
  ///   - text: what it says; wrapped at blanks, and at line ends.
  ///   - answers: what can be answered; the first one is chosen by Enter.
  ///   - onAnswer: called once with the answer's number, or nil if the message was closed.
  public init(
    title: String, text: String, answers: [String] = ["OK"],
    onAnswer: @escaping (Int?) -> Void = { _ in }
  ) {
    heading = title
    self.text = text
    self.answers = answers
    self.onAnswer = onAnswer
    super.init()
  }

  public override var canBecomeFocused: Bool { true }

  public override func preferredSize(in available: Size) -> Size {
    let room = min(60, available.columns - 4)
    let lines = wrapped(to: room)
    let width = lines.map { TextWidth.columns(of: $0, upTo: room) }.max() ?? 0
    let title = TextWidth.columns(of: heading, upTo: room) + 4
    return Size(
      columns: max(width, title, answersWidth) + 4,
      rows: lines.count + (answers.isEmpty ? 2 : 4))
  }

  private func wrapped(to columns: Int) -> [String] {
    guard columns > 0 else { return [] }
    return TextWidth.lines(of: text, wrappedTo: columns).map(String.init)
  }

  private var answersWidth: Int {
    answers.reduce(-2) { $0 + TextWidth.columns(of: $1, upTo: 1_000) + 4 }
  }

  public override func draw(in canvas: inout Canvas) {
    canvas.box(canvas.bounds, title: heading)
    let inner = bounds.inset(by: Insets(top: 1, left: 2, bottom: 1, right: 2))
    let part = canvas.part(inner)
    for (row, line) in wrapped(to: inner.columns).enumerated() {
      part.draw(line, at: Point(column: 0, row: row))
    }
    for (index, place) in answerPlaces.enumerated() {
      canvas.draw(" \(answers[index]) ", at: place.origin, columns: place.columns)
      if index == selected { canvas.overlay(place, style: .cursorRow) }
    }
  }

  /// Where the answers stand: in the last row, at the right.
  private var answerPlaces: [Rect] {
    var column = frame.columns - 2 - answersWidth
    return answers.map { answer in
      let width = TextWidth.columns(of: answer, upTo: 1_000) + 2
      defer { column += width + 2 }
      return Rect(column: column, row: frame.rows - 2, columns: width, rows: 1)
    }
  }

  /// The keys of a message.
  public static let defaultKeyMap = KeyMap(
    unchecked: [
      .init(.moveDown, [.right, "l", .tab], help: "goes to the next answer"),
      .init(.moveUp, [.left, "h", Key(.tab, .shift)], help: "goes to the answer before"),
      .init(.select, [.enter, .space], help: "answers"),
      .init(.dismiss, [.escape, "q"], help: "closes the message"),
    ], title: "Message")

  public override var keyMap: KeyMap { Self.defaultKeyMap }

  public override func perform(_ action: Action) -> Bool {
    switch action {
    case .moveDown: move(by: 1)
    case .moveUp: move(by: -1)
    case .select: choose(answers.isEmpty ? nil : selected)
    case .dismiss: dismiss()
    default: return false
    }
    return true
  }

  public override func handle(_ event: InputEvent) -> Bool {
    if case .mouse(let mouse) = event, case .press(.left) = mouse.action,
      let index = answerPlaces.firstIndex(where: { $0.contains(mouse.point) })
    {
      choose(index)
      return true
    }
    return super.handle(event)
  }

  private func move(by count: Int) {
    guard !answers.isEmpty else { return }
    selected = (selected + count + answers.count) % answers.count
    setNeedsDisplay()
  }

  private func choose(_ index: Int?) {
    answer = index
    dismiss()
  }

  public override func didDismiss() { onAnswer(answer) }
}
