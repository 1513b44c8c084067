import ArgumentParser
import MocoaTUI

/// The manual page, written from the tables that the program itself uses: the options as the
/// parser knows them, the keys as the views answer them.
@MainActor
struct Manual {
  /// The page in the language of `man`.
  var text: String {
    """
    .TH MOCOA-TUI 1 "" "mocoa-tui \(Program.configuration.version)" "User commands"
    .SH NAME
    mocoa-tui \\- shows a JSON feed as a list
    .SH SYNOPSIS
    .B mocoa-tui
    [\\fIoptions\\fR] [\\fISOURCE\\fR]
    .SH DESCRIPTION
    \(Self.escaped(Program.configuration.discussion))
    .SH OPTIONS
    .nf
    \(Self.escaped(Self.options))
    .fi
    \(keySections)
    .SH "EXIT STATUS"
    0 when a row was chosen or the list was left; 1 when the feed cannot be read;
    2 for wrong usage or where there is no terminal to draw on;
    128 and a signal's number when a signal ended the program, 130 for Ctrl-C.
    .SH ENVIRONMENT
    NO_COLOR, where it is not empty, keeps colours away. TERM and COLORTERM say what the
    terminal can do.
    """
  }

  /// The key tables that the page lists, with what they are the keys of.
  static let keyTables: [(title: String, keys: KeyMap)] = [
    ("KEYS OF THE LIST", TableView.defaultKeyMap),
    ("KEYS OF THE PAGE", FeedPage.defaultKeyMap),
    ("KEYS OF A ROW IN FULL", PagerView.defaultKeyMap.appending(JSONPage.defaultKeyMap)),
    ("KEYS OF THE COLUMNS", ColumnsPage.defaultKeyMap),
  ]

  private var keySections: String {
    Self.keyTables.map { title, keys in
      let lines = keys.bindings.map { binding in
        ".TP\n.B \(Self.escaped(binding.keys.map(\.description).joined(separator: ", ")))\n"
          + Self.escaped(binding.help)
      }
      return ".SH \"\(title)\"\n" + lines.joined(separator: "\n")
    }
    .joined(separator: "\n")
  }

  /// The part of the help that lists arguments and options.
  private static var options: String {
    let help = Program.helpMessage(columns: 78)
    guard let start = help.range(of: "ARGUMENTS:") else { return help }
    return String(help[start.lowerBound...])
  }

  /// Text in which nothing is taken for a command of the page's language.
  private static func escaped(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { line in
        var line = line.split(separator: "\\", omittingEmptySubsequences: false)
          .joined(separator: "\\e").split(separator: "-", omittingEmptySubsequences: false)
          .joined(separator: "\\-")
        if line.hasPrefix(".") || line.hasPrefix("'") { line = "\\&" + line }
        return line
      }
      .joined(separator: "\n")
  }
}

extension String {
  /// Where a text first stands in this one.
  fileprivate func range(of text: String) -> Range<Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(text) {
        return start..<index(start, offsetBy: text.count)
      }
      start = index(after: start)
    }
    return nil
  }
}
