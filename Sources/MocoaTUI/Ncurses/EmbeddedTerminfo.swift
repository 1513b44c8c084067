internal import CNcurses
internal import CTerminal
import MocoaSystem

/// An embedded terminfo entry: for true color, for text that is struck through, and for terminals
/// that the machine's database lacks, as is common over ssh.
///
/// ncurses reads it from the TERMINFO variable, which is set only meanwhile.
enum EmbeddedTerminfo: String {
  case plain = "mocoa"
  /// The entry for terminals that erase with the color of the background, which sends less.
  case erasing = "mocoa-bce"

  private var entry: String {
    switch self {
    case .plain: Self.plainEntry
    case .erasing: Self.erasingEntry
    }
  }

  /// Runs a body while TERMINFO has the entry.
  ///
  /// `setenv` would move or free what other threads read: so the body has an environment of its
  /// own, which is not freed, and the one before it is left as it is.
  func with<Result>(_ body: () -> Result) -> Result {
    let previous = environ
    var variables: [UnsafeMutablePointer<CChar>?] = []
    var next = previous
    while let variable = next.pointee {
      if strncmp(variable, "TERMINFO=", 9) != 0 { variables.append(variable) }
      next += 1
    }
    variables += [strdup("TERMINFO=\(entry)"), nil]
    let own = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: variables.count)
    own.initialize(from: variables, count: variables.count)
    cterminal_use_environment(own)
    defer { cterminal_use_environment(previous) }
    return body()
  }

  /// Returns whether a terminal supports true color, by its name (TERM) or COLORTERM.
  ///
  /// Entries such as `xterm-direct` treat palette numbers above 7 as colors; the embedded one has
  /// both.
  static func promisesTrueColor(_ name: String, _ colorTerm: String) -> Bool {
    name.contains("-direct") || describes(name) && ["truecolor", "24bit"].contains(colorTerm)
  }

  /// Returns whether a terminal with this name supports the sequences of the entry.
  static func describes(_ name: String) -> Bool {
    let families = [
      "xterm", "tmux", "screen", "alacritty", "foot", "kitty", "wezterm", "ghostty", "konsole",
      "gnome", "vte", "iterm", "rio", "contour",
    ]
    return families.contains { name.hasPrefix($0) }
  }
}
