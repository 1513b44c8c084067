import MocoaTUI

/// What a prompt at the foot of the page asks for, and what is done with the answer.
@MainActor
struct PromptRequest {
  /// What is asked for, such as `/` or `filter:`.
  var label: String
  /// The text to begin with.
  var text = ""
  /// Which answers given before can be recalled.
  var history: PromptHistory
  /// What can go on with a text; nil for nothing.
  var complete: ((String) -> (range: Range<Int>, candidates: [String]))?
  /// Called with each text on the way to the answer.
  var onChange: (String) -> Void = { _ in }
  /// Called with the answer; whether it was one, else the prompt stays.
  var onSubmit: (String) -> Bool
  /// Called when nothing shall be done.
  var onCancel: () -> Void = {}
}

/// Questions whose answers are kept apart.
enum PromptHistory: String {
  case search, filter, sort, column, section, command, file
}

extension FeedPage {
  /// Asks for something in the row of the status bar.
  func ask(_ request: PromptRequest) {
    closePrompt()
    let prompt = PromptView(label: request.label)
    prompt.history = promptHistory[request.history] ?? []
    prompt.field.text = request.text
    prompt.complete = request.complete
    prompt.field.onChange = { request.onChange($0) }
    prompt.field.onSubmit = { [weak self] text in
      guard request.onSubmit(text) else { return }
      self?.remember(text, in: request.history)
      self?.closePrompt()
    }
    prompt.field.onCancel = { [weak self] in
      self?.closePrompt()
      request.onCancel()
    }
    self.prompt = prompt
    promptKind = request.history
    addSubview(prompt)
    setNeedsLayout()
    application?.focus(prompt.field)
  }

  /// Takes the prompt away, and gives the focus back to the table.
  func closePrompt() {
    guard let prompt else { return }
    self.prompt = nil
    promptKind = nil
    originRow = nil
    prompt.removeFromSuperview()
    updateChips()
    application?.focus(table)
    setNeedsLayout()
    showFilterResult()
  }

  func remember(_ text: String, in history: PromptHistory) {
    guard !text.isEmpty else { return }
    var answers = promptHistory[history] ?? []
    answers.removeAll { $0 == text }
    answers.append(text)
    promptHistory[history] = answers.suffix(200)
  }
}
