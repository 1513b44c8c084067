import MocoaCore
import Observation

/// One row of text to be typed, with a cursor, that scrolls sideways where it is too long.
///
/// The text lives where the field is bound to, and is right whether it is set by the user or by the
/// program. Letters go into the text; what is no editing key is left to the views above.
///
/// ```swift
/// let field = TextField(prompt: "search")
/// field.onChange = { text in … }
/// field.onSubmit = { text in … }
/// ```
@MainActor
public final class TextField: View {
  /// The text that is edited.
  public let binding: ValueBinding<String>

  /// What is shown while there is no text.
  public var prompt: String {
    didSet { if prompt != oldValue { setNeedsDisplay() } }
  }

  /// Whether dots are shown in place of what is typed.
  public var isSecret = false {
    didSet { if isSecret != oldValue { setNeedsDisplay() } }
  }

  /// The style of the text and of the whole field.
  public var style: Style = .textField {
    didSet { if style != oldValue { setNeedsDisplay() } }
  }

  /// Characters that are set apart, such as those that are wrong; may lie behind the last one.
  public var marked: Range<Int>? {
    didSet { if marked != oldValue { setNeedsDisplay() } }
  }

  /// Whether the field takes the focus and can be edited.
  public var isEnabled = true {
    didSet { if isEnabled != oldValue { setNeedsDisplay() } }
  }

  /// Called when the user has changed the text, with all of it.
  public var onChange: ((String) -> Void)?

  /// Called when Enter is pressed, with the text; without it Enter is left to the views above.
  public var onSubmit: ((String) -> Void)?

  /// Called when Esc is pressed; without it Esc is left to the views above.
  public var onCancel: (() -> Void)?

  private var editor: LineEditor

  /// The first character in sight.
  private var firstCharacter = 0

  /// Makes a field that edits a text kept elsewhere.
  public init(text binding: ValueBinding<String>, prompt: String = "") {
    self.binding = binding
    self.prompt = prompt
    editor = LineEditor(binding.value)
    super.init()
  }

  /// Makes a field that keeps its text itself.
  public convenience init(text: String = "", prompt: String = "") {
    self.init(text: ValueBinding(TextStorage(text), \.text), prompt: prompt)
  }

  /// The text; setting it puts the cursor at its end if it was there.
  public var text: String {
    get { binding.value }
    set { edit { $0.replace(with: newValue) } }
  }

  /// Replaces some characters as if the user had typed others; the cursor is behind them then.
  public func replaceCharacters(in range: Range<Int>, with text: String) {
    type { editor in
      let (head, tail) = (
        editor.text.prefix(range.lowerBound), editor.text.dropFirst(range.upperBound)
      )
      editor.replace(with: head + text + tail)
      editor.move(to: range.lowerBound + text.count)
    }
  }

  /// How many characters stand before the cursor.
  public var cursor: Int { current.cursor }

  /// The text as it is now, with the cursor; the program may have set the text meanwhile.
  private var current: LineEditor {
    let text = binding.value
    guard text != editor.text else { return editor }
    var editor = editor
    editor.replace(with: text)
    return editor
  }

  /// Changes text and cursor, and returns whether the text is another one.
  @discardableResult
  private func edit(_ change: (inout LineEditor) -> Void) -> Bool {
    var editor = current
    change(&editor)
    self.editor = editor
    firstCharacter = scrolled(for: editor)
    setNeedsDisplay()
    guard editor.text != binding.value else { return false }
    binding.value = editor.text
    return true
  }

  /// Changes text and cursor on behalf of the user.
  private func type(_ change: (inout LineEditor) -> Void) {
    if edit(change) { onChange?(editor.text) }
  }

  // MARK: Drawing

  public override var observesDrawing: Bool { true }
  public override var backgroundStyle: Style { style }
  public override var canBecomeFocused: Bool { isEnabled }

  public override func sizeThatFits(_ available: Size) -> Size {
    Size(columns: available.columns, rows: min(1, available.rows))
  }

