import MocoaFeedUI

/// The texts of `--help`.
enum Help {
  static let abstract =
    "Shows JSON, tables and logs of any size as a list, used with the keyboard."

  private static let usage = """
    USAGE: mocoa-tui [<options>] [<source> ...]
           mocoa-tui [<options>] -- COMMAND [ARGUMENT ...]
    """

  private static let examples: [(purpose: String, line: String)] = [
    ("Browse a file; ? shows the keys, q quits", "mocoa-tui events.json"),
    ("Browse what a program prints", "ps aux | mocoa-tui"),
    ("Run a command, and read its output", "mocoa-tui -- kubectl get pods -o json"),
    ("Show only some rows, the largest first", "mocoa-tui -f 'size > 10Mi' -s -size files.json"),
    (
      "Count rows and add times for each user",
      "mocoa-tui log.jsonl --group-by user --agg 'n = count(), sum(ms)'"
    ),
    ("Choose processes, and end them", "kill $(ps aux | mocoa-tui --print .PID)"),
    ("Follow two logs as one", "mocoa-tui --merge --follow app.log proxy.log"),
    (
      "Run a recipe, a list that is ready to use; mocoa-tui @ shows them all",
      "mocoa-tui @processes"
    ),
    ("Convert a file", "mocoa-tui people.csv -o people.json"),
  ]

  /// The help on two screens: examples, and the options of every day.
  static var short: String {
    var lines = [abstract, "", usage, "", "EXAMPLES:"]
    for example in examples { lines += ["  \(example.purpose):", "    \(example.line)"] }
    for (title, options) in CommandOption.groups {
      let options = options.filter { $0.traits.contains(.daily) }
      guard !options.isEmpty else { continue }
      lines.append("\(title.uppercased()):")
      lines += options.map { row($0.label, $0.summary, width: 80) }
    }
    return
      (lines + [
        "", "More help: mocoa-tui --help all (all options), --help filter (expressions),",
        "--help manifest (templates, keys and actions), --help keys (keys of the list),",
        "--help join (what an option does)",
      ]).joined(separator: "\n")
  }

  /// The help with all options.
  static var all: String {
    let texts = [discussion, ExitStatus.sentence].map { wrapped($0, width: 80, indent: 0) }
    return ([abstract] + texts + [usage, options(width: 80)]).joined(separator: "\n\n")
  }

  static func options(width: Int) -> String {
    CommandOption.groups.map { title, options in
      "\(title.uppercased()):\n\(rows(of: options, width: width))"
    }
    .joined(separator: "\n\n")
  }

  private static func rows(of options: [CommandOption], width: Int) -> String {
    options.map { option in
      row(option.label, option.help + (option.help.last == "." ? "" : "."), width: width)
    }
    .joined(separator: "\n")
  }

  /// The options of which a word is the name, the short one, or a part; nil if there are none.
  static func options(named word: String) -> String? {
    let name = word.drop { $0 == "-" }
    let options = CommandOption.all.filter { option in
      option.name == name || option.short.map { String($0) } == String(name)
        || option.name.split(separator: "-").contains(name)
    }
    return options.isEmpty ? nil : rows(of: options, width: 80)
  }

  private static let column = 26

  /// Returns a line with a label, and a text beside it, or below if the label is long.
  private static func row(_ label: String, _ text: String, width: Int) -> String {
    let body = wrapped(text, width: width, indent: column)
    let head = "  \(label)"
    guard head.count < column - 1 else { return "\(head)\n\(body)" }
    return head + body.dropFirst(head.count)
  }

  /// Returns a text in lines of a width, each with blanks in front.
  private static func wrapped(_ text: String, width: Int, indent: Int) -> String {
    let margin = String(repeating: " ", count: indent)
    return text.split(separator: "\n", omittingEmptySubsequences: false).map { paragraph in
      paragraph.wrapped(to: width - indent).map { margin + $0 }.joined(separator: "\n")
    }
    .joined(separator: "\n")
  }

  static let discussion = """
    SOURCE contains a JSON array, one value per line (NDJSON), a table (CSV, TSV), or an object \
    with an array of rows. Of several arrays, one with objects is preferred, then a member of the \
    object itself, unless an array further down is eight times as long, then the longest; \
    --at /PATH chooses another one. What is not certainly one of these is lines of text. Without \
    SOURCE, or with -, standard input is read. A command after -- is run, and its output is the \
    source: \
    mocoa-tui -- kubectl get pods -o json

    Enter opens a row; with --print, or if standard output is a pipe or a file, Enter quits and \
    writes the marked rows, or the current one, to standard output. q quits.

    mocoa-tui @pods runs a recipe: a command with columns, actions and a detail. mocoa-tui @ \
    lists all recipes.

    mocoa-tui --help filter describes filters, --help manifest manifests, and \
    --help keys, like the key ?, lists the keys.

    Default options are read from ~/.config/mocoa/config, one per line, and from MOCOA_OPTS; a \
    line that begins with # is a comment. Options on the command line take precedence.

    NO_COLOR=1 disables colors, --theme high-contrast or monochrome changes them. For screen \
    readers and terminals without cursor addressing (TERM=dumb), --plain prints the rows as \
    lines of text; --json, --csv and --print write them for programs.

    mocoa-tui generate FEED writes Swift code for the rows of a feed; see its own --help. \
    mocoa-tui new NAME writes a Swift package around it. mocoa-tui modules FEED lists which \
    module shows which rows. A file with such a name is opened as ./generate, or ./@pods.
    """
}
