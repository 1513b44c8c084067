import MocoaFeedUI

/// The manual page, generated from the program's own tables of options and keys.
@MainActor
struct Manual {
  /// The page in the language of `man`.
  var text: String {
    """
    .TH MOCOA-TUI 1 "" "mocoa-tui \(Version.current)" "User commands"
    .SH NAME
    mocoa-tui \\- shows a JSON feed as a list
    .SH SYNOPSIS
    .B mocoa-tui
    [\\fIoptions\\fR] [\\fISOURCE\\fR...]
    .br
    .B mocoa-tui
    [\\fIoptions\\fR] \\-\\- \\fICOMMAND\\fR [\\fIARGUMENT\\fR...]
    .SH DESCRIPTION
    \(Self.escaped(Help.discussion))
    .SH OPTIONS
    .nf
    \(Self.escaped(Help.options(width: 78)))
    .fi
    .SH FILTERS
    A text is searched for in the values of rows; an expression compares their members.
    .nf

    \(Self.escaped(FilterReference.text))
    .fi
    .SH MANIFESTS
    .nf
    \(Self.escaped(ManifestReference.text))
    .fi
    \(keySections)
    .SH "EXIT STATUS"
    \(ExitStatus.all.map { Self.escaped("\($0): \($1)") }.joined(separator: "\n.br\n"))
    .SH ENVIRONMENT
    MOCOA_OPTS has options for each run, after those of the file below and before those that are
    typed; quotes keep blanks together. NO_COLOR, where it is not empty, disables colors. TERM
    and COLORTERM say what the terminal can do, COLORFGBG whether its background is light.
    MOCOA_HEADERS has headers to send, one a line; programs that mocoa-tui starts do not get it.
    Headers, from wherever they are, are sent to the origins (scheme, host and port) of the
    addresses that were given: pages and redirects to others get none, nor does an address to which
    another origin redirects back. Parameters such as token and key are *** where addresses are
    displayed.
    .SH COLORS
    PAGER=mocoa\\-tui shows the text of git and man: sequences of SGR are colors, and characters
    that are struck over one another are bold or underlined. Other control characters are symbols.
    Searches, expressions, groups and sorting see the text without both. Logs and aligned tables
    leave colors out of their members. \\-\\-plain, and all formats on a terminal, leave out the
    colors in text; \\-\\-json, \\-\\-csv and the like keep them in a file or a pipe.
    .SH COMMANDS
    Commands of sources, previews and actions end with the program, whatever ends it, unless they
    leave their process group, as setsid and daemons do.
    .PP
    Values of rows are never part of a script, but a value that begins with \\- can be an option to
    the command that gets it: write \\-\\- before the field (rm \\-\\- {file}), or for git
    \\-\\-end\\-of\\-options.
    .PP
    timeout in a script runs its command in the background, where a program stops as soon as it
    uses the terminal; timeout \\-\\-foreground 60 mocoa-tui FILE does not.
    .SH FILES
    .TP
    .B $XDG_CONFIG_HOME/mocoa/config
    Options for each run (~/.config/mocoa/config), one a line as on the command line; a line that
    begins with # is a comment, quotes keep blanks together. Of an option that can be given once,
    and of the formats for printing, the last one counts.
    \\-\\-no\\-config leaves them out, those of
    MOCOA_OPTS too.
    .TP
    .B $XDG_CONFIG_HOME/mocoa
    The user's manifests (~/.config/mocoa): one is used for feeds of its name, events.yaml for
    events.json, and for addresses of the host that it is called by.
    .TP
    .B $XDG_CONFIG_HOME/mocoa/recipes
    The user's recipes: pods.yaml is run by mocoa\\-tui @pods, in place of the one that is shipped.
    .TP
    .B $XDG_STATE_HOME/mocoa/feeds
    How each feed was left (~/.local/state/mocoa/feeds); \\-\\-fresh discards it.
    """
  }

  /// The key tables of the page, with their titles.
  static let keyTables: [(title: String, keys: KeyMap)] = [
    ("KEYS OF THE LIST", TableView.defaultKeyMap),
    ("KEYS OF THE PAGE", FeedPage.defaultKeyMap),
    ("KEYS OF A ROW IN FULL", JSONTextView.jsonKeyMap.appending(JSONPage.rowKeyMap)),
    ("KEYS OF THE COLUMNS", ColumnsPage.defaultKeyMap),
    ("KEYS OF VALUES AND RANGES", FeedPage.summaryKeyMap),
    ("KEYS OF THE ACTIONS BY NAME", CommandPalette.defaultKeyMap),
    ("KEYS OF THE PROGRAM", PageStack.defaultKeyMap.appending(Application.keyMap)),
  ]

  /// The keys as lines of text.
  static var keys: String {
    keyTables.map { title, keys in
      let lines = keys.bindings.filter { !$0.keys.isEmpty }.map { binding in
        let names = binding.keys.map(\.description).joined(separator: ", ")
        return "  " + names + String(repeating: " ", count: max(2, 24 - names.count)) + binding.help
      }
      return title + "\n" + lines.joined(separator: "\n")
    }
    .joined(separator: "\n\n")
  }

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

  /// Returns text with the commands of the page's language escaped.
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

/// The exit statuses, for the help, the manual and `--spec`.
enum ExitStatus {
  static var sentence: String {
    "Exit status: " + all.map { "\($0) if \($1)" }.joined(separator: "; ") + "."
  }

  static let all = [
    ("0", "a row was chosen, the list was left, or all rows were printed"),
    (
      "1",
      "no row was chosen though one was asked for, no row matches, or a source is not read whole"
    ),
    (
      "2",
      "wrong usage, a broken expression, a member that no row has, or there is no terminal"
    ),
    ("128+N", "the signal N ended the program, such as 130 for Ctrl-C"),
    ("141", "the reader of the output closed it before the end"),
  ]
}