  public override func draw(in canvas: inout Canvas) {
    let editor = current
    if editor.text.isEmpty {
      canvas.draw(prompt, at: .zero, style: .textFieldPrompt)
      return
    }
    let shown = shown(editor.text).dropFirst(scrolled(for: editor))
    canvas.drawUnclamped(
      String(TextWidth.prefix(of: shown, fitting: frame.columns)), at: .zero, columns: .max,
      style: isEnabled ? style : .secondary)
    drawMarked(of: editor, in: canvas)
  }

  private func drawMarked(of editor: LineEditor, in canvas: Canvas) {
    guard let marked else { return }
    let (text, first) = (shown(editor.text), scrolled(for: editor))
    let before = text.prefix(max(first, marked.lowerBound)).dropFirst(first)
    let part = text.prefix(marked.upperBound).dropFirst(max(first, marked.lowerBound))
    canvas.overlay(
      Rect(
        column: TextWidth.columns(of: before), row: 0,
        columns: max(1, TextWidth.columns(of: part)), rows: 1), style: .error)
  }

  public override var textCursor: Point? {
    let editor = current
    let first = scrolled(for: editor)
    let before = shown(editor.text).prefix(editor.cursor).dropFirst(first)
    return Point(column: TextWidth.columns(of: before), row: 0)
  }

  public override func focusDidChange(isFocused: Bool) { setNeedsDisplay() }

  private func shown(_ text: String) -> String {
    isSecret ? String(repeating: "•", count: text.count) : text
  }

  /// The first character in sight that keeps the cursor in sight, moved as little as possible.
  private func scrolled(for editor: LineEditor) -> Int {
    let text = shown(editor.text)
    let room = max(0, frame.columns - 1)
    // Text that fits is shown from its start, as far back as there is room for what follows.
    let head = text.prefix(editor.cursor)
    let fromCursor = head.count - TextWidth.suffix(of: head, fitting: room).count
    let fromEnd = text.count - TextWidth.suffix(of: text, fitting: room).count
    return max(fromCursor, min(firstCharacter, editor.cursor, fromEnd))
  }

  // MARK: Input

  /// Keys without a handler are left to others.
  public override var keyMap: KeyMap {
    guard isEnabled else { return .empty }
    switch (onSubmit == nil, onCancel == nil) {
    case (false, false): return Self.defaultKeyMap
    case (true, false): return Self.defaultKeyMap.removing([.textSubmit])
    case (false, true): return Self.defaultKeyMap.removing([.textCancel])
    case (true, true): return Self.defaultKeyMap.removing([.textSubmit, .textCancel])
    }
  }

  public override func handle(_ event: InputEvent) -> Bool {
    guard isEnabled else { return false }
    switch event {
    case .key(let key):
      guard let character = key.text else { return false }
      type { $0.insert(String(character)) }
    case .paste(let text): type { $0.insert(text) }
    case .mouse(let mouse): return click(mouse)
    case .focus, .resize: return false
    }
    return true
  }

  /// Takes the focus, and puts the cursor where the mouse is.
  private func click(_ mouse: MouseEvent) -> Bool {
    guard case .press(.left) = mouse.action else { return false }
    application?.focus(self)
    let editor = current
    let first = scrolled(for: editor)
    let before = TextWidth.prefix(
      of: shown(editor.text).dropFirst(first), fitting: max(0, mouse.column))
    edit { $0.move(to: first + before.count) }
    return true
  }

  public override func perform(_ action: Action) -> Bool {
    if let change = Self.edits[action] {
      type(change)
      return true
    }
    switch action {
    case .textSubmit:
      guard let onSubmit else { return false }
      onSubmit(text)
    case .textCancel:
      guard let onCancel else { return false }
      onCancel()
    default: return false
    }
    return true
  }
}

extension Style {
  /// The text of an input field, and its background.
  public static let textField = Style.custom(Look(attributes: .underline))
  /// What an empty input field asks for.
  public static let textFieldPrompt = Style.custom(Look(attributes: [.underline, .dim]))
}

/// The text of a field that is bound to nothing else.
@MainActor @Observable
private final class TextStorage {
  var text: String

  init(_ text: String) { self.text = text }
}
