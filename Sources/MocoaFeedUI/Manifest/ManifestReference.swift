import MocoaFeed
import MocoaTUI

/// The manifest format for `--help manifest` and the manual: a commented example.
@MainActor
package enum ManifestReference {
  package static var text: String {
    example + "\n" + lists.map { comment($0.title, $0.lines) }.joined(separator: "\n")
  }

  /// The lines of the example only.
  static let example = #"""
    # A manifest says how the rows of a feed look, which keys do what, and what can be done with
    # rows. It is YAML or JSON, and used by: mocoa-tui FEED --manifest FILE
    # Without --manifest, ~/.config/mocoa/events.yaml is used for events.json, and so on.
    # mocoa-tui generate --manifest FEED writes a first one; this text is one, too:
    # mocoa-tui --help manifest > events.yaml
    # With a source it is a recipe: ~/.config/mocoa/recipes/pods.yaml is mocoa-tui @pods, and
    # mocoa-tui @ lists all. Options of the command line are keys, too; typed ones take precedence.

    # description: Pods of a namespace
    # source: [kubectl, get, pods, "--namespace={namespace}", -o, json]   # or a line for sh, a
    # arguments: [{name: namespace, default: default}]    # file, an address; mocoa-tui @pods web
    # at: /items            # as --at, and so id, watch, format, filter, sort, derive and the like
    # formats: ["{time} <{level}> {message}"]    # of lines of a log, tried before the known ones
    # detail: [kubectl, logs, --, "{metadata.name}"]      # what the key v shows of a row

    modules:                # of the entries for a row, the first whose condition fits is used
      - when: score > 1000 || status == "failed"    # a filter; see mocoa-tui --help filter
        cell: "★ {title:bold} {status|badge:red(failed)} {score|number:right}"
      - cell:               # {member|filter:style}; several texts are several lines
          - "{title|default(no title):bold} {status|badge:green(done):red(failed)}"
          - "  {author.name:dim} {date|relative:dim:right}"
        header: "{.|upper:bold}"    # of a section; {.} is the whole value
      # Instead of a cell, an entry can have columns:
      # - columns: [name, {member: status.phase, title: Phase, width: 10, pinned: true},
      #     {title: CPU, cell: "{cpu|bar:8:red(> 0.9)}", align: right}]

    keys:                   # an action has these keys in place of its own
      filter: [f, ctrl-f]
    theme:
      base: dark
      styles: {title: bold blue, cursor-row: black on-yellow}

    actions:                # for the marked rows, or the current one
      - key: O
        title: Open the link
        open: "{url}"
      - key: ctrl-t
        title: Copy the title
        copy: "{title}"
      - key: D
        title: Delete
        run: echo rm -- {id}            # no shell: each word is one argument, whatever a row has
        confirm: "Delete {title}?"      # true asks with the command itself
        reload: false                   # reloads the feed afterwards (default: true)
      - key: W
        sh: echo {title} | wc -c        # a script; values are variables, and never parts of it
      # - key: V                        # run-tty and sh-tty give the command the terminal
      #   run-tty: less {file}

    """#

  private static var lists: [(title: String, lines: [(String, String)])] {
    let names = Set(FeedPage.actionNames).sorted().joined(separator: ", ")
    return [
      (
        "Keys",
        [
          ("of the file", Manifest.rootKeys.joined(separator: ", ")),
          (
            "of a module",
            (ManifestModule.placeKeys + ManifestModule.contentKeys).joined(separator: ", ")
          ),
          ("of a column", FeedColumn.manifestKeys.joined(separator: ", ")),
          ("of an action", RowCommand.manifestKeys.joined(separator: ", ")),
          ("of the theme", ManifestTheme.manifestKeys.joined(separator: ", ")),
        ]
      ),
      ("Filters, after |", TemplateReference.filters.map { ($0.key, $0.value) }),
      ("How a field is shown, after :", TemplateReference.styles.map { ($0.value, $0.key) }),
      (
        "Themes and their styles",
        [
          ("base", Theme.names.joined(separator: ", ")),
          ("styles", Theme.styleNames.joined(separator: ", ")),
        ]
      ),
      (
        "Keys of the keyboard",
        [
          (
            "names",
            "a character, up, down, left, right, home, end, pgup, pgdn, ins, del, "
              + "backspace, tab, space, enter, esc, f1 to f12"
          ),
          ("modifiers", "ctrl-, alt-, shift-"),
        ]
      ),
      ("Actions that keys can be given to", [("", names)]),
    ]
  }

  /// Returns a list as comment lines of at most 80 columns.
  private static func comment(_ title: String, _ lines: [(String, String)]) -> String {
    let width = min(26, lines.map(\.0.count).max() ?? 0)
    var text = "# \(title)\n"
    for (name, meaning) in lines {
      let names = TextWidth.lines(of: name, wrappedTo: max(1, width), limit: 8)
      let meanings = TextWidth.lines(of: meaning, wrappedTo: 74 - width, limit: 40)
      for index in 0..<max(names.count, meanings.count) {
        let left = index < names.count ? String(names[index]) : ""
        let right = index < meanings.count ? String(meanings[index]) : ""
        let blanks = String(
          repeating: " ", count: width - TextWidth.columns(of: left, upTo: width) + 2)
        var line = "#   \(left)\(width == 0 ? "" : blanks)\(right)"
        while line.last == " " { line.removeLast() }
        text += line + "\n"
      }
    }
    return text
  }
}
