/// The escape sequences of terminal modes that ncurses does not enable.
///
/// Sources: xterm's control sequences (ctlseqs), and the synchronized-output draft that terminals
/// share. A terminal that does not know a mode ignores it.
enum TerminalModes {
  /// Reports of button presses and drags, with SGR coordinates.
  static let mouseOn = "\u{1B}[?1000h\u{1B}[?1002h\u{1B}[?1006h"
  static let mouseOff = "\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?1000l"

  /// Bracketed paste and focus reports.
  static let inputOn = "\u{1B}[?2004h\u{1B}[?1004h"
  static let inputOff = "\u{1B}[?1004l\u{1B}[?2004l"

  /// Requests the background color (OSC 11) and the terminal type (DA1), to which every terminal
  /// replies: after that reply no other one follows.
  static let askForBackground = "\u{1B}]11;?\u{1B}\\\u{1B}[c"

  /// Output between the two is displayed at once.
  static let synchronizedOn = "\u{1B}[?2026h"
  static let synchronizedOff = "\u{1B}[?2026l"

  /// Makes ASCII the character set, and the current one, only for terminals that have sets.
  static let ascii = "\u{1B}(B\u{0F}"

  /// Restores everything as a shell expects it, for the crash guard, which cannot use ncurses.
  static let restore =
    mouseOff + inputOff + synchronizedOff + "\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l"

  /// The same for a program that uses some rows of the screen.
  static let restoreInline =
    mouseOff + inputOff + synchronizedOff + "\u{1B}[0m\u{1B}[?25h\u{1B}[?7h"

  /// Saves the title of the window, and sets another (OSC 2).
  static func title(_ text: String) -> String {
    "\u{1B}[22;2t\u{1B}]2;\(TextWidth.sanitized(text))\u{1B}\\"
  }

  static let restoreTitle = "\u{1B}[23;2t"

  /// Copies text to the clipboard of the terminal's user (OSC 52).
  static func copy(_ text: String) -> String {
    "\u{1B}]52;c;\(base64(text.utf8))\u{07}"
  }

  /// Returns bytes in Base64 (RFC 4648, section 4).
  static func base64(_ bytes: some Sequence<UInt8>) -> String {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    var text = ""
    var pending: UInt32 = 0
    var count = 0
    for byte in bytes {
      pending = pending << 8 | UInt32(byte)
      count += 1
      guard count == 3 else { continue }
      for shift in [18, 12, 6, 0] { text.append(digits[Int(pending >> UInt32(shift)) & 63]) }
      pending = 0
      count = 0
    }
    if count == 1 {
      text.append(digits[Int(pending >> 2) & 63])
      text.append(digits[Int(pending << 4) & 63])
      text += "=="
    } else if count == 2 {
      text.append(digits[Int(pending >> 10) & 63])
      text.append(digits[Int(pending >> 4) & 63])
      text.append(digits[Int(pending << 2) & 63])
      text += "="
    }
    return text
  }
}
