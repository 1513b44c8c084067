import MocoaFeedUI

extension CommandOption {
  static let fetching: [CommandOption] = [
    .list(
      "header", "Name: value", \.fetching.header, .daily, "A header to send with each request",
      "To the origin of each address; other users of the machine can see it."),
    .text(
      "header-file", "file", \.fetching.headerFile, .file,
      "A file with secret headers, one per line"),
    .value(
      "timeout", "seconds", \.fetching.timeout, [], "The response timeout (default: 30)",
      "Also the time without data after it.", condition: "must be a number of seconds",
      parsing: { Int($0) }),
    .size(
      "max-bytes", \.fetching.maxBytes, "The maximum length of a body", "The default is 4Gi."),
    .text(
      "method", "name", \.fetching.method, [], "The method",
      "The default is GET, or POST with --data."),
    .text("data", "text", \.fetching.data, [], "The data to send, or @ and the name of a file"),
    .text(
      "cacert", "file", \.fetching.cacert, .file, "A file with the certificate authorities to trust"
    ),
    .text(
      "client-cert", "file", \.fetching.clientCert, .file, "A certificate to identify yourself with"
    ),
    .text(
      "client-key", "file", \.fetching.clientKey, .file, "The private key of the certificate"),
    .flag(
      "follow-links", \.fetching.followLinks, .daily,
      "Load further pages by the links in each page",
      """
      Link: rel=next, next_url, or an address at next, links/next or the like. Without this and \
      --paging, one is loaded, and a link to another, or a total with more rows, is reported \
      (status 0).
      """),
    .list(
      "paging", "kind=name", \.fetching.pagingTexts, .daily,
      "Load pages by number, offset or cursor: page=NAME",
      """
      NAME is a parameter of the address: page=NAME for the number of the page, behind that of \
      the address, or counted as the server does, offset=NAME for the number of rows before it, \
      or cursor=NAME:/meta/next for the value that the page before has at /meta/next.
      """),
    .count("max-pages", "count", \.fetching.maxPages, [], "Load at most this many pages"),
  ]

  static let manifest: [CommandOption] = [
    .text(
      "manifest", "file", \.manifest.file, [.run, .daily, .file, .once],
      "Templates, keys, colors and actions from a file", "See --help manifest."),
    .list(
      "bind", "key=verb:text", \.manifest.bindings, [.anyValue, .daily],
      "Bind a key: 'o=open:{url}' or 'r=run:CMD {id}'",
      """
      What a key does with a row: 'o=open:{url}', 'ctrl-y=copy:{id}', 'r=run:COMMAND {name}', \
      'd=run?:rm -- {file}' to be asked before, 'x=sh:SCRIPT', 'v=run-tty:less -- {file}' (or \
      sh-tty) for a command that needs the terminal, or the name of an action: \
      'space=toggle-mark'. Can be given several times.
      """),
    .text(
      "preview", "script", \.manifest.preview, .daily,
      "Show a command's output for the current row",
      """
      Beside the list, from a script for the shell: 'git show --end-of-options {ref}'; {} is the \
      whole row, or the line of text, and {1} the first word of a line. A value that begins with \
      - is an option to most commands, unless -- is before it.
      """),
    .list(
      "open-scheme", "scheme", \.manifest.schemes, [], "Also open links with this scheme",
      "Besides http and https, such as mailto."),
  ]

  static let screen: [CommandOption] = [
    .value(
      "theme", "theme", \.screen.theme, .daily, "dark, light, high-contrast, monochrome, nord …",
      """
      The default is dark, or light where the terminal reports a light background. Colors of the \
      others are for terminals that have their backgrounds.
      """,
      parsing: { Theme.named($0) }
    ).among(Theme.names),
    .choice(
      "placeholders", "show|hide", \.screen.placeholders,
      "Show or hide rows whose name has no registered module",
      "The default is show."),
    .flag("no-mouse", \.screen.noMouse, [], "Leave the mouse to the terminal, to select text"),
    .flag(
      "show-cursor", \.screen.showCursor, [], "Keep the terminal's cursor on the current row",
      "For screen readers and braille."),
    .flag(
      "window-title", \.screen.windowTitle, [], "Show the name of the feed in the window's title"),
    .flag(
      "end", \.screen.startsAtEnd, .run, "Start at the last row; so does +G, as in less"),
    .count(
      "row", "number", \.screen.firstRow, .run, "Start at this row; so does +250, as in less"),
    .flag(
      "quit-if-one-screen", \.screen.quitsIfOneScreen, .daily,
      "Print the rows and end if they fit on the screen",
      """
      As less -F: for PAGER='mocoa-tui -F'. -R, -S, -N and -X of less change nothing, and +/text \
      is --search.
      """
    ).short("F"),
    .value(
      "height", "rows", \.screen.height, .daily, "Use N rows below the prompt, or a part: 40%",
      condition: "must be a number of rows or a part, such as 40%", parsing: { InlineHeight($0) }),
  ]

  static let other: [CommandOption] = [
    .flag(
      "fresh", \.state.fresh, .daily, "Discard the columns, order and filters of the last use",
      "They are saved when the list is closed, as is the prompt history."),
    .flag(
      "no-config", \.state.noConfig, [.run, .daily],
      "Ignore ~/.config/mocoa/config and MOCOA_OPTS"),
    request("help", .help, .daily, "Show this help, or that on a topic").short("h"),
    request("version", .version, .daily, "Print the version"),
    request("manual", .manual, [], "Print the manual page"),
    request("spec", .spec, [], "Print options, formats, functions and keys as JSON"),
    .choice(
      "completions", "shell", \.completions, .run, among: CompletionShell.allCases,
      "Print the completions of a shell"),
  ]

  private static func request(
    _ name: String, _ request: ProgramOptions.Request, _ traits: Traits, _ summary: String
  ) -> Self {
    Self(name, nil, traits.union(.run), summary, "") { options, _ in
      options.request = request
      return true
    }
  }
}
