extension Action {
  static let textLeft: Action = "text-left"
  static let textRight: Action = "text-right"
  static let textWordLeft: Action = "text-word-left"
  static let textWordRight: Action = "text-word-right"
  static let textStart: Action = "text-start"
  static let textEnd: Action = "text-end"
  static let textDeleteBackward: Action = "text-delete-backward"
  static let textDeleteForward: Action = "text-delete-forward"
  static let textCutWord: Action = "text-cut-word"
  static let textCutWordLeft: Action = "text-cut-word-left"
  static let textCutWordRight: Action = "text-cut-word-right"
  static let textCutToStart: Action = "text-cut-to-start"
  static let textCutToEnd: Action = "text-cut-to-end"
  static let textPutBack: Action = "text-put-back"
  static let textSubmit: Action = "text-submit"
  static let textCancel: Action = "text-cancel"
  static let textSelectLeft: Action = "text-select-left"
  static let textSelectRight: Action = "text-select-right"
  static let textSelectWordLeft: Action = "text-select-word-left"
  static let textSelectWordRight: Action = "text-select-word-right"
  static let textSelectUp: Action = "text-select-up"
  static let textSelectDown: Action = "text-select-down"
  static let textSelectToStart: Action = "text-select-to-start"
  static let textSelectToEnd: Action = "text-select-to-end"
  static let textSelectAll: Action = "text-select-all"
  static let textCopy: Action = "text-copy"
  static let textUndo: Action = "text-undo"
  static let textRedo: Action = "text-redo"
  static let textUp: Action = "text-up"
  static let textDown: Action = "text-down"
  static let textNewLine: Action = "text-new-line"
}

extension TextField {
  /// The keys of a text field.
  static let defaultKeyMap = editingKeyMap.appending(
    KeyMap([
      .init(.textSubmit, [.enter], help: "Accept the text"),
      .init(.textCancel, [.escape], help: "Cancel"),
    ]))
}

extension TextInput {
  /// The editing keys: those of shells, and those of desktop environments.
  static let editingKeyMap = KeyMap(
    [
      .init(.textLeft, [.left, Key("b", .control)], help: "Move left"),
      .init(.textRight, [.right, Key("f", .control)], help: "Move right"),
      .init(
        .textWordLeft, [Key(.left, .control), Key(.left, .alt), Key("b", .alt)],
        help: "Move a word left"),
      .init(
        .textWordRight, [Key(.right, .control), Key(.right, .alt), Key("f", .alt)],
        help: "Move a word right"),
      .init(.textStart, [.home, Key("a", .control)], help: "Move to the start"),
      .init(.textEnd, [.end, Key("e", .control)], help: "Move to the end"),
      .init(
        .textDeleteBackward, [.backspace, Key("h", .control)],
        help: "Delete the character before the cursor"),
      .init(
        .textDeleteForward, [.delete, Key("d", .control)],
        help: "Delete the character after the cursor"),
      .init(.textCutWord, [Key("w", .control)], help: "Cut back to a blank"),
      .init(
        .textCutWordLeft, [Key(.backspace, .alt), Key(.backspace, .control)],
        help: "Cut the word before the cursor"),
      .init(
        .textCutWordRight, [Key("d", .alt), Key(.delete, .control)],
        help: "Cut the word after the cursor"),
      .init(.textCutToStart, [Key("u", .control)], help: "Cut to the start"),
      .init(.textCutToEnd, [Key("k", .control)], help: "Cut to the end"),
      .init(.textPutBack, [Key("y", .control)], help: "Paste what was cut last"),
      .init(.textSelectLeft, [Key(.left, .shift)], help: "Select to the left"),
      .init(.textSelectRight, [Key(.right, .shift)], help: "Select to the right"),
      .init(
        .textSelectWordLeft, [Key(.left, [.control, .shift])], help: "Select a word to the left"),
      .init(
        .textSelectWordRight, [Key(.right, [.control, .shift])],
        help: "Select a word to the right"),
      .init(.textSelectToStart, [Key(.home, .shift)], help: "Select to the start"),
      .init(.textSelectToEnd, [Key(.end, .shift)], help: "Select to the end"),
      .init(.textSelectAll, [.alt("a")], help: "Select all"),
      .init(.textCopy, [.alt("w")], help: "Copy what is selected"),
      .init(.textUndo, [.control("_")], help: "Undo"),
      .init(.textRedo, [.alt("_")], help: "Redo"),
    ], title: "Text")

  /// The change of the text that each editing action makes.
  static let edits: [Action: @Sendable (inout LineEditor) -> Void] = [
    .textLeft: { $0.move(to: $0.cursor - 1) },
    .textRight: { $0.move(to: $0.cursor + 1) },
    .textWordLeft: { $0.moveWordLeft() },
    .textWordRight: { $0.moveWordRight() },
    .textStart: { $0.move(to: 0) },
    .textEnd: { $0.move(to: .max) },
    .textDeleteBackward: { $0.deleteBackward() },
    .textDeleteForward: { $0.deleteForward() },
    .textCutWord: { $0.cutWord() },
    .textCutWordLeft: { $0.cutWordLeft() },
    .textCutWordRight: { $0.cutWordRight() },
    .textCutToStart: { $0.cutToStart() },
    .textCutToEnd: { $0.cutToEnd() },
    .textPutBack: { $0.putBack() },
    .textSelectLeft: { $0.extendSelection { $0.move(to: $0.cursor - 1) } },
    .textSelectRight: { $0.extendSelection { $0.move(to: $0.cursor + 1) } },
    .textSelectWordLeft: { $0.extendSelection { $0.moveWordLeft() } },
    .textSelectWordRight: { $0.extendSelection { $0.moveWordRight() } },
    .textSelectToStart: { $0.extendSelection { $0.move(to: 0) } },
    .textSelectToEnd: { $0.extendSelection { $0.move(to: .max) } },
    .textSelectAll: { $0.selectAll() },
    .textUndo: { $0.undo() },
    .textRedo: { $0.redo() },
  ]
}
