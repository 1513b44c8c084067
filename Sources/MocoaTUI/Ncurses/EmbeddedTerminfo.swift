internal import CNcurses
import Glibc

/// An embedded terminfo entry: for true color, and for terminals that the machine's database lacks,
/// as is common over ssh.
///
/// ncurses reads it from the TERMINFO variable, which is set only meanwhile.
enum EmbeddedTerminfo {
  static let name = "mocoa"

  /// Runs a body while TERMINFO has the entry; child processes never inherit it.
  static func with<Result>(_ body: () -> Result) -> Result {
    let previous = getenv("TERMINFO").map { String(cString: $0) }
    setenv("TERMINFO", entry, 1)
    defer {
      if let previous { setenv("TERMINFO", previous, 1) } else { unsetenv("TERMINFO") }
    }
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
