import MocoaCore
import Observation

/// Text to be typed, with a cursor, a selection and undo: what ``TextField`` and ``TextArea`` have
/// in common.
///
/// The text lives where the input is bound to, and is right whether it is set by the user or by the
/// program. Letters go into the text; what is no editing key is left to the views above.
@MainActor
public class TextInput: View {
  /// The text that is edited.
  let binding: ValueBinding<String>

  /// What is shown while there is no text.
  public var prompt: String {
    didSet { if prompt != oldValue { setNeedsDisplay() } }
  }

  /// The style of the text and of the whole input.
  public var style: Style = .textField {
    didSet { if style != oldValue { setNeedsDisplay() } }
  }

  /// Whether the input takes the focus and can be edited.
  public var isEnabled = true {
    didSet { if isEnabled != oldValue { setNeedsDisplay() } }
  }

  /// Called when the user has changed the text, with all of it.
  public var onChange: ((String) -> Void)?

  private(set) var editor: LineEditor

  /// Makes an input that edits a text kept elsewhere.
  init(text binding: ValueBinding<String>, prompt: String, allowsLineEnds: Bool) {
    self.binding = binding
    self.prompt = prompt
    editor = LineEditor(binding.value, allowsLineEnds: allowsLineEnds)
    super.init()
  }

  /// The text; setting it puts the cursor at its end if it was there.
  public var text: String {
    get { binding.value }
    set { edit { $0.replace(with: newValue) } }
  }

  /// Replaces some characters as if the user had typed others; the cursor is behind them then.
  func replaceCharacters(in range: Range<Int>, with text: String) {
    type { editor in
      editor.move(to: range.lowerBound)
      editor.extendSelection { $0.move(to: range.upperBound) }
      editor.insert(text)
    }
  }

  /// How many characters stand before the cursor.
  var cursor: Int { current.cursor }

  /// The characters that are selected; nil where none are.
  var selection: Range<Int>? { current.selection }

  /// The text as it is now, with the cursor; the program may have set the text meanwhile.
  var current: LineEditor {
    let text = binding.value
    guard text != editor.text else { return editor }
    var editor = editor
    editor.replace(with: text)
    return editor
  }

  /// Changes text and cursor, and returns whether the text is another one.
  @discardableResult
  func edit(_ change: (inout LineEditor) -> Void) -> Bool {
    var editor = current
    change(&editor)
    self.editor = editor
    editorDidChange()
    setNeedsDisplay()
    guard editor.text != binding.value else { return false }
    binding.value = editor.text
    return true
  }

  /// Changes text and cursor on behalf of the user.
  func type(_ change: (inout LineEditor) -> Void) {
    if edit(change) { onChange?(editor.text) }
  }

  // MARK: Override points

  /// Called when text or cursor have changed, for scrolling.
  func editorDidChange() {}

  /// The character that is nearest to a point.
  func character(at point: Point) -> Int { 0 }

  // MARK: View

  public override var observesDrawing: Bool { true }
  public override var backgroundStyle: Style { style }
  public override var canBecomeFocused: Bool { isEnabled }
  public override func focusDidChange(isFocused: Bool) { setNeedsDisplay() }

  public override var keyMap: KeyMap { isEnabled ? Self.editingKeyMap : .empty }

  public override func handle(_ event: InputEvent) -> Bool {
    guard isEnabled else { return false }
    switch event {
    case .key(let key):
      guard let character = key.text else { return false }
      type { $0.insert(String(character)) }
    case .paste(let text): type { $0.insert(text) }
    case .mouse(let mouse): return select(by: mouse)
    case .focus, .resize, .background: return false
    }
    return true
  }

  /// Takes the focus and puts the cursor where the mouse is; dragging it selects.
  private func select(by mouse: MouseEvent) -> Bool {
    let place = character(at: mouse.point)
    switch mouse.action {
    case .press(.left):
      application?.focus(self)
      edit { $0.move(to: place) }
    case .drag(.left): edit { $0.extendSelection { $0.move(to: place) } }
    default: return false
    }
    return true
  }

  public override func perform(_ action: Action) -> Bool {
    if action == .textCopy {
      guard let selection else { return false }
      application?.terminal.copy(
        String(text.dropFirst(selection.lowerBound).prefix(selection.count)))
      showMessage("copied \(selection.count) character\(selection.count == 1 ? "" : "s")")
      return true
    }
    guard let change = Self.edits[action] else { return false }
    type(change)
    return true
  }
}

extension Style {
  /// The text of an input field, and its background.
  public static let textField = Style.custom(Look(attributes: .underline))
  /// What an empty input field asks for.
  public static let textFieldPrompt = Style.custom(Look(attributes: [.underline, .dim]))
  /// What is selected in an input field.
  public static let textSelection = Style.custom(Look(attributes: .reverse))
}

extension ValueBinding where Value == String {
  /// A text that is kept nowhere else.
  init(storing text: String) { self.init(TextStorage(text), \.text) }
}

/// The text of an input that is bound to nothing else.
@MainActor @Observable
private final class TextStorage {
  var text: String

  init(_ text: String) { self.text = text }
}
