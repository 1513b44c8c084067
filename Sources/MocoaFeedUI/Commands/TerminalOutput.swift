import MocoaCore
import MocoaTUI

/// Converts text written for a terminal into lines, which keep their colors.
enum TerminalOutput {
  /// Returns the lines of a text, tabs expanded, without trailing empty lines and without escape
  /// sequences other than those of ``GraphicRendition``.
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
    var result: [UInt8] = []
    var part = Part.text
    var text = text
    text.withUTF8 { bytes in
      let bytes = UnsafeRawBufferPointer(bytes)
      var index = 0
      while index < bytes.count {
        let byte = bytes[index]
        if byte == GraphicRendition.escape, part == .text,
          let end = GraphicRendition.endOfSequence(at: index + 1, in: bytes)
        {
          result += bytes[index..<end]
          index = end
          continue
        }
        index += 1
        switch (part, byte) {
        case (.string, GraphicRendition.bell): part = .text
        case (_, GraphicRendition.escape): part = .escape
        case (.escape, UInt8(ascii: "[")): part = .control
        case (.escape, UInt8(ascii: "]")), (.escape, UInt8(ascii: "P")),
          (.escape, UInt8(ascii: "_")):
          part = .string
        // One more byte follows, such as the name of a character set.
        case (.escape, UInt8(ascii: " ")...UInt8(ascii: "/")): break
        case (.escape, _): part = .text
        case (.control, UInt8(ascii: "@")...UInt8(ascii: "~")): part = .text
        case (.control, _), (.string, _): break
        case (.text, _): result.append(byte)
        }
      }
    }
    return TextWidth.expandingTabs(String(decoding: result, as: UTF8.self))
  }
}
