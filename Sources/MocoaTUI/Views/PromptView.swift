/// A row with a label, a text field, and a message about the text.
@MainActor
package final class PromptView: View {
  /// The maximum length of the text of a prompt in bytes: each key parses all of it.
  static let byteLimit = 16 * 1024
  let label: String
  package let field = TextField()

  /// The message after the field, such as a result or an error.
  package private(set) var message = ""

  private var messageStyle = StyleName.statusBar
  private var messageColumns = 0

  /// Earlier answers, the oldest first, which Up and Down recall.
  var history: [String] = []

  private var historyIndex: Int?

  /// Completes the text before the cursor when Tab or Shift-Tab is pressed.
  ///
  /// Returns a range of the text and the candidates for its replacement; Tab and Shift-Tab cycle
  /// through them.
  var complete: ((String) -> (range: Range<Int>, candidates: [String]))?

  /// Called with a key before it recalls or completes; returns whether it was used.
  var onKey: ((Key) -> Bool)?

  /// The candidates of the last completion, the current one, and the text with that.
  private var completion: (range: Range<Int>, candidates: [String], index: Int, text: String)?

  package init(label: String) {
    self.label = label
    super.init()
    isPane = true
    field.style = .statusBar
    field.byteLimit = Self.byteLimit
    field.onExcess = { [weak self] in
      self?.showError(
        "the text is limited to \(Self.byteLimit.grouped) bytes; the rest was left out")
    }
    addSubview(field)
  }

  package private(set) var hasError = false

  /// Displays an error, and marks the characters that cause it.
  package func showError(_ message: String, marking range: Range<Int>? = nil) {
    show(message, style: .error)
    hasError = true
    field.marked = range
  }

  /// Displays a message after the field.
  package func show(_ message: String, style: StyleName = .statusBar) {
    hasError = false
    field.marked = nil
    guard message != self.message || style != messageStyle else { return }
    self.message = message
    messageStyle = style
    setNeedsLayout()
    setNeedsDisplay()
  }

  package override var backgroundStyle: StyleName { .statusBar }

  package override func layoutSubviews() {
    let left = min(1 + TextWidth.columns(of: label, upTo: 40), frame.columns)
    // The message gets the columns that the text does not need, and at least half of the row.
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
    if case .key(let key) = event, onKey?(key) == true { return true }
    switch event {
    case .key(.up): return recall(by: -1)
    case .key(.down): return recall(by: 1)
    case .key(.tab): return complete(by: 1)
    case .key(Key(.tab, .shift)): return complete(by: -1)
    default: return false
    }
  }

  /// Replaces the completed range with the next or previous candidate.
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
