/// A row in which something is asked for: a label, a field, and what is wrong with what was typed.
@MainActor
package final class PromptView: View {
  /// What is asked for.
  var label: String {
    didSet { setNeedsLayout() }
  }

  /// Where the answer is typed.
  package let field = TextField()

  /// What was found, or what is wrong; shown after the field.
  package private(set) var message = ""

  private var messageStyle = Style.statusBar

  /// How wide the message is shown.
  private var messageColumns = 0

  /// The answers that were given before, oldest first; Up and Down go through them.
  var history: [String] = []

  private var historyIndex: Int?

  /// Returns what can replace the end of a text, which is what stands before the cursor; Tab and
  /// Shift-Tab go through it.
  var complete: ((String) -> (range: Range<Int>, candidates: [String]))?

  /// What Tab has found, and the text that it has made of it.
  private var completion: (range: Range<Int>, candidates: [String], index: Int, text: String)?

  /// Makes a prompt.
  package init(label: String) {
    self.label = label
    super.init()
    isPane = true
    field.style = .statusBar
    addSubview(field)
  }

  /// Whether what was typed is known to be wrong.
  package private(set) var hasError = false

  /// Shows what is wrong with the text, and marks the characters in question.
  package func showError(_ message: String, marking range: Range<Int>? = nil) {
    show(message, style: .error)
    hasError = true
    field.marked = range
  }

  /// Shows something after the field.
  package func show(_ message: String, style: Style = .statusBar) {
    hasError = false
    field.marked = nil
    guard message != self.message || style != messageStyle else { return }
    self.message = message
    messageStyle = style
    setNeedsLayout()
    setNeedsDisplay()
  }

  package override var backgroundStyle: Style { .statusBar }

  package override func layoutSubviews() {
    let left = min(1 + TextWidth.columns(of: label, upTo: 40), frame.columns)
    // What the text does not need is the message's, which has half of the row in any case.
    let text = TextWidth.columns(of: field.text, upTo: frame.columns)
    let room = max(frame.columns / 2, frame.columns - left - text - 4)
    messageColumns = TextWidth.columns(of: message, upTo: max(0, room))
    let right = message.isEmpty ? 0 : messageColumns + 2
    field.frame = Rect(
      column: left, row: 0, columns: max(1, frame.columns - left - right), rows: 1)
  }

  package override func draw(in canvas: inout Canvas) {
    canvas.draw(label, at: Point(column: 1, row: 0), style: .statusBarStrong)
    guard !message.isEmpty else { return }
    canvas.draw(
      [TextRun(message, style: .statusBar, overlay: messageStyle)],
      at: Point(column: frame.columns - messageColumns - 1, row: 0), columns: messageColumns)
  }

  package override func handle(_ event: InputEvent) -> Bool {
    switch event {
    case .key(.up): return recall(by: -1)
    case .key(.down): return recall(by: 1)
    case .key(.tab): return complete(by: 1)
    case .key(Key(.tab, .shift)): return complete(by: -1)
    default: return false
    }
  }

  /// Puts in the next of the texts that go on with what was typed.
  private func complete(by step: Int) -> Bool {
    if completion?.text != field.text, let complete {
      let (range, candidates) = complete(String(field.text.prefix(field.cursor)))
      completion = (range, candidates, step > 0 ? -1 : candidates.count, field.text)
    }
    guard var state = completion, !state.candidates.isEmpty else { return true }
    let count = state.candidates.count
    state.index = (state.index + step + count) % count
    let candidate = state.candidates[state.index]
    field.replaceCharacters(in: state.range, with: candidate)
    let end = state.range.lowerBound + candidate.count
    completion = (state.range.lowerBound..<end, state.candidates, state.index, field.text)
    return true
  }

  private func recall(by step: Int) -> Bool {
    guard !history.isEmpty else { return true }
    let index = (historyIndex ?? history.count) + step
    guard history.indices.contains(index) || index == history.count else { return true }
    historyIndex = index
    field.text = index < history.count ? history[index] : ""
    field.onChange?(field.text)
    return true
  }
}
