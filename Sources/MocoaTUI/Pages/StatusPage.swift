import MocoaCore

/// A page with a bar at its foot: for messages, for where the cursor is, and for questions.
///
/// What else is added to the page lies above the bar.
@MainActor
open class StatusPage: Page {
  /// The bar at the foot.
  public let status = StatusBar()

  /// Whether there is a bar at the foot.
  public var showsStatusBar = true {
    didSet { setNeedsLayout() }
  }

  /// The question at the foot; nil while nothing is asked.
  public private(set) var prompt: PromptView?

  /// Which question it is.
  public private(set) var promptKind: PromptHistory?

  /// The answers given so far, by question, the last one at the end.
  public var promptHistory: [PromptHistory: [String]] = [:]

  /// Makes a page that has nothing but the bar.
  public override init(frame: Rect = .zero) {
    super.init(frame: frame)
    addSubview(status)
  }

  open override func showMessage(_ text: String) { status.show(text) }

  open override func dismissMessage() { status.clearPassingMessage() }

  open override func layoutSubviews() {
    status.isHidden = !showsStatusBar || bounds.rows < 2
    let (foot, rest) = bounds.split(status.isHidden && prompt == nil ? 0 : 1, from: .bottom)
    status.frame = foot
    prompt?.frame = foot
    layoutContent(in: rest)
  }

  /// Gives the other views their frames: all of what is above the bar, unless overridden.
  open func layoutContent(in bounds: Rect) {
    for view in subviews where view !== status && view !== prompt { view.frame = bounds }
  }

  /// Called when the question was answered or given up.
  open func promptDidClose() {}

  /// Asks for something in the row of the status bar.
  public func ask(_ request: PromptRequest) {
    closePrompt()
    let prompt = PromptView(label: request.label)
    prompt.history = promptHistory[request.history] ?? []
    prompt.field.text = request.text
    prompt.complete = request.complete
    prompt.field.onChange = { [weak prompt] text in
      if let onChange = request.onChange { onChange(text) } else { prompt?.show("") }
    }
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

  /// Removes the prompt, and returns the focus to the page.
  public func closePrompt() {
    guard let prompt else { return }
    self.prompt = nil
    promptKind = nil
    prompt.removeFromSuperview()
    application?.focus(preferredFocus ?? self)
    setNeedsLayout()
    promptDidClose()
  }

  /// How many answers to a question are kept.
  package nonisolated static let historyLimit = 200

  /// Keeps an answer, to be recalled when the same is asked again.
  public func remember(_ text: String, in history: PromptHistory) {
    guard !text.isEmpty else { return }
    var answers = promptHistory[history] ?? []
    answers.removeAll { $0 == text }
    answers.append(text)
    promptHistory[history] = answers.suffix(Self.historyLimit)
  }
}

/// What a prompt at the foot of a page asks for, and what is done with the answer.
@MainActor
public struct PromptRequest {
  /// What is asked for, such as `/` or `filter:`.
  public var label: String
  /// The text to begin with.
  public var text: String
  /// Which answers given before can be recalled.
  public var history: PromptHistory
  /// What can replace the end of a text; nil for nothing.
  public var complete: ((String) -> (range: Range<Int>, candidates: [String]))?
  /// Called with each text on the way to the answer; nil clears what is said about the text.
  public var onChange: ((String) -> Void)?
  /// Called with the answer; whether it was one, else the prompt stays.
  public var onSubmit: (String) -> Bool
  /// Called when nothing shall be done.
  public var onCancel: () -> Void

  /// Makes a question.
  public init(
    label: String, text: String = "", history: PromptHistory,
    complete: ((String) -> (range: Range<Int>, candidates: [String]))? = nil,
    onChange: ((String) -> Void)? = nil, onSubmit: @escaping (String) -> Bool,
    onCancel: @escaping () -> Void = {}
  ) {
    self.label = label
    self.text = text
    self.history = history
    self.complete = complete
    self.onChange = onChange
    self.onSubmit = onSubmit
    self.onCancel = onCancel
  }
}

/// The name of a question, whose answers are kept apart from those of others.
public struct PromptHistory: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
  /// The name.
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }
  public init(stringLiteral name: String) { self.init(rawValue: name) }

  /// What is searched for.
  public static let search: PromptHistory = "search"
  /// What rows are filtered by.
  public static let filter: PromptHistory = "filter"
}
