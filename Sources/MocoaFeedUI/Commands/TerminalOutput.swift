/// Text that was written for a terminal, as lines that need none.
enum TerminalOutput {
  /// The lines of a text, without the sequences that only a terminal understands, with blanks for
  /// tabs, and without empty lines at the end.
  ///
  /// - Complexity: O(length of the text).
  static func lines(of text: String) -> [String] {
    var lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
    while lines.last?.allSatisfy(\.isWhitespace) == true { lines.removeLast() }
    return lines.map(line)
  }

  /// What is being skipped: nothing, or a sequence as far as it has come.
  private enum Part {
    case text, escape, control, string
  }

  private static func line(_ text: Substring) -> String {
    guard text.utf8.contains(where: { $0 < 0x20 }) else { return String(text) }
    var result = ""
    var part = Part.text
    for scalar in text.unicodeScalars {
      switch (part, scalar) {
      case (.string, "\u{07}"): part = .text
      case (_, "\u{1B}"): part = .escape
      case (.escape, "["): part = .control
      case (.escape, "]"), (.escape, "P"), (.escape, "_"): part = .string
      // There is one more byte, such as the one that names a character set.
      case (.escape, " "..."/"): break
      case (.escape, _): part = .text
      case (.control, "@"..."~"): part = .text
      case (.control, _), (.string, _): break
      case (.text, "\t"):
        let column = TextWidth.columns(of: result, upTo: .max)
        result += String(repeating: " ", count: 8 - column % 8)
      // What is struck over is what was meant, as in manuals.
      case (.text, "\u{08}"): _ = result.popLast()
      case (.text, _): result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
