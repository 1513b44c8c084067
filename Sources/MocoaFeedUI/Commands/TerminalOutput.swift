/// Converts text written for a terminal into plain lines.
enum TerminalOutput {
  /// Returns the lines of a text without escape sequences and trailing empty lines, tabs expanded.
  ///
  /// - Complexity: O(length of the text).
  static func lines(of text: String) -> [String] {
    var lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
    while lines.last?.allSatisfy(\.isWhitespace) == true { lines.removeLast() }
    return lines.map(line)
  }

  /// The state: text, or inside an escape sequence.
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
      // One more byte follows, such as the name of a character set.
      case (.escape, " "..."/"): break
      case (.escape, _): part = .text
      case (.control, "@"..."~"): part = .text
      case (.control, _), (.string, _): break
      case (.text, "\t"):
        let column = TextWidth.columns(of: result, upTo: .max)
        result += String(repeating: " ", count: 8 - column % 8)
      // Overstriking, as in manuals: the last character counts.
      case (.text, "\u{08}"): _ = result.popLast()
      case (.text, _): result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
