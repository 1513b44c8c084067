internal import CNcurses
import Glibc

/// A terminfo entry carried in the program: true colour, and terminals that the machine's database
/// does not know, as is common over ssh.
///
/// ncurses reads it from the TERMINFO variable, which is set only while it does.
enum EmbeddedTerminfo {
  static let name = "mocoa"

  /// Runs a body while the entry is what TERMINFO says; child processes never see it.
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
  /// Entries such as `xterm-direct` take the numbers of the palette above 7 for colours; the
  /// embedded one has both.
  static func promisesTrueColor(_ name: String, _ colorTerm: String) -> Bool {
    name.contains("-direct") || describes(name) && ["truecolor", "24bit"].contains(colorTerm)
  }

  /// Returns whether a terminal of this name understands what the entry sends.
  static func describes(_ name: String) -> Bool {
    let families = [
      "xterm", "tmux", "screen", "alacritty", "foot", "kitty", "wezterm", "ghostty", "konsole",
      "gnome", "vte", "iterm", "rio", "contour",
    ]
    return families.contains { name.hasPrefix($0) }
  }
}
