import MocoaCore

/// One row of text to be typed that scrolls sideways where it is too long.
///
/// ```swift
/// let field = TextField(prompt: "search")
/// field.onChange = { text in … }
/// field.onSubmit = { text in … }
/// ```
@MainActor
public final class TextField: TextInput {
  /// Whether dots are shown in place of what is typed.
  public var isSecret = false {
    didSet { if isSecret != oldValue { setNeedsDisplay() } }
  }

  /// Characters that are set apart, such as those that are wrong; may lie behind the last one.
  package var marked: Range<Int>? {
    didSet { if marked != oldValue { setNeedsDisplay() } }
  }

  /// Called when Enter is pressed, with the text; without it Enter is left to the views above.
  public var onSubmit: ((String) -> Void)?

  /// Called when Esc is pressed; without it Esc is left to the views above.
  public var onCancel: (() -> Void)?

  /// The first character in sight.
  private var firstCharacter = 0

  /// Makes a field that edits a text kept elsewhere.
  public init(text binding: ValueBinding<String>, prompt: String = "") {
    super.init(text: binding, prompt: prompt, allowsLineEnds: false)
  }

  /// Makes a field that keeps its text itself.
  public convenience init(text: String = "", prompt: String = "") {
    self.init(text: ValueBinding(storing: text), prompt: prompt)
  }

  override func editorDidChange() { firstCharacter = scrolled(for: editor) }

  // MARK: Drawing

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
    if let marked { overlay(marked, of: editor, style: .error, in: canvas) }
    if let selection = editor.selection {
      overlay(selection, of: editor, style: .textSelection, in: canvas)
    }
  }

  private func overlay(
    _ range: Range<Int>, of editor: LineEditor, style: Style, in canvas: Canvas
  ) {
    let (text, first) = (shown(editor.text), scrolled(for: editor))
    let before = text.prefix(max(first, range.lowerBound)).dropFirst(first)
    let part = text.prefix(range.upperBound).dropFirst(max(first, range.lowerBound))
    canvas.overlay(
      Rect(
        column: TextWidth.columns(of: before), row: 0,
        columns: max(1, TextWidth.columns(of: part)), rows: 1), style: style)
  }

  public override var textCursor: Point? {
    let editor = current
    let first = scrolled(for: editor)
    let before = shown(editor.text).prefix(editor.cursor).dropFirst(first)
    return Point(column: TextWidth.columns(of: before), row: 0)
  }

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

  override func character(at point: Point) -> Int {
    let editor = current
    let first = scrolled(for: editor)
    let text = shown(editor.text).dropFirst(first)
    return first + TextWidth.prefix(of: text, fitting: max(0, point.column)).count
  }

  // MARK: Keys

  /// Keys without a handler are left to others; what is secret is not copied.
  public override var keyMap: KeyMap {
    guard isEnabled else { return .empty }
    var unused: Set<Action> = []
    if onSubmit == nil { unused.insert(.textSubmit) }
    if onCancel == nil { unused.insert(.textCancel) }
    if isSecret { unused.insert(.textCopy) }
    return unused.isEmpty ? Self.defaultKeyMap : Self.defaultKeyMap.removing(unused)
  }

  public override func perform(_ action: Action) -> Bool {
    switch action {
    case .textSubmit:
      guard let onSubmit else { return false }
      onSubmit(text)
    case .textCancel:
      guard let onCancel else { return false }
      onCancel()
    case .textCopy where isSecret: return false
    default: return super.perform(action)
    }
    return true
  }
}
