extension TextField {
  static let defaultKeyMap = editingKeyMap.appending(
    KeyMap(
      for: TextField.self,
      [
        .init("text-submit", [.enter], help: "Accept the text", when: { $0.onSubmit != nil }) {
          $0.onSubmit?($0.text)
        },
        .init("text-cancel", [.escape], help: "Cancel", when: { $0.onCancel != nil }) {
          $0.onCancel?()
        },
        .init("text-next-value", [.up], help: "Next value", when: { $0.onStep != nil }) {
          $0.onStep?(1)
        },
        .init("text-previous-value", [.down], help: "Previous value", when: { $0.onStep != nil }) {
          $0.onStep?(-1)
        },
      ]))
}

extension TextInput {
  /// The editing keys: those of shells, and those of desktop environments.
  static let editingKeyMap = KeyMap(
    for: TextInput.self, title: "Text",
    [
      .edit("text-left", [.left, Key("b", .control)], help: "Move left") {
        $0.move(to: $0.cursor - 1)
      },
      .edit("text-right", [.right, Key("f", .control)], help: "Move right") {
        $0.move(to: $0.cursor + 1)
      },
      .edit(
        "text-word-left", [Key(.left, .control), Key(.left, .alt), Key("b", .alt)],
        help: "Move a word left"
      ) { $0.moveWordLeft() },
      .edit(
        "text-word-right", [Key(.right, .control), Key(.right, .alt), Key("f", .alt)],
        help: "Move a word right"
      ) { $0.moveWordRight() },
      .init("text-start", [.home, Key("a", .control)], help: "Move to the start") {
        $0.moveToStart()
      },
      .init("text-end", [.end, Key("e", .control)], help: "Move to the end") { $0.moveToEnd() },
      .edit(
        "text-delete-backward", [.backspace, Key("h", .control)],
        help: "Delete the character before the cursor"
      ) { $0.deleteBackward() },
      .edit(
        "text-delete-forward", [.delete, Key("d", .control)],
        help: "Delete the character after the cursor"
      ) { $0.deleteForward() },
      .edit("text-cut-word", [Key("w", .control)], help: "Cut back to a blank") { $0.cutWord() },
      .edit(
        "text-cut-word-left", [Key(.backspace, .alt), Key(.backspace, .control)],
        help: "Cut the word before the cursor"
      ) { $0.cutWordLeft() },
      .edit(
        "text-cut-word-right", [Key("d", .alt), Key(.delete, .control)],
        help: "Cut the word after the cursor"
      ) { $0.cutWordRight() },
      .edit("text-cut-to-start", [Key("u", .control)], help: "Cut to the start") {
        $0.cutToStart()
      },
      .edit("text-cut-to-end", [Key("k", .control)], help: "Cut to the end") { $0.cutToEnd() },
      .edit("text-put-back", [Key("y", .control)], help: "Paste what was cut last") {
        $0.putBack()
      },
      .edit("text-select-left", [Key(.left, .shift)], help: "Select to the left") {
        $0.extendSelection { $0.move(to: $0.cursor - 1) }
      },
      .edit("text-select-right", [Key(.right, .shift)], help: "Select to the right") {
        $0.extendSelection { $0.move(to: $0.cursor + 1) }
      },
      .edit(
        "text-select-word-left", [Key(.left, [.control, .shift])], help: "Select a word to the left"
      ) { $0.extendSelection { $0.moveWordLeft() } },
      .edit(
        "text-select-word-right", [Key(.right, [.control, .shift])],
        help: "Select a word to the right"
      ) { $0.extendSelection { $0.moveWordRight() } },
      .edit("text-select-to-start", [Key(.home, .shift)], help: "Select to the start") {
        $0.extendSelection { $0.move(to: 0) }
      },
      .edit("text-select-to-end", [Key(.end, .shift)], help: "Select to the end") {
        $0.extendSelection { $0.move(to: .max) }
      },
      .edit("text-select-all", [.alt("a")], help: "Select all") { $0.selectAll() },
      .trying("text-copy", [.alt("w")], help: "Copy what is selected", when: { $0.allowsCopying }) {
        $0.copySelection()
      },
      .edit("text-undo", [.control("_")], help: "Undo") { $0.undo() },
      .edit("text-redo", [.alt("_")], help: "Redo") { $0.redo() },
    ])
}

extension KeyBinding where Owner: TextInput {
  fileprivate static func edit(
    _ name: String, _ keys: [Key], help: String,
    _ change: @escaping @MainActor @Sendable (inout LineEditor) -> Void
  ) -> KeyBinding {
    KeyBinding(name, keys, help: help) { $0.type(change) }
  }
}
