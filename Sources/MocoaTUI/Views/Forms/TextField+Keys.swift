extension Action {
  public static let textLeft: Action = "text-left"
  public static let textRight: Action = "text-right"
  public static let textWordLeft: Action = "text-word-left"
  public static let textWordRight: Action = "text-word-right"
  public static let textStart: Action = "text-start"
  public static let textEnd: Action = "text-end"
  public static let textDeleteBackward: Action = "text-delete-backward"
  public static let textDeleteForward: Action = "text-delete-forward"
  public static let textCutWord: Action = "text-cut-word"
  public static let textCutWordLeft: Action = "text-cut-word-left"
  public static let textCutWordRight: Action = "text-cut-word-right"
  public static let textCutToStart: Action = "text-cut-to-start"
  public static let textCutToEnd: Action = "text-cut-to-end"
  public static let textPutBack: Action = "text-put-back"
  public static let textSubmit: Action = "text-submit"
  public static let textCancel: Action = "text-cancel"
}

extension TextField {
  /// The editing keys: those of shells, and those of every desktop.
  public static let defaultKeyMap = KeyMap(
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
      .init(.textSubmit, [.enter], help: "Accept the text"),
      .init(.textCancel, [.escape], help: "Cancel"),
    ], title: "Text")

  /// What each editing action does to the text.
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
  ]
}
