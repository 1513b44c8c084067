import MocoaCore

/// A page with a status bar: for messages, the position, and prompts.
///
/// Other subviews are laid out above the bar, which displays the ``Page/title`` unless it has one
/// of its own. A page whose subviews are lists with status bars of their own is a ``Page``.
@MainActor
open class StatusPage: Page {
  /// The status bar.
  public let status = StatusBar()

  /// A Boolean value that indicates whether the status bar is visible.
  public var showsStatusBar = true {
    didSet { setNeedsLayout() }
  }

  /// The features that were added to the page.
  public internal(set) var features: [any PageFeature] = []

  /// The keys of the added features.
  package internal(set) var featureKeyMap = KeyMap.empty
  package private(set) var prompt: PromptView?

  /// The kind of the current prompt.
  package private(set) var promptKind: PromptHistory?

  /// The history of prompts, by kind, the latest entry at the end.
  package var promptHistory: [PromptHistory: [String]] = [:]

  /// Creates a page with only a status bar.
  public override init(frame: Rect = .zero) {
    super.init(frame: frame)
    addSubview(status)
  }

  package override func showMessage(_ text: String) { status.show(text) }

  override func dismissMessage() { status.clearPassingMessage() }

  open override func layoutSubviews() {
    if status.title.isEmpty { status.title = title }
    status.isHidden = !showsStatusBar || bounds.rows < 2
    let (foot, rest) = bounds.split(status.isHidden && prompt == nil ? 0 : 1, from: .bottom)
    status.frame = foot
    prompt?.frame = foot
    layoutContent(in: rest)
  }

  /// Lays out the other subviews: each fills the area above the bar, unless overridden.
  open func layoutContent(in bounds: Rect) {
    for view in subviews where view !== status && view !== prompt { view.frame = bounds }
  }

  /// Called when the prompt was submitted or cancelled.
  open func promptDidClose() {}

  /// Prompts in the row of the status bar.
  public func ask(_ request: PromptRequest) {
    closePrompt()
    let prompt = PromptView(label: request.label)
    prompt.history = promptHistory[request.history] ?? []
    prompt.field.text = request.text
    prompt.complete = request.complete
    prompt.onKey = request.onKey
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
    status.isCovered = true
    addSubview(prompt)
    setNeedsLayout()
    application?.focus(prompt.field)
  }

  /// Prompts for a level of a tree, from 1, until it is one.
  func askForLevel(_ body: @escaping (Int) -> Void) {
    ask(
      PromptRequest(
        label: "level:", history: "level",
        onSubmit: { [weak self] text in
          guard let level = Int(text), level > 0 else {
            self?.prompt?.show("a number from 1", style: .warning)
            return false
          }
          body(level)
          return true
        }))
  }

  /// Reports why nothing was done, also next to what is being typed.
  public func refuse(_ reason: String) {
    status.show(reason, style: .warning)
    prompt?.show(reason, style: .warning)
  }

  /// Shows an error next to what is being typed.
  ///
  /// - Returns: `false`, so that a prompt whose answer is invalid remains.
  public func decline(_ error: String) -> Bool {
    prompt?.show(error, style: .error)
    return false
  }

  /// Removes the prompt, and returns the focus to the page.
  package func closePrompt() {
    guard let prompt else { return }
    self.prompt = nil
    promptKind = nil
    status.isCovered = false
    prompt.removeFromSuperview()
    application?.focus(preferredFocus ?? self)
    setNeedsLayout()
    promptDidClose()
  }

  /// The maximum number of entries of a history.
  package nonisolated static let historyLimit = 200

  /// The histories of prompts for saved state, by prompt; setting them keeps those of others.
  package var savedHistories: [String: [String]] {
    get {
      let entries = promptHistory.filter { !$0.value.isEmpty }.map { ($0.key.rawValue, $0.value) }
      return Dictionary(uniqueKeysWithValues: entries)
    }
    set {
      for (name, answers) in newValue { promptHistory[PromptHistory(rawValue: name)] = answers }
    }
  }

  /// Adds an entry to a history.
  package func remember(_ text: String, in history: PromptHistory) {
    guard !text.isEmpty else { return }
    var answers = promptHistory[history] ?? []
    answers.removeAll { $0 == text }
    answers.append(text)
    promptHistory[history] = answers.suffix(Self.historyLimit)
  }
}

/// A prompt: its label, and what is done with the answer.
@MainActor
public struct PromptRequest {
  /// The label, such as `/` or `filter:`.
  var label: String
  /// The initial text.
  var text: String
  /// The history that can be recalled.
  var history: PromptHistory
  /// Completes a text; nil for no completion.
  var complete: ((String) -> (range: Range<Int>, candidates: [String]))?
  /// Called with keys that the text field does not use, before the prompt; returns whether it did.
  var onKey: ((Key) -> Bool)?
  /// Called with each edited text; nil clears the message about the text.
  var onChange: ((String) -> Void)?
  /// Called with the answer; returns whether it is valid, else the prompt remains.
  var onSubmit: (String) -> Bool
  /// Called when the prompt is cancelled.
  var onCancel: () -> Void

  /// Creates a prompt.
  ///
  /// - Parameters:
  ///   - label: The label, such as `/` or `filter:`.
  ///   - text: The initial text.
  ///   - history: The history that can be recalled.
  ///   - complete: Returns a range of a text, in characters, and the candidates for it; nil for no
  ///     completion.
  ///   - onKey: Called with keys that the text field does not use; returns whether it used one.
  ///   - onChange: Called with each edited text.
  ///   - onSubmit: Called with the answer; returns `true` to remove the prompt, or `false` to keep
  ///     it with its text, so that an invalid answer can be corrected: ``StatusPage/decline(_:)``
  ///     displays the error.
  ///   - onCancel: Called when the prompt is cancelled.
  public init(
    label: String, text: String = "", history: PromptHistory,
    complete: ((String) -> (range: Range<Int>, candidates: [String]))? = nil,
    onKey: ((Key) -> Bool)? = nil,
    onChange: ((String) -> Void)? = nil, onSubmit: @escaping (String) -> Bool,
    onCancel: @escaping () -> Void = {}
  ) {
    (self.label, self.text, self.history, self.complete) = (label, text, history, complete)
    (self.onKey, self.onChange) = (onKey, onChange)
    (self.onSubmit, self.onCancel) = (onSubmit, onCancel)
  }
}

extension PromptRequest {
  /// Returns the completions of the last name in a list of sort keys, such as `name,-size`.
  package nonisolated static func completions(
    ofLastNameIn text: String, among names: [String]
  ) -> (range: Range<Int>, candidates: [String]) {
    let start = text.lastIndex { $0 == "," }.map { text.index(after: $0) } ?? text.startIndex
    let word = text[start...].drop { "+- ".contains($0) }
    let range = text.count - word.count..<text.count
    return (range, names.filter { $0.hasPrefix(word) && $0 != word })
  }
}

/// The kind of a prompt, which has its own history.
public struct PromptHistory: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
  /// The name.
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }
  public init(stringLiteral name: String) { self.init(rawValue: name) }

  package static let search: PromptHistory = "search"
  package static let filter: PromptHistory = "filter"
  package static let section: PromptHistory = "section"
  package static let sort: PromptHistory = "sort"
}
