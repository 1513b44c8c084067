import MocoaCore

/// A text input of one line, which scrolls horizontally.
///
/// ```swift
/// let field = TextField(prompt: "search")
/// field.onChange = { text in … }
/// field.onSubmit = { text in … }
/// ```
@MainActor
public final class TextField: TextInput {
  /// A Boolean value that indicates whether dots are displayed in place of the text.
  public var isSecret = false {
    didSet { if isSecret != oldValue { setNeedsDisplay() } }
  }

  /// The range of characters with the error style; may start after the last character.
  package var marked: Range<Int>? {
    didSet { if marked != oldValue { setNeedsDisplay() } }
  }

  /// Called with the text when Enter is pressed; if nil, Enter is left to the superviews.
  public var onSubmit: ((String) -> Void)?

  /// Called when Esc is pressed; if nil, Esc is left to the superviews.
  public var onCancel: (() -> Void)?

  /// Called with 1 or -1 when ↑ or ↓ is pressed; if nil, they are left to the superviews.
  var onStep: ((Int) -> Void)?

  /// The index of the first visible character.
  private var firstCharacter = 0

  /// Creates a text field that edits a bound text.
  public init(text binding: ValueBinding<String>, prompt: String = "") {
    super.init(text: binding, prompt: prompt, allowsLineEnds: false)
  }

  /// Creates a text field that stores its text.
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
    _ range: Range<Int>, of editor: LineEditor, style: StyleName, in canvas: Canvas
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

  /// Returns the first visible character, scrolled as little as possible to show the cursor.
  private func scrolled(for editor: LineEditor) -> Int {
    let text = shown(editor.text)
    let room = max(0, frame.columns - 1)
    // Text that fits is displayed from its start; longer text leaves no blank columns at its end.
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

  public override var keyMap: KeyMap { isEnabled ? Self.defaultKeyMap : .empty }

  override var allowsCopying: Bool { !isSecret }
}
