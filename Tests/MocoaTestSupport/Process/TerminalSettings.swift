import Foundation

/// How a terminal treats what is typed and written, as `stty -a` shows it.
package struct TerminalSettings: Hashable, Sendable {
  private let flags: [UInt64]
  private let characters: [UInt8]

  /// The settings of the terminal that a descriptor is an end of.
  init(of descriptor: Int32) {
    var settings = termios()
    guard tcgetattr(descriptor, &settings) == 0 else {
      (flags, characters) = ([], [])
      return
    }
    flags = [
      UInt64(settings.c_iflag), UInt64(settings.c_oflag), UInt64(settings.c_cflag),
      UInt64(settings.c_lflag), UInt64(cfgetispeed(&settings)), UInt64(cfgetospeed(&settings)),
    ]
    characters = withUnsafeBytes(of: settings.c_cc) { Array($0) }
  }

  /// Whether keys come line by line and are echoed, as a shell wants it.
  package var isCooked: Bool {
    let wanted = UInt64(ICANON) | UInt64(ECHO) | UInt64(ISIG)
    return flags.count > 3 && flags[3] & wanted == wanted
  }
}
