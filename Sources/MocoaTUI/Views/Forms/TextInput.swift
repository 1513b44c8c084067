import MocoaCore
import Observation

/// A text input with a cursor, a selection and undo: the superclass of text fields and text areas.
///
/// The text is stored in the binding, and may be changed by the user and by the program.
/// Characters are inserted; other keys that are not editing keys are left to the superviews.
@MainActor
public class TextInput: View {
  let binding: ValueBinding<String>

  /// The text that is displayed while the input is empty.
  public var prompt: String {
    didSet { if prompt != oldValue { setNeedsDisplay() } }
  }

  /// The style of the text and of the background.
  public var style: StyleName = .textField {
    didSet { if style != oldValue { setNeedsDisplay() } }
  }

  /// A Boolean value that indicates whether the input can become focused and be edited.
  public var isEnabled = true {
    didSet { if isEnabled != oldValue { setNeedsDisplay() } }
  }

  override var takesText: Bool { isEnabled }

  /// Called with the text when the user has changed it.
  public var onChange: ((String) -> Void)?

  /// The maximum length of the text in bytes; what exceeds it is not inserted.
  package var byteLimit = Int.max

  /// Called when a part of a text was not inserted because of the limit.
  package var onExcess: (() -> Void)?

  private(set) var editor: LineEditor

  /// Creates an input that edits a bound text.
  init(text binding: ValueBinding<String>, prompt: String, allowsLineEnds: Bool) {
    self.binding = binding
    self.prompt = prompt
    editor = LineEditor(binding.value, allowsLineEnds: allowsLineEnds)
    super.init()
  }

  /// The text; if it is set while the cursor is at the end, the cursor stays at the end.
  public var text: String {
    get { binding.value }
    set { edit { $0.replace(with: newValue) } }
  }

  /// Replaces a range of characters on behalf of the user; the cursor is then after the new ones.
  func replaceCharacters(in range: Range<Int>, with text: String) {
    type { editor in
      editor.move(to: range.lowerBound)
      editor.extendSelection { $0.move(to: range.upperBound) }
      editor.insert(text)
    }
  }

  /// The position of the cursor: the number of characters before it.
  var cursor: Int { current.cursor }

  /// The range of the selected characters, or nil.
  var selection: Range<Int>? { current.selection }

  /// The editor with the current text, which the program may have set since the last edit.
  var current: LineEditor {
    let text = binding.value
    guard text != editor.text else { return editor }
    var editor = editor
    editor.replace(with: text)
    return editor
  }

  /// Changes text and cursor.
  ///
  /// - Returns: `true` if the text was changed.
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

  /// Changes text and cursor on behalf of the user, and calls ``onChange`` if the text was changed.
  func type(_ change: (inout LineEditor) -> Void) {
    if edit(change) { onChange?(editor.text) }
  }

  // MARK: Override points

  var allowsCopying: Bool { true }

  /// Moves the cursor to the start of the text, or of its row.
  func moveToStart() { type { $0.move(to: 0) } }

  /// Moves the cursor to the end of the text, or of its row.
  func moveToEnd() { type { $0.move(to: .max) } }

  /// Called when the text or the cursor may have changed.
  func editorDidChange() {}

  /// Returns the index of the character that is nearest to a point.
  func character(at point: Point) -> Int { 0 }

  // MARK: View

  public override var observesDrawing: Bool { true }
  public override var backgroundStyle: StyleName { style }
  public override var canBecomeFocused: Bool { isEnabled }
  public override func focusDidChange(isFocused: Bool) { setNeedsDisplay() }

  public override var keyMap: KeyMap { isEnabled ? Self.editingKeyMap : .empty }

  public override func handle(_ event: InputEvent) -> Bool {
    guard isEnabled else { return false }
    switch event {
    case .key(let key):
      guard let character = key.text else { return false }
      insert(String(character))
    case .paste(let text): insert(text)
    case .mouse(let mouse): return select(by: mouse)
    case .focus, .resize, .background: return false
    }
    return true
  }

  /// Inserts a text at the cursor on behalf of the user, as far as there is room for it.
  private func insert(_ text: String) {
    let replaced = selection.map { self.text.dropFirst($0.lowerBound).prefix($0.count) } ?? ""
    var room = byteLimit - (self.text.utf8.count - replaced.utf8.count)
    guard text.utf8.count > room else { return type { $0.insert(text) } }
    let fitting = text.prefix { character in
      room -= character.utf8.count
      return room >= 0
    }
    if !fitting.isEmpty { type { $0.insert(String(fitting)) } }
    onExcess?()
  }

  /// Requests the focus and moves the cursor to the mouse on a press; selects on a drag.
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

  /// Copies the selected text to the clipboard.
  ///
  /// - Returns: `false` if no text is selected.
  func copySelection() -> Bool {
    guard let selection else { return false }
    application?.terminal.copy(
      String(text.dropFirst(selection.lowerBound).prefix(selection.count)))
    showMessage("copied \(selection.count.counted("character"))")
    return true
  }
}

extension StyleName {
  /// The text of a text input, and its background.
  public static let textField = StyleName.custom(TextStyle(attributes: .underline))
  /// The prompt of an empty text input.
  public static let textFieldPrompt = StyleName.custom(TextStyle(attributes: [.underline, .dim]))
  /// The selected text of a text input.
  public static let textSelection = StyleName.custom(TextStyle(attributes: .reverse))
}

extension ValueBinding where Value == String {
  /// Creates a binding to a text that the binding itself stores.
  init(storing text: String) { self.init(TextStorage(text), \.text) }
}

/// The storage of an input that is not bound to a property of the caller.
@MainActor @Observable
private final class TextStorage {
  var text: String

  init(_ text: String) { self.text = text }
}
