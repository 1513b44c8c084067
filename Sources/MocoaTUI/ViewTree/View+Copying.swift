import MocoaCore

extension View {
  /// The maximum number of bytes of a copied text.
  private static var copiedByteLimit: Int { 1_000_000 }

  /// Copies a text to the clipboard of the terminal, and reports it, or what it is and its length,
  /// with a note on it.
  package func copyText(_ text: String, _ what: String = "", note: String = "") {
    // Text that is pasted into a shell must not contain control characters.
    let shown = GraphicRendition.removed(from: text).replacing("\r\n", with: "\n")
    let scalars = shown.unicodeScalars.filter {
      $0 == "\n" || $0 == "\t" || $0.properties.generalCategory != .control
    }
    let dropped = shown.unicodeScalars.count - scalars.count
    let text = String(String.UnicodeScalarView(scalars))
    // A slow terminal would block the program, and most terminals take less.
    guard text.utf8.count <= Self.copiedByteLimit else {
      return showMessage("too long for the clipboard, which takes 1 MB at most; w writes a file")
    }
    application?.terminal.copy(text)
    let count = text.count.counted("character")
    let isShort = what.isEmpty && text.count <= 40 && !text.contains("\n")
    let rest = dropped == 0 ? "" : ", without \(dropped.counted("control character"))"
    let copied = !what.isEmpty ? what : isShort && dropped == 0 ? text : count
    showMessage("copied \(copied)\(rest)\(note)")
  }
}
